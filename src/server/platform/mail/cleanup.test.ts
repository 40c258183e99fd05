import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../../test/support/site/app.ts'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import { defaultRetention } from '../../../shared/settings/default-values.ts'
import { defaultSettings } from '../../../shared/settings/table.ts'
import { readConfig } from '../../config/environment.ts'
import type { Database } from '../database/database.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { deleteExpiredEmails, emailJobs } from './jobs.ts'
import { createOutboxRow, enqueueEmail } from './outbox.ts'

/** Queues an email, and sends one 29 and one 31 days ago. */
async function createEmails(database: Database) {
  for (const kind of ['queued', 'new', 'old']) {
    const content = { subject: '', html: '', text: '' }
    await enqueueEmail(database.kysely, createOutboxRow('secret', { to: 'ann@example.org', kind, content }))
  }
  await sql`update outbox_email set created = now() - interval '1 year'`.execute(database.kysely)
  await sql`update outbox_email set status = 'sent', encrypted_content = '',
    finished = now() - case kind when 'old' then interval '31 days' else interval '29 days' end
    where kind <> 'queued'`.execute(database.kysely)
}

const kindsIn = async (database: Database) => {
  const rows = await database.kysely.selectFrom('outbox_email').select('kind').orderBy('kind').execute()
  return rows.map(({ kind }) => kind)
}

test('deletes emails sent a month ago, but no newer or queued ones', async () => {
  const { database } = await createDatabase()
  await createEmails(database)
  await deleteExpiredEmails(database, defaultRetention.emails)
  expect(await kindsIn(database)).toEqual(['new', 'queued'])
})

test('a changed period applies to the next run', async () => {
  const { database } = await createDatabase()
  await createEmails(database)
  let emails = 60
  const { jobs } = emailJobs({
    config: { ...readConfig({}), dataDir: '/nowhere' },
    settings: () => ({ ...defaultSettings, retention: { ...defaultRetention, emails } }),
    database,
    secret: 'secret',
    log: silentLog,
    isWanted: async () => true,
    metrics: createMetrics(),
  })
  const run = async () => jobs.delete_expired_emails?.run({}, {} as never)
  await run()
  expect(await kindsIn(database)).toEqual(['new', 'old', 'queued'])
  emails = 7
  await run()
  expect(await kindsIn(database)).toEqual(['queued'])
})
