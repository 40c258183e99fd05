/** The dashboard's overview: what is waiting, daily counts of the last thirty days, and for admins the state of the site. */
import { sql } from 'kysely'
import type { Overview } from '../../../shared/moderation.ts'
import type { ModeratorScope } from '../../../shared/policy.ts'
import type { Database } from '../../platform/database/database.ts'
import type { GetBackupStatus } from '../backup/service.ts'
import { isLimited } from '../roles/service.ts'
import { readSetupState } from '../setup/service.ts'
import { countWaiting } from './open-cases.ts'

type Days = Overview['days']

type Sources = {
  /** Of who asks; null for an admin. */
  scope: ModeratorScope | null
  backupStatus: GetBackupStatus
  settingProblems: () => string[]
}

export async function readOverview(
  database: Database,
  { scope, backupStatus, settingProblems }: Sources,
): Promise<Overview> {
  const { kysely } = database
  const at = new Date().toISOString()
  const [waiting, days] = await Promise.all([
    countWaiting(database, scope),
    isLimited(scope) ? [] : countDays(kysely),
  ])
  if (scope) return { at, waiting, days, settingProblems: [], isBeingSetUp: false, backup: null }
  const [backup, setup] = await Promise.all([backupStatus(), readSetupState(database)])
  return {
    at,
    waiting,
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
