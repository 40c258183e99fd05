/** Starts the real database and server for a benchmark, each in its own process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../src/server/config/environment.ts'
import { loadCatalog } from '../src/server/modules/catalog/load-catalog.ts'
import { openDatabase } from '../src/server/platform/database/database.ts'
import { startEmbeddedPostgres } from '../src/server/platform/database/embedded/embedded-postgres.ts'
import { migrate } from '../src/server/platform/database/migrate.ts'
import { freePort } from '../src/server/platform/free-port.ts'
import type { Logger } from '../src/server/platform/log.ts'
import { defaultSettings } from '../src/shared/settings/table.ts'

const metricsToken = randomBytes(32).toString('hex')

const root = fileURLToPath(new URL('../', import.meta.url))

export type BenchFolder =
  | 'bench'
  | 'bench-demo'
  | 'bench-quality'
  | `bench-search-${number}`
  | `bench-events-${number}`
  | `bench-admin-${number}`
  | `bench-merge-${number}`

/** Starts an embedded PostgreSQL under data/ and migrates it. Benchmarks of the same size share a folder. */
export async function openBenchDatabase(log: Logger, folder: BenchFolder = 'bench') {
  const postgres = await startEmbeddedPostgres({ dataDir: `${root}data/${folder}`, log })
  const database = openDatabase({
    connectionString: postgres.connectionString,
    timeZone: defaultSettings.timeZone,
    log,
    connections: 4,
    statementTimeoutMs: 0,
    // A busy machine makes figures worse, but must not end the benchmark.
    patient: true,
  })
  await migrate(database)
  await loadCatalog(database)
  return {
    database,
    connectionString: postgres.connectionString,
    /** Where the site of this database keeps its files, such as its search index. */
    siteFolder: `${root}data/${folder}/site`,
    async stop() {
      await database.close()
      await postgres.stop()
    },
  }
}

/**
 * Starts the server like `npm start` does, in production mode, on the given database. Calls `onReady` once the first worker is
 * ready, and returns when all are.
 */
export async function startServer(
  connectionString: string,
  settings: Record<string, string> = {},
  onReady: (origin: string) => Promise<void> = async () => {},
) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    // However this process ends, the server notices that the channel closes, and stops.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: connectionString,
      PORT: String(port),
      RATE_LIMIT: '1000000',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      METRICS_TOKEN: metricsToken,
      ...settings,
    },
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  try {
    await untilReady(child, origin)
    await onReady(origin)
    await untilComplete(origin, settings)
    await untilSearchable(origin)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    origin,
    /** The id of the process that starts the site's processes. */
    pid: child.pid ?? 0,
    /** Returns the resident memory of the site's processes except PostgreSQL, in megabytes. Linux only. */
    residentMegabytes: () => residentMegabytes(child.pid ?? 0),
    /** Returns the resident memory of each worker (`1`, `2`, …) and of the job process (`jobs`), in megabytes. */
    memoryOfProcesses: () => memoryOfProcesses(origin),
    stop,
  }
}

/** The pages may have to be built first. */
const maxStartMs = 300_000

async function untilReady(child: ChildProcess, origin: string) {
  const deadline = performance.now() + maxStartMs
  for (;;) {
    const ready = await fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
    if (performance.now() > deadline || child.exitCode !== null) throw new Error('The server did not start.')
    await delay(50)
  }
}

/** How long a site may build its search index. */
const maxIndexingMs = 900_000

/** Waits until a site has a search index, which it builds while it serves. */
async function untilSearchable(origin: string) {
  const deadline = performance.now() + maxIndexingMs
  while ((await fetch(`${origin}/api/servicesbyfilter?searchtext=piano`)).status === 503) {
    if (performance.now() > deadline) throw new Error('The site has no search index.')
    await delay(200)
  }
}

/** The site is ready once one worker is. The others and the job process start then. */
async function untilComplete(origin: string, settings: Record<string, string>) {
  const { workers } = readConfig({ ...process.env, ...settings, NODE_ENV: 'production', TEST: '' })
  const deadline = performance.now() + 60_000
  while (Object.keys(await memoryOfProcesses(origin)).length <= workers) {
    if (performance.now() > deadline) throw new Error('Not all workers of the server started.')
    await delay(50)
  }
}

export const readMetrics = async (origin: string): Promise<string> =>
  (await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text()

async function memoryOfProcesses(origin: string): Promise<Record<string, number>> {
  const metrics = await readMetrics(origin)
  const samples = metrics.matchAll(/^process_resident_memory_bytes\{worker="(\w+)"\} (\S+)$/gm)
  return Object.fromEntries(
    [...samples].map(([, worker = '', bytes]) => [worker, Math.round(Number(bytes) / 2 ** 20)]),
  )
}

/** Sums up the supervisor, the server, and the server's child processes; not the script that starts them. */
async function residentMegabytes(starter: number): Promise<number> {
  const sizes = await Promise.all((await descendantsOf(String(starter))).map(residentKilobytes))
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024)
}

export async function descendantsOf(process: string): Promise<string[]> {
  const children = await childrenOf(process)
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()]
}

/** Returns none for a process that has just exited. */
async function childrenOf(process: string): Promise<string[]> {
  const children = await readFile(`/proc/${process}/task/${process}/children`, 'utf8').catch(() => '')
  return children.trim().split(' ').filter(Boolean)
}

/** Returns 0 for a process that has just exited. */
async function residentKilobytes(process: string): Promise<number> {
  const status = await readFile(`/proc/${process}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0)
}
