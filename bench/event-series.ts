/**
 * Makes every event of a benchmark database a series with about fifty dates: most repeat weekly and in the evening, many on Fridays
 * and Saturdays, a few almost daily. Fills the tables set by set, without triggers.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { requestRebuild } from '../src/server/modules/search/feed/change-list.ts'
import { suspendIndexes } from '../src/server/platform/database/bulk-load.ts'
import type { Database } from '../src/server/platform/database/database.ts'

type Options = { connectionString: string; log: (text: string) => void }

const tables = ['event_schedule', 'event_occurrence', 'event_state'] as const
const derived = ['listing', 'listing_index', ...tables] as const

/** Does nothing if the events are series already. Returns the number of series and of their dates. */
export async function loadSeries(database: Database, { connectionString, log }: Options) {
  const count = async () => {
    const { rows } = await sql<{ series: number; dates: number }>`
      select (select count(*)::int from event_schedule) as series, (select count(*)::int from event_occurrence) as dates`.execute(
      database.kysely,
    )
    return rows[0] ?? { series: 0, dates: 0 }
  }
  const found = await count()
  if (found.series > 0) return found
  log('Making the events series. This happens once.')
  const started = performance.now()
  const client = new pg.Client({ connectionString, options: '-c statement_timeout=0' })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('alter table listing disable trigger user')
    await client.query('alter table listing_index disable trigger user')
    const restoreIndexes = await suspendIndexes(client, tables)
    await client.query(insertSeries)
    await client.query(insertDates)
    await restoreIndexes()
    await client.query(updateListings)
    await client.query(updateListingIndex)
    await client.query('truncate event_state')
    await client.query(insertStates)
    await client.query('alter table listing enable trigger user')
    await client.query('alter table listing_index enable trigger user')
    await client.query('commit')
  } finally {
    await client.end()
  }
  // Triggers were off, so nothing says what has changed.
  await requestRebuild(database)
  for (const table of derived) await sql`vacuum (analyze) ${sql.ref(table)}`.execute(database.kysely)
  log(`  took ${Math.round((performance.now() - started) / 1000)} seconds`)
  return count()
}

/** `hash` is a number from 0 to 9999 that looks random and stays the same. */
const hash = (salt: number) => `(('x' || substr(md5(id::text || ${salt}), 1, 8))::bit(32)::bigint % 10000)`

const insertSeries = `
  insert into event_schedule (listing_id, part, start_date, end_date, start_time, end_time, rule)
  select id, 0, day, day, time '00:00' + hour * interval '1 hour', time '00:00' + (hour + 2) * interval '1 hour', rule
  from (
    select id,
      -- Weekly series begin on Fridays and Saturdays more often, and on all days of the last weeks.
      current_date - ${hash(1)}::int % 140
        + case when ${hash(2)} < 4500 then (12 - extract(dow from current_date - ${hash(1)}::int % 140)::int - ${hash(2)}::int % 2) % 7
          else 0 end as day,
      (case when ${hash(3)} < 6500 then 17 + ${hash(3)} % 4 else 8 + ${hash(3)} % 10 end)::int as hour,
      case when ${hash(4)} < 300 then 'FREQ=DAILY' when ${hash(4)} < 7000 then 'FREQ=WEEKLY'
        when ${hash(4)} < 8500 then 'FREQ=WEEKLY;INTERVAL=2;WKST=SU' else 'FREQ=MONTHLY;BYMONTHDAY=1' end as rule
    from listing where kind = 'event'
  ) planned`

/** Marks the first date that is not over as the current one. */
const insertDates = `
  insert into event_occurrence (listing_id, part, scheduled, start_date, end_date, start_time, end_time, starts_at, ends_at, current)
  select listing_id, 0, day, day, day, start_time, end_time, starts_at, ends_at,
    row_number() over (partition by listing_id order by ends_at <= now(), ends_at) = 1
  from (
    select listing_id, start_time, end_time, day::date as day,
      (day + start_time) at time zone zone as starts_at, (day + end_time) at time zone zone as ends_at
    from (
      select s.*, place_time_zone(city_id, state_id, country_id) as zone,
        case when rule = 'FREQ=DAILY' then interval '1 day' when rule = 'FREQ=WEEKLY' then interval '7 days'
          when rule like 'FREQ=WEEKLY;%' then interval '14 days' else interval '1 month' end as step
      from event_schedule s join listing on listing.id = s.listing_id
    ) series
    cross join lateral generate_series(start_date::timestamp, (current_date + 300)::timestamp, step) day
  ) dates`

const updateListings = `
  update listing set start_date = first, end_date = last
  from (select listing_id, min(start_date) as first, max(end_date) as last from event_occurrence group by 1) span
  where listing.id = span.listing_id`

const updateListingIndex = `
  update listing_index set start_date = o.start_date, end_date = o.end_date, ended = false, on_now = false,
    start_minute = extract(epoch from o.start_time) / 60, end_minute = extract(epoch from o.end_time) / 60,
    event_order = -2000000000 + (o.start_date - date '2000-01-01') * 1441 + extract(epoch from o.start_time) / 60 + 1
  from event_occurrence o where o.listing_id = listing_index.listing_id and o.current`

const insertStates = `
  insert into event_state (listing_id, since, until)
  select listing_id, '-infinity', ends_at from event_occurrence where current`
