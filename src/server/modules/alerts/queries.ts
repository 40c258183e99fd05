/** The SQL of saved searches. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type {
  AlertFrequency,
  SavedSearch,
  SavedSearchChange,
} from '../../../shared/contract/saved-searches.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { PriceUnit } from '../../../shared/price.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Taxonomy } from '../catalog/service.ts'
import type { StoredSearch } from '../search/service.ts'

/** Digests are sent at this hour of the site's time zone, weekly ones on Mondays. */
const digestHour = 7
/** Alerts that are sent immediately are at least this far apart, so that a busy search sends no flood. */
const minMinutesBetween = 15

/** When the next alert may be sent: after one was sent, or, with `isFirst`, after the frequency was chosen. */
function nextAlert(frequency: AlertFrequency, timeZone: string, isFirst: boolean): RawBuilder<unknown> {
  if (frequency === 'immediately')
    return isFirst ? sql`now()` : sql`now() + make_interval(mins => ${minMinutesBetween})`
  const hour = sql`make_interval(hours => ${digestHour})`
  const [unit, step] = frequency === 'daily' ? ['day', '1 day'] : ['week', '7 days']
  return sql`(date_trunc(${unit}, now() at time zone ${timeZone} - ${hour}) + ${step}::interval + ${hour})
    at time zone ${timeZone}`
}

type NewPattern = { kind: Kind; query: string; compiled: StoredSearch }

/** Returns the pattern's id. One that exists keeps the meaning it had. */
async function insertPattern(tx: Connection, { kind, query, compiled }: NewPattern): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into search_pattern (kind, query, compiled) values (${kind}, ${query}, ${JSON.stringify(compiled)})
    on conflict (kind, query) do update set used = now()
    returning id`.execute(tx)
  return rows[0]?.id ?? ''
}

type NewSearch = { profileId: string; name: string; frequency: AlertFrequency; timeZone: string }

/** Returns the id of the search, new or not. */
export async function insertSearch(tx: Connection, pattern: NewPattern, search: NewSearch): Promise<string> {
  const { profileId, name, frequency, timeZone } = search
  const { rows } = await sql<{ id: string }>`
    insert into saved_search (id, profile_id, pattern_id, name, frequency, next_alert)
    values (${uuid()}, ${profileId}, ${await insertPattern(tx, pattern)}, ${name}, ${frequency},
      ${nextAlert(frequency, timeZone, true)})
    on conflict (profile_id, pattern_id) do update
      set name = excluded.name, frequency = excluded.frequency, next_alert = excluded.next_alert, paused = false
    returning id`.execute(tx)
  return rows[0]?.id ?? ''
}

/** Locks the profile, so that two concurrent requests cannot both pass a limit. */
export async function countSearchesLocked(tx: Connection, profileId: string): Promise<number> {
  await sql`select from profile where id = ${profileId} for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from saved_search where profile_id = ${profileId}`.execute(tx)
  return rows[0]?.count ?? 0
}

const ofAccount = (accountId: string) =>
  sql`profile_id = (select id from profile where account_id = ${accountId})`

export type SearchRow = Omit<SavedSearch, 'path'> & { query: string }

export async function listSearches(connection: Connection, accountId: string): Promise<SearchRow[]> {
  const { rows } = await sql<SearchRow>`
    select saved_search.id, kind, query, name, frequency, paused
    from saved_search join search_pattern on search_pattern.id = pattern_id
    where ${ofAccount(accountId)} order by saved_search.id desc`.execute(connection)
  return rows
}

/** Returns whether the account has this search. */
export async function changeSearch(
  tx: Connection,
  { accountId, id, timeZone }: { accountId: string; id: string; timeZone: string },
  { name, frequency, paused }: SavedSearchChange,
): Promise<boolean> {
  const when = frequency === undefined ? sql`next_alert` : nextAlert(frequency, timeZone, true)
  const { numAffectedRows } = await sql`
    update saved_search set name = coalesce(${name ?? null}, name),
      frequency = coalesce(${frequency ?? null}, frequency), next_alert = ${when},
      due = case when due is not null then greatest(now(), ${when}) end
    where id = ${id} and ${ofAccount(accountId)}`.execute(tx)
  if (numAffectedRows === 1n && paused !== undefined) await setPaused(tx, id, paused)
  return numAffectedRows === 1n
}

/** What was found before a pause is not sent after it. */
export async function setPaused(tx: Connection, id: string, paused: boolean): Promise<void> {
  await tx.updateTable('saved_search').set({ paused, due: null }).where('id', '=', id).execute()
  await markAlertsSent(tx, id)
}

async function markAlertsSent(tx: Connection, searchId: string): Promise<void> {
  await tx
    .updateTable('search_alert')
    .set({ sent: sql`now()` })
    .where('saved_search_id', '=', searchId)
    .where('sent', 'is', null)
    .execute()
}

export async function deleteSearch(connection: Connection, accountId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from saved_search where id = ${id} and ${ofAccount(accountId)}`.execute(connection)
  return numAffectedRows === 1n
}

export async function findSearch(connection: Connection, id: string) {
  const search = await connection
    .selectFrom('saved_search')
    .select(['name', 'paused', 'profile_id as profileId'])
    .where('id', '=', id)
    .executeTakeFirst()
  return search ?? null
}

/** Deletes what nobody searches for anymore. */
export async function deleteUnusedPatterns(connection: Connection): Promise<void> {
  await sql`
    delete from search_pattern where used < now() - interval '1 day'
      and not exists (select from saved_search where pattern_id = search_pattern.id)`.execute(connection)
}

/**
 * Removes a listing from those that wait to be compared. Returns null if it does not wait. A later edit of it waits for this
 * transaction.
 */
export async function takeWaiting(tx: Connection, id: string): Promise<{ before: object | null } | null> {
  const waiting = await tx
    .deleteFrom('listing_to_match')
    .where('listing_id', '=', id)
    .returning('before')
    .executeTakeFirst()
  return waiting ?? null
}

type NewAlerts = {
  listingId: string
  patterns: string[]
  /** Whether visitors saw the listing before. If not, it was posted, or it is back after an admin hid it. */
  isEdit: boolean
}

/**
 * Stores who hears about a listing, and when, except its author, people who blocked them, and suspended people. Skips a relisted ad
 * for searches saved after it was posted. Repeating it adds nothing. Returns the number of new alerts.
 *
 * Each search is found by the index on its pattern, whatever PostgreSQL knows about the tables: `offset 0` keeps it from joining
 * all searches with the patterns.
 */
export async function insertAlerts(
  tx: Connection,
  { listingId, patterns, isEdit }: NewAlerts,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    insert into search_alert (saved_search_id, listing_id)
    select search.id, listing.id
    from listing
    cross join lateral (
      select array_agg(mine.profile_id) as profiles
      from conversation_participant author
      join conversation_participant mine on mine.conversation_id = author.conversation_id and mine.blocked
      where author.profile_id = listing.author_id and mine.profile_id <> author.profile_id
    ) blockers
    cross join lateral unnest(${patterns}::bigint[]) pattern (id)
    cross join lateral (
      select id, profile_id, created from saved_search where pattern_id = pattern.id and not paused offset 0
    ) search
    cross join lateral (
      select from profile join account on account.id = profile.account_id
      where profile.id = search.profile_id and suspended_at is null offset 0
    ) active
    where listing.id = ${listingId} and search.profile_id <> listing.author_id
      and (${isEdit} or search.created <= listing.posted)
      and search.profile_id <> all (coalesce(blockers.profiles, '{}'))
    on conflict do nothing returning saved_search_id as id`.execute(tx)
  // The foreign keys of the alerts now lock the searches, so none is being sent. A single statement would not see that a sending
  // that ended meanwhile made its search no longer due.
  await sql`
    update saved_search set due = greatest(now(), next_alert)
    where id = any(${rows.map(({ id }) => id)}::uuid[]) and due is null`.execute(tx)
  return rows.length
}

export type DueSearch = SearchRow & { profileId: string }

/** Locks the search that has been due for longest; skips those that another process sends. */
export async function lockDueSearch(tx: Connection): Promise<DueSearch | null> {
  const { rows } = await sql<DueSearch>`
    select saved_search.id, kind, query, name, frequency, paused, profile_id as "profileId"
    from saved_search join search_pattern on search_pattern.id = pattern_id
    where due <= now() and not paused
    order by due limit 1 for update of saved_search skip locked`.execute(tx)
  return rows[0] ?? null
}

export async function markSent(
  tx: Connection,
  { id, frequency }: DueSearch,
  timeZone: string,
): Promise<void> {
  await markAlertsSent(tx, id)
  await sql`
    update saved_search set due = null, next_alert = ${nextAlert(frequency, timeZone, false)}
    where id = ${id}`.execute(tx)
}

export type FoundListing = Taxonomy['ids'] & {
  id: string
  title: string
  price: number
  price_unit: PriceUnit | null
  total: number
}

/** Returns the newest ads that were found and not sent, if visitors still see them; each with the number of all. */
export async function listUnsent(tx: Connection, searchId: string, limit: number): Promise<FoundListing[]> {
  const { rows } = await sql<FoundListing>`
    select listing.id, title, price, price_unit, category_id, subcategory_id, country_id, state_id, city_id,
      count(*) over ()::int as total
    from search_alert join listing on listing.id = listing_id
    where saved_search_id = ${searchId} and sent is null and listing.status in ('active', 'reported') and not archived
    order by found desc limit ${limit}`.execute(tx)
  return rows
}
