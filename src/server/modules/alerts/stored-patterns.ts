/** The stored searches in memory, brought up to date from the database before each use. */
import { sql } from 'kysely'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { Catalog } from '../catalog/service.ts'
import { createMatcher, type Instant, type SearchDocument, type StoredSearch } from '../search/service.ts'
import { currentDocument, currentSearch } from './current-ids.ts'

const batchRows = 5_000

type PatternRow = { id: string; changed: string; compiled: StoredSearch }

export type StoredPatterns = ReturnType<typeof createStoredPatterns>

export function createStoredPatterns({ kysely }: Database, catalog: Catalog) {
  const matcher = createMatcher(catalog)
  /** Patterns whose transaction began before it are read. */
  let horizon = '0'

  return {
    /** Reads what was added, in the order of transactions, which have an index: by id, it would pass over all patterns. */
    async refresh(connection: Connection = kysely): Promise<void> {
      // Read first: a transaction that commits later is not before it, and its patterns are read the next time.
      const { rows: snapshots } = await sql<{ xmin: string }>`
        select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`.execute(connection)
      // After a backup was restored into a new database, ids of transactions can be greater than its own. Only a full reading has them.
      const limit = horizon === '0' ? sql`` : sql`and changed_in < pg_snapshot_xmax(pg_current_snapshot())`
      let after = { id: '0', changed: horizon }
      let isFull = true
      while (isFull) {
        const { rows }: { rows: PatternRow[] } = await sql<PatternRow>`
          select id, changed_in::text as changed, compiled from search_pattern
          where (changed_in, id) > (${after.changed}::xid8, ${after.id}::bigint) ${limit}
          order by changed_in, id limit ${batchRows}`.execute(connection)
        for (const { id, compiled } of rows) matcher.add(Number(id), currentSearch(catalog, compiled))
        after = rows.at(-1) ?? after
        isFull = rows.length === batchRows
      }
      horizon = snapshots[0]?.xmin ?? horizon
    },

    match: (listing: SearchDocument, now: Instant) => matcher.match(currentDocument(catalog, listing), now),
  }
}
