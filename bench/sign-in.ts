/**
 * npm run bench:sign-in: measures how long a sign-in takes while another account is attacked with 1,000 wrong passwords per
 * minute, from one address and from as many addresses as attempts. Uses the rate limits of production.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { createLogger } from '../src/server/platform/log.ts'
import { createAccount, deleteAccounts, password } from './accounts.ts'
import { percentile } from './load-test.ts'
import { openBenchDatabase, startServer } from './server-process.ts'

const attacksPerMinute = 1000
const samples = 40
const log = (text: string) => process.stdout.write(`${text}\n`)

async function main() {
  const bench = await openBenchDatabase(createLogger('error'))
  const server = await startServer(bench.connectionString, {
    RATE_LIMIT: '1',
    TRUST_PROXY: 'loopback',
    DATA_DIR: bench.siteFolder,
  })
  const signIn = signInAt(server.origin)
  try {
    const [victim, user] = [await createAccount(bench.database), await createAccount(bench.database)]
    await sql`truncate rate_limit_hit`.execute(bench.database.kysely)
    log('One user signs in once per second (milliseconds)')
    // Warm up: the first password hashes are slower than the rest.
    for (let n = 0; n < 3; n += 1) await signIn(user, password, address(9, n))
    const baseline = await timeSignIns(signIn, user, 1)
    log(`  without an attack:                       ${formatTimes(baseline)}`)
    for (const [name, from] of [
      ['attack from one address:                 ', () => address(2, 0)],
      ['attack from a thousand addresses:        ', (n: number) => address(3, n)],
    ] as const) {
      const attack = startAttack((n) => signIn(victim, `wrong password ${n}`, from(n)))
      const underAttack = await timeSignIns(signIn, user, name.includes('thousand') ? 5 : 4)
      const statuses = await attack.stop()
      log(
        `  ${name}${formatTimes(underAttack)}, ${(underAttack.p50 / baseline.p50).toFixed(2)} × baseline; attack responses: ${statuses}`,
      )
    }
  } finally {
    await deleteAccounts(bench.database)
    await server.stop()
    await bench.stop()
  }
}

type SignIn = ReturnType<typeof signInAt>

function signInAt(origin: string) {
  return async (email: string, attempt: string, from: string): Promise<number> => {
    const response = await fetch(`${origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ email, password: attempt }),
    })
    await response.arrayBuffer()
    return response.status
  }
}

/** Returns an address of the network reserved for benchmarks (RFC 2544). */
const address = (network: number, n: number) => `198.18.${network * 8 + Math.floor(n / 250)}.${(n % 250) + 1}`

async function timeSignIns(signIn: SignIn, email: string, network: number) {
  const times: number[] = []
  for (let n = 0; n < samples; n += 1) {
    const started = performance.now()
    const status = await signIn(email, password, address(network + 10, n))
    if (status !== 200) throw new Error(`A correct password returned ${status}.`)
    times.push(performance.now() - started)
    await delay(1000)
  }
  times.sort((a, b) => a - b)
  return { p50: percentile(times, 50), p90: percentile(times, 90) }
}

function startAttack(attack: (n: number) => Promise<number>) {
  const responses: Promise<number>[] = []
  const timer = setInterval(() => responses.push(attack(responses.length)), 60_000 / attacksPerMinute)
  return {
    async stop() {
      clearInterval(timer)
      const counts = new Map<number, number>()
      for (const status of await Promise.all(responses)) counts.set(status, (counts.get(status) ?? 0) + 1)
      return [...counts].map(([status, count]) => `${status} × ${count}`).join(', ')
    },
  }
}

const formatTimes = ({ p50, p90 }: { p50: number; p90: number }) =>
  `p50 ${p50.toFixed(0)}, p90 ${p90.toFixed(0)}`

await main()
