/** Loads generated listings into an empty database with COPY, then fills the tables that triggers fill otherwise. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Database } from '../../src/server/platform/database/database.ts'
import { fillDerivedTables, vacuum } from './derived-tables.ts'
import { createGenerator, type Generator, type Listing } from './listings.ts'
import { readNames } from './names.ts'

const seed = 20_261_120
const chunkBytes = 1 << 18

const listingColumns = [
  ...[
    'id',
    'kind',
    'author_id',
    'title',
    'description',
    'price',
    'price_unit',
    'category_id',
    'subcategory_id',
  ],
  ...[
    'country_id',
    'state_id',
    'city_id',
    'event_availability',
    'start_date',
    'end_date',
    'posted',
    'images',
  ],
  'placeholders',
] as const satisfies (keyof Listing)[]

type LoadOptions = { connectionString: string; count: number; log: (text: string) => void }

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
  await copyAll(connectionString, generator, count, log)
  await fillDerivedTables(database, log)
  await vacuum(database)
  await sql`comment on table listing is ${sql.lit(today.toISOString())}`.execute(database.kysely)
  return generator
}

/** Returns the day of a complete load, which the ids and dates of its listings depend on; null without one. */
async function loadedDay({ kysely }: Database): Promise<Date | null> {
  const { rows } = await sql<{ day: string | null }>`
    select obj_description('listing'::regclass) as day`.execute(kysely)
  const day = rows[0]?.day
  return day ? new Date(day) : null
}

async function copyAll(
  connectionString: string,
  { authors, listingAt }: Generator,
  count: number,
  log: (text: string) => void,
) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('truncate listing, listing_index, listing_count, search_change cascade')
    await client.query('delete from image')
    await client.query(`delete from profile where email like '%@authors.bench'`)
    // Without triggers, because the derived tables are filled set by set, and without the checks of foreign keys.
    await client.query('set session_replication_role = replica')
    await copy(client, 'profile (id, email, name)', authors.length, (index) => {
      const author = authors[index]
      return author ? [author.id, author.email, author.name] : []
    })
    const started = performance.now()
    await copy(client, `listing (${listingColumns.join(', ')})`, count, (index) => {
      const listing = listingAt(index)
      return listingColumns.map((column) => listing[column])
    })
    await client.query(`insert into image (id, url, width, height, format, bytes)
      select id, images ->> 0, 1200, 800, 'svg', 5000 from listing where images <> '[]'`)
    await client.query(
      `insert into listing_image (listing_id, position, image_id) select id, 0, id from image`,
    )
    const rate = count / ((performance.now() - started) / 1000)
    log(`  generated and copied, with pictures: ${Math.round(rate).toLocaleString('en-US')} listings/s`)
  } finally {
    await client.end()
  }
}

type Value = string | number | null

async function copy(client: pg.Client, target: string, count: number, rowAt: (index: number) => Value[]) {
  await pipeline(
    Readable.from(chunks(count, rowAt), { objectMode: false }),
    client.query(copyFrom(`copy ${target} from stdin`)),
  )
}

/** Yields rows in the text format of COPY. */
function* chunks(count: number, rowAt: (index: number) => Value[]): IterableIterator<string> {
  let chunk = ''
  for (let index = 0; index < count; index += 1) {
    chunk += `${rowAt(index).map(toCopyText).join('\t')}\n`
    if (chunk.length < chunkBytes) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

const toCopyText = (value: Value): string =>
  value === null ? '\\N' : String(value).replace(/[\\\n\r\t]/g, (special) => `\\${special}`)

function startOfDay(): Date {
  const day = new Date()
  day.setUTCHours(0, 0, 0, 0)
  return day
}
