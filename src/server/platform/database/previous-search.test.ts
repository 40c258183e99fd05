import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createDatabase } from '../../../../test/support/site/app.ts'
import type { Database } from './database.ts'

async function readWords({ kysely }: Database, id: string) {
  const { rows } = await sql<{ words: string; known: boolean }>`
    select words::text as words, exists (select from search_word where word = 'accordion') as known
    from listing_index where listing_id = ${id}`.execute(kysely)
  return rows[0]
}

test('words for the full-text search of the previous version are kept after an upgrade, until they expire', async () => {
  const { database } = await createDatabase()
  await sql`update previous_search set kept_until = now() + interval '1 day'`.execute(database.kysely)
  const id = await createListing(database, { title: 'Accordion lessons' })
  expect(await readWords(database, id)).toEqual({ words: expect.stringContaining('accordion'), known: true })

  await sql`update previous_search set kept_until = now()`.execute(database.kysely)
  await sql`update listing set title = 'Banjo lessons' where id = ${id}`.execute(database.kysely)
  expect(await readWords(database, id)).toMatchObject({ words: '' })
})

test('a new database never keeps them', async () => {
  const { database } = await createDatabase()
  const id = await createListing(database, { title: 'Accordion lessons' })
  expect(await readWords(database, id)).toEqual({ words: '', known: false })
})
