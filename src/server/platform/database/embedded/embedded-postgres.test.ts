import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { attachEmbeddedPostgres, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { readPidFile, runningServer } from './orphans.ts'
import { DataFolderInUseError } from './ownership.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const isRoot = process.getuid?.() === 0
const log = { info() {}, warn() {}, error() {} }

let temp: string
let dataDir: string
let started: EmbeddedPostgres[]

beforeEach(async () => {
  temp = await mkdtemp(join(tmpdir(), 'corkboard-postgres-'))
  // As root, PostgreSQL runs as another user, who must pass through here.
  await chmod(temp, 0o711)
  dataDir = join(temp, 'data')
  started = []
})

afterEach(async () => {
  await Promise.all(started.map((postgres) => postgres.stop()))
  await rm(temp, { recursive: true, force: true })
})

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const sharedDir = join(temp, 'shared')
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    log,
    sharedDir,
    restartDelaysMs: [50, 100, 500, 900],
  })
  started.push(postgres)
  return postgres
}

async function ask(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

async function eventually<T>(look: () => Promise<T | null | undefined | false>, seconds = 30): Promise<T> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > deadline) throw new Error('It never came about.')
    await delay(20)
  }
}

const eventuallyAnswers = (postgres: EmbeddedPostgres, sql: string) =>
  eventually(() => ask(postgres.connectionString, sql).catch(() => null))

async function serverPid(folder = dataDir): Promise<number> {
  return (await readPidFile(join(folder, 'postgres')))?.pid ?? 0
}

const serverIsGone = (folder = dataDir) =>
  eventually(async () => (await runningServer(join(folder, 'postgres'))) === null)

/** Another process that starts PostgreSQL on the data folder and then says so. */
async function startOwner() {
  const module = JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)
  const script = `
    const { startEmbeddedPostgres } = await import(${module})
    const log = { info() {}, warn() {}, error() {} }
    const postgres = await startEmbeddedPostgres({ dataDir: process.argv[1], sharedDir: process.argv[2], log })
    process.stdout.write(postgres.connectionString)
    setInterval(() => {}, 1000)`
  const args = ['--input-type=module', '--eval', script, dataDir, join(temp, 'shared')]
  const owner = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [connectionString] = await owner.stdout.take(1).toArray()
  return { owner, connectionString: String(connectionString) }
}

test('a stop and a new start keep what was written', async () => {
  const first = await start()
  await ask(first.connectionString, 'create table note as select 42 as answer')
  await first.stop()
  await first.stop()
  const second = await start()
  expect(await ask(second.connectionString, 'select answer from note')).toEqual([42])
})

test('the database is UTF-8 and knows é for a letter', async () => {
  const { connectionString } = await start()
  await ask(connectionString, 'create extension pg_trgm')
  const described = `select current_database(), pg_encoding_to_char(encoding), datlocprovider::text, datlocale
    from pg_database where datname = current_database()`
  expect(await ask(connectionString, described)).toEqual(['corkboard', 'UTF8', 'b', 'C.UTF-8'])
  expect(await ask(connectionString, `select cardinality(show_trgm('éé')), upper('é')`)).toEqual([3, 'É'])
})

test('the password is random, required, and readable by its owner only', async () => {
  const { connectionString } = await start()
  const password = await readFile(join(dataDir, 'postgres.password'), 'utf8')
  expect(password).toMatch(/^[0-9a-f]{48}$/)
  expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600)
  expect((await stat(dataDir)).mode & 0o777).toBe(isRoot ? 0o711 : 0o700)
  await expect(ask(connectionString.replace(password, 'guess'), 'select 1')).rejects.toMatchObject({
    code: '28P01',
  })
})

test('a killed PostgreSQL comes back on the same port with everything acknowledged', async () => {
  const postgres = await start()
  await ask(postgres.connectionString, 'create table note as select 42 as answer')
  const killed = await serverPid()
  process.kill(killed, 'SIGKILL')
  expect(await eventuallyAnswers(postgres, 'select answer from note')).toEqual([42])
  expect(await serverPid()).not.toBe(killed)
})

test('a killed PostgreSQL comes back although a backend was busy', async () => {
  const postgres = await start()
  const busy = ask(postgres.connectionString, 'select count(*) from generate_series(1, 1e12)').catch(
    () => 'cut',
  )
  await eventuallyAnswers(
    postgres,
    `select 1 from pg_stat_activity where query like '%1e12%' having count(*) > 1`,
  )
  process.kill(await serverPid(), 'SIGKILL')
  expect(await busy).toBe('cut')
  expect(await eventuallyAnswers(postgres, 'select 1')).toEqual([1])
})

test('one killed backend does not end the server', async () => {
  const postgres = await start()
  const before = await serverPid()
  const client = new pg.Client(postgres.connectionString)
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  process.kill(rows[0].pid, 'SIGKILL')
  expect(await eventuallyAnswers(postgres, 'select 1')).toEqual([1])
  expect(await serverPid()).toBe(before)
})

test('a PostgreSQL that cannot come back is given up with a sentence', async () => {
  const postgres = await start()
  await rm(join(dataDir, 'postgres', 'global'), { recursive: true })
  process.kill(await serverPid(), 'SIGKILL')
  expect((await postgres.failed).message).toMatch(/^PostgreSQL keeps ending \(.+\)\. Its log is in /)
})

test('an owner that is killed leaves no PostgreSQL behind', async () => {
  const { owner, connectionString } = await startOwner()
  expect(await ask(connectionString, 'select 1')).toEqual([1])
  owner.kill('SIGKILL')
  await serverIsGone()
})

test('a start right after its predecessor was killed goes on with its data', async () => {
  const { owner, connectionString } = await startOwner()
  await ask(connectionString, 'create table note as select 42 as answer')
  owner.kill('SIGKILL')
  await new Promise((resolve) => owner.once('exit', resolve))
  const postgres = await start()
  expect(await ask(postgres.connectionString, 'select answer from note')).toEqual([42])
})

test('a start after everything was killed recovers', async () => {
  const { owner, connectionString } = await startOwner()
  await ask(connectionString, 'create table note as select 42 as answer')
  const pid = await serverPid()
  owner.kill('SIGSTOP')
  process.kill(pid, 'SIGKILL')
  owner.kill('SIGKILL')
  const postgres = await start()
  expect(await ask(postgres.connectionString, 'select answer from note')).toEqual([42])
})

test('a pid file that names another living program does not block', async () => {
  await (await start()).stop()
  const lines = [process.pid, join(dataDir, 'postgres'), 1, 5432, '', '127.0.0.1', '', 'ready']
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${lines.join('\n')}\n`, { mode: 0o600 })
  await writeFile(join(dataDir, 'postgres.lock.pid'), String(process.pid))
  const postgres = await start()
  expect(await ask(postgres.connectionString, 'select 1')).toEqual([1])
})

test('a second Corkboard on one folder is refused, a command attaches', async () => {
  const { owner, connectionString } = await startOwner()
  expect(await attachEmbeddedPostgres({ dataDir })).toBe(connectionString)
  const refused = await start().catch((error) => error)
  expect(refused).toBeInstanceOf(DataFolderInUseError)
  expect(refused.message).toBe(
    `The data folder ${dataDir} is in use by another Corkboard (process ${owner.pid}): stop that one first, or give this one another DATA_DIR.`,
  )
  expect(await ask(connectionString, 'select 1')).toEqual([1])
  owner.kill('SIGKILL')
  await serverIsGone()
})

test('the same process may not start twice either, and may again after stop()', async () => {
  const first = await start()
  await expect(start()).rejects.toThrow(DataFolderInUseError)
  await first.stop()
  expect(await attachEmbeddedPostgres({ dataDir })).toBeNull()
  await start()
})

test('of several starts at once exactly one wins', async () => {
  const results = await Promise.allSettled([start(), start(), start()])
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
})

test('nothing attaches where nothing runs', async () => {
  expect(await attachEmbeddedPostgres({ dataDir })).toBeNull()
  await expect(stat(dataDir)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a folder with spaces and an accent works', async () => {
  const postgres = await start(join(temp, "Ana's bücher und mehr", 'my data'))
  expect(await ask(postgres.connectionString, 'select 1')).toEqual([1])
})

test('an unfinished cluster is made anew', async () => {
  await mkdir(join(dataDir, 'postgres.new-dead', 'base'), { recursive: true })
  const postgres = await start()
  expect(await ask(postgres.connectionString, 'select 1')).toEqual([1])
  expect((await readdir(dataDir)).filter((name) => name.includes('.new-'))).toEqual([])
})

test.runIf(isRoot)('below a folder that only root may enter, the cluster is placed outside', async () => {
  const home = join(temp, 'root home')
  const hidden = join(home, 'data')
  await mkdir(home, { mode: 0o700 })
  const first = await start(hidden)
  await ask(first.connectionString, 'create table note as select 42 as answer')
  expect((await stat(hidden)).mode & 0o777).toBe(0o700)
  expect((await stat(join(hidden, 'postgres.json'))).mode & 0o777).toBe(0o600)
  const { cluster } = JSON.parse(await readFile(join(hidden, 'postgres.json'), 'utf8'))
  expect(cluster).toMatch(/shared\/[0-9a-f]{16}$/)
  const { mode, uid } = await stat(cluster)
  expect([mode & 0o777, uid === 0]).toEqual([0o700, false])
  await first.stop()
  const second = await start(hidden)
  expect(await ask(second.connectionString, 'select answer from note')).toEqual([42])
})

test.runIf(isRoot)('a cluster that became unreachable for its user is moved and keeps its data', async () => {
  const home = join(temp, 'home')
  const first = await start(join(home, 'data'))
  await ask(first.connectionString, 'create table note as select 42 as answer')
  await first.stop()
  await chmod(home, 0o700)
  const second = await start(join(home, 'data'))
  expect(await ask(second.connectionString, 'select answer from note')).toEqual([42])
})
