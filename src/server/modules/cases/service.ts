/** What the queue of the dashboard asks of a module that has something for admins to decide. */

import { type RawBuilder, sql } from 'kysely'
import type { CaseDecision } from '../../../shared/case-sources.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Case } from '../../../shared/moderation.ts'
import type { ModeratorScope } from '../../../shared/policy.ts'
import { t } from '../../../shared/translate.ts'
import { type Connection, isoTimestamp } from '../../platform/database/database.ts'
import type { AuditActor } from '../audit/service.ts'
import { teamProfiles } from '../roles/service.ts'

/** A case without what the queue itself knows: since when it waits, and who has it open. */
export type CaseFacts = Pick<Case, 'id' | 'title' | 'about' | 'people' | 'texts' | 'decisions'> &
  Partial<Pick<Case, 'listing' | 'reports' | 'reasons' | 'newest' | 'reviewRequested'>>

type DecideInput = { ids: string[]; decision: CaseDecision; reason: string }
type Skipped = { id: string; message: string }
/** `entries` are the audit entries that can be undone. */
export type Decided = { decided: string[]; auditEntryIds: number[]; skipped: Skipped[] }

/**
 * Returns a query of all open cases in the scope, or of those that match: `id`, `since`, `latest`, and `reports`. The email of whom a case
 * is about matches as a whole. In a file that the process of the jobs can load, too.
 */
export type OpenCases = (search: string, scope: ModeratorScope | null) => RawBuilder<unknown>

export type CaseModule = {
  /** Returns what is known of these cases, in no particular order. */
  find: (connection: Connection, ids: string[]) => Promise<CaseFacts[]>
  /** Decides each case that is still open, and says why it skipped the others. The queue leaves out those beyond the actor's scope. */
  decide: (tx: Connection, actor: AuditActor, input: DecideInput) => Promise<Decided>
}

/** Decides one case after the other. `decide` returns the audit entry that can be undone, and throws before it changes anything. */
export async function decideEach(
  ids: string[],
  decide: (id: string) => Promise<number | null>,
): Promise<Decided> {
  const result: Decided = { decided: [], auditEntryIds: [], skipped: [] }
  // Sorted, so that two admins who decide the same cases wait for each other instead of deadlocking.
  for (const id of [...ids].sort())
    try {
      const entry = await decide(id)
      result.decided.push(id)
      if (entry !== null) result.auditEntryIds.push(entry)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      result.skipped.push({ id, message: error.message })
    }
  return result
}

export const alreadyDecided = () => new AppError('conflict', t('Another admin has already decided this.'))

type PersonColumns = {
  /** Of a visitor. */
  name?: RawBuilder<unknown>
  email?: RawBuilder<unknown>
  /** Reports of this listing are those of the case itself. */
  listing?: RawBuilder<unknown>
}

/** Returns a person as `CasePerson`: the one with this profile, or else a visitor. */
export function casePerson(profileId: RawBuilder<unknown>, columns: PersonColumns = {}) {
  const { name = sql`null`, email = sql`null`, listing = sql`null` } = columns
  return sql`(
    select json_build_object(
      'id', profile.id, 'name', coalesce(nullif(profile.name, ''), profile.email, ${name}, ''),
      'email', coalesce(profile.email, ${email}, ''), 'accountSince', ${isoTimestamp(sql`account.created`)},
      'otherReports', (
        select count(*) from listing other join report on report.listing_id = other.id
        where other.author_id = profile.id and report.reporter_id is distinct from profile.id
          and other.id is distinct from ${listing}::uuid),
      'isSuspended', account.suspended_at is not null,
      'canBeSuspended', account.id is not null and profile.id not in ${teamProfiles})
    from (select) nothing left join profile on profile.id = ${profileId}
    left join account on account.id = profile.account_id)`
}

/** Returns the reports of a case as lateral subqueries `newest` and `reasons`, from a table `one` of reports and a condition. */
export function reportLists(from: RawBuilder<unknown>) {
  return sql`
    cross join lateral (
      select coalesce(json_agg(json_build_object('reason', reason, 'note', note, 'at', ${isoTimestamp(sql`created`)}, 'by', by)
        order by created desc), '[]') as list
      from (select reason, note, created, by from ${from} order by created desc limit 20) newest_report
    ) newest
    cross join lateral (
      select coalesce(json_agg(json_build_object('reason', reason, 'count', count) order by count desc, reason), '[]') as list,
        coalesce(sum(count), 0)::int as total
      from (select reason, count(*)::int as count from ${from} group by reason) each
    ) reasons`
}
