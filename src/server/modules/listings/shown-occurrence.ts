/** Which date of a series a list of some days shows. */
import { type RawBuilder, sql } from 'kysely'
import type { Occurrence } from '../../../shared/event-fields.ts'
import { type Database, placeholder } from '../../platform/database/database.ts'
import { daysOfFilter, type IndexClock, type IndexFilter } from '../search/service.ts'
import type { ListedRow } from './list-query.ts'
import { occurrenceJson } from './schedule/store.ts'

const now = sql`${placeholder('now')}::timestamptz`

/** Wherever it is, a date on the first day ends later than a day before it begins in UTC. The index on the ends skips those before. */
const firstOf = (condition: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
  (select * from event_occurrence
   where listing_id = wanted.id and start_date <= wanted.last and end_date >= wanted.first
     and ends_at > (wanted.first - 1)::timestamp at time zone 'UTC' and ${condition}
   order by ${order} limit 1)`

/**
 * Returns the rows with the date of each series on the days of the filter: the current one, else the first that is not over, else
 * the last.
 */
export async function withShownOccurrences<Row extends ListedRow>(
  { preparedQuery }: Database,
  rows: Row[],
  days: IndexFilter['days'],
  clock: IndexClock,
): Promise<Row[]> {
  if (!days) return rows
  const wanted = rows.flatMap(({ _id, current, city_id, state_id, country_id }) => {
    if (!current) return []
    const { from, to } = daysOfFilter(days, clock, city_id ?? state_id ?? country_id)
    const { startDate, endDate } = current.occurrence
    return startDate <= to && endDate >= from ? [] : [{ id: _id, from, to }]
  })
  if (wanted.length === 0) return rows
  const compose = () => sql<{ id: string; occurrence: Occurrence }>`
    select wanted.id, dated.occurrence
    from unnest(${placeholder('ids')}::uuid[], ${placeholder('from')}::date[], ${placeholder('to')}::date[])
      as wanted (id, first, last)
    join lateral (
      select ${occurrenceJson('shown')} as occurrence
      from (${firstOf(sql`ends_at > ${now}`, sql`ends_at`)} union all ${firstOf(sql`ends_at <= ${now}`, sql`ends_at desc`)}
        limit 1) shown
    ) dated on true`
  const found = await preparedQuery('shown occurrences', compose, {
    ids: wanted.map(({ id }) => id),
    from: wanted.map(({ from }) => from),
    to: wanted.map(({ to }) => to),
    now: new Date(Date.UTC(2000, 0, 1) + clock.now * 1000).toISOString(),
  })
  const byId = new Map(found.map(({ id, occurrence }) => [id, occurrence]))
  return rows.map((row) => {
    const occurrence = byId.get(row._id)
    return occurrence && row.current ? { ...row, current: { ...row.current, occurrence } } : row
  })
}
