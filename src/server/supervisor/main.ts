/** What `npm start` runs: starts the processes of the site, restarts and replaces them, and handles no connection itself. */
import { openDataFolder } from '../config/data-folder.ts'
import { environmentWith, findUnknownSettings, readConfig } from '../config/environment.ts'
import { exitCodes } from '../config/start-error.ts'
import { startEmbeddedPostgres } from '../platform/database/embedded/embedded-postgres.ts'
import { createLogger } from '../platform/log.ts'
import { runProcess, untilStopRequested } from '../process-end.ts'
import { createSocketFolder, type SocketFolder } from './socket-folder.ts'
import { type Ended, programFile, startProgram, untilExit } from './supervised-process.ts'
import { type SiteProcesses, startSiteProcesses } from './workers.ts'

/** Longer than a process takes: a worker finishes open requests for ten seconds, the job process its jobs for five. */
const processStopMs = 25_000
/** PostgreSQL gets a fast, an immediate, and a hard stop. */
const databaseStopMs = 20_000
/** A start that takes longer hangs, for example on a network file system. */
const maxStartStopMs = 10_000

async function main(): Promise<number> {
  const config = readConfig()
  const log = createLogger(config.logLevel)
  let started = false
  const stopMs = config.shutdownDelayMs + processStopMs
  const stopRequested = untilStopRequested(() => (started ? stopMs + databaseStopMs : maxStartStopMs))
  // Its default would end this process. Until the site works, there is nothing to restart.
  process.on('SIGUSR2', () => {})
  for (const sentence of findUnknownSettings()) log.warn(sentence)
  await openDataFolder(config.dataDir)
  const database = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  let site: SiteProcesses | null = null
  let sockets: SocketFolder | null = null
  try {
    const prepare = () => prepareDatabase(database?.connectionString, stopRequested)
    const exitCode = await prepare()
    if (exitCode !== exitCodes.ok) return exitCode
    sockets = config.searchCluster ? null : await createSocketFolder()
    site = startSiteProcesses({
      workers: config.workers,
      embeddedDatabaseUrl: database?.appConnectionString,
      socketFolder: sockets?.path ?? null,
      stopMs,
      log,
      prepareRestart: async () => (await prepare()) === exitCodes.ok,
    })
    const { restart } = site
    process.on('SIGUSR2', restart)
    started = true
    const end = await Promise.race([
      stopRequested.then((): Ended => ({ exitCode: exitCodes.ok })),
      site.ended,
      ...(database
        ? [database.failed.then(({ message }): Ended => ({ exitCode: exitCodes.failure, message }))]
        : []),
    ])
    if (end.message) process.stderr.write(`${end.message}\n`)
    return end.exitCode
  } finally {
    await site?.stop()
    await sockets?.remove()
    await database?.stop()
  }
}

/** Migrates the database in a separate process, the embedded one as its owner. Returns the exit code of that process. */
async function prepareDatabase(
  ownerUrl: string | undefined,
  stopRequested: Promise<string>,
): Promise<number> {
  const child = startProgram({
    file: programFile('prepare-database'),
    environment: environmentWith({ EMBEDDED_DATABASE_URL: ownerUrl }),
  })
  void stopRequested.then(() => child.kill('SIGTERM'))
  return (await untilExit(child)).code ?? exitCodes.failure
}

await runProcess(main)
