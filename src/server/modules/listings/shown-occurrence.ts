/** Which date of a series a list of some days shows. */
import { type RawBuilder, sql } from 'kysely'

type ShownOptions = { first: RawBuilder<unknown>; last: RawBuilder<unknown>; now: RawBuilder<unknown> }

/**
 * Selects the date of the event `listing` that a list of the days from `first` to `last` shows, as a row of `event_occurrence`: the
 * current one if it is on these days, else the first that is not over, else the last, else the current one.
 */
export function shownOccurrence({ first, last, now }: ShownOptions): RawBuilder<unknown> {
  const onTheseDays = sql`start_date <= ${last} and end_date >= ${first}`
  const current = sql`select * from event_occurrence where listing_id = listing.id and current`
  // Wherever it is, a date on the first day ends later than a day before it begins in UTC. The index on the ends skips those before.
  const firstOf = (condition: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
    (select * from event_occurrence
     where listing_id = listing.id and ${onTheseDays}
       and ends_at > (${first} - 1)::timestamp at time zone 'UTC' and ${condition}
     order by ${order} limit 1)`
  return sql`
    ${current} and ${onTheseDays}
    union all ${firstOf(sql`ends_at > ${now}`, sql`ends_at`)}
    union all ${firstOf(sql`ends_at <= ${now}`, sql`ends_at desc`)}
    union all ${current}
    limit 1`
}
