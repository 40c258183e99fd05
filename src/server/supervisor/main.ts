/**
 * What `npm start` runs: owns the site's processes. Starts the embedded database and the server, starts whichever dies
 * again, and stops them in order. Handles no requests, so that it outlives whatever happens to the server.
 */
import { openDataFolder } from '../config/data-folder.ts'
import { environmentWith, readConfig } from '../config/environment.ts'
import { exitCodes } from '../config/start-error.ts'
import { startEmbeddedPostgres } from '../platform/database/embedded/embedded-postgres.ts'
import { createLogger, type Logger } from '../platform/log.ts'
import { runProcess, untilStopRequested } from '../process-end.ts'
import { memoryEnvironment, memoryFlags } from './memory-flags.ts'
import {
  type Ended,
  type SupervisedProcess,
  startProgram,
  superviseProcess,
  untilExit,
} from './supervised-process.ts'

/** Longer than the server takes: it finishes open requests for ten seconds and running jobs for five. */
const serverStopMs = 25_000
/** PostgreSQL gets a fast, an immediate, and a hard stop. */
const databaseStopMs = 20_000
/** A start that takes longer hangs, for example on a network file system. */
const maxStartStopMs = 10_000

const file = (name: string) => new URL(name, import.meta.url)

async function main(): Promise<number> {
  const config = readConfig()
  const log = createLogger(config.logLevel)
  let started = false
  const stopMs = config.shutdownDelayMs + serverStopMs
  const stopRequested = untilStopRequested(() => (started ? stopMs + databaseStopMs : maxStartStopMs))
  await openDataFolder(config.dataDir)
  const database = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  let server: SupervisedProcess | null = null
  try {
    if (database) {
      const exitCode = await prepareDatabase(database.connectionString, stopRequested)
      if (exitCode !== exitCodes.ok) return exitCode
    }
    server = superviseServer(database?.appConnectionString, stopMs, log)
    started = true
    const end = await Promise.race([
      stopRequested.then((): Ended => ({ exitCode: exitCodes.ok })),
      server.ended,
      ...(database
        ? [database.failed.then(({ message }): Ended => ({ exitCode: exitCodes.failure, message }))]
        : []),
    ])
    if (end.message) process.stderr.write(`${end.message}\n`)
    return end.exitCode
  } finally {
    await server?.stop()
    await database?.stop()
  }
}

function superviseServer(
  embeddedDatabaseUrl: string | undefined,
  stopMs: number,
  log: Logger,
): SupervisedProcess {
  return superviseProcess(
    {
      name: 'The server',
      file: file('../main.ts'),
      nodeFlags: memoryFlags(),
      environment: environmentWith({ ...memoryEnvironment, EMBEDDED_DATABASE_URL: embeddedDatabaseUrl }),
      stopMs,
    },
    log,
  )
}

/**
 * Migrates as the owner of the database, in a separate process: the server never has that role. Returns the exit code of
 * that process, which prints its own errors.
 */
async function prepareDatabase(ownerUrl: string, stopRequested: Promise<string>): Promise<number> {
  const child = startProgram({
    file: file('../prepare-database.ts'),
    environment: environmentWith({ EMBEDDED_DATABASE_URL: ownerUrl }),
  })
  void stopRequested.then(() => child.kill('SIGTERM'))
  return (await untilExit(child)).code ?? exitCodes.failure
}

await runProcess(main)
