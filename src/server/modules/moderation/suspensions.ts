/** Suspended accounts: their listings are hidden; they can still sign in to read why and to export their data. */

import { sql } from 'kysely'
import { AppError, notFound } from '../../../shared/errors.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { AccountService } from '../accounts/service.ts'
import { type AuditActor, recordAudit } from '../audit/service.ts'
import type { ListingService } from '../listings/service.ts'
import type { Notifications } from '../notifications/service.ts'

type LockedAccount = {
  accountId: string
  email: string
  name: string
  isAdmin: boolean
  isSuspended: boolean
}
type Options = {
  database: Database
  accounts: AccountService
  listings: ListingService
  notifications: Notifications
}

export type Suspensions = ReturnType<typeof createSuspensions>

export function createSuspensions({ database, accounts, listings, notifications }: Options) {
  return {
    async suspend(actor: AuditActor, profileId: string, reason: string): Promise<void> {
      await database.kysely.transaction().execute(async (tx) => {
        const account = await lockAccount(tx, profileId)
        if (account.isAdmin)
          throw new AppError('conflict', t('Admins can’t be suspended. Remove their admin rights first.'))
        if (account.isSuspended)
          throw new AppError('conflict', t('{email} is already suspended.', { email: account.email }))
        await accounts.suspendAccount(tx, account.accountId, reason)
        await listings.status.suspendAuthor(tx, profileId)
        const target = { type: 'profile' as const, id: profileId }
        await recordAudit(tx, actor, [
          { action: 'account.suspend', target, after: { suspended: true }, reason },
        ])
        await notifications.moderated(tx, 'account-suspend', account.email, { name: account.name, reason })
      })
    },

    /** `undoes` is the audit entry of the suspension when an admin undoes it. */
    async lift(actor: AuditActor, profileId: string, undoes?: number): Promise<void> {
      await database.kysely.transaction().execute(async (tx) => {
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
        await accounts.liftSuspension(tx, account.accountId)
        await listings.status.liftSuspension(tx, profileId)
        await recordAudit(tx, actor, [entry])
        await notifications.moderated(tx, 'account-lift', account.email, { name: account.name })
      })
    },
  }
}

async function lockAccount(tx: Connection, profileId: string): Promise<LockedAccount> {
  const { rows } = await sql<LockedAccount>`
    select account.id as "accountId", profile.email, profile.name, profile.is_admin as "isAdmin",
      account.suspended_at is not null as "isSuspended"
    from profile join account on account.id = profile.account_id
    where profile.id = ${profileId} for update`.execute(tx)
  const [account] = rows
  if (!account) throw notFound('account')
  return account
}
