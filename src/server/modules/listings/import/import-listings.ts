/** Imports listings in batches, each in one transaction, while the site is online. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { formatNumber } from '../../../../shared/site-format.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import type { Catalog } from '../../catalog/service.ts'
import { readFields } from '../../listing-fields/service.ts'
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
  /** Tags of the site's languages. */
  languages: readonly string[]
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
  { languages, dryRun, onBadLine, onProgress, batchSize = defaultBatchSize }: ImportOptions,
): Promise<ImportResult> {
  const now = Date.now()
  // Admins can change the fields while the import runs.
  const createParser = async () =>
    createLineParser({ catalog, fields: await readFields(database.kysely), languages, now })
  let parse = await createParser()
  const result: ImportResult = { added: 0, existing: 0, ofSuspended: 0, newAuthors: 0, badLines: 0 }
  const batch = new Map<string, ImportedListing>()

  async function store() {
    const existing = await findExisting(database, [...batch.keys()])
    const unknown = [...batch.values()].filter(({ id }) => !existing.has(id))
    const suspended = await findSuspended(database, unknown)
    const fresh = unknown.filter(({ author }) => !suspended.has(author.email.toLowerCase()))
    if (!dryRun && fresh.length > 0) result.newAuthors += await addBatch(database, fresh)
    batch.clear()
    result.existing += existing.size
    result.ofSuspended += unknown.length - fresh.length
    result.added += fresh.length
    onProgress({ ...result })
  }

  let number = 0
  for await (const line of lines) {
    number += 1
    if (line?.trim() === '') continue
    const parsed = line === null ? null : parse(line)
    if (!parsed || 'reason' in parsed) {
      result.badLines += 1
      const name = `Line ${formatNumber(number)}`
      const message = parsed ? `${name}: ${parsed.reason}` : `${name} is not UTF-8. Save the file as UTF-8.`
      if (onBadLine({ line: number, message })) continue
      break
    }
    const { listing } = parsed
    if (batch.has(listing.id)) result.existing += 1
    else batch.set(listing.id, listing)
    if (batch.size === batchSize) {
      await store()
      parse = await createParser()
    }
  }
  await store()
  return result
}

/** Returns those of these ids that listings have. */
async function findExisting({ kysely }: Database, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from listing where id = any(${ids}::uuid[])`.execute(
    kysely,
  )
  return new Set(rows.map(({ id }) => id))
}

const emailsOf = (listings: ImportedListing[]) => [
  ...new Set(listings.map(({ author }) => author.email.toLowerCase())),
]

/** Returns the emails, in lowercase, of the authors who are suspended. */
async function findSuspended({ kysely }: Database, listings: ImportedListing[]): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    select lower(profile.email) as email from profile join account on account.id = profile.account_id
    where lower(profile.email) = any(${emailsOf(listings)}::text[]) and account.suspended_at is not null`.execute(
    kysely,
  )
  return new Set(rows.map(({ email }) => email))
}

/** Returns the number of authors who were new. */
const addBatch = ({ kysely }: Database, listings: ImportedListing[]): Promise<number> =>
  kysely.transaction().execute(async (tx) => {
    const authors = await ensureAuthors(tx, listings)
    const rows = listings.map(({ author, fields = {}, ...listing }) => ({
      ...listing,
      fields,
      author_id: authors.ids.get(author.email.toLowerCase()),
    }))
    await sql`
      insert into listing (id, kind, author_id, title, description, price, price_unit, category_id, subcategory_id, country_id,
        state_id, city_id, business_email, phone, facebook, instagram, messages_only, event_availability, start_date, end_date,
        posted, fields, language)
      select id, kind, author_id, title, description, price, price_unit, category_id, subcategory_id, country_id, state_id,
        city_id, coalesce(business_email, ''), coalesce(phone, ''), coalesce(facebook, ''), coalesce(instagram, ''),
        coalesce(messages_only, false), event_availability, start_date, end_date, posted, fields, language
      from json_populate_recordset(null::listing, ${JSON.stringify(rows)}::json)`.execute(tx)
    return authors.added
  })

/** Creates missing profiles, of the accounts that have proven these emails, if any. Returns all ids by their emails in lowercase. */
async function ensureAuthors(tx: Connection, listings: ImportedListing[]) {
  const authors = new Map(
    listings.map(({ author }) => [author.email.toLowerCase(), { id: uuid(), ...author }]),
  )
  const { numAffectedRows = 0n } = await sql`
    insert into profile (id, account_id, email, name)
    select author.id, account.id, author.email, author.name
    from json_to_recordset(${JSON.stringify([...authors.values()])}::json) author (id uuid, email text, name text)
    left join account on account.email = lower(author.email) and account.email_verified
      and not exists (select from profile where account_id = account.id)
    on conflict (lower(email)) do nothing`.execute(tx)
  const { rows } = await sql<{ id: string; email: string }>`
    select id, lower(email) as email from profile where lower(email) = any(${emailsOf(listings)}::text[])`.execute(
    tx,
  )
  return { added: Number(numAffectedRows), ids: new Map(rows.map(({ id, email }) => [email, id])) }
}
