/** Suspended accounts: their listings are hidden; they can still sign in to read why and to export their data. */

import { sql } from 'kysely'
import type { CallRequest } from '../../../shared/contract.ts'
import { AppError, notFound } from '../../../shared/errors.ts'
import type { Role } from '../../../shared/policy.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { AccountService } from '../accounts/service.ts'
import { type AuditActor, recordAudit } from '../audit/service.ts'
import type { ListingService } from '../listings/service.ts'
import type { Notifications } from '../notifications/service.ts'
import { roleOfProfile } from '../roles/service.ts'
import type { Statements } from '../statements/service.ts'

type LockedAccount = {
  accountId: string
  email: string
  name: string
  role: Role | null
  isSuspended: boolean
}
type SuspensionInput = CallRequest<'suspendUser'>['body']
/** What lifting needs, also in the process of the jobs, which does not load the services. */
export type LiftUses = {
  accounts: Pick<AccountService, 'liftSuspension'>
  status: Pick<ListingService['status'], 'liftSuspension'>
  notifications: Notifications
  statements: Statements
}
type Options = LiftUses & {
  database: Database
  settings: CurrentSettings
  accounts: AccountService
  status: ListingService['status']
}

export type Suspensions = ReturnType<typeof createSuspensions>

/** Lifts a suspension and says so, unless its person hears it by the outcome of their appeal. */
async function liftAccount(
  tx: Connection,
  { accounts, status, notifications, statements }: LiftUses,
  { profileId, account, ...ending }: LiftedAccount,
) {
  await accounts.liftSuspension(tx, account.accountId)
  await status.liftSuspension(tx, profileId)
  if (!(await statements.endStatement(tx, { suspensionOf: profileId, ...ending })))
    await notifications.moderated(tx, 'account-lift', account.email, { name: account.name })
}
type LiftedAccount = {
  profileId: string
  account: Pick<LockedAccount, 'accountId' | 'email' | 'name'>
  entryId?: number | null
  by?: string
}

export function createSuspensions({ database, settings, ...uses }: Options) {
  const { accounts, status, statements } = uses

  /** Returns when a suspension ends that begins now; null if it does not end by itself. */
  async function endOf(tx: Connection, { lasts, until }: SuspensionInput): Promise<Date | null> {
    if (lasts === 'always') return null
    const end =
      lasts === 'date'
        ? sql`(${until}::date + 1)::timestamp at time zone ${settings().timeZone}`
        : sql`now() + make_interval(days => ${Number(lasts)})`
    const { rows } = await sql<{ ends: string; over: boolean }>`
      select ends, ends <= now() as over from (select ${end} as ends) suspension`.execute(tx)
    if (rows[0]?.over) {
      const message = t('This day is over. Please choose a later one.')
      throw new AppError('invalid', message, { until: message })
    }
    return rows[0] ? new Date(rows[0].ends) : null
  }

  async function suspendIn(tx: Connection, actor: AuditActor, profileId: string, input: SuspensionInput) {
    const { reason } = input
    const ends = await endOf(tx, input)
    const account = await lockAccount(tx, profileId)
    if (account.role === 'admin')
      throw new AppError('conflict', t('Admins can’t be suspended. Remove their admin rights first.'))
    if (account.role !== null)
      throw new AppError(
        'conflict',
        t('Moderators can’t be suspended. An admin must remove their rights first.'),
      )
    if (account.isSuspended)
      throw new AppError('conflict', t('{email} is already suspended.', { email: account.email }))
    await accounts.suspendAccount(tx, account.accountId, reason, ends)
    await status.suspendAuthor(tx, profileId)
    const target = { type: 'profile' as const, id: profileId }
    const after = { suspended: true, ...(ends && { until: ends.toISOString() }) }
    const [entryId = null] = await recordAudit(tx, actor, [
      { action: 'account.suspend', target, after, reason },
    ])
    const decision = { rule: reason, decidedBy: actor.profileId, entryId, ends }
    await statements.createStatement(tx, { profileId, kind: 'suspension', ...decision })
  }

  /** `undoes` is the audit entry of the suspension when an admin undoes it. */
  async function liftIn(tx: Connection, actor: AuditActor, profileId: string, undoes?: number) {
    const target = { type: 'profile' as const, id: profileId }
    const entry = {
      action: 'account.lift' as const,
      target,
      after: { suspended: false },
      ...(undoes && { undoes }),
    }
    // The account was deleted, so there is nobody to email.
    if (await accounts.liftRetainedSuspension(tx, profileId))
      return void (await recordAudit(tx, actor, [entry]))
    const account = await lockAccount(tx, profileId)
    if (!account.isSuspended)
      throw new AppError('conflict', t('{email} is no longer suspended.', { email: account.email }))
    const [entryId = null] = await recordAudit(tx, actor, [entry])
    await liftAccount(tx, uses, { profileId, account, entryId, by: actor.profileId })
  }

  return {
    suspend: (actor: AuditActor, profileId: string, input: SuspensionInput): Promise<void> =>
      database.kysely.transaction().execute((tx) => suspendIn(tx, actor, profileId, input)),
    lift: (actor: AuditActor, profileId: string, undoes?: number): Promise<void> =>
      database.kysely.transaction().execute((tx) => liftIn(tx, actor, profileId, undoes)),
    liftIn,
  }
}

/** Lifts the suspensions whose time is over. The log has their end in the entry of the suspension. */
export async function liftEndedSuspensions({ kysely }: Database, uses: LiftUses): Promise<void> {
  let isDone = false
  while (!isDone)
    isDone = await kysely.transaction().execute(async (tx) => {
      const { rows } = await sql<LiftedAccount>`
        select profile.id as "profileId",
          json_build_object('accountId', account.id, 'email', profile.email, 'name', profile.name) as account
        from account join profile on profile.account_id = account.id
        where suspended_until <= now() and suspended_at is not null
        order by suspended_until limit 1 for update of profile`.execute(tx)
      for (const lifted of rows) await liftAccount(tx, uses, lifted)
      return rows.length === 0
    })
}

async function lockAccount(tx: Connection, profileId: string): Promise<LockedAccount> {
  const { rows } = await sql<LockedAccount>`
    select account.id as "accountId", profile.email, profile.name, ${roleOfProfile} as role,
      account.suspended_at is not null as "isSuspended"
    from profile join account on account.id = profile.account_id
    left join moderator on moderator.profile_id = profile.id
    where profile.id = ${profileId} for update of profile, account`.execute(tx)
  const [account] = rows
  if (!account) throw notFound('account')
  return account
}
