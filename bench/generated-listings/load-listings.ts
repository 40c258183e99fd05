/** Loads generated listings into an empty database with COPY, then fills the tables that triggers fill otherwise. */
import { sql } from 'kysely'
import pg from 'pg'
import { requestRebuild } from '../../src/server/modules/search/feed/change-list.ts'
import { suspendIndexes } from '../../src/server/platform/database/bulk-load.ts'
import type { Database } from '../../src/server/platform/database/database.ts'
import { copyTextRows } from './copy-rows.ts'
import { fillListingIndex } from './derived-tables.ts'
import { operatorFields } from './fields.ts'
import { createGenerator, type Generator, type Listing } from './listings.ts'
import { readNames } from './names.ts'

const seed = 20_261_120

const listingColumns = [
  'id',
  'kind',
  'author_id',
  'title',
  'description',
  'price',
  'price_unit',
  'category_id',
  'subcategory_id',
  'country_id',
  'state_id',
  'city_id',
  'event_availability',
  'start_date',
  'end_date',
  'posted',
  'images',
  'placeholders',
  'fields',
] as const satisfies (keyof Listing)[]

type LoadOptions = { connectionString: string; count: number; log: Log }

/**
 * Returns the generator of the listings in the database. Loads them unless there are `count` already. Replaces the listings
 * of an interrupted load.
 */
export async function loadListings(database: Database, { connectionString, count, log }: LoadOptions) {
  const names = await readNames(database)
  const loaded = await loadedDay(database)
  const today = loaded ?? startOfDay()
  const generator = await createGenerator({ ...names, seed, count, today })
  if (loaded) return generator
  log(`Loading ${count.toLocaleString('en-US')} listings. This happens once.`)
  const rate = timed(count)
  await rate('all steps together', log, async (log) => {
    await loadTables(connectionString, generator, count, log)
    // Triggers were off, so nothing says what has changed.
    await requestRebuild(database)
  })
  for (const table of tables) await sql`vacuum ${sql.ref(table)}`.execute(database.kysely)
  await sql`comment on table listing is ${sql.lit(today.toISOString())}`.execute(database.kysely)
  return generator
}

type Log = (text: string) => void

/** Returns a function that runs a step of loading `count` listings and logs its speed. */
const timed =
  (count: number) =>
  async (step: string, log: Log, run: (log: Log) => Promise<unknown>): Promise<void> => {
    const started = performance.now()
    await run(log)
    const rate = count / ((performance.now() - started) / 1000)
    log(`  ${step}: ${Math.round(rate).toLocaleString('en-US')} listings/s`)
  }

/** Returns the day of a complete load, which the ids and dates of its listings depend on; null without one. */
async function loadedDay({ kysely }: Database): Promise<Date | null> {
  const { rows } = await sql<{ day: string | null }>`
    select obj_description('listing'::regclass) as day`.execute(kysely)
  const day = rows[0]?.day
  return day ? new Date(day) : null
}

const tables = ['profile', 'listing', 'image', 'listing_image', 'listing_index', 'listing_count'] as const
/** The triggers of the other tables keep derived columns and tables up to date. */
const tablesWithoutTriggers = ['profile', 'listing', 'image', 'listing_image'] as const

async function loadTables(connectionString: string, generator: Generator, count: number, log: Log) {
  const rate = timed(count)
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('truncate listing, listing_index, listing_count, listing_change cascade')
    await client.query('delete from image')
    await client.query('delete from listing_field where key = any($1)', [
      operatorFields.map(({ key }) => key),
    ])
    await client.query(`delete from profile where email like '%@authors.bench'`)
    // The deletions have pending checks of foreign keys, which would forbid to change the tables.
    await client.query('commit; begin')
    const restoreIndexes = await suspendIndexes(client, tables)
    for (const table of tablesWithoutTriggers) await client.query(`alter table ${table} disable trigger user`)
    await rate('generated and copied, with pictures', log, () => copyAll(client, generator, count))
    await rate('listing index filled', log, () => fillListingIndex(client))
    await rate('indexes built and foreign keys checked', log, restoreIndexes)
    // The server would do this within minutes, during the benchmark.
    await client.query('select compact_listing_counts()')
    for (const table of tablesWithoutTriggers) await client.query(`alter table ${table} enable trigger user`)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function copyAll(client: pg.Client, { authors, listingAt }: Generator, count: number) {
  await copyTextRows(
    client,
    'profile (id, email, name)',
    authors.map(({ id, email, name }) => [id, email, name]),
  )
  await copyTextRows(
    client,
    'listing_field (key, definition)',
    operatorFields.map((field) => [field.key, JSON.stringify(field)]),
  )
  await copyTextRows(client, `listing (${listingColumns.join(', ')})`, listingRows(listingAt, count))
  await client.query(`insert into image (id, url, width, height, format, bytes)
    select id, images ->> 0, 1200, 800, 'svg', 5000 from listing where images <> '[]'`)
  await client.query(`insert into listing_image (listing_id, position, image_id) select id, 0, id from image`)
}

function* listingRows(listingAt: Generator['listingAt'], count: number) {
  for (let index = 0; index < count; index += 1) {
    const listing = listingAt(index)
    yield listingColumns.map((column) => listing[column])
  }
}

function startOfDay(): Date {
  const day = new Date()
  day.setUTCHours(0, 0, 0, 0)
  return day
}
