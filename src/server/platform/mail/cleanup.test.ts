import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../../test/support/app.ts'
import { deleteExpiredEmails } from './cleanup.ts'
import { emailRow, enqueueEmail } from './outbox.ts'

test('what was sent a month ago is forgotten; what is newer, or still owed, is not', async () => {
  const { database } = await createDatabase()
  for (const kind of ['owed', 'new', 'old']) {
    const content = { subject: '', html: '', text: '' }
    await enqueueEmail(database.kysely, emailRow('secret', { to: 'ann@example.org', kind, content }))
  }
  await sql`update outbox_email set created = now() - interval '1 year'`.execute(database.kysely)
  await sql`update outbox_email set status = 'sent', encrypted_content = '',
    finished = now() - case kind when 'old' then interval '31 days' else interval '29 days' end
    where kind <> 'owed'`.execute(database.kysely)
  await deleteExpiredEmails(database)
  const kept = await database.kysely.selectFrom('outbox_email').select('kind').orderBy('kind').execute()
  expect(kept.map(({ kind }) => kind)).toEqual(['new', 'owed'])
})
