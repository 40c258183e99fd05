/**
 * Appeals in the queue. The admin who made the decision does not decide its appeal while another one can. A reversal is what ends such a
 * decision anyway: approving the ad, undoing its removal, or lifting the suspension.
 */
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../../../shared/errors.ts'
import type { AdminListing, CasePerson } from '../../../shared/moderation.ts'
import type { ModeratorScope } from '../../../shared/policy.ts'
import { ruleOf, type StatementKind } from '../../../shared/statements.ts'
import { type Message, msg, t } from '../../../shared/translate.ts'
import type { Connection } from '../../platform/database/database.ts'
import { containsText } from '../../platform/database/text-search.ts'
import { type AuditActor, type AuditEntryRow, getAuditEntry, recordAudit } from '../audit/service.ts'
import { alreadyDecided, type CaseModule, casePerson, decideEach, type OpenCases } from '../cases/service.ts'
import { listingIdInScope, peopleInScope } from '../roles/service.ts'
import type { AppealDecision, Statements } from '../statements/service.ts'
import type { Decisions } from './decisions.ts'
import type { Suspensions } from './suspensions.ts'

export const openAppeals: OpenCases = (search, scope) => {
  const matches = search
    ? sql`and (${containsText(sql`lower(statement.title)`, search, false)}
        or exists (select from profile where id = statement.profile_id and lower(email) = lower(${search})))`
    : sql``
  return sql`
    select statement_id as id, appeal.created as since, appeal.created as latest, 0 as reports
    from appeal join statement on statement.id = statement_id
    where decided is null and ${appealInScope(scope)} ${matches}`
}

/** An appeal about an ad belongs to the moderators of the ad, one about an account to those of the whole site. Needs `statement`. */
const appealInScope = (scope: ModeratorScope | null) => sql`
  case when statement.listing_id is null then ${peopleInScope(scope, [sql`statement.profile_id`])}
    else ${listingIdInScope(scope, sql`statement.listing_id`)} end`

const decided: Record<StatementKind, Message> = {
  hold: msg('The ad was held for review. Reason: {rule}'),
  hide: msg('The ad was hidden. Reason: {rule}'),
  removal: msg('The ad was removed. Reason: {rule}'),
  suspension: msg('The account was suspended. Reason: {rule}'),
}

type AppealRow = {
  id: string
  kind: StatementKind
  listingId: string | null
  title: string
  rule: string
  automatic: boolean
  text: string
  person: CasePerson
  /** Of the admin who decided, if another one can decide the appeal. */
  excluded: string | null
}

/**
 * Whether someone may not decide an appeal: the person, and who decided at first, while another admin can. Needs `statement`.
 */
const isExcluded = (profileId: RawBuilder<unknown>) => sql`(
  ${profileId} in (statement.profile_id, statement.decided_by)
  and exists (
    select from profile other join account on account.id = other.account_id
    where other.is_admin and account.suspended_at is null and other.id <> statement.profile_id
      and (${profileId} = statement.profile_id or other.id <> statement.decided_by)))`

type Options = {
  findListings: (ids: string[]) => Promise<AdminListing[]>
  decisions: Decisions
  suspensions: Pick<Suspensions, 'liftIn'>
  statements: Statements
  undoDecision: (tx: Connection, actor: AuditActor, entry: AuditEntryRow) => Promise<void>
}

export function createAppealCases(options: Options): CaseModule {
  const { findListings, decisions, suspensions, statements, undoDecision } = options

  /** Ends what was decided, if it still applies. Returns the audit entry by which this can be undone. */
  async function reverse(tx: Connection, actor: AuditActor, appeal: LockedAppeal): Promise<number | null> {
    const { kind, profileId, listingId, status, entryId, ended } = appeal
    if (ended) return null
    if (kind === 'suspension') {
      await suspensions.liftIn(tx, actor, profileId, entryId ?? undefined)
      return null
    }
    if (kind === 'removal') {
      // Deleted for good by now, or its author has deleted their account.
      if (status === 'deleted' && entryId !== null)
        await undoDecision(tx, actor, await getAuditEntry(tx, entryId, actor.scope))
      return null
    }
    if (listingId === null || status !== 'hidden') return null
    const input = { ids: [listingId], decision: 'approve' as const, reason: '', onlyOpenReports: false }
    const { auditEntryIds, skipped } = await decisions.decideIn(tx, actor, input)
    if (skipped[0]) throw new AppError('conflict', skipped[0].message)
    return auditEntryIds[0] ?? null
  }

  async function decide(tx: Connection, actor: AuditActor, id: string, decision: Omit<AppealDecision, 'by'>) {
    const appeal = await lockAppeal(tx, id, actor)
    if (!appeal) throw alreadyDecided()
    if (appeal.isExcluded) throw new AppError('conflict', t('Another admin decides this appeal.'))
    const { outcome, reason } = decision
    if (outcome === 'reversed' && appeal.isBlocked)
      throw new AppError(
        'conflict',
        t('The poster is suspended. Lift the suspension first, or remove the ad.'),
      )
    await statements.closeAppeal(tx, id, { ...decision, by: actor.profileId })
    const reversal = outcome === 'reversed' ? await reverse(tx, actor, appeal) : null
    const [entry = null] = await recordAudit(tx, actor, [
      {
        action: outcome === 'reversed' ? 'appeal.reverse' : 'appeal.uphold',
        target: { type: 'profile', id: appeal.profileId },
        after: { statement: id },
        reason,
      },
    ])
    return outcome === 'reversed' ? reversal : entry
  }

  return {
    async find(connection, ids) {
      const rows = await findAppeals(connection, ids)
      const listings = await findListings(rows.flatMap(({ listingId }) => listingId ?? []))
      return rows.map(({ id, kind, listingId, title, text, person, excluded, ...statement }) => ({
        id,
        title: title || person.name,
        about: [
          t(decided[kind], { rule: ruleOf(statement) || t('none') }),
          statement.automatic && t('A rule decided this, without a person.'),
          excluded !== null &&
            t('{email} decided this, so another admin decides the appeal.', { email: excluded }),
        ]
          .filter(Boolean)
          .join(' '),
        listing: listings.find(({ _id }) => _id === listingId) ?? null,
        people: [person],
        texts: [{ by: person.name, text, photos: [] }],
        decisions: ['reverse' as const, 'uphold' as const],
      }))
    },

    decide: (tx, actor, { ids, decision, reason }) => {
      const outcome = decision === 'reverse' ? ('reversed' as const) : ('upheld' as const)
      return decideEach(ids, (id) => decide(tx, actor, id, { outcome, reason }))
    },
  }
}

async function findAppeals(connection: Connection, ids: string[]): Promise<AppealRow[]> {
  const { rows } = await sql<AppealRow>`
    select statement.id, statement.kind, statement.listing_id as "listingId", statement.title, statement.rule,
      statement.automatic, appeal.text, ${casePerson(sql`statement.profile_id`)} as person,
      case when ${isExcluded(sql`statement.decided_by`)} then decider.email end as excluded
    from statement join appeal on appeal.statement_id = statement.id
    left join profile decider on decider.id = statement.decided_by
    where statement.id = any(${ids}::uuid[]) and appeal.decided is null`.execute(connection)
  return rows
}

type LockedAppeal = {
  kind: StatementKind
  profileId: string
  listingId: string | null
  status: string | null
  entryId: number | null
  ended: boolean
  isExcluded: boolean
  /** Showing the ad waits for the end of its author's suspension. */
  isBlocked: boolean
}

/** Locks an open appeal. Returns null if it is decided. */
async function lockAppeal(
  tx: Connection,
  id: string,
  { profileId, scope }: AuditActor,
): Promise<LockedAppeal | null> {
  await sql`select from appeal where statement_id = ${id} for update`.execute(tx)
  const { rows } = await sql<LockedAppeal>`
    select statement.kind, statement.profile_id as "profileId", statement.listing_id as "listingId", listing.status,
      statement.entry_id::int as "entryId", statement.ended is not null as ended,
      ${isExcluded(sql`${profileId}::uuid`)} as "isExcluded",
      listing.status = 'hidden' and exists (
        select from profile join account on account.id = profile.account_id
        where profile.id = statement.profile_id and suspended_at is not null) as "isBlocked"
    from statement join appeal on appeal.statement_id = statement.id
    left join listing on listing.id = statement.listing_id
    where statement.id = ${id} and appeal.decided is null and ${appealInScope(scope)}`.execute(tx)
  return rows[0] ?? null
}
