/** The server as a process: read the settings, start what is needed, listen, and stop in good order. */
import { type App, createApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config/environment.ts'
import { siteSecret } from './config/secret.ts'
import { openPictureStorage } from './modules/media/open-storage.ts'
import { DataFolderInUseError } from './platform/database/embedded/ownership.ts'
import type { Jobs } from './platform/jobs/runner.ts'
import type { Logger } from './platform/log.ts'
import { createProcessLog } from './platform/process-log.ts'
import { prepareDatabase, type RunningDatabase, startDatabase } from './start-database.ts'
import { shownOutbox, startServerJobs } from './start-jobs.ts'

/** Requests that are still being answered when the server is told to stop have this long. */
const drainMs = 10_000

async function main() {
  const config = readConfig()
  const log = createProcessLog(config.logLevel)
  const stopping = Promise.withResolvers<string>()
  const stop = (reason: string) => stopping.resolve(reason)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
  // The script that started this process holds the other end: when it is gone, so is the terminal.
  if (process.channel) process.once('disconnect', () => stop('the end of its starter'))

  const running = await startDatabase(config, log)
  let app: App | null = null
  let jobs: Jobs | null = null
  try {
    await running.withoutStatementTimeout((database) => prepareDatabase(database, config, log))
    const secret = await siteSecret(config)
    const pictures = await openPictureStorage(config)
    jobs = startServerJobs(config, running, { secret, pictures }, log)
    app = await createApp({
      config,
      database: running.database,
      pictures,
      clock: () => new Date(),
      secret,
      shownOutbox: shownOutbox(config),
    })
    await app.http.listen({ host: config.host, port: config.port })
    announce(config, running, app)
    const failed = running.failed.then((error) => {
      process.exitCode = 1
      log.error({ err: error }, error.message)
      return 'the loss of its database'
    })
    log.info(`Stopping on ${await Promise.race([stopping.promise, failed])}.`)
  } finally {
    await close(app, jobs, running, log)
  }
}

function announce(config: Config, running: RunningDatabase, app: App) {
  const address = app.http.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const host = config.host === '127.0.0.1' || config.host === '0.0.0.0' ? 'localhost' : config.host
  const demo = config.demo ? '; demo listings on a new database (DEMO=off leaves them out)' : ''
  process.stdout.write(
    `${config.product.name} is ready at http://${host}:${port} (${running.description}; public address ${config.publicUrl}${demo})\n`,
  )
}

async function close(app: App | null, jobs: Jobs | null, running: RunningDatabase, log: Logger) {
  app?.drain()
  const late = setTimeout(() => {
    log.warn('Some requests were not done in time; their connections are cut.')
    app?.http.server.closeAllConnections()
  }, drainMs)
  await Promise.all([app?.http.close(), jobs?.stop()])
  clearTimeout(late)
  await running.stop()
}

/** What a person can mend is told in a sentence; anything else with its trace. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DataFolderInUseError) return error.message
  const { code, message, stack, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop it, or set PORT to another one.`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return `The database of DATABASE_URL cannot be reached: ${message}`
  return stack ?? String(error)
}

main()
  .catch((error: unknown) => {
    process.stderr.write(`${explain(error)}\n`)
    process.exitCode = 1
  })
  .finally(() => {
    // The channel to the starter would keep this process; should anything else, a stopped server must not hang.
    process.channel?.unref()
    setTimeout(() => process.exit(), 2000).unref()
  })
