/** The process that runs the jobs of a site, so that a long job delays no request. The supervisor starts it. */
import { setPriority } from 'node:os'
import { openDataFolder } from './config/data-folder.ts'
import { readConfig } from './config/environment.ts'
import { siteSecret } from './config/secret.ts'
import { exitCodes } from './config/start-error.ts'
import { openPictureStorage } from './modules/media/storage.ts'
import { feedSearchServers } from './modules/search/manticore-search.ts'
import { openTexts } from './modules/texts/service.ts'
import { openLanguages } from './platform/language/reader-language.ts'
import { createLogger } from './platform/log.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { answerMetrics } from './platform/metrics/process-exchange.ts'
import { addProcessMetrics } from './platform/metrics/process-metrics.ts'
import { readyMessage } from './platform/processes/messages.ts'
import { openSupervisorChannel } from './platform/processes/supervisor-channel.ts'
import { startTracing } from './platform/tracing/tracing.ts'
import { runProcess, untilStopRequested } from './process-end.ts'
import { openSiteSettings, startDatabase } from './start-database.ts'
import { startServerJobs } from './start-jobs.ts'

/** Two jobs run at a time. */
const connections = 3
/** Requests come first when processors are busy. Jobs then get about a quarter of the time of a web process. */
const priority = 5
/** Jobs get five seconds to finish. */
const maxStopMs = 15_000

async function main(): Promise<number> {
  setPriority(priority)
  const config = readConfig()
  const log = createLogger(config.logLevel, 'jobs')
  const channel = openSupervisorChannel()
  const stopRequested = untilStopRequested(() => maxStopMs)
  const retired = new Promise<string>((resolve) => channel.on('retire', () => resolve('request')))
  const metrics = createMetrics()
  addProcessMetrics(metrics.registry)
  answerMetrics(channel, metrics.registry)
  const tracing = await startTracing(config, log)

  await openDataFolder(config.dataDir)
  const running = await startDatabase(config, log, connections)
  try {
    const secret = await siteSecret(config)
    const pictures = await openPictureStorage(config)
    const settings = await openSiteSettings(config, running, log)
    openLanguages(() => settings.state().settings.languages, config.dataDir, log)
    const texts = await openTexts({ database: running.database, settings })
    const jobs = startServerJobs(
      config,
      running,
      { secret, settings, texts, pictures, metrics, tracing },
      log,
    )
    const feeds = feedSearchServers(config, running, settings, log)
    running.database.limitWaits()
    channel.send(readyMessage)
    await Promise.race([stopRequested, retired])
    await feeds?.stop()
    await jobs.stop()
    settings.stop()
    return exitCodes.ok
  } finally {
    await running.stop()
    await tracing?.stop()
  }
}

await runProcess(main)
