/** The background jobs of the site. */
import type { Config } from './config/environment.ts'
import { emailSubscriptions } from './email-subscriptions.ts'
import { accountJobs } from './modules/accounts/jobs.ts'
import { liftSuspension } from './modules/accounts/suspension.ts'
import { alertJobs } from './modules/alerts/jobs.ts'
import { attendanceJobs } from './modules/attendance/jobs.ts'
import { backupJobs } from './modules/backup/jobs.ts'
import { calendarImportJobs } from './modules/calendar-import/jobs.ts'
import { catalogJobs } from './modules/catalog/jobs.ts'
import { createCatalog } from './modules/catalog/service.ts'
import { contactJobs } from './modules/contact/jobs.ts'
import { contactDetailsJobs } from './modules/contact-details/jobs.ts'
import { eventChangeJobs } from './modules/event-changes/jobs.ts'
import { listingJobs } from './modules/listings/jobs.ts'
import { listingStatus } from './modules/listings/status.ts'
import { lookJobs } from './modules/look/jobs.ts'
import { mediaJobs } from './modules/media/jobs.ts'
import type { PictureStorage } from './modules/media/storage.ts'
import { messageJobs } from './modules/messages/jobs.ts'
import { moderationJobs } from './modules/moderation/jobs.ts'
import { createNotifications } from './modules/notifications/service.ts'
import { savedJobs } from './modules/saved/jobs.ts'
import { searchJobs } from './modules/search/jobs.ts'
import { sellerJobs } from './modules/sellers/jobs.ts'
import type { Settings } from './modules/settings/service.ts'
import { statisticsJobs } from './modules/statistics/jobs.ts'
import type { Texts } from './modules/texts/service.ts'
import { transparencyJobs } from './modules/transparency/jobs.ts'
import { cacheJobs } from './platform/cache/jobs.ts'
import { openDatabase } from './platform/database/database.ts'
import { createRateLimiter } from './platform/http/rate-limiter.ts'
import { cronItemsOf, type Jobs, measuredTasks } from './platform/jobs/jobs.ts'
import { type JobRunner, startJobs } from './platform/jobs/runner.ts'
import { setOwnNames } from './platform/language/reader-language.ts'
import type { Logger } from './platform/log.ts'
import { emailJobs } from './platform/mail/jobs.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import type { JobModule } from './platform/module.ts'
import { type Tracing, traceTasks } from './platform/tracing/tracing.ts'
import type { DatabaseConnection } from './start-database.ts'

type JobDependencies = {
  secret: string
  settings: Settings
  /** Writes emails. Without it, they have the texts that ship with the program. */
  texts?: Pick<Texts, 'writeEmail'>
  pictures: PictureStorage
  metrics: Metrics
  tracing?: Tracing | null
}

export function startServerJobs(
  config: Config,
  { database, connectionString }: Pick<DatabaseConnection, 'database' | 'connectionString'>,
  { secret, settings: siteSettings, texts, pictures, metrics, tracing = null }: JobDependencies,
  log: Logger,
): JobRunner {
  const { publicUrl } = config
  const settings = siteSettings.current
  const options = { timeZone: 'UTC', connections: 1, statementTimeoutMs: 0 }
  const maintenance = openDatabase({ ...options, connectionString, log })
  const notifications = createNotifications({ secret, settings, publicUrl, ...(texts && { texts }) })
  const rateLimiter = createRateLimiter(database, config.rateLimit)
  const clock = () => new Date()
  const site = { config, settings, publicUrl, secret, pictures, clock, log, metrics }
  const catalog = once(async () => {
    const created = await createCatalog(database, siteSettings)
    setOwnNames(created.ownNames)
    return created
  })
  const lifting = { accounts: { liftSuspension }, status: listingStatus }
  const uses = { ...site, ...lifting, catalog, database, maintenance, notifications, rateLimiter }
  const modules: JobModule[] = [
    backupJobs(uses),
    messageJobs(uses),
    emailJobs({ ...uses, isWanted: emailSubscriptions(uses).isWanted }),
    cacheJobs(uses),
    accountJobs(uses),
    alertJobs(uses),
    attendanceJobs(uses),
    calendarImportJobs(uses),
    catalogJobs(uses),
    contactJobs(uses),
    contactDetailsJobs(uses),
    eventChangeJobs(uses),
    listingJobs(uses),
    lookJobs(uses),
    mediaJobs(uses),
    moderationJobs(uses),
    savedJobs(uses),
    searchJobs(uses),
    sellerJobs(uses),
    statisticsJobs(uses),
    transparencyJobs(uses),
  ]
  const jobs: Jobs = Object.assign({}, ...modules.map((module) => module.jobs))
  const tasks = traceTasks(measuredTasks(jobs, metrics), tracing)
  const runner = startJobs({ connectionString, tasks, cronItems: cronItemsOf(jobs), log })
  return {
    async stop() {
      for (const { stop } of modules) await stop?.()
      await runner.stop()
      await maintenance.close()
      for (const { close } of modules) close?.()
    },
  }
}

/** Returns a function that runs `make` when first needed, and again after a failure. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}
