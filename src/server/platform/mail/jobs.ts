import { sql } from 'kysely'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Config } from '../../config/environment.ts'
import type { Database } from '../database/database.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { JobModule } from '../module.ts'
import { createDelivery, type DeliveryOptions } from './delivery.ts'
import { outboxFolder } from './outbox-folder.ts'
import { createFolderTransport, createSmtpTransport, senderOf } from './transport.ts'

type Options = Pick<DeliveryOptions, 'database' | 'secret' | 'log' | 'isWanted'> & {
  config: Pick<Config, 'production' | 'smtpUrl' | 'dataDir' | 'mailFrom' | 'publicUrl'>
  settings: CurrentSettings
  metrics: Pick<Metrics, 'emails'>
}

/** Sends queued emails by SMTP, or writes them to the data folder. */
export function emailJobs({ config, settings, database, metrics, ...options }: Options): JobModule {
  const { smtpUrl, dataDir } = config
  const sender = senderOf(config, settings)
  const mailer = smtpUrl
    ? createSmtpTransport(smtpUrl, sender)
    : createFolderTransport(outboxFolder(dataDir), sender)
  if (config.production && !smtpUrl)
    options.log.warn(`SMTP_URL is not set. No emails are sent: they are written to ${outboxFolder(dataDir)}.`)
  const onAttempt = (outcome: string) => metrics.emails.inc({ outcome })
  return {
    jobs: {
      send_email: { run: createDelivery({ ...options, database, mailer, onAttempt }) },
      delete_expired_emails: {
        run: () => deleteExpiredEmails(database, settings().retention.emails),
        schedule: '17 4 * * *',
      },
    },
    close: () => mailer.close(),
  }
}

/** Deletes emails that were sent or failed more than this many days ago. */
export async function deleteExpiredEmails({ kysely }: Database, days: number): Promise<void> {
  await kysely
    .deleteFrom('outbox_email')
    .where('status', '<>', 'queued')
    .where(sql<boolean>`finished < now() - make_interval(days => ${days})`)
    .execute()
}
