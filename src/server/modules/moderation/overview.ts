/** The dashboard's overview: what is waiting for an admin, and daily counts of the last thirty days. */
import { sql } from 'kysely'
import type { Overview } from '../../../shared/moderation.ts'
import { type Database, isoTimestamp } from '../../platform/database/database.ts'
import type { GetBackupStatus } from '../backup/service.ts'
import { readSetupState } from '../setup/service.ts'

type Days = Overview['days']
type Waiting = Omit<Overview, 'days' | 'backup' | 'settingProblems' | 'isBeingSetUp'>

type Sources = { backupStatus: GetBackupStatus; settingProblems: () => string[] }

export async function readOverview(
  database: Database,
  { backupStatus, settingProblems }: Sources,
): Promise<Overview> {
  const { kysely } = database
  const [days, waiting, backup, setup] = await Promise.all([
    countDays(kysely),
    findWaiting(kysely),
    backupStatus(),
    readSetupState(database),
  ])
  return {
    ...waiting,
    settingProblems: settingProblems(),
    isBeingSetUp: setup === 'begun',
    backup,
    days,
  }
}

async function countDays(kysely: Database['kysely']): Promise<Days> {
  const counted = (table: string, column: string) => sql`(
    select ${sql.ref(column)}::date as day, count(*)::int as count from ${sql.table(table)}
    where ${sql.ref(column)} >= current_date - 29 group by 1)`
  const { rows } = await sql<Days[number]>`
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

async function findWaiting(kysely: Database['kysely']): Promise<Waiting> {
  const queue = (kind: string) => sql`json_build_object(
    'count', (select count(*) from report_case where kind = ${kind}),
    'oldest', (select ${isoTimestamp(sql`min(first_reported)`)}
      from report_case where kind = ${kind}))`
  const { rows } = await sql<Waiting>`
    select now() as at,
      json_build_object('service', ${queue('service')}, 'event', ${queue('event')}) as reported,
      (select json_build_object('failed', count(*) filter (where status = 'failed'), 'open', count(*))
        from contact_message where status <> 'done') as messages,
      json_build_object('held', (select count(*) from conversation_message where held),
        'reported', (select count(*) from conversation_report where resolved is null)) as conversations,
      json_build_object('reported', (select count(*) from seller_report where resolved is null)) as sellers`.execute(
    kysely,
  )
  const [waiting] = rows
  if (!waiting) throw new Error('A select without a table returned no row.')
  return waiting
}
