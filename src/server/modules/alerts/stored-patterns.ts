/** The stored searches in memory, brought up to date from the database before each use. */
import { sql } from 'kysely'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { Catalog } from '../catalog/service.ts'
import { createMatcher, type Instant, type SearchDocument, type StoredSearch } from '../search/service.ts'

const batchRows = 5_000
/** Everything is read again after this long, which forgets searches that nobody uses anymore. */
const reloadMs = 24 * 3_600_000

type Matcher = ReturnType<typeof createMatcher>
type PatternRow = { id: string; changed: string; compiled: StoredSearch }

export type StoredPatterns = ReturnType<typeof createStoredPatterns>

export function createStoredPatterns({ kysely }: Database, catalog: Catalog) {
  let matcher = createMatcher(catalog)
  /** Patterns whose transaction began before it are read. */
  let horizon = '0'
  let loadedAt = performance.now()
  let refreshing: Promise<void> | null = null

  async function read(connection: Connection): Promise<void> {
    const isOld = performance.now() - loadedAt > reloadMs
    const target = isOld ? createMatcher(catalog) : matcher
    const since = isOld ? '0' : horizon
    // Read first: a transaction that commits later is not before it, and its patterns are read the next time.
    const { rows: snapshots } = await sql<{ xmin: string }>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`.execute(connection)
    await readInto(connection, target, since)
    if (isOld) loadedAt = performance.now()
    matcher = target
    horizon = snapshots[0]?.xmin ?? since
  }

  /** Reads in the order of transactions, which have an index: by id, each reading would pass over all patterns. */
  async function readInto(connection: Connection, target: Matcher, since: string): Promise<void> {
    // After a backup was restored into a new database, ids of transactions can be greater than its own. Only a full reading has them.
    const limit = since === '0' ? sql`` : sql`and changed_in < pg_snapshot_xmax(pg_current_snapshot())`
    let after = { id: '0', changed: since }
    for (;;) {
      const { rows } = await sql<PatternRow>`
        select id, changed_in::text as changed, compiled from search_pattern
        where (changed_in, id) > (${after.changed}::xid8, ${after.id}::bigint) ${limit}
        order by changed_in, id limit ${batchRows}`.execute(connection)
      for (const { id, compiled } of rows) target.add(Number(id), compiled)
      after = rows.at(-1) ?? after
      if (rows.length < batchRows) return
    }
  }

  return {
    /** Reads what was added. Concurrent calls share a reading that began after them. */
    async refresh(connection: Connection = kysely): Promise<void> {
      if (refreshing) await refreshing.catch(() => {})
      refreshing ??= read(connection).finally(() => {
        refreshing = null
      })
      await refreshing
    },

    match: (listing: SearchDocument, now: Instant) => matcher.match(listing, now),
  }
}
