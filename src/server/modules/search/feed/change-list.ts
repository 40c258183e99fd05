/**
 * Reads which listings have changed, in the order of their transactions. Triggers record them in `listing_change`. What was read is a
 * snapshot, so the order in which transactions are committed does not matter.
 */
import { sql } from 'kysely'
import type { ListingField } from '../../../../shared/listing-fields/field.ts'
import { type Database, placeholder } from '../../../platform/database/database.ts'
import { readFields } from '../../listing-fields/service.ts'
import type { DocumentChange } from '../engine.ts'
import { type DocumentRow, documentColumns, isListed, toDocument } from './documents.ts'

/** Which database has been read, and up to which transactions. */
export type FeedPosition = {
  /** Names a database in its current state: differs after a failover, a restore, and `corkboard reindex`. */
  source: string
  snapshot: string
}

export const formatPosition = ({ source, snapshot }: FeedPosition): string => `${source} ${snapshot}`

/** Returns null if the text is not a position. */
export function parsePosition(text: string | null): FeedPosition | null {
  const [source, snapshot, ...rest] = text?.split(' ') ?? []
  return source && snapshot && rest.length === 0 ? { source, snapshot } : null
}

/** The last row of a page. */
type PageEnd = { transaction: string; id: string }

export type ChangePage = FeedPosition & {
  /** Whether all changes after `seen` are still there. Otherwise, the index must be built again. */
  isComplete: boolean
  /** The current state of the listings that have changed. */
  changes: DocumentChange[]
  /** The last row; null for the last page. */
  end: PageEnd | null
}

type ChangeQuery = {
  /** The snapshot of what was read before; null for no changes. */
  seen: string | null
  /** What the first page returned, for the next ones. */
  until?: string
  after?: PageEnd | null
  limit: number
}

type Row = FeedPosition & {
  isComplete: boolean
  transaction: string | null
  changed: string | null
} & (DocumentRow | { [Column in keyof DocumentRow]: null })

/** The primary may call this; a replica may not. */
const source = sql`concat_ws('/', (select system_identifier from pg_control_system()),
  left(pg_walfile_name(pg_current_wal_lsn()), 8), (select oid from pg_database where datname = current_database()),
  state.epoch)`

/** Returns changes that were committed and that `seen` does not see. */
export async function readChanges(
  { kysely, preparedQuery }: Database,
  { seen, until, after, limit }: ChangeQuery,
): Promise<ChangePage> {
  // What is committed is before the end of the current snapshot. Saying so lets PostgreSQL expect few changes and use the index.
  const compose = () => sql<Row>`
    select ${source} as source, pg_current_snapshot()::text as snapshot,
      coalesce(state.pruned_before <= pg_snapshot_xmin(${placeholder('seen')}::pg_snapshot)
        and pg_snapshot_xmax(${placeholder('seen')}::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()), false)
        as "isComplete",
      change.changed_in::text as transaction, change.listing_id as changed, ${documentColumns}
    from listing_change_state state
    left join (
      select changed_in, listing_id from listing_change
      where changed_in >= pg_snapshot_xmin(${placeholder('seen')}::pg_snapshot)
        and changed_in < pg_snapshot_xmax(pg_current_snapshot())
        and (changed_in, listing_id) > (${placeholder('transaction')}::xid8, ${placeholder('id')}::uuid)
        and not pg_visible_in_snapshot(changed_in, ${placeholder('seen')}::pg_snapshot)
        and pg_visible_in_snapshot(changed_in, coalesce(${placeholder('until')}::pg_snapshot, pg_current_snapshot()))
      order by changed_in, listing_id limit ${placeholder('limit')}
    ) change on true
    left join listing on listing.id = change.listing_id and ${isListed}
    order by change.changed_in, change.listing_id`
  const { transaction, id } = after ?? beforeAll
  // Not prepared: a plan from when the site had no listings would read all of them for each of the first thousands, for seconds.
  const rows = await preparedQuery(null, compose, { seen, until, limit, transaction, id })
  const [first] = rows
  if (!first) throw new Error('The state of the list of changes is missing.')
  const last = rows.at(-1)
  return {
    source: first.source,
    snapshot: until ?? first.snapshot,
    isComplete: first.isComplete,
    changes: changesOf(rows, first.changed === null ? [] : await readFields(kysely)),
    end:
      rows.length === limit && last?.transaction && last.changed
        ? { transaction: last.transaction, id: last.changed }
        : null,
  }
}

const beforeAll: PageEnd = { transaction: '0', id: '00000000-0000-0000-0000-000000000000' }

function changesOf(rows: Row[], fields: ListingField[]): DocumentChange[] {
  const changes = new Map<string, DocumentChange>()
  for (const { source: _, snapshot, isComplete, transaction, changed, ...document } of rows)
    if (changed !== null)
      changes.set(changed, {
        id: changed,
        document: document.id === null ? null : toDocument(document, fields),
      })
  return [...changes.values()]
}

/** Reads what is committed, for engines that another process feeds. */
export const createCommittedChanges = ({ preparedQuery }: Database) => ({
  /** Returns what is committed now, for `missing`. */
  async snapshot(): Promise<string> {
    const compose = () => sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`
    const [row] = await preparedQuery('committed-changes', compose, {})
    return row?.snapshot ?? ''
  },

  /**
   * Returns whether an index at a position misses more than so many changes of a snapshot, by default of all. One without a position is
   * being replaced, and misses nothing.
   */
  async missing(text: string, tolerated: number, until: string | null = null): Promise<boolean> {
    const position = parsePosition(text)
    if (!position) return false
    const compose = () => sql<{ missing: boolean }>`
      select count(*) > ${placeholder('tolerated')}::int as missing from (
        select from listing_change
        where changed_in >= pg_snapshot_xmin(${placeholder('seen')}::pg_snapshot)
          and changed_in < pg_snapshot_xmax(pg_current_snapshot())
          and not pg_visible_in_snapshot(changed_in, ${placeholder('seen')}::pg_snapshot)
          and pg_visible_in_snapshot(changed_in, coalesce(${placeholder('until')}::pg_snapshot, pg_current_snapshot()))
        limit ${placeholder('tolerated')}::int + 1
      ) change`
    const values = { seen: position.snapshot, tolerated, until }
    const [row] = await preparedQuery('missing-changes', compose, values)
    return row?.missing ?? false
  },
})

/** Makes every engine build its index again, beside the one that serves. */
export async function requestRebuild({ kysely }: Database): Promise<void> {
  await sql`update listing_change_state set epoch = gen_random_uuid()`.execute(kysely)
}

/** Deletes the changes that every engine has read long ago. */
export async function pruneChanges({ kysely }: Database): Promise<void> {
  await sql`select prune_listing_changes()`.execute(kysely)
}
