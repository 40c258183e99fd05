/** The process that holds the search index and searches for all workers of this machine. The supervisor starts it. */
import { flushCompileCache } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { openDataFolder } from './config/data-folder.ts'
import { readConfig } from './config/environment.ts'
import { exitCodes } from './config/start-error.ts'
import { serveSearch } from './modules/search/engines/embedded/process/server.ts'
import { addQueueMetrics } from './modules/search/metrics.ts'
import { openEmbedded } from './modules/search/open-engine.ts'
import { createLogger } from './platform/log.ts'
import { answerMetrics } from './platform/metrics/process-exchange.ts'
import { addProcessMetrics } from './platform/metrics/process-metrics.ts'
import { readyMessage } from './platform/processes/messages.ts'
import { openSupervisorChannel } from './platform/processes/supervisor-channel.ts'
import { runProcess, untilStopRequested } from './process-end.ts'
import { openSiteSettings, startDatabase } from './start-database.ts'

/** One reads changes while another one reads what the index is built from. */
const connections = 2
/** Workers that stop finish their requests, which may search. */
const lastClientsMs = 14_000
/** The last searches, and what the index writes to the disk. */
const maxStopMs = lastClientsMs + 8_000

async function main(): Promise<number> {
  const config = readConfig()
  const { searchSocket, shutdownDelayMs } = config
  if (searchSocket === null) throw new Error('SEARCH_SOCKET is missing. The supervisor starts this program.')
  const log = createLogger(config.logLevel, 'search')
  const channel = openSupervisorChannel()
  const stopRequested = untilStopRequested(() => shutdownDelayMs + maxStopMs)
  const retired = new Promise<void>((resolve) => channel.on('retire', () => resolve()))
  const registry = new Registry()
  addProcessMetrics(registry)
  answerMetrics(channel, registry)

  await openDataFolder(config.dataDir)
  const running = await startDatabase(config, log, connections)
  try {
    const settings = await openSiteSettings(config, running, log)
    const embedded = await openEmbedded({ config, database: running.database, settings, registry, log })
    try {
      const server = await serveSearch({
        engine: embedded.engine,
        untilFresh: embedded.untilFresh,
        socketPath: searchSocket,
        onError: (error) => log.error({ err: error }, 'A search failed.'),
      })
      addQueueMetrics(server.queueLength, registry)
      running.database.limitWaits()
      channel.send(readyMessage)
      flushCompileCache()
      await Promise.race([stopRequested, retired.then(embedded.release)])
      // After a replacement, for as long as it takes until the workers of the same version are replaced too.
      const deadline = stopRequested.then(() =>
        delay(shutdownDelayMs + lastClientsMs, undefined, { ref: false }),
      )
      await Promise.race([server.untilUnused(), deadline])
      await server.close()
    } finally {
      settings.stop()
      await embedded.engine.close()
    }
    return exitCodes.ok
  } finally {
    await running.stop()
  }
}

await runProcess(main)
