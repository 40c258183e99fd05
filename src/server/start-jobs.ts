/** The background jobs of the site, and the email transport that the settings select. */
import { join } from 'node:path'
import type { Config } from './config/environment.ts'
import { deleteExpiredSessions } from './modules/accounts/cleanup.ts'
import { deleteExpiredMessages } from './modules/contact/cleanup.ts'
import { deleteExpiredFiles } from './modules/flyers/disk-cache.ts'
import { deleteExpiredListings } from './modules/listings/maintenance.ts'
import { deleteUnusedPictures } from './modules/media/cleanup.ts'
import type { PictureStorage } from './modules/media/storage.ts'
import { type JobRunner, startJobs } from './platform/jobs/runner.ts'
import type { Logger } from './platform/log.ts'
import { deleteExpiredEmails } from './platform/mail/cleanup.ts'
import { createDelivery } from './platform/mail/delivery.ts'
import { createFolderTransport, createSmtpTransport } from './platform/mail/transport.ts'
import type { DatabaseConnection } from './start-database.ts'

/** Emails are written here if there is no SMTP server. */
const outboxFolder = (dataDir: string): string => join(dataDir, 'outbox')

type MailboxSettings = Pick<Config, 'production' | 'smtpUrl' | 'dataDir'>

/** Returns the folder that `/dev/mailbox` shows; null in production or with an SMTP server. */
export const devMailboxFolder = ({ production, smtpUrl, dataDir }: MailboxSettings): string | null =>
  production || smtpUrl ? null : outboxFolder(dataDir)

export function startServerJobs(
  config: MailboxSettings & Pick<Config, 'mailFrom' | 'publicUrl'>,
  { database, connectionString }: Pick<DatabaseConnection, 'database' | 'connectionString'>,
  { secret, pictures }: { secret: string; pictures: PictureStorage },
  log: Logger,
): JobRunner {
  const sender = { from: config.mailFrom, publicUrl: config.publicUrl }
  const mailer = config.smtpUrl
    ? createSmtpTransport(config.smtpUrl, sender)
    : createFolderTransport(outboxFolder(config.dataDir), sender)
  if (config.production && !config.smtpUrl)
    log.warn(`SMTP_URL is not set. No emails are sent: they are written to ${outboxFolder(config.dataDir)}.`)
  const jobs = startJobs({
    connectionString,
    tasks: {
      send_email: createDelivery({ database, mailer, secret, log }),
      delete_expired_emails: () => deleteExpiredEmails(database),
      delete_expired_messages: () => deleteExpiredMessages(database),
      delete_expired_sessions: () => deleteExpiredSessions(database),
      delete_expired_listings: () => deleteExpiredListings(database),
      delete_unused_pictures: () => deleteUnusedPictures({ database, ...pictures }),
      delete_expired_share_pictures: () => deleteExpiredFiles(pictures.shareFolder),
    },
    crontab: [
      '17 4 * * * delete_expired_emails',
      '19 4 * * * delete_expired_messages',
      '23 * * * * delete_expired_sessions',
      '31 * * * * delete_expired_listings',
      '37 * * * * delete_unused_pictures',
      '43 * * * * delete_expired_share_pictures',
    ].join('\n'),
    log,
  })
  return {
    async stop() {
      await jobs.stop()
      mailer.close()
    },
  }
}
