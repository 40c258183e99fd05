/** Whether an engine of other machines has what is committed: it says at which position it is. */
import { sql } from 'kysely'
import { type Database, placeholder } from '../../../platform/database/database.ts'
import { parsePosition } from './change-list.ts'

/** Returns a function that tells whether an index at a position misses more than so many changes. One without a position is being replaced. */
export const createMissingChanges =
  ({ preparedQuery }: Database) =>
  async (text: string, tolerated: number): Promise<boolean> => {
    const position = parsePosition(text)
    if (!position) return false
    const compose = () => sql<{ missing: boolean }>`
      select count(*) > ${placeholder('tolerated')}::int as missing from (
        select from listing_change
        where changed_in >= pg_snapshot_xmin(${placeholder('seen')}::pg_snapshot)
          and changed_in < pg_snapshot_xmax(pg_current_snapshot())
          and not pg_visible_in_snapshot(changed_in, ${placeholder('seen')}::pg_snapshot)
        limit ${placeholder('tolerated')}::int + 1
      ) change`
    const [row] = await preparedQuery('missing-changes', compose, { seen: position.snapshot, tolerated })
    return row?.missing ?? false
  }
