import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectTo, createDatabase } from '../../test/support/site/app.ts'
import { loadListings } from './load-listings.ts'

const count = 500

test('loaded listings look as if posted, and the tables are as before', { timeout: 60_000 }, async () => {
  const { address } = await createDatabase()
  const database = connectTo(address, { statementTimeoutMs: 0 })
  const read = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(database.kysely)).rows
  const schema = sql<{ definition: string }>`
    select indexdef as definition from pg_indexes where schemaname = 'public'
    union all select concat(conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) from pg_constraint
    union all select concat(tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
    order by 1`
  const before = await read(schema)
  await loadListings(database, { connectionString: address, count, log: () => {} })
  expect(await read(schema)).toEqual(before)

  const index = sql<{ kind: string }>`
    select listing_id, kind, category_id, subcategory_id, country_id, state_id, city_id, posted, price, start_date,
      end_date, ended, on_now, event_order from listing_index order by listing_id`
  const counts = sql`
    select kind, topic_id, place_id, sum(change) from listing_count group by 1, 2, 3 having sum(change) <> 0 order by 1, 2, 3`
  const [loadedIndex, loadedCounts] = [await read(index), await read(counts)]
  expect(loadedIndex).toHaveLength(count)
  expect(new Set(loadedIndex.map(({ kind }) => kind))).toEqual(new Set(['service', 'event']))
  // Hidden and shown again, every row is written by the triggers.
  await sql`update listing set status = 'hidden'`.execute(database.kysely)
  expect(await read(index)).toEqual([])
  await sql`update listing set status = 'active'`.execute(database.kysely)
  expect(await read(index)).toEqual(loadedIndex)
  expect(await read(counts)).toEqual(loadedCounts)
  await database.close()
})
