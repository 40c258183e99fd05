import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../src/server/platform/database/database.ts'
import { connectTo, createDatabase } from '../test/support/site/app.ts'
import { explainListQueries } from './explain.ts'
import { loadListings } from './generated-listings/load-listings.ts'

/** Enough for PostgreSQL to choose between an index and the whole table as on a large site. */
const count = 20_000
const searches = ['', 'services', '"dog walking"']
const ignore = () => {}

let database: Database
beforeAll(async () => {
  const { address } = await createDatabase()
  // Without a limit on the time of statements: some fill a table.
  database = connectTo(address, { statementTimeoutMs: 0 })
  await loadListings(database, { connectionString: address, count, log: ignore })
  // As after old changes were deleted, when it is empty: plans that are made now are used once it is full again.
  await sql`insert into listing_change (listing_id) select id from listing limit 5000`.execute(
    database.kysely,
  )
  await sql`delete from listing_change`.execute(database.kysely)
  await sql`vacuum analyze listing_change`.execute(database.kysely)
}, 300_000)
afterAll(() => database.close())

test('no list, search, map, or count reads a whole table that grows', { timeout: 300_000 }, async () => {
  await explainListQueries(database, ignore, searches)
  await sql`drop index listing_change_changed_in_idx`.execute(database.kysely)
  await expect(explainListQueries(database, ignore, ['services'])).rejects.toThrow(/listing_change/)
})
