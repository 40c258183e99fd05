/**
 * Follows what has changed of what caches contain, by any process: triggers add a row to `content_change` in the transaction
 * of each change. A cache remembers the tags of an entry, and asks here whether any of them has changed.
 */
import { sql } from 'kysely'
import { coalesce } from '../database/coalesce.ts'
import { type Database, placeholder } from '../database/database.ts'
import { anyTag, type CacheTag } from './cache-tracker.ts'

/** The changes of one server: a replica knows each of them later than the primary. */
export type TagChanges = {
  server: 'primary' | 'replica'
  /** Reads the changes committed before the call, and returns a number that grows with each. Concurrent calls share a query. */
  read: () => Promise<number>
  /** Returns the highest number that any `read` has returned. What is read from the database from now on includes it. */
  latest: () => number
  /** Returns whether a tag has changed since `read` returned this number, as far as the latest `read` knows. */
  haveChanged: (tags: Iterable<CacheTag>, since: number) => boolean
}

/** Returns the tags that a row of `content_change` changes, from the columns of the product; null if everything may have changed. */
export type TagsOfChange<Change> = (change: Change) => CacheTag[] | null

/** Tags whose latest change is remembered. Beyond it, all are forgotten, which counts as a change of everything. */
const maxTags = 50_000

/** Returns a function that returns the changes of the server that the current request reads. */
export function followTagChanges<Change>(database: Database, tagsOf: TagsOfChange<Change>): () => TagChanges {
  const { replica } = database
  const primary = followServer('primary', database, tagsOf)
  if (!replica) return () => primary
  const changes = {
    primary: followServer('primary', replica.primary, tagsOf),
    replica: followServer('replica', replica.database, tagsOf),
  }
  return () => changes[replica.isChosen() ? 'replica' : 'primary']
}

function followServer<Change>(
  server: TagChanges['server'],
  database: Database,
  tagsOf: TagsOfChange<Change>,
): TagChanges {
  let seen: Reading<Change> | null = null
  let applied = new Set<number>()
  let latest = 1
  /** Changes up to this one are not remembered by tag. */
  let forgotten = 1
  const changedAt = new Map<CacheTag, number>()

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
    const added = found.changes.filter(({ id }) => !applied.has(id))
    if (isContinuous && added.length > 0) {
      latest += 1
      for (const change of added) {
        const tags = tagsOf(change)
        if (tags === null) forgetAll()
        else for (const tag of tags) changedAt.set(tag, latest)
      }
      if (changedAt.size > maxTags) forgetAll()
    }
    applied = new Set(found.changes.map(({ id }) => id))
    seen = found
    return latest
  }

  return {
    server,
    read: coalesce(read),
    latest: () => latest,
    haveChanged(tags, since) {
      if (since < forgotten) return true
      if (since === latest) return false
      for (const tag of tags) if (tag === anyTag || (changedAt.get(tag) ?? 0) > since) return true
      return false
    },
  }
}

/** `server` differs after a failover. `complete` is false if changes since the last reading were pruned. */
type Reading<Change> = { snapshot: string; server: string; complete: boolean; changes: Stored<Change>[] }
type Stored<Change> = Change & { id: number }
type Row<Change> = Omit<Reading<Change>, 'changes'> & { change: Stored<Change> | null }

/**
 * Returns the changes that are visible now and were not in the last reading, in whatever order they were committed. A
 * replica's snapshot does not name the transactions in progress: there, everything from the oldest of them on counts as
 * not read. Without a last reading, returns none.
 */
async function readChanges<Change>(
  { preparedQuery }: Database,
  last: Reading<Change> | null,
): Promise<Reading<Change>> {
  const compose = () => sql<Row<Change>>`
    select
      case when pg_is_in_recovery()
        then concat(pg_snapshot_xmin(pg_current_snapshot()), ':', pg_snapshot_xmin(pg_current_snapshot()), ':')
        else pg_current_snapshot()::text end as snapshot,
      pg_postmaster_start_time()::text as server,
      coalesce(
        state.pruned_before <= pg_snapshot_xmin(seen.snapshot)
          and pg_snapshot_xmin(seen.snapshot) <= pg_snapshot_xmin(pg_current_snapshot()),
        false) as complete,
      case when change.id is not null then to_jsonb(change) end as change
    from content_change_state state
    cross join (select ${placeholder('seen')}::pg_snapshot as snapshot) seen
    left join content_change change
      on change.changed_in >= pg_snapshot_xmin(seen.snapshot)
        and not pg_visible_in_snapshot(change.changed_in, seen.snapshot)`
  const rows = await preparedQuery('content changes', compose, { seen: last?.snapshot ?? null })
  const [first] = rows
  if (!first) throw new Error('The state of the content changes is missing.')
  const { snapshot, server, complete } = first
  return {
    snapshot,
    server,
    complete,
    changes: rows.map(({ change }) => change).filter((change) => change !== null),
  }
}
