/** Reads public listings by their ids, such as those that a search found. */
import { type RawBuilder, sql } from 'kysely'
import type { Kind } from '../../../shared/listing.ts'
import { type Database, placeholder } from '../../platform/database/database.ts'
import type { Day, EngineHit, Instant } from '../search/service.ts'
import { type ListedRow, listedColumns } from './list-query.ts'

/** The first and the last day that a list of events has at a place, and what time it is. */
type ListedDays = {
  daysAt: (place: number) => { from?: Day | undefined; to?: Day | undefined }
  now: Instant
}

/** Returns the found listings that are still public, with their rank from 1. In a list of some days, events have their date on them. */
export async function readFound(
  { preparedQuery }: Database,
  kind: Kind,
  hits: Pick<EngineHit, 'id' | 'place'>[],
  listed: ListedDays | null = null,
): Promise<(ListedRow & { rank: number })[]> {
  if (hits.length === 0) return []
  const ids = hits.map(({ id }) => id)
  if (!listed) return preparedQuery(`found ${kind}`, () => selectFound(listedColumns(kind)), { ids })
  const days = hits.map(({ place }) => listed.daysAt(place))
  return preparedQuery('found event on days', () => selectFound(listedColumns('event', shownOccurrence)), {
    ids,
    firstDays: days.map(({ from }) => from ?? '-infinity'),
    lastDays: days.map(({ to }) => to ?? 'infinity'),
    now: listed.now,
  })
}

/** Returns public listings of a kind, also archived ones, in the order of `ids`. */
export function findListed({ preparedQuery }: Database, kind: Kind, ids: string[]): Promise<ListedRow[]> {
  const isOfKind = sql`listing.kind = ${sql.lit(kind)}`
  return preparedQuery(`listed ${kind}`, () => selectFound(listedColumns(kind), isOfKind), { ids })
}

const selectFound = (columns: RawBuilder<unknown>, condition = sql`not listing.archived`) => sql<
  ListedRow & { rank: number }
>`
  select ${columns}, found.rank
  from unnest(${placeholder('ids')}::uuid[]) with ordinality as found (id, rank)
  join listing on listing.id = found.id
  where listing.status in ('active', 'reported') and ${condition}
  order by found.rank`

const first = sql`(${placeholder('firstDays')}::date[])[found.rank]`
const last = sql`(${placeholder('lastDays')}::date[])[found.rank]`
const now = sql`${placeholder('now')}::timestamptz`

const onTheseDays = sql`start_date <= ${last} and end_date >= ${first}`
const current = sql`select * from event_occurrence where listing_id = listing.id and current`
// Wherever it is, a date on the first day ends later than a day before it begins in UTC. The index on the ends skips those before.
const firstOf = (condition: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
  (select * from event_occurrence
   where listing_id = listing.id and ${onTheseDays}
     and ends_at > (${first} - 1)::timestamp at time zone 'UTC' and ${condition}
   order by ${order} limit 1)`

/**
 * Selects the date that is shown of a found event, as a row of `event_occurrence`: the current one if it is on the listed days, else
 * the first that is not over, else the last, else the current one.
 */
const shownOccurrence = sql`
  ${current} and ${onTheseDays}
  union all ${firstOf(sql`ends_at > ${now}`, sql`ends_at`)}
  union all ${firstOf(sql`ends_at <= ${now}`, sql`ends_at desc`)}
  union all ${current}
  limit 1`
