import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../../test/support/site/app.ts'
import { deleteExpiredEmails } from './jobs.ts'
import { createOutboxRow, enqueueEmail } from './outbox.ts'

test('deletes emails sent a month ago, but no newer or queued ones', async () => {
  const { database } = await createDatabase()
  for (const kind of ['queued', 'new', 'old']) {
    const content = { subject: '', html: '', text: '' }
    await enqueueEmail(database.kysely, createOutboxRow('secret', { to: 'ann@example.org', kind, content }))
  }
  await sql`update outbox_email set created = now() - interval '1 year'`.execute(database.kysely)
  await sql`update outbox_email set status = 'sent', encrypted_content = '',
    finished = now() - case kind when 'old' then interval '31 days' else interval '29 days' end
    where kind <> 'queued'`.execute(database.kysely)
  await deleteExpiredEmails(database)
  const remaining = await database.kysely.selectFrom('outbox_email').select('kind').orderBy('kind').execute()
  expect(remaining.map(({ kind }) => kind)).toEqual(['new', 'queued'])
})
