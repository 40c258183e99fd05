/**
 * npm run bench:sign-in: how long somebody's sign-in takes while another account is attacked with 1,000 wrong passwords
 * a minute: from one address, and from as many as there are tries. The limits are those of production.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { createProcessLog } from '../src/server/platform/process-log.ts'
import { createAccount, forgetAccounts, password } from './accounts.ts'
import { openBenchDatabase, startServer } from './server-process.ts'

const attacksAMinute = 1000
const samples = 40
const tell = (text: string) => process.stdout.write(`${text}\n`)

async function main() {
  const bench = await openBenchDatabase(createProcessLog('error'))
  const server = await startServer(bench.connectionString, { RATE_LIMIT: '1', TRUST_PROXY: 'loopback' })
  const signIn = signInAt(server.origin)
  try {
    const [victim, person] = [await createAccount(bench.database), await createAccount(bench.database)]
    await sql`truncate rate_limit_hit`.execute(bench.database.kysely)
    tell('One person signs in, once a second (milliseconds)')
    // The first hashes are slower than all that follow.
    for (let n = 0; n < 3; n += 1) await signIn(person, password, address(9, n))
    const calm = await timeSignIns(signIn, person, 1)
    tell(`  with nobody else:                        ${inWords(calm)}`)
    for (const [name, from] of [
      ['while one address attacks:               ', () => address(2, 0)],
      ['while a thousand addresses attack:       ', (n: number) => address(3, n)],
    ] as const) {
      const attack = attackSteadily((n) => signIn(victim, `wrong password ${n}`, from(n)))
      const attacked = await timeSignIns(signIn, person, name.includes('thousand') ? 5 : 4)
      const statuses = await attack.stop()
      tell(
        `  ${name}${inWords(attacked)}, ${(attacked.p50 / calm.p50).toFixed(2)} times; attacks answered ${statuses}`,
      )
    }
  } finally {
    await forgetAccounts(bench.database)
    await server.stop()
    await bench.stop()
  }
}

type SignIn = ReturnType<typeof signInAt>

function signInAt(origin: string) {
  return async (email: string, given: string, from: string): Promise<number> => {
    const response = await fetch(`${origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ email, password: given }),
    })
    await response.arrayBuffer()
    return response.status
  }
}

/** Addresses of a network that is nobody's. */
const address = (network: number, n: number) => `198.18.${network * 8 + Math.floor(n / 250)}.${(n % 250) + 1}`

async function timeSignIns(signIn: SignIn, email: string, network: number) {
  const times: number[] = []
  for (let n = 0; n < samples; n += 1) {
    const started = performance.now()
    const status = await signIn(email, password, address(network + 10, n))
    if (status !== 200) throw new Error(`A right password was answered ${status}.`)
    times.push(performance.now() - started)
    await delay(1000)
  }
  times.sort((a, b) => a - b)
  return { p50: times[Math.floor(samples / 2)] ?? 0, p90: times[Math.floor(samples * 0.9)] ?? 0 }
}

function attackSteadily(attack: (n: number) => Promise<number>) {
  const answers: Promise<number>[] = []
  const timer = setInterval(() => answers.push(attack(answers.length)), 60_000 / attacksAMinute)
  return {
    async stop() {
      clearInterval(timer)
      const counts = new Map<number, number>()
      for (const status of await Promise.all(answers)) counts.set(status, (counts.get(status) ?? 0) + 1)
      return [...counts].map(([status, count]) => `${status} ${count} times`).join(', ')
    },
  }
}

const inWords = ({ p50, p90 }: { p50: number; p90: number }) => `p50 ${p50.toFixed(0)}, p90 ${p90.toFixed(0)}`

await main()
