import { sql } from 'kysely'
import type { Event, Kind } from '../../shared/listing.ts'
import type { Database } from '../database/database.ts'
import type { ListedRow } from './browse.ts'
import { detailedColumns, listedColumns, namedPlaces } from './columns.ts'

/** A listing of that kind whatever its status, with its author's contact details; null when there is none. */
export async function findListing({ prepared }: Database, kind: Kind, id: string) {
  const [row] = await prepared(sql<Event>`
    select ${detailedColumns(kind)}
    from listing join profile on profile.id = listing.author_id ${namedPlaces}
    where listing.id = ${id} and listing.kind = ${kind}`)
  return row ?? null
}

/** The moderation queue: what was reported or hidden, newest first. */
export async function pageReported({ prepared }: Database, kind: Kind, limit: number, offset: number) {
  const queued = sql`listing.kind = ${kind} and listing.status in ('reported', 'hidden') and listing.status <> 'active'`
  const [[counted], rows] = await Promise.all([
    prepared(sql<{ total: number }>`select count(*)::int as total from listing where ${queued}`),
    prepared(sql<ListedRow>`
      select ${listedColumns(kind)} from listing ${namedPlaces} where ${queued}
      order by listing.posted desc, listing.id desc limit ${limit} offset ${offset}`),
  ])
  return { total: counted?.total ?? 0, rows }
}
