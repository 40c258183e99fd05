import { sql } from 'kysely'
import type { Overview } from '../../../shared/moderation.ts'
import { type Database, isoTimestamp } from '../../platform/database/database.ts'

/** The days are counted anew once a minute at most: they are the same for every admin and reach back thirty days. */
const keptMs = 60_000

export function createOverview({ kysely }: Database) {
  let kept: { days: Promise<Overview['days']>; until: number } | null = null

  async function countDays(): Promise<Overview['days']> {
    const counted = (table: string, column: string) => sql`(
      select ${sql.ref(column)}::date as day, count(*)::int as count from ${sql.table(table)}
      where ${sql.ref(column)} >= current_date - 29 group by 1)`
    const { rows } = await sql<Overview['days'][number]>`
      select series.day::date::text as day, coalesce(users.count, 0) as users, coalesce(listings.count, 0) as listings,
        coalesce(reports.count, 0) as reports, coalesce(messages.count, 0) as messages
      from generate_series(current_date - 29, current_date, interval '1 day') series(day)
      left join ${counted('profile', 'created')} users on users.day = series.day::date
      left join ${counted('listing', 'posted')} listings on listings.day = series.day::date
      left join ${counted('report', 'created')} reports on reports.day = series.day::date
      left join ${counted('contact_message', 'created')} messages on messages.day = series.day::date
      order by 1`.execute(kysely)
    return rows
  }

  return async (): Promise<Overview> => {
    const now = Date.now()
    if (!kept || kept.until < now) {
      kept = { days: countDays(), until: now + keptMs }
      kept.days.catch(() => {
        kept = null
      })
    }
    const [days, waiting] = await Promise.all([kept.days, findWaiting(kysely)])
    return { ...waiting, days }
  }
}

async function findWaiting(kysely: Database['kysely']): Promise<Omit<Overview, 'days'>> {
  const queue = (kind: string) => sql`json_build_object(
    'count', (select count(*) from report_case where kind = ${kind}),
    'oldest', (select ${isoTimestamp(sql`min(first_reported)`)}
      from report_case where kind = ${kind}))`
  const { rows } = await sql<Omit<Overview, 'days'>>`
    select now() as at,
      json_build_object('service', ${queue('service')}, 'event', ${queue('event')}) as reported,
      (select json_build_object('failed', count(*) filter (where status = 'failed'), 'open', count(*))
        from contact_message where status <> 'done') as messages`.execute(kysely)
  const [waiting] = rows
  if (!waiting) throw new Error('A question without a table answered nothing.')
  return waiting
}
