/**
 * Follows what has changed of what visitors see, by any process: triggers add a row to `content_change` in the transaction
 * of each change. A cache remembers which scopes an entry was made from, and asks here whether any of them has changed.
 */
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { coalesce } from './coalesce.ts'
import { type Database, placeholder } from './database.ts'

/** Something that can change: a list of the listings of a topic in a place, one listing, or what is public of an author. */
export type Scope = string

type Kind = 'service' | 'event'

/**
 * Which listings of a kind are public on a topic in a place, in which order, and how many. 0 stands for every topic or every
 * place. Their texts are scopes of their own.
 */
export const listingsScope = (kind: Kind, topic: number, place: number): Scope => `${kind} ${topic} ${place}`
export const listingScope = (id: string): Scope => `listing ${id}`
/** What is public about an author: profile, account, and listings. */
export const authorScope = (profileId: string): Scope => `author ${profileId}`

/** How many people are interested in an event, or going. */
export const attendanceScope = (listingId: string): Scope => `attendance ${listingId}`

/** Everything: what a search finds depends on all texts. */
export const anyScope: Scope = 'any'

export type ContentChanges = {
  /**
   * Reads the changes that were committed before the call, and returns a number that grows with each of them. Concurrent
   * calls share a query that begins after them.
   */
  read: () => Promise<number>
  /** Returns the highest number that any `read` has returned. What is read from the database from now on includes it. */
  latest: () => number
  /** Returns whether a scope has changed since `read` returned this number, as far as the latest `read` knows. */
  haveChanged: (scopes: Iterable<Scope>, since: number) => boolean
}

/** Scopes whose latest change is remembered; beyond it, the oldest changes count as changes of everything. */
const maxScopes = 50_000

/** Follows the changes of one server: a replica knows each of them later than the primary. */
export function followContentChanges(database: Database): ContentChanges {
  let seen: Reading | null = null
  let applied = new Set<number>()
  let latest = 1
  /** Changes up to this one are not remembered by scope. */
  let forgotten = 1
  const changedAt = new LRUCache<Scope, number>({
    maxSize: maxScopes,
    // Unlike `max`, allocates no entry before it is needed.
    sizeCalculation: () => 1,
    dispose: (at, _scope, reason) => {
      if (reason === 'evict') forgotten = Math.max(forgotten, at)
    },
  })

  function forgetAll() {
    latest += 1
    forgotten = latest
    changedAt.clear()
  }

  async function read(): Promise<number> {
    const found = await readChanges(database, seen).catch((error: unknown) => {
      // A database that was lost may come back without its latest transactions, and use their numbers again.
      seen = null
      throw error
    })
    const isContinuous = seen !== null && found.complete && found.server === seen.server
    if (!isContinuous) forgetAll()
    // A replica returns a change again until it knows that no earlier transaction is in progress.
    const fresh = found.changes.filter(({ id }) => !applied.has(id))
    if (isContinuous && fresh.length > 0) {
      latest += 1
      for (const change of fresh) {
        const scopes = scopesOf(change)
        if (scopes === null) forgetAll()
        else for (const scope of scopes) changedAt.set(scope, latest)
      }
    }
    applied = new Set(found.changes.map(({ id }) => id))
    seen = found
    return latest
  }

  return {
    read: coalesce(read),
    latest: () => latest,
    haveChanged(scopes, since) {
      if (since < forgotten) return true
      if (since === latest) return false
      for (const scope of scopes) if (scope === anyScope || (changedAt.peek(scope) ?? 0) > since) return true
      return false
    },
  }
}

const pruneIntervalMs = 60_000

/** Deletes old changes now and then, until stopped. Any number of processes may do so. */
export function pruneContentChanges({ kysely }: Database, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => {
    sql`select prune_content_changes()`.execute(kysely).catch(onError)
  }, pruneIntervalMs).unref()
  return () => clearInterval(timer)
}

type Change = {
  id: number
  kind: Kind | 'attendance' | null
  category_id: number | null
  subcategory_id: number | null
  country_id: number | null
  state_id: number | null
  city_id: number | null
  listing_id: string | null
  author_id: string | null
}

/** Null stands for every scope. */
function scopesOf(change: Change): Scope[] | null {
  const { kind, listing_id, author_id } = change
  if (kind === 'attendance') return listing_id === null ? null : [attendanceScope(listing_id)]
  const shown = [
    ...(listing_id === null ? [] : [listingScope(listing_id)]),
    ...(author_id === null ? [] : [authorScope(author_id)]),
  ]
  if (kind === null) return shown.length > 0 ? shown : null
  const topics = [0, change.category_id, change.subcategory_id].filter((id) => id !== null)
  const places = [0, change.country_id, change.state_id, change.city_id].filter((id) => id !== null)
  return [...topics.flatMap((topic) => places.map((place) => listingsScope(kind, topic, place))), ...shown]
}

/** `server` differs after a failover. `complete` is false if changes since the last reading were pruned. */
type Reading = { snapshot: string; server: string; complete: boolean; changes: Change[] }
type Row = Omit<Reading, 'changes'> & { [Field in keyof Change]: Change[Field] | null }

/**
 * Returns the changes that are visible now and were not in the last reading, in whatever order they were committed. A
 * replica's snapshot does not name the transactions in progress: there, everything from the oldest of them on counts as
 * not read. Without a last reading, returns none.
 */
async function readChanges({ preparedQuery }: Database, last: Reading | null): Promise<Reading> {
  const compose = () => sql<Row>`
    select
      case when pg_is_in_recovery()
        then concat(pg_snapshot_xmin(pg_current_snapshot()), ':', pg_snapshot_xmin(pg_current_snapshot()), ':')
        else pg_current_snapshot()::text end as snapshot,
      pg_postmaster_start_time()::text as server,
      coalesce(
        state.pruned_before <= pg_snapshot_xmin(seen.snapshot)
          and pg_snapshot_xmin(seen.snapshot) <= pg_snapshot_xmin(pg_current_snapshot()),
        false) as complete,
      change.id, change.kind, change.category_id, change.subcategory_id, change.country_id, change.state_id,
      change.city_id, change.listing_id, change.author_id
    from content_change_state state
    cross join (select ${placeholder('seen')}::pg_snapshot as snapshot) seen
    left join content_change change
      on change.changed_in >= pg_snapshot_xmin(seen.snapshot)
        and not pg_visible_in_snapshot(change.changed_in, seen.snapshot)`
  const rows = await preparedQuery('content changes', compose, { seen: last?.snapshot ?? null })
  const [first] = rows
  if (!first) throw new Error('The state of the content changes is missing.')
  const { snapshot, server, complete } = first
  return { snapshot, server, complete, changes: rows.filter((row): row is Row & Change => row.id !== null) }
}
