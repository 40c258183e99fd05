import { execFile, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { slowUnless } from '../../../../../test/support/checks/slow.ts'
import { attachEmbeddedPostgres, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { DataFolderInUseError } from './folder-lock.ts'
import { readPidFile, runningServer } from './orphans.ts'

const execute = promisify(execFile)
const isRoot = process.getuid?.() === 0
const log = { info() {}, warn() {}, error() {} }

let temp: string
let dataDir: string
let started: EmbeddedPostgres[]
/** Where a test has mounted a small disk. */
let mounted = ''

beforeEach(async () => {
  temp = await mkdtemp(join(tmpdir(), 'corkboard-postgres-'))
  // If we are root, PostgreSQL runs as another user, which must be able to enter this folder.
  await chmod(temp, 0o711)
  dataDir = join(temp, 'data')
  started = []
})

afterEach(async () => {
  await Promise.all(started.map((postgres) => postgres.stop()))
  if (mounted) await execute('umount', ['--lazy', mounted])
  mounted = ''
  await rm(temp, { recursive: true, force: true })
})

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log, sharedDir: join(temp, 'shared') })
  started.push(postgres)
  return postgres
}

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

async function eventually<T>(check: () => Promise<T | null | undefined | false>, seconds = 60): Promise<T> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    const found = await check()
    if (found) return found
    if (Date.now() > deadline) throw new Error('Timed out waiting for a condition.')
    await delay(20)
  }
}

const eventuallyReturns = (postgres: EmbeddedPostgres, sql: string) =>
  eventually(() => query(postgres.connectionString, sql).catch(() => null))

async function serverPid(folder = dataDir): Promise<number> {
  return (await readPidFile(join(folder, 'postgres')))?.pid ?? 0
}

const serverIsGone = (folder = dataDir) =>
  eventually(async () => (await runningServer(join(folder, 'postgres'))) === null)

/** Starts another process that starts PostgreSQL on the data folder, and returns it once PostgreSQL is running. */
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

test('keeps data across a stop and a start', { tags: ['slow'] }, async () => {
  const first = await start()
  await query(first.connectionString, 'create table note as select 42 as answer')
  await first.stop()
  await first.stop()
  const second = await start()
  expect(await query(second.connectionString, 'select answer from note')).toEqual([42])
})

test('a new cluster has a UTF-8 database, a random password, and a role for the site without special rights', async () => {
  const { connectionString, appConnectionString } = await start()
  // é is a letter.
  await query(connectionString, 'create extension pg_trgm')
  const properties = `select current_database(), pg_encoding_to_char(encoding), datlocprovider::text, datlocale
    from pg_database where datname = current_database()`
  expect(await query(connectionString, properties)).toEqual(['corkboard', 'UTF8', 'b', 'C.UTF-8'])
  expect(await query(connectionString, `select cardinality(show_trgm('éé')), upper('é')`)).toEqual([3, 'É'])

  // Only its owner can read the password, which is required.
  const password = await readFile(join(dataDir, 'postgres.password'), 'utf8')
  expect(password).toMatch(/^[0-9a-f]{48}$/)
  expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600)
  expect((await stat(dataDir)).mode & 0o777).toBe(isRoot ? 0o711 : 0o700)
  await expect(query(connectionString.replace(password, 'guess'), 'select 1')).rejects.toMatchObject({
    code: '28P01',
  })

  const attributes = `select rolsuper, rolcreatedb, rolcreaterole, rolreplication from pg_roles
    where rolname = current_user`
  expect(await query(appConnectionString, attributes)).toEqual([false, false, false, false])
  expect((await stat(join(dataDir, 'postgres.app-password'))).mode & 0o777).toBe(0o600)
})

test('restarts a killed PostgreSQL on the same port with all committed data', async () => {
  const postgres = await start()
  await query(postgres.connectionString, 'create table note as select 42 as answer')
  const killed = await serverPid()
  process.kill(killed, 'SIGKILL')
  expect(await eventuallyReturns(postgres, 'select answer from note')).toEqual([42])
  expect(await serverPid()).not.toBe(killed)
})

test('restarts a killed PostgreSQL while a backend is busy', { tags: ['slow'] }, async () => {
  const postgres = await start()
  const busy = query(postgres.connectionString, 'select count(*) from generate_series(1, 1e12)').catch(
    () => 'disconnected',
  )
  await eventuallyReturns(
    postgres,
    `select 1 from pg_stat_activity where query like '%1e12%' having count(*) > 1`,
  )
  process.kill(await serverPid(), 'SIGKILL')
  expect(await busy).toBe('disconnected')
  expect(await eventuallyReturns(postgres, 'select 1')).toEqual([1])
})

test('keeps the server running when one backend is killed', { tags: ['slow'] }, async () => {
  const postgres = await start()
  const before = await serverPid()
  const client = new pg.Client(postgres.connectionString)
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  process.kill(rows[0].pid, 'SIGKILL')
  expect(await eventuallyReturns(postgres, 'select 1')).toEqual([1])
  expect(await serverPid()).toBe(before)
})

test.runIf(process.platform === 'linux')(
  'leaves nothing of a PostgreSQL whose processes are frozen',
  {
    tags: ['slow'],
  },
  async () => {
    const postgres = await start()
    await query(postgres.connectionString, 'create table note as select 42 as answer')
    const pid = await serverPid()
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
    const frozen = [pid, ...children.trim().split(' ').map(Number)]
    for (const target of frozen) process.kill(target, 'SIGSTOP')
    await postgres.stop()
    // A zombie has no command line.
    for (const target of frozen)
      expect(await readFile(`/proc/${target}/cmdline`, 'utf8').catch(() => '')).toBe('')
    const again = await start()
    expect(await query(again.connectionString, 'select answer from note')).toEqual([42])
  },
)

for (const [index, [state, statement]] of [
  ['is missing, as in a folder of an older version', 'drop role corkboard_app'],
  ['has another password', `alter role corkboard_app password 'other'`],
].entries())
  test(`repairs the role of the site if it ${state}`, slowUnless(index === 0), async () => {
    const first = await start()
    await query(first.connectionString, statement ?? '')
    await first.stop()
    const second = await start()
    expect(await query(second.appConnectionString, 'select current_user')).toEqual(['corkboard_app'])
  })

test.runIf(isRoot && process.platform === 'linux')(
  'X8 keeps trying while the disk is full, and recovers by itself when there is space again',
  { tags: ['slow'] },
  async () => {
    const volume = join(temp, 'volume')
    await mkdir(volume)
    await execute('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=711', 'tmpfs', volume])
    mounted = volume
    const postgres = await start(join(volume, 'data'))
    let failure: Error | null = null
    void postgres.failed.then((error) => {
      failure = error
    })
    await query(postgres.connectionString, 'create table note as select 42 as answer')
    const filler = join(volume, 'filler')
    await fillDisk(filler)
    // Fills the rest of the write-ahead log, which PostgreSQL cannot extend.
    const write = `select pg_logical_emit_message(true, 'test', repeat('x', 1000000))`
    await eventually(() =>
      query(postgres.connectionString, write).then(
        () => false,
        () => true,
      ),
    )
    // Longer than the attempts to restart it would take.
    await delay(4000)
    expect(failure).toBeNull()
    await rm(filler)
    expect(await eventuallyReturns(postgres, 'select answer from note limit 1')).toEqual([42])
    await query(postgres.connectionString, 'insert into note values (1)')
  },
)

async function fillDisk(path: string) {
  const file = await open(path, 'w')
  const block = Buffer.alloc(256 * 1024)
  await eventually(() =>
    file.write(block).then(
      () => false,
      () => true,
    ),
  )
  await file.close()
}

test('reports a PostgreSQL that cannot be restarted', { tags: ['slow'] }, async () => {
  const postgres = await start()
  await rm(join(dataDir, 'postgres', 'global'), { recursive: true })
  process.kill(await serverPid(), 'SIGKILL')
  expect((await postgres.failed).message).toMatch(/^PostgreSQL keeps failing \(.+\)\. Its log is in /)
})

test('leaves no PostgreSQL behind when its owner is killed', async () => {
  const { owner, connectionString } = await startOwner()
  expect(await query(connectionString, 'select 1')).toEqual([1])
  owner.kill('SIGKILL')
  await serverIsGone()
})

test('starts with the same data right after its predecessor was killed', { tags: ['slow'] }, async () => {
  const { owner, connectionString } = await startOwner()
  await query(connectionString, 'create table note as select 42 as answer')
  owner.kill('SIGKILL')
  await new Promise((resolve) => owner.once('exit', resolve))
  const postgres = await start()
  expect(await query(postgres.connectionString, 'select answer from note')).toEqual([42])
})

test('recovers after both the owner and PostgreSQL were killed', { tags: ['slow'] }, async () => {
  const { owner, connectionString } = await startOwner()
  await query(connectionString, 'create table note as select 42 as answer')
  const pid = await serverPid()
  owner.kill('SIGSTOP')
  process.kill(pid, 'SIGKILL')
  owner.kill('SIGKILL')
  const postgres = await start()
  expect(await query(postgres.connectionString, 'select answer from note')).toEqual([42])
})

test('starts although the pid file names another live program', { tags: ['slow'] }, async () => {
  await (await start()).stop()
  const lines = [process.pid, join(dataDir, 'postgres'), 1, 5432, '', '127.0.0.1', '', 'ready']
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${lines.join('\n')}\n`, { mode: 0o600 })
  await writeFile(join(dataDir, 'postgres.lock.pid'), String(process.pid))
  const postgres = await start()
  expect(await query(postgres.connectionString, 'select 1')).toEqual([1])
})

test('rejects a second Corkboard on one folder, while a command attaches', async () => {
  const { owner, connectionString } = await startOwner()
  expect(await attachEmbeddedPostgres({ dataDir })).toBe(connectionString)
  const error = await start().catch((reason) => reason)
  expect(error).toBeInstanceOf(DataFolderInUseError)
  expect(error.message).toBe(
    `The data folder ${dataDir} is in use by another Corkboard (process ${owner.pid}). Stop that one first, or set a different DATA_DIR.`,
  )
  expect(await query(connectionString, 'select 1')).toEqual([1])
  owner.kill('SIGKILL')
  await serverIsGone()
})

test('rejects a second start in the same process until the first is stopped', {
  tags: ['slow'],
}, async () => {
  const first = await start()
  await expect(start()).rejects.toThrow(DataFolderInUseError)
  await first.stop()
  expect(await attachEmbeddedPostgres({ dataDir })).toBeNull()
  await start()
})

test('lets exactly one of several concurrent starts succeed', { tags: ['slow'] }, async () => {
  const results = await Promise.allSettled([start(), start(), start()])
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
})

test('does not attach where nothing is running', async () => {
  expect(await attachEmbeddedPostgres({ dataDir })).toBeNull()
  await expect(stat(dataDir)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('works in a folder with spaces and an accent', { tags: ['slow'] }, async () => {
  const postgres = await start(join(temp, "Ana's bücher und mehr", 'my data'))
  expect(await query(postgres.connectionString, 'select 1')).toEqual([1])
})

test('replaces an incomplete cluster', { tags: ['slow'] }, async () => {
  await mkdir(join(dataDir, 'postgres.new-dead', 'base'), { recursive: true })
  const postgres = await start()
  expect(await query(postgres.connectionString, 'select 1')).toEqual([1])
  expect((await readdir(dataDir)).filter((name) => name.includes('.new-'))).toEqual([])
})

test.runIf(isRoot)(
  'places the cluster outside a folder that only root may enter',
  { tags: ['slow'] },
  async () => {
    const home = join(temp, 'root home')
    const hidden = join(home, 'data')
    await mkdir(home, { mode: 0o700 })
    const first = await start(hidden)
    await query(first.connectionString, 'create table note as select 42 as answer')
    expect((await stat(hidden)).mode & 0o777).toBe(0o700)
    expect((await stat(join(hidden, 'postgres.json'))).mode & 0o777).toBe(0o600)
    const { cluster } = JSON.parse(await readFile(join(hidden, 'postgres.json'), 'utf8'))
    expect(cluster).toMatch(/shared\/[0-9a-f]{16}$/)
    const { mode, uid } = await stat(cluster)
    expect([mode & 0o777, uid === 0]).toEqual([0o700, false])
    await first.stop()
    const second = await start(hidden)
    expect(await query(second.connectionString, 'select answer from note')).toEqual([42])
  },
)

test.runIf(isRoot)(
  'moves a cluster that its user can no longer reach, with its data',
  { tags: ['slow'] },
  async () => {
    const home = join(temp, 'home')
    const first = await start(join(home, 'data'))
    await query(first.connectionString, 'create table note as select 42 as answer')
    await first.stop()
    await chmod(home, 0o700)
    const second = await start(join(home, 'data'))
    expect(await query(second.connectionString, 'select answer from note')).toEqual([42])
  },
)
