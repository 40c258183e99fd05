import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../../test/support/app.ts'
import { enqueueMail, mailRow } from './outbox.ts'
import { forgetMail } from './cleanup.ts'

test('what was sent a month ago is forgotten; what is newer, or still owed, is not', async () => {
  const { database } = await createDatabase()
  for (const kind of ['owed', 'new', 'old']) {
    const letter = { subject: '', html: '', text: '' }
    await enqueueMail(database.kysely, mailRow('secret', { to: 'ann@example.org', kind, letter }))
  }
  await sql`update mail set created = now() - interval '1 year'`.execute(database.kysely)
  await sql`update mail set state = 'sent', sealed = '',
    settled = now() - case kind when 'old' then interval '31 days' else interval '29 days' end
    where kind <> 'owed'`.execute(database.kysely)
  await forgetMail(database)
  const kept = await database.kysely.selectFrom('mail').select('kind').orderBy('kind').execute()
  expect(kept.map(({ kind }) => kind)).toEqual(['new', 'owed'])
})
