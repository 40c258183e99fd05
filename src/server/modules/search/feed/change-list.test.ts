import { type CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { createListing, createManyListings } from '../../../../../test/support/data/factories.ts'
import { createDatabase } from '../../../../../test/support/site/app.ts'
import { createWithAppRole } from '../../../../../test/support/site/app-role.ts'
import type { Database } from '../../../platform/database/database.ts'
import { formatPosition, parsePosition, pruneChanges, readChanges, requestRebuild } from './change-list.ts'

test('a position is read as it was written, and nothing else is one', () => {
  const position = { source: '7/00000001/5/epoch', snapshot: '10:20:11,12' }
  expect(parsePosition(formatPosition(position))).toEqual(position)
  for (const text of [null, '', 'outdated', 'a b c']) expect(parsePosition(text)).toBeNull()
})

test('reading changes reads no whole table that grows', async () => {
  const { database } = await createDatabase()
  await createManyListings(database, 20)
  const { snapshot } = await readChanges(database, { seen: null, limit: 10 })
  // As many rows as on a busy site.
  await sql`
    insert into listing_change (listing_id, changed_in)
    select gen_random_uuid(), n::text::xid8 from generate_series(1, 600) n, generate_series(1, 40)`.execute(
    database.kysely,
  )
  await sql`vacuum (analyze) listing_change`.execute(database.kysely)
  let plan = ''
  const watched: Database = {
    ...database,
    async preparedQuery(key, compose, values) {
      const { sql: text }: CompiledQuery = compose().compile(database.kysely)
      const { rows } = await sql<{
        'QUERY PLAN': string
      }>`${sql.raw(`explain (generic_plan, costs off) ${text}`)}`.execute(database.kysely)
      plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      return database.preparedQuery(key, compose, values)
    },
  }
  await readChanges(watched, { seen: snapshot, limit: 10 })
  expect(plan).toContain('listing_change_changed_in_idx')
  expect(plan).not.toMatch(/Seq Scan on (listing_change|listing)\b/)
})

test('the role of the site reads and prunes the list of changed listings', async () => {
  const { owner, app } = await createWithAppRole()
  await createListing(owner)
  const page = await readChanges(app, { seen: '1:1:', limit: 10 })
  expect(page.source).toMatch(/^\d+\/[0-9A-F]{8}\/\d+\/[0-9a-f-]{36}$/)
  expect(page.changes).toHaveLength(1)
  await requestRebuild(app)
  await pruneChanges(app)
  expect((await readChanges(app, { seen: page.snapshot, limit: 10 })).source).not.toBe(page.source)
})
