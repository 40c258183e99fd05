/** A server process: one of several workers under the supervisor, or the only process, which also runs the jobs. */
import { flushCompileCache } from 'node:module'
import { type App, createApp } from './app.ts'
import { closeGradually } from './close-gradually.ts'
import { openDataFolder } from './config/data-folder.ts'
import { type Config, findUnknownSettings, readConfig } from './config/environment.ts'
import type { ListenAddress } from './config/network-settings.ts'
import { siteSecret } from './config/secret.ts'
import { exitCodes, StartError } from './config/start-error.ts'
import { openPictureStorage } from './modules/media/storage.ts'
import { type OpenedEngine, openEngine } from './modules/search/open-engine.ts'
import type { Settings } from './modules/settings/service.ts'
import { createSetupLink, setupInvitation } from './modules/setup/service.ts'
import { openTexts } from './modules/texts/service.ts'
import { newerSchemaNotice } from './platform/database/compatibility.ts'
import { poolSize } from './platform/database/database.ts'
import { registerServer } from './platform/database/running-servers.ts'
import type { JobRunner } from './platform/jobs/runner.ts'
import { createLogger, type Logger } from './platform/log.ts'
import { devMailboxFolder } from './platform/mail/outbox-folder.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { answerMetrics, askOtherProcesses } from './platform/metrics/process-exchange.ts'
import { addProcessMetrics } from './platform/metrics/process-metrics.ts'
import { createMachineLocks } from './platform/processes/machine-locks.ts'
import { readyMessage } from './platform/processes/messages.ts'
import { openSupervisorChannel } from './platform/processes/supervisor-channel.ts'
import { startTracing } from './platform/tracing/tracing.ts'
import { runProcess, untilStopRequested } from './process-end.ts'
import { sharedSettings } from './shared-settings.ts'
import { type DatabaseConnection, openSiteSettings, startDatabase } from './start-database.ts'

/** Requests, then jobs, then the embedded database if this process runs it. Exits even if something hangs. */
const maxStopMs = 40_000
/** A start that takes longer hangs, for example on a network file system. */
const maxStartStopMs = 10_000

async function main(): Promise<number> {
  const config = readConfig()
  const { workerNumber } = config
  const log = createLogger(config.logLevel, workerNumber?.toString())
  const supervisor = workerNumber === null ? null : openSupervisorChannel()
  const processes = supervisor ? config.workers : 1
  const isFirst = workerNumber === null || workerNumber === 1
  let started = false
  const stopRequested = untilStopRequested(() =>
    started ? config.shutdownDelayMs + maxStopMs : maxStartStopMs,
  )
  const replaced = new Promise<typeof replacedReason>((resolve) =>
    supervisor?.on('retire', () => resolve(replacedReason)),
  )
  const metrics = createMetrics()
  addProcessMetrics(metrics.registry)
  if (supervisor) answerMetrics(supervisor, metrics.registry)
  const tracing = await startTracing(config, log)

  // Otherwise the supervisor has warned of them.
  if (!supervisor) for (const sentence of findUnknownSettings()) log.warn(sentence)
  await openDataFolder(config.dataDir)
  const running = await startDatabase(config, log, poolSize(processes))
  let app: App | null = null
  let jobs: JobRunner | null = null
  let search: OpenedEngine | null = null
  let settings: Settings | null = null
  let end: EndReason = null
  try {
    if (!supervisor) await prepareAlone(running, config, log)
    const notice = isFirst ? await newerSchemaNotice(running.database) : null
    if (notice) log.warn(notice)
    const secret = await siteSecret(config)
    const shared = { settings: await sharedSettings(config, secret), publicUrl: config.publicUrl }
    const registration = await registerServer(running.database, shared, log)
    const pictures = await openPictureStorage(config)
    settings = await openSiteSettings(config, running, log)
    if (!supervisor) {
      const { startServerJobs } = await import('./start-jobs.ts')
      const texts = await openTexts({ database: running.database, settings })
      const parts = { secret, settings, texts, pictures, metrics, tracing }
      jobs = startServerJobs(config, running, parts, log)
    }
    const { database } = running
    search = await openEngine({ config, database, settings, registry: metrics.registry, log })
    app = await createApp({
      config,
      database,
      reads: running.reads,
      settings,
      engine: search.engine,
      databaseFolder: running.folder,
      pictures,
      clock: () => new Date(),
      secret,
      metrics,
      tracing,
      shownOutbox: devMailboxFolder(config),
      ...(supervisor && {
        otherProcesses: askOtherProcesses(supervisor),
        locks: createMachineLocks(supervisor, processes),
      }),
    })
    app.http.addHook('onClose', () => registration.stop())
    running.database.limitWaits()
    await Promise.race([search.started, stopRequested])
    if (config.warmUpMs > 0) await app.warmUp(config.warmUpMs, stopRequested)
    await listen(app, config)
    started = true
    if (isFirst) await logReady(config, running, app, settings.current().name)
    supervisor?.send(readyMessage)
    // Otherwise only a process that ends normally stores what it compiled, and a restart after a crash would be slower.
    flushCompileCache()
    const databaseFailed = running.failed.then((error) => {
      log.error({ err: error }, error.message)
      return null
    })
    end = await Promise.race([stopRequested, replaced, databaseFailed])
    log.info(`Stopping on ${end ?? 'a database failure'}.`)
    return end ? exitCodes.ok : exitCodes.failure
  } finally {
    const shutdownDelayMs = started ? config.shutdownDelayMs : 0
    const closing = app && closeGradually(app, { replaced: end === replacedReason, shutdownDelayMs, log })
    await Promise.all([closing, jobs?.stop()])
    settings?.stop()
    await search?.engine.close()
    await running.stop()
    await tracing?.stop()
  }
}

/** Why the process ends; null if the database failed. */
type EndReason = string | null
const replacedReason = 'its replacement'

/** Does what the supervisor does otherwise. Its workers need none of this code. */
async function prepareAlone({ withoutStatementTimeout }: DatabaseConnection, config: Config, log: Logger) {
  const { prepareContents } = await import('./prepare-contents.ts')
  await withoutStatementTimeout((database) => prepareContents(database, config, log))
}

/** Throws a StartError if another program uses the port. */
async function listen(app: App, { host, port, metricsListen }: Config) {
  await listenAt(app.http, { host, port }, { host: 'HOST', port: 'PORT' })
  const setting = 'METRICS_LISTEN'
  if (metricsListen) await listenAt(app.metricsListener, metricsListen, { host: setting, port: setting })
}

/** `settings` are the names of the variables. */
async function listenAt(
  server: App['http'],
  { host, port }: ListenAddress,
  settings: Record<'host' | 'port', string>,
) {
  const problems: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use by another program. Stop that program, or set ${settings.port} to a different port.`,
    EACCES: `This user may not listen on port ${port}. Set ${settings.port} to one above 1023.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set ${settings.host} to one of its addresses.`,
    ENOTFOUND: `This machine has no address ${host}. Set ${settings.host} to one of its addresses.`,
  }
  await server.listen({ host, port }).catch((cause: NodeJS.ErrnoException) => {
    const message = problems[cause.code ?? '']
    throw message ? new StartError(message, { cause }) : cause
  })
}

/** While the site has no admin, each start prints a new link of the setup: in a log on the same line, for a person below it. */
async function logReady(config: Config, running: DatabaseConnection, app: App, name: string) {
  const address = app.http.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const host = config.host === '127.0.0.1' || config.host === '0.0.0.0' ? 'localhost' : config.host
  const demo = config.demo ? '; a new database gets demo listings unless DEMO=off' : ''
  const link = await createSetupLink(running.database, config.publicUrl)
  const setup = link === null ? '' : `${process.stdout.isTTY ? '\n\n' : '. '}${setupInvitation(link)}`
  process.stdout.write(
    `${name} is ready at http://${host}:${port} (${running.description}; public URL ${config.publicUrl}${demo})${setup}\n`,
  )
}

await runProcess(main)
