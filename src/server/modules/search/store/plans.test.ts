import { type CompiledQuery, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../../../../../test/support/app.ts'
import { createManyListings } from '../../../../../test/support/factories.ts'
import { listingsWith } from '../../../../../test/support/search-index.ts'
import type { Database } from '../../../platform/database/database.ts'
import { rebuildIndex } from './build.ts'
import { openIndexReader } from './read.ts'

let database: Database
beforeAll(async () => {
  database = (await createDatabase()).database
  await createManyListings(database, 20)
  await rebuildIndex(database)
  // As many rows as on a large site.
  await sql`
    insert into search_posting select segment, md5(n::text), '\x01', null
    from generate_series(1, 3000) n, generate_series(100, 116) segment`.execute(database.kysely)
  await sql`
    insert into search_slot select segment, slot, gen_random_uuid()
    from generate_series(0, 3000) slot, generate_series(100, 116) segment`.execute(database.kysely)
  await sql`insert into search_change select gen_random_uuid(), n::text::xid8 from generate_series(1, 20000) n`.execute(
    database.kysely,
  )
  await sql`vacuum (analyze) search_posting, search_slot, search_change`.execute(database.kysely)
})

test('no query of a search reads a whole table that grows', async () => {
  const plans: string[] = []
  const watched: Database = {
    ...database,
    async preparedQuery(key, compose, values) {
      const { kysely, pool } = database
      const { sql: text, parameters }: CompiledQuery = compose().compile(kysely)
      const names = parameters.map((parameter) => (parameter as { name: string }).name)
      const client = await pool.connect()
      try {
        await client.query(`prepare explained as ${text}`)
        const literals = names.map((name) => {
          const value = values[name]
          return Array.isArray(value) ? `'{${value.map((item) => item ?? 'null').join(',')}}'` : `'${value}'`
        })
        const list = literals.length > 0 ? `(${literals.join(', ')})` : ''
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `explain (costs off) execute explained ${list}`,
        )
        plans.push([key, ...rows.map((row) => row['QUERY PLAN'])].join('\n'))
        await client.query('deallocate explained')
      } finally {
        client.release()
      }
      return database.preparedQuery(key, compose, values)
    },
  }
  const reader = openIndexReader(watched)
  expect(await listingsWith(reader, 'number')).toHaveLength(20)
  expect(await listingsWith(reader, 'number')).toHaveLength(20)
  expect(plans.map((plan) => plan.split('\n')[0])).toEqual([
    'search-changes',
    'search-segments',
    'search-columns',
    'search-postings',
    'search-listing-ids',
    'search-changes',
    'search-listing-ids',
  ])
  for (const plan of plans)
    expect(plan).not.toMatch(/Seq Scan on (search_posting|search_slot|search_change|listing)/)
  expect(plans.join()).toMatch(/search_change_changed_in_idx/)
  expect(plans.join()).toMatch(/search_posting_pkey/)
  expect(plans.join()).toMatch(/search_slot_pkey/)
})
