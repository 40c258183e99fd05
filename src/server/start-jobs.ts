/** The background jobs of the site, and the email transport that the settings select. */
import { defaultProduct } from '../shared/product.ts'
import type { BackupSettings } from './config/backup-settings.ts'
import type { Config } from './config/environment.ts'
import { defaultFreshnessSettings } from './config/freshness-settings.ts'
import { deleteExpiredSessions } from './modules/accounts/cleanup.ts'
import { createListingMatcher } from './modules/alerts/match-listing.ts'
import { createPushSender } from './modules/alerts/push/send-push.ts'
import { deleteUnusedPatterns } from './modules/alerts/queries.ts'
import { createAlertSender } from './modules/alerts/send-alerts.ts'
import { savedSearchSubscription } from './modules/alerts/subscription.ts'
import { sendEventReminders } from './modules/attendance/send-reminders.ts'
import { createScheduledBackups } from './modules/backup/scheduled-process.ts'
import { createCalendarRefresher } from './modules/calendar-import/refresh-calendar.ts'
import { deleteExpiredMessages } from './modules/contact/cleanup.ts'
import { deleteExpiredContactViews } from './modules/contact-details/cleanup.ts'
import { notifyOfEventChanges } from './modules/event-changes/notify.ts'
import { deleteExpiredFiles } from './modules/flyers/disk-cache.ts'
import { updateFreshness } from './modules/listings/freshness/update-freshness.ts'
import { deleteExpiredListings, updateEventOrder } from './modules/listings/maintenance.ts'
import { extendSeries } from './modules/listings/schedule/extend-series.ts'
import { deleteUnusedPictures } from './modules/media/cleanup.ts'
import type { PictureStorage } from './modules/media/storage.ts'
import { deleteExpiredConversations } from './modules/messages/cleanup.ts'
import { startReceivingReplies } from './modules/messages/inbound/start.ts'
import { messagingOptions } from './modules/messages/service.ts'
import { conversationSubscription } from './modules/messages/subscription.ts'
import { createNotifications } from './modules/notifications/service.ts'
import { createSubscriptions } from './modules/notifications/subscriptions.ts'
import { sendSavedAdsEmails } from './modules/saved/news.ts'
import { pruneChanges } from './modules/search/feed/change-list.ts'
import { deleteExpiredRecommendations } from './modules/sellers/cleanup.ts'
import { measureReplyTimes } from './modules/sellers/reply-times.ts'
import type { Clock } from './platform/clock.ts'
import { openDatabase } from './platform/database/database.ts'
import { createRateLimiter } from './platform/http/rate-limiter.ts'
import { type JobRunner, startJobs, type Tasks } from './platform/jobs/runner.ts'
import type { Logger } from './platform/log.ts'
import { deleteExpiredEmails } from './platform/mail/cleanup.ts'
import { createDelivery } from './platform/mail/delivery.ts'
import { type MailboxSettings, outboxFolder } from './platform/mail/outbox-folder.ts'
import { createFolderTransport, createSmtpTransport } from './platform/mail/transport.ts'
import { measureTasks } from './platform/metrics/measure-tasks.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import { type Tracing, traceTasks } from './platform/tracing/tracing.ts'
import type { DatabaseConnection } from './start-database.ts'

type JobDependencies = {
  secret: string
  pictures: PictureStorage
  metrics: Metrics
  tracing?: Tracing | null
  /** For tests. */
  clock?: Clock
}

export function startServerJobs(
  config: MailboxSettings &
    Pick<Config, 'mailFrom' | 'product' | 'rateLimit'> &
    Partial<Pick<Config, 'backup' | 'inboundMail' | 'freshness'>>,
  { database, connectionString }: Pick<DatabaseConnection, 'database' | 'connectionString'>,
  { secret, pictures, metrics, tracing = null, clock = () => new Date() }: JobDependencies,
  log: Logger,
): JobRunner {
  const sender = { from: config.mailFrom, publicUrl: config.publicUrl }
  const mailer = config.smtpUrl
    ? createSmtpTransport(config.smtpUrl, sender)
    : createFolderTransport(outboxFolder(config.dataDir), sender)
  if (config.production && !config.smtpUrl)
    log.warn(`SMTP_URL is not set. No emails are sent: they are written to ${outboxFolder(config.dataDir)}.`)
  const onAttempt = (outcome: string) => metrics.emails.inc({ outcome })
  const { product, publicUrl } = config
  const { timeZone, currency } = product
  const notifications = createNotifications({ secret, product, publicUrl })
  const { isWanted } = createSubscriptions(database, secret, {
    conversation: conversationSubscription,
    'saved-search': savedSearchSubscription(notifications.wantsEmail),
  })
  const news = { database, notifications, clock, timeZone }
  const rateLimiter = createRateLimiter(database, config.rateLimit)
  const { notices } = messagingOptions({ secret, rateLimiter, notifications, replyDomain: null })
  const matcher = createListingMatcher({ database, clock })
  const calendars = createCalendarRefresher({
    ...{ database, clock, timeZone },
    fetch: { userAgent: `${defaultProduct.name} (+${publicUrl})` },
  })
  const observed = (tasks: Tasks) => traceTasks(measureTasks(tasks, metrics), tracing)
  const backups = createScheduledBackups(log)
  // Here, because it must run once on a machine.
  const inbound = startReceivingReplies(config, { database, secret, log })
  const maintenance = openDatabase({
    ...{ connectionString, log, timeZone: 'UTC' },
    ...{ connections: 1, statementTimeoutMs: 0 },
  })
  const freshness = {
    ...{ database, secret, product, clock },
    notifications,
    settings: config.freshness ?? defaultFreshnessSettings,
  }
  const jobs = startJobs({
    connectionString,
    tasks: observed({
      send_email: createDelivery({ database, mailer, secret, log, onAttempt, isWanted }),
      notify_of_event_changes: () => notifyOfEventChanges({ ...news, rateLimiter }),
      send_answer_notices: () => notices.sendDue(database),
      send_event_reminders: () => sendEventReminders(news),
      send_saved_ads_emails: () => sendSavedAdsEmails({ ...news, currency }),
      delete_expired_emails: () => deleteExpiredEmails(database),
      delete_expired_messages: () => deleteExpiredMessages(database),
      delete_expired_contact_views: () => deleteExpiredContactViews(database),
      delete_expired_conversations: () => deleteExpiredConversations(database),
      delete_expired_recommendations: () => deleteExpiredRecommendations(database),
      measure_reply_times: () => measureReplyTimes(maintenance),
      delete_expired_sessions: () => deleteExpiredSessions(database),
      delete_expired_listings: () => deleteExpiredListings(database),
      update_event_order: () => updateEventOrder(database.kysely, clock()),
      extend_series: () => extendSeries(database, clock()),
      update_freshness: () => updateFreshness(freshness),
      delete_unused_pictures: () => deleteUnusedPictures({ database, ...pictures }),
      delete_expired_share_pictures: () => deleteExpiredFiles(pictures.shareFolder),
      match_listing: matcher.matchListing,
      match_remaining_listings: matcher.matchRemaining,
      send_search_alerts: createAlertSender({ database, notifications, product }),
      send_push: createPushSender({ database, secret, product }),
      delete_unused_patterns: () => deleteUnusedPatterns(database.kysely),
      refresh_imported_calendar: calendars.refreshCalendar,
      refresh_imported_calendars: calendars.refreshDue,
      delete_past_imported_events: calendars.deletePast,
      delete_old_listing_changes: () => pruneChanges(maintenance),
      scheduled_backup: backups.run,
    }),
    crontab: [
      '* * * * * notify_of_event_changes ?jobKey=notify_of_event_changes',
      '*/10 * * * * send_answer_notices ?jobKey=send_answer_notices',
      '*/10 * * * * send_event_reminders ?jobKey=send_event_reminders',
      '7 * * * * send_saved_ads_emails ?jobKey=send_saved_ads_emails',
      '17 4 * * * delete_expired_emails',
      '19 4 * * * delete_expired_messages',
      '20 4 * * * delete_expired_contact_views',
      '21 4 * * * delete_expired_conversations',
      '27 4 * * * delete_expired_recommendations',
      '29 4 * * * measure_reply_times',
      '23 * * * * delete_expired_sessions',
      '31 * * * * delete_expired_listings',
      '* * * * * update_event_order ?jobKey=update_event_order',
      '33 4 * * * extend_series',
      '*/10 * * * * update_freshness ?jobKey=update_freshness',
      '37 * * * * delete_unused_pictures',
      '43 * * * * delete_expired_share_pictures',
      '* * * * * send_search_alerts ?jobKey=send_search_alerts',
      '*/5 * * * * match_remaining_listings',
      '25 4 * * * delete_unused_patterns',
      '*/5 * * * * refresh_imported_calendars ?jobKey=refresh_imported_calendars',
      '33 4 * * * delete_past_imported_events',
      '47 * * * * delete_old_listing_changes',
      ...backupCrontab(config.backup),
    ].join('\n'),
    log,
  })
  return {
    async stop() {
      backups.stop()
      await inbound?.stop()
      await jobs.stop()
      await maintenance.close()
      mailer.close()
    },
  }
}

/** A backup that was missed while no server ran is made up for, and one that fails is tried twice more. */
const backupCrontab = (backup?: BackupSettings): string[] =>
  backup?.folder && backup.schedule
    ? [`${backup.schedule} scheduled_backup ?fill=1d&max=3&jobKey=scheduled_backup`]
    : []
