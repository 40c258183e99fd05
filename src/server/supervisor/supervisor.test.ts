/** Starts whole sites as `npm start` does, and kills their processes. Needs the built pages and programs. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { slowUnless } from '../../../test/support/checks/slow.ts'
import { createDatabase } from '../../../test/support/site/app.ts'
import { openBreakableProxy } from '../../../test/support/site/breakable-proxy.ts'
import { descendantsOf, processOf, untilGone } from '../../../test/support/site/processes.ts'
import { programs, startSite } from '../../../test/support/site/site.ts'
import { exitCodes } from '../config/start-error.ts'
import { freePort } from '../platform/free-port.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const builtServer = 'dist/programs/main.js'

async function startSupervised(settings: Record<string, string> = {}) {
  const site = await startSite({ supervised: true, demo: false, settings })
  onTestFinished(async () => {
    await site.stop().catch(() => {})
  })
  return site
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Returns how many pages the site has cached. */
async function cachedPages(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^corkboard_cache_entries\{[^}]*cache="pages"[^}]*\} (\d+)/m.exec(metrics)?.[1])
}

/** Runs the built supervisor by itself, for the ways in which it ends. */
function runSupervisor(settings: Record<string, string>) {
  const supervisor = spawn(process.execPath, ['dist/programs/supervisor.js'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', TEST: '', DEMO: 'off', LOG_LEVEL: 'error', ...settings },
  })
  onTestFinished(() => void supervisor.kill('SIGKILL'))
  const output: string[] = []
  for (const stream of [supervisor.stdout, supervisor.stderr])
    stream.setEncoding('utf8').on('data', (text) => output.push(text))
  const ended = once(supervisor, 'close').then(([code]) => ({ code, output: output.join('') }))
  return { supervisor, pid: supervisor.pid ?? 0, output, ended }
}

async function createDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-supervisor-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Polls for up to a minute: restarts are slow on a busy machine. */
const until = (condition: () => Promise<boolean>) => expect.poll(condition, { timeout: 60_000 }).toBe(true)

test('I5 a killed server or PostgreSQL is started again alone, and SIGTERM ends everything', {
  tags: ['slow'],
  timeout: 300_000,
}, async () => {
  const site = await startSite({ supervised: true, demo: false, settings: { WARM_UP: '30' } })
  onTestFinished(async () => {
    await site.stop().catch(() => {})
  })
  const { url, pid } = site
  expect(await cachedPages(url)).toBeGreaterThan(3)
  const postgres = await processOf(pid, '/bin/postgres')
  const killed = await processOf(pid, programs.server)
  process.kill(killed, 'SIGKILL')
  await until(async () => !(await isReady(url)))
  await until(() => isReady(url))
  const server = await processOf(pid, programs.server)
  expect(server).not.toBe(killed)
  // Visitors waited for it, so it did not warm up.
  expect(await cachedPages(url)).toBe(0)
  expect(await processOf(pid, '/bin/postgres')).toBe(postgres)

  process.kill(postgres, 'SIGKILL')
  await until(async () => {
    const current = await processOf(pid, '/bin/postgres').catch(() => postgres)
    return current !== postgres && (await isReady(url))
  })
  expect(await processOf(pid, programs.server)).toBe(server)

  const processes = await descendantsOf(pid)
  // Throws unless the exit code is 0.
  await site.stop()
  await untilGone(processes)
})

test('I5 a server that keeps dying is given up after five restarts, with a sentence', {
  tags: ['slow'],
}, async () => {
  const { pid, output, ended } = runSupervisor({
    DATA_DIR: await createDataDir(),
    PORT: '0',
    WORKERS: '1',
  })
  await until(async () => output.join('').includes(' is ready at '))
  const processes = await descendantsOf(pid)
  let latest = 0
  const killNext = async () => {
    const current = await processOf(pid, builtServer).catch(() => latest)
    if (current === latest) return false
    latest = current
    return process.kill(current, 'SIGKILL')
  }
  for (let count = 0; count < 6; count += 1) await until(killNext)
  const { code, output: text } = await ended
  expect(code).toBe(exitCodes.failure)
  expect(text).toContain(
    'The server was killed by SIGKILL, after it had been restarted five times within a minute.',
  )
  await untilGone(processes)
})

test('no process is left when the supervisor is killed', { tags: ['slow'] }, async () => {
  const site = await startSite({ supervised: true })
  const [{ _id: id } = { _id: '' }] = (
    (await (await fetch(`${site.url}/api/services?limit=1`)).json()) as { services: { _id: string }[] }
  ).services
  // Drawing starts a process below the server.
  expect((await fetch(`${site.url}/share/${id}.jpg`)).headers.get('content-type')).toBe('image/jpeg')
  const processes = await descendantsOf(site.pid)
  expect(processes.map(({ command }) => command)).toEqual(
    expect.arrayContaining([
      expect.stringContaining(programs.server),
      expect.stringContaining('drawing-process.ts'),
      expect.stringContaining('/bin/postgres'),
    ]),
  )
  await site.kill()
  await untilGone(processes)
  await rm(site.folder, { recursive: true, force: true })
})

test('the next start recovers after everything was killed', { tags: ['slow'] }, async () => {
  const first = await startSite({ supervised: true, demo: false })
  const processes = await descendantsOf(first.pid)
  await first.kill()
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended with the supervisor.
    }
  }
  const second = await startSite({ supervised: true, demo: false, folder: first.folder })
  onTestFinished(() => second.stop())
  await until(() => isReady(second.url))
})

test('an external database that is away for longer than five restarts take does not end the site', {
  tags: ['slow'],
}, async () => {
  const { address } = await createDatabase()
  const { hostname, port } = new URL(address)
  const proxy = await openBreakableProxy({ host: hostname, port: Number(port) })
  onTestFinished(() => proxy.cut())
  const databaseUrl = new URL(address)
  databaseUrl.host = `127.0.0.1:${proxy.port}`
  const { supervisor, pid, output } = runSupervisor({
    DATA_DIR: await createDataDir(),
    DATABASE_URL: databaseUrl.href,
    PORT: '0',
    WORKERS: '1',
  })
  const readyCount = () => output.join('').split(' is ready at ').length - 1
  const failureCount = () => output.join('').split('Cannot connect to the database').length - 1
  await until(async () => readyCount() === 1)
  await proxy.cut()
  process.kill(await processOf(pid, builtServer), 'SIGKILL')
  await until(async () => failureCount() >= 4)
  await proxy.restore()
  await until(async () => readyCount() === 2)
  supervisor.kill('SIGTERM')
  expect(await once(supervisor, 'exit')).toEqual([exitCodes.ok, null])
})

test('the built programs serve pages, searches, and the API reference', { timeout: 120_000 }, async () => {
  const port = await freePort()
  const { supervisor, pid, ended } = runSupervisor({
    DATA_DIR: await createDataDir(),
    PORT: String(port),
    WORKERS: '1',
    WARM_UP: '0',
  })
  const url = `http://127.0.0.1:${port}`
  await until(() => isReady(url))
  expect(await processOf(pid, builtServer)).toBeGreaterThan(0)
  await until(async () => (await fetch(`${url}/all-services?searchtext=piano`)).ok)
  for (const path of ['/', '/api/openapi.json', '/api/docs/', '/signin'])
    expect((await fetch(url + path)).status, path).toBe(200)
  supervisor.kill('SIGTERM')
  const { code, output } = await ended
  expect(output).not.toMatch(/\n\s+at /)
  expect(code).toBe(exitCodes.ok)
})

/** `environment.test.ts` tests the other settings. */
const refused: [what: string, settings: Record<string, string>, sentence: string][] = [
  ['a default secret', { SECRET: 'change-me-change-me-change-me-change-me' }, 'SECRET is too easy to guess'],
  [
    'a data folder in /proc',
    { DATA_DIR: '/proc/none' },
    'The data folder /proc/none cannot be created there.',
  ],
  ['a data folder that is a file', { DATA_DIR: join(root, 'package.json') }, 'is a file, not a folder.'],
]
for (const [index, [what, settings, sentence]] of refused.entries())
  test(`G5 refuses to start with ${what}, in one sentence`, slowUnless(index === 0), async () => {
    const { code, output } = await runSupervisor({ DATA_DIR: await createDataDir(), ...settings }).ended
    expect(output).toContain(sentence)
    expect(output).not.toMatch(/\n\s+at /)
    expect(code).toBe(exitCodes.config)
  })

test('does not retry when the port is taken', { tags: ['slow'] }, async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const address = other.address()
  const port = typeof address === 'object' ? address?.port : 0
  const settings = { DATA_DIR: await createDataDir(), PORT: String(port) }
  const { code, output } = await runSupervisor(settings).ended
  expect(output).toBe(
    `Port ${port} is in use by another program. Stop that program, or set PORT to a different port.\n`,
  )
  expect(code).toBe(exitCodes.config)
})

test('does not retry the first start when the database cannot be reached', async () => {
  const settings = { DATA_DIR: await createDataDir(), DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' }
  const { code, output } = await runSupervisor(settings).ended
  expect(output).toMatch(/^Cannot connect to the database of DATABASE_URL: .+\.\n$/)
  expect(code).toBe(exitCodes.unavailable)
})

test('does not retry when the data folder is in use', { tags: ['slow'] }, async () => {
  const { folder } = await startSupervised()
  const { code, output } = await runSupervisor({ DATA_DIR: folder }).ended
  expect(output).toContain('is in use by another Corkboard')
  expect(code).toBe(exitCodes.config)
})

test('X20 SIGTERM during the first start ends it, and the next start completes it', {
  tags: ['slow'],
}, async () => {
  const dataDir = await createDataDir()
  const { supervisor, pid } = runSupervisor({ DATA_DIR: dataDir, PORT: '0' })
  const exited = once(supervisor, 'exit')
  await until(() =>
    processOf(pid, '/bin/postgres').then(
      () => true,
      () => false,
    ),
  )
  const processes = await descendantsOf(pid)
  supervisor.kill('SIGTERM')
  await exited
  await untilGone(processes)
  const site = await startSite({ supervised: true, demo: false, folder: dataDir })
  await site.stop()
})
