/** A database as the last version before the baseline left it becomes one of this version. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createListing } from '../../../../test/support/data/factories.ts'
import {
  connectPatiently,
  createDatabaseBeforeBaseline,
  insertOldPlaces,
  schemaOf,
} from '../../../../test/support/data/schema.ts'
import { createDatabase } from '../../../../test/support/site/app.ts'
import { StartError } from '../../config/start-error.ts'
import type { Database } from './database.ts'
import { isMigrated, migrate } from './migrate.ts'
import { adoption, readMigrationNames } from './migration-files.ts'

async function executed({ kysely }: Database) {
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(kysely)
  return rows.map(({ name }) => name)
}

/** Returns the rows of a table as text, in an order of their own. */
async function rowsOf({ kysely }: Database, table: string, columns = '*') {
  const { rows } = await sql<{ row: string }>`
    select t::text as row from (select ${sql.raw(columns)} from ${sql.table(table)}) t order by 1`.execute(
    kysely,
  )
  return rows.map(({ row }) => row)
}

async function columnsOf({ kysely }: Database, table: string): Promise<string> {
  const { rows } = await sql<{ columns: string }>`
    select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(kysely)
  return rows[0]?.columns ?? ''
}

/** Those after the baseline, which the adoption replaces. */
const laterMigrations = (await readMigrationNames()).slice(1)

test('it gets the schema, rights, and initial rows of a new one, once, also when two servers start at the same time', async () => {
  const { database, address } = await createDatabaseBeforeBaseline()
  const { database: fresh } = await createDatabase()
  expect(await isMigrated(database)).toBe(false)
  const both = [connectPatiently(address), connectPatiently(address)]
  expect((await Promise.all(both.map(migrate))).flat()).toEqual([adoption, ...laterMigrations])
  expect(await migrate(database)).toEqual([])
  expect(await isMigrated(database)).toBe(true)
  expect(await schemaOf(database)).toEqual(await schemaOf(fresh))
  expect(await executed(database)).toEqual(await readMigrationNames())
  for (const table of ['removal_reason', 'profile_count', 'schema_compatibility', 'repeatable_migration'])
    expect(await rowsOf(database, table), table).toEqual(await rowsOf(fresh, table))
  for (const table of ['listing_change_state', 'content_change_state'])
    expect(await rowsOf(database, table), table).toHaveLength(1)
})

test('it keeps its rows, and its triggers work', async () => {
  const { database } = await createDatabaseBeforeBaseline()
  await insertOldPlaces(database)
  await createListing(database, { title: 'Accordion lessons' })
  await createListing(database, { kind: 'event', startDate: '2026-12-01', endDate: '2026-12-02' })
  const indexed = 'listing_id, kind, category_id, city_id, posted, price, start_date, ended, event_order'
  // Later migrations may add columns.
  const columns = await columnsOf(database, 'listing')
  const cityColumns = await columnsOf(database, 'city')
  const read = async () => [
    await rowsOf(database, 'listing', columns),
    await rowsOf(database, 'profile'),
    await rowsOf(database, 'city', cityColumns),
    await rowsOf(database, 'listing_index', indexed),
    await rowsOf(database, 'listing_count'),
    await rowsOf(database, 'event_state'),
  ]
  const before = await read()
  await migrate(database)
  expect(await read()).toEqual(before)

  await createListing(database, { title: 'Banjo lessons' })
  expect(await rowsOf(database, 'listing_index')).toHaveLength(3)
  await sql`delete from listing`.execute(database.kysely)
  expect(await rowsOf(database, 'listing_index')).toEqual([])
  const { rows } = await sql`
    select kind, topic_id, place_id from listing_count group by 1, 2, 3 having sum(change) <> 0`.execute(
    database.kysely,
  )
  expect(rows).toEqual([])
})

test('it gets the renewals and states that jobs had not added yet', async () => {
  const { database } = await createDatabaseBeforeBaseline()
  const { kysely } = database
  await insertOldPlaces(database)
  await createListing(database, { posted: '2024-01-01T12:00:00Z' })
  await createListing(database, { kind: 'event', startDate: '2026-12-01', endDate: '2026-12-02' })
  await sql`delete from service_renewal`.execute(kysely)
  const states = await rowsOf(database, 'event_state')
  await sql`delete from event_state`.execute(kysely)
  await migrate(database)
  const { rows } = await sql`select since from service_renewal`.execute(kysely)
  expect(rows).toEqual([{ since: '2024-01-01T12:00:00.000Z' }])
  await sql`select update_event_order(now(), 10)`.execute(kysely)
  expect(await rowsOf(database, 'event_state')).toEqual(states)
})

test('its stored searches get the form of today, and mean the same', async () => {
  const { database } = await createDatabaseBeforeBaseline()
  const plain = {
    kind: 'event',
    topics: [[3]],
    places: [[7], [9]],
    concepts: [],
    phrases: [['live', 'music']],
  }
  const filter = { kind: 'event', topics: [[3]], places: [[7], [9]], ranges: [], flags: [] }
  const concept = { alternatives: [{ terms: ['jazz'], within: [3] }], topics: [4], places: [] }
  const current = { concepts: [], phrases: [], filter }
  const searches = {
    days: {
      ...plain,
      concepts: [concept],
      price: { min: 0, max: 4_050 },
      pictures: true,
      days: { from: 9_800, to: 9_801 },
      hideEnded: true,
    },
    weekend: { ...plain, when: 'weekend', near: { latitude: 30.2, longitude: -97.7, km: 25 } },
    current,
  }
  for (const [query, compiled] of Object.entries(searches))
    await sql`
      insert into search_pattern (kind, query, compiled) values ('event', ${query}, ${JSON.stringify(compiled)})`.execute(
      database.kysely,
    )
  await migrate(database)
  const { rows } = await sql`select query, compiled from search_pattern order by id`.execute(database.kysely)
  expect(rows).toEqual([
    {
      query: 'days',
      compiled: {
        phrases: [['live', 'music']],
        concepts: [
          {
            typed: '',
            alternatives: [{ terms: ['jazz'], within: [3], weight: 1 }],
            topics: [{ id: 4, weight: 1 }],
            places: [],
          },
        ],
        filter: {
          ...filter,
          ranges: [{ field: 'price', min: 0, max: 40.5 }],
          flags: ['pictures'],
          days: { from: '2026-10-31', to: '2026-11-01' },
          hideEnded: true,
        },
      },
    },
    {
      query: 'weekend',
      compiled: {
        phrases: [['live', 'music']],
        concepts: [],
        filter: { ...filter, days: { when: 'weekend' }, near: searches.weekend.near },
      },
    },
    { query: 'current', compiled: current },
  ])
})

test('an older one is refused and stays as it is', async () => {
  const { database } = await createDatabaseBeforeBaseline()
  await sql`delete from migration where name > '0067'`.execute(database.kysely)
  await sql`drop schema graphile_worker cascade`.execute(database.kysely)
  const before = [await schemaOf(database), await executed(database)]
  const outcome = migrate(database)
  await expect(outcome).rejects.toBeInstanceOf(StartError)
  await expect(outcome).rejects.toThrow(
    'its newest migration is 0066_stored_searches_without_vowel_marks, and 0068_listing_changes is required',
  )
  expect([await schemaOf(database), await executed(database)]).toEqual(before)
  const { rows } = await sql`select from pg_namespace where nspname = 'graphile_worker'`.execute(
    database.kysely,
  )
  expect(rows).toEqual([])
})
