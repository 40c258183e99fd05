/** Imports listings in batches, each in one transaction, while the site is online. */
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { type CopyValue, copyTextRows } from '../../../platform/database/bulk-load.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Catalog } from '../../catalog/service.ts'
import { createLineParser, type ImportedListing } from './parse-line.ts'
import type { Line } from './read-lines.ts'

export type ImportResult = {
  added: number
  /** Listings that exist already. They are not changed. */
  existing: number
  /** Listings of suspended people, which are left out. */
  ofSuspended: number
  newAuthors: number
  badLines: number
}

/** `message` names the line and says what is wrong with it. */
type BadLine = { line: number; message: string }

export type ImportOptions = {
  /** Checks everything and stores nothing. */
  dryRun: boolean
  /** Is called for each bad line. Returns whether to continue with the next one. */
  onBadLine: (bad: BadLine) => boolean
  /** Is called after each batch. */
  onProgress: (result: ImportResult) => void
  batchSize?: number
}

/** The site shows a batch once it is stored. */
const defaultBatchSize = 10_000

/**
 * Imports listings, given the lines of a file. If it is interrupted, the batches before are stored; another run continues,
 * because listings that exist are left out. If `onBadLine` ends the import, the lines before that one are imported. Run it on
 * a database without a statement timeout, one import at a time.
 */
export async function importListings(
  database: Database,
  catalog: Catalog,
  lines: AsyncIterable<Line> | Iterable<Line>,
  { dryRun, onBadLine, onProgress, batchSize = defaultBatchSize }: ImportOptions,
): Promise<ImportResult> {
  const parse = createLineParser(catalog, Date.now())
  const result: ImportResult = { added: 0, existing: 0, ofSuspended: 0, newAuthors: 0, badLines: 0 }
  let batch = new Map<string, ImportedListing>()
  let storing: Promise<void> = Promise.resolve()

  async function store(listings: ImportedListing[]) {
    const existing = await findExisting(database, listings)
    const unknown = listings.filter(({ id }) => !existing.has(id))
    const suspended = await findSuspended(database, unknown)
    const fresh = unknown.filter(({ author }) => !suspended.has(author.email.toLowerCase()))
    if (!dryRun) result.newAuthors += await addBatch(database, fresh)
    result.existing += existing.size
    result.ofSuspended += unknown.length - fresh.length
    result.added += fresh.length
    onProgress({ ...result })
  }

  /** The next lines are parsed while PostgreSQL stores these. */
  async function finishBatch() {
    await storing
    storing = store([...batch.values()])
    // It is awaited later.
    storing.catch(() => {})
    batch = new Map()
  }

  let number = 0
  for await (const line of lines) {
    number += 1
    if (line?.trim() === '') continue
    const parsed = line === null ? null : parse(line)
    if (!parsed || 'reason' in parsed) {
      result.badLines += 1
      const name = `Line ${number.toLocaleString('en-US')}`
      const message = parsed ? `${name}: ${parsed.reason}` : `${name} is not UTF-8. Save the file as UTF-8.`
      if (onBadLine({ line: number, message })) continue
      break
    }
    const { listing } = parsed
    if (batch.has(listing.id)) result.existing += 1
    else batch.set(listing.id, listing)
    if (batch.size === batchSize) await finishBatch()
  }
  await finishBatch()
  await storing
  return result
}

/** Returns the ids of the listings that exist. */
async function findExisting({ pool }: Database, listings: ImportedListing[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>('select id from listing where id = any($1::uuid[])', [
    listings.map(({ id }) => id),
  ])
  return new Set(rows.map(({ id }) => id))
}

/** Returns the emails, in lowercase, of the authors who are suspended. */
async function findSuspended({ pool }: Database, listings: ImportedListing[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ email: string }>(
    `select lower(profile.email) as email from profile join account on account.id = profile.account_id
     where lower(profile.email) = any($1::text[]) and account.suspended_at is not null`,
    [[...new Set(listings.map(({ author }) => author.email.toLowerCase()))]],
  )
  return new Set(rows.map(({ email }) => email))
}

/** Returns the number of authors who were new. */
async function addBatch(database: Database, listings: ImportedListing[]): Promise<number> {
  if (listings.length === 0) return 0
  return inTransaction(database, async (client) => {
    const authors = await ensureAuthors(client, listings)
    await copyTextRows(client, `listing (${columns.join(', ')})`, rowsOf(listings, authors.ids))
    return authors.added
  })
}

async function inTransaction<Result>(
  { pool }: Database,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // Closing the connection rolls back, also if a COPY was cut off.
    client.release(true)
    throw error
  }
}

/**
 * Creates the profiles that do not exist, as those of the accounts whose owners have proven these emails, if there are any.
 * Returns the ids of all by their emails in lowercase. */
async function ensureAuthors(client: pg.ClientBase, listings: ImportedListing[]) {
  const names = new Map<string, { email: string; name: string }>()
  for (const { author } of listings) names.set(author.email.toLowerCase(), author)
  const emails = [...names.keys()]
  const authors = [...names.values()]
  const added = await client.query(
    `insert into profile (id, account_id, email, name)
     select author.id, account.id, author.email, author.name
     from unnest($1::uuid[], $2::text[], $3::text[]) author (id, email, name)
     left join account on account.email = lower(author.email) and account.email_verified
       and not exists (select from profile where account_id = account.id)
     on conflict (lower(email)) do nothing`,
    [authors.map(() => uuid()), authors.map(({ email }) => email), authors.map(({ name }) => name)],
  )
  const { rows } = await client.query<{ id: string; email: string }>(
    'select id, lower(email) as email from profile where lower(email) = any($1::text[])',
    [emails],
  )
  return { added: added.rowCount ?? 0, ids: new Map(rows.map(({ id, email }) => [email, id])) }
}

const columns = [
  ...['id', 'kind', 'author_id', 'title', 'description', 'price', 'price_unit', 'category_id'],
  ...['subcategory_id', 'country_id', 'state_id', 'city_id', 'business_email', 'phone', 'facebook'],
  ...['instagram', 'messages_only', 'event_availability', 'start_date', 'end_date', 'posted'],
]

function* rowsOf(listings: ImportedListing[], authors: Map<string, string>): Generator<CopyValue[]> {
  for (const listing of listings) {
    const { id, kind, author, title, description, price, price_unit = null } = listing
    const { category_id, subcategory_id, country_id, state_id, city_id } = listing
    const { business_email = '', phone = '', facebook = '', instagram = '', messages_only = false } = listing
    const { event_availability = null, start_date = null, end_date = null, posted } = listing
    const authorId = authors.get(author.email.toLowerCase()) ?? null
    yield [
      ...[id, kind, authorId, title, description, price, price_unit, category_id],
      ...[subcategory_id, country_id, state_id, city_id, business_email, phone, facebook],
      ...[instagram, messages_only, event_availability, start_date, end_date, posted],
    ]
  }
}
