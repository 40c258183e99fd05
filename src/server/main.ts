/** The server process: reads the settings, starts everything, listens, and shuts down gracefully. */
import { flushCompileCache } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { type App, createApp } from './app.ts'
import { openDataFolder } from './config/data-folder.ts'
import { type Config, readConfig } from './config/environment.ts'
import { siteSecret } from './config/secret.ts'
import { exitCodes, StartError } from './config/start-error.ts'
import { openPictureStorage } from './modules/media/storage.ts'
import { registerServer } from './platform/database/running-servers.ts'
import type { JobRunner } from './platform/jobs/runner.ts'
import { createLogger, type Logger } from './platform/log.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { addProcessMetrics } from './platform/metrics/process-metrics.ts'
import { startTracing } from './platform/tracing/start-tracing.ts'
import { readyMessage, runProcess, untilStopRequested } from './process-end.ts'
import { sharedSettings } from './shared-settings.ts'
import { type DatabaseConnection, prepareDatabase, startDatabase } from './start-database.ts'
import { devMailboxFolder, startServerJobs } from './start-jobs.ts'

/** How long requests in progress may take after the server begins to shut down. */
const drainMs = 10_000
/** Requests, then jobs, then the embedded database if this process runs it. Exits even if something hangs. */
const maxStopMs = 40_000
/** A start that takes longer hangs, for example on a network file system. */
const maxStartStopMs = 10_000

async function main(): Promise<number> {
  const config = readConfig()
  const log = createLogger(config.logLevel)
  let started = false
  const stopRequested = untilStopRequested(() =>
    started ? config.shutdownDelayMs + maxStopMs : maxStartStopMs,
  )
  const metrics = createMetrics()
  addProcessMetrics(metrics.registry)
  const tracing = await startTracing(config, log)

  await openDataFolder(config.dataDir)
  const running = await startDatabase(config, log)
  let app: App | null = null
  let jobs: JobRunner | null = null
  try {
    await running.withoutStatementTimeout((database) => prepareDatabase(database, config, log))
    const secret = await siteSecret(config)
    const registration = await registerServer(running.database, await sharedSettings(config, secret), log)
    const pictures = await openPictureStorage(config)
    jobs = startServerJobs(config, running, { secret, pictures, metrics, tracing }, log)
    app = await createApp({
      config,
      database: running.database,
      reads: running.reads,
      databaseFolder: running.folder,
      pictures,
      clock: () => new Date(),
      secret,
      metrics,
      tracing,
      shownOutbox: devMailboxFolder(config),
    })
    app.http.addHook('onClose', () => registration.stop())
    await listen(app, config)
    started = true
    logReady(config, running, app)
    process.send?.(readyMessage)
    // Otherwise only a process that ends normally stores what it compiled, and a restart after a crash would be slower.
    flushCompileCache()
    const databaseFailed = running.failed.then((error) => {
      log.error({ err: error }, error.message)
      return null
    })
    const reason = await Promise.race([stopRequested, databaseFailed])
    log.info(`Stopping on ${reason ?? 'a database failure'}.`)
    return reason ? exitCodes.ok : exitCodes.failure
  } finally {
    await close(app, jobs, running, started ? config.shutdownDelayMs : 0, log)
    await tracing?.stop()
  }
}

/** Throws a StartError if another program uses the port. */
async function listen(app: App, { host, port }: Config) {
  await app.http.listen({ host, port }).catch((cause: NodeJS.ErrnoException) => {
    const message = portProblems[cause.code ?? '']
    throw message ? new StartError(message(host, port), { cause }) : cause
  })
}

const portProblems: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (_host, port) =>
    `Port ${port} is in use by another program. Stop that program, or set PORT to a different port.`,
  EACCES: (_host, port) => `This user may not listen on port ${port}. Set PORT to one above 1023.`,
  EADDRNOTAVAIL: (host) => `This machine has no address ${host}. Set HOST to one of its addresses.`,
  ENOTFOUND: (host) => `This machine has no address ${host}. Set HOST to one of its addresses.`,
}

function logReady(config: Config, running: DatabaseConnection, app: App) {
  const address = app.http.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const host = config.host === '127.0.0.1' || config.host === '0.0.0.0' ? 'localhost' : config.host
  const demo = config.demo ? '; a new database gets demo listings unless DEMO=off' : ''
  process.stdout.write(
    `${config.product.name} is ready at http://${host}:${port} (${running.description}; public URL ${config.publicUrl}${demo})\n`,
  )
}

async function close(
  app: App | null,
  jobs: JobRunner | null,
  running: DatabaseConnection,
  shutdownDelayMs: number,
  log: Logger,
) {
  app?.drain()
  // Until the proxy has seen that this server is stopping, it still sends requests here.
  await delay(shutdownDelayMs)
  const drainTimer = setTimeout(() => {
    log.warn('Some requests did not finish in time. Closing their connections.')
    app?.http.server.closeAllConnections()
  }, drainMs)
  await Promise.all([app?.http.close(), jobs?.stop()])
  clearTimeout(drainTimer)
  await running.stop()
}

await runProcess(main)
