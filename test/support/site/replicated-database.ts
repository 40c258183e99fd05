/** A PostgreSQL with a streaming replica, for tests of reads that go to the replica. Both can be stopped and frozen. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { loadCatalog } from '../../../src/server/modules/catalog/load-catalog.ts'
import { findBinaries } from '../../../src/server/platform/database/embedded/binaries.ts'
import {
  spawnOptions,
  unprivilegedUser,
} from '../../../src/server/platform/database/embedded/unprivileged-user.ts'
import { migrate } from '../../../src/server/platform/database/migrate.ts'
import { freePort } from '../../../src/server/platform/free-port.ts'
import { waitFor } from '../checks/emails.ts'
import { connectTo } from './app.ts'

const run = promisify(execFile)

type TestPostgres = {
  address: string
  start: () => Promise<void>
  /** Ends it without warning. */
  kill: () => Promise<void>
  /** It still accepts connections but does not respond. */
  freeze: () => Promise<void>
  thaw: () => Promise<void>
}

export type ReplicatedDatabase = { primary: TestPostgres; replica: TestPostgres; close: () => Promise<void> }

export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const user = await unprivilegedUser()
  const programs = await findBinaries(user, '/var/lib/corkboard')
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-replicated-'))
  if (user) await chown(folder, user.uid, user.gid)
  const as = spawnOptions(user, folder)
  const folders = { primary: join(folder, 'primary'), replica: join(folder, 'replica') }
  await run(
    programs.initdb,
    [
      '-D',
      folders.primary,
      '-U',
      'corkboard',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--no-sync',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--lc-ctype=C.UTF-8',
    ],
    as,
  )

  const start = async (name: 'primary' | 'replica') => createServer(name, await freePort())
  const createServer = async (name: 'primary' | 'replica', port: number): Promise<TestPostgres> => {
    let child: ChildProcess | null = null
    const address = `postgres://corkboard@127.0.0.1:${port}/postgres`
    const settings = {
      port: `${port}`,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      fsync: 'off',
      max_connections: '60',
    }
    const args = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
    const server: TestPostgres = {
      address,
      async start() {
        if (isRunning(child)) return
        child = spawn(programs.postgres, ['-D', folders[name], ...args], { ...as, stdio: 'ignore' })
        const { pid = 0 } = child
        // Nothing is left running if the test run ends early.
        process.once('exit', () => isRunning(child) && process.kill(pid, 'SIGKILL'))
        await waitFor(`the ${name}`, () => responds(address))
      },
      async kill() {
        if (!isRunning(child)) return
        const exited = once(child, 'exit')
        await signalAll(child, 'SIGKILL')
        await exited
      },
      freeze: async () => signalAll(child, 'SIGSTOP'),
      thaw: async () => signalAll(child, 'SIGCONT'),
    }
    await server.start()
    return server
  }

  const primary = await start('primary')
  const database = connectTo(primary.address)
  await migrate(database)
  await loadCatalog(database)
  await database.close()
  await copyCluster(primary.address, folders)
  const conninfo = new URL(primary.address)
  await writeFile(join(folders.replica, 'standby.signal'), '')
  await writeFile(
    join(folders.replica, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${conninfo.port} user=corkboard'\n`,
  )
  if (user) await run('chown', ['-R', `${user.uid}:${user.gid}`, folders.replica])
  const replica = await start('replica')
  return {
    primary,
    replica,
    async close() {
      await Promise.all([replica.kill(), primary.kill()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const isRunning = (child: ChildProcess | null): child is ChildProcess =>
  child !== null && child.exitCode === null && child.signalCode === null

/** Copies the files of the running primary, as pg_basebackup does. */
async function copyCluster(address: string, { primary, replica }: { primary: string; replica: string }) {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query(`select pg_backup_start('copy', true)`)
  await mkdir(replica, { mode: 0o700 })
  await cp(primary, replica, {
    recursive: true,
    filter: (path) => !path.endsWith('postmaster.pid') && !path.endsWith('postmaster.opts'),
  })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await writeFile(join(replica, 'backup_label'), rows[0]?.labelfile ?? '')
  await client.end()
}

async function responds(address: string): Promise<true | undefined> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}

/** Signals the postmaster and everything that it has started. */
async function signalAll(child: ChildProcess | null, signal: NodeJS.Signals) {
  if (!child?.pid) return
  const children = await run('ps', ['-o', 'pid=', '--ppid', `${child.pid}`]).catch(() => ({ stdout: '' }))
  for (const pid of [child.pid, ...children.stdout.split(/\s+/).filter(Boolean).map(Number)]) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended.
    }
  }
}
