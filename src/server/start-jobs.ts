/** The jobs of this site, with the way out for mail that the settings name. */
import { join } from 'node:path'
import type { Config } from './config/environment.ts'
import { deleteExpiredAccounts } from './modules/accounts/cleanup.ts'
import { deleteExpiredMessages } from './modules/contact/cleanup.ts'
import { deleteExpiredFiles } from './modules/flyers/disk-cache.ts'
import { deleteExpiredListings } from './modules/listings/cleanup.ts'
import { deleteUnusedPictures } from './modules/media/cleanup.ts'
import type { PictureStorage } from './modules/media/media.ts'
import { type Jobs, startJobs } from './platform/jobs/runner.ts'
import type { Logger } from './platform/log.ts'
import { deleteExpiredEmails } from './platform/mail/cleanup.ts'
import { createDelivery } from './platform/mail/delivery.ts'
import { createFolderTransport, createSmtpTransport } from './platform/mail/transport.ts'
import type { RunningDatabase } from './start-database.ts'

/** Where mail is written while there is no SMTP server. */
const outboxFolder = (dataDir: string): string => join(dataDir, 'outbox')

type MailboxSettings = Pick<Config, 'production' | 'smtpUrl' | 'dataDir'>

/** The folder that `/dev/mailbox` shows; null when there is nothing to show, or in production. */
export const shownOutbox = ({ production, smtpUrl, dataDir }: MailboxSettings): string | null =>
  production || smtpUrl ? null : outboxFolder(dataDir)

export function startServerJobs(
  config: MailboxSettings & Pick<Config, 'mailFrom' | 'publicUrl'>,
  { database, connectionString }: Pick<RunningDatabase, 'database' | 'connectionString'>,
  { secret, pictures }: { secret: string; pictures: PictureStorage },
  log: Logger,
): Jobs {
  const sender = { from: config.mailFrom, publicUrl: config.publicUrl }
  const mailer = config.smtpUrl
    ? createSmtpTransport(config.smtpUrl, sender)
    : createFolderTransport(outboxFolder(config.dataDir), sender)
  if (config.production && !config.smtpUrl)
    log.warn(
      `SMTP_URL is not set: nobody gets mail, all of it is written to ${outboxFolder(config.dataDir)}.`,
    )
  const jobs = startJobs({
    connectionString,
    tasks: {
      send_email: createDelivery({ database, mailer, secret, log }),
      forget_mail: () => deleteExpiredEmails(database),
      forget_messages: () => deleteExpiredMessages(database),
      tidy_accounts: () => deleteExpiredAccounts(database),
      tidy_listings: () => deleteExpiredListings(database),
      tidy_pictures: () => deleteUnusedPictures({ database, ...pictures }),
      tidy_share_pictures: () => deleteExpiredFiles(pictures.shareFolder),
    },
    crontab: [
      '17 4 * * * forget_mail',
      '19 4 * * * forget_messages',
      '23 * * * * tidy_accounts',
      '31 * * * * tidy_listings',
      '37 * * * * tidy_pictures',
      '43 * * * * tidy_share_pictures',
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
