/** The server process: reads the settings, starts everything, listens, and shuts down gracefully. */
import { type App, createApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config/environment.ts'
import { siteSecret } from './config/secret.ts'
import { openPictureStorage } from './modules/media/storage.ts'
import { DataFolderInUseError } from './platform/database/embedded/folder-lock.ts'
import type { JobRunner } from './platform/jobs/runner.ts'
import { createLogger, type Logger } from './platform/log.ts'
import { type DatabaseConnection, prepareDatabase, startDatabase } from './start-database.ts'
import { devMailboxFolder, startServerJobs } from './start-jobs.ts'

/** How long requests in progress may take after the server begins to shut down. */
const drainMs = 10_000

async function main() {
  const config = readConfig()
  const log = createLogger(config.logLevel)
  const shutdown = Promise.withResolvers<string>()
  const stop = (reason: string) => shutdown.resolve(reason)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
  // The script that started this process holds the other end. When it exits, the terminal is gone too.
  if (process.channel) process.once('disconnect', () => stop('the exit of the parent process'))

  const running = await startDatabase(config, log)
  let app: App | null = null
  let jobs: JobRunner | null = null
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
      shownOutbox: devMailboxFolder(config),
    })
    await app.http.listen({ host: config.host, port: config.port })
    logReady(config, running, app)
    const failed = running.failed.then((error) => {
      process.exitCode = 1
      log.error({ err: error }, error.message)
      return 'a database failure'
    })
    log.info(`Stopping on ${await Promise.race([shutdown.promise, failed])}.`)
  } finally {
    await close(app, jobs, running, log)
  }
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

async function close(app: App | null, jobs: JobRunner | null, running: DatabaseConnection, log: Logger) {
  app?.drain()
  const drainTimer = setTimeout(() => {
    log.warn('Some requests did not finish in time. Closing their connections.')
    app?.http.server.closeAllConnections()
  }, drainMs)
  await Promise.all([app?.http.close(), jobs?.stop()])
  clearTimeout(drainTimer)
  await running.stop()
}

/** Returns a sentence for an error that the user can fix, and the stack trace for any other. */
function toUserMessage(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DataFolderInUseError) return error.message
  const { code, message, stack, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Stop that program, or set PORT to a different port.`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return `Cannot connect to the database of DATABASE_URL: ${message}`
  return stack ?? String(error)
}

main()
  .catch((error: unknown) => {
    process.stderr.write(`${toUserMessage(error)}\n`)
    process.exitCode = 1
  })
  .finally(() => {
    // The channel to the parent would keep this process alive. If anything else does, exit anyway.
    process.channel?.unref()
    setTimeout(() => process.exit(), 2000).unref()
  })
