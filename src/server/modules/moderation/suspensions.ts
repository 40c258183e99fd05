/** Suspended accounts: their listings are hidden, and they may still sign in to read why and to take their data. */
import { sql } from 'kysely'
import { AppError, notFound } from '../../../shared/errors.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { type AuditActor, recordAudit } from '../audit/service.ts'
import type { ListingService } from '../listings/service.ts'
import type { Notifications } from '../notifications/service.ts'

type Account = { account_id: string; email: string; name: string; isAdmin: boolean; isSuspended: boolean }

export type Suspensions = ReturnType<typeof createSuspensions>

export function createSuspensions(
  database: Database,
  listings: ListingService,
  notifications: Notifications,
) {
  return {
    async suspend(actor: AuditActor, profileId: string, reason: string): Promise<void> {
      await database.kysely.transaction().execute(async (tx) => {
        const account = await lockAccount(tx, profileId)
        if (account.isAdmin)
          throw new AppError('conflict', 'Admins cannot be suspended. Take away their rights first.')
        if (account.isSuspended) throw new AppError('conflict', `${account.email} is suspended already.`)
        await sql`update account set suspended_at = now(), suspension_reason = ${reason}
          where id = ${account.account_id}`.execute(tx)
        // Whoever is signed in somewhere reads why at the next sign-in, not in the middle of a form.
        await sql`delete from account_session where account_id = ${account.account_id}`.execute(tx)
        await listings.status.suspendAuthor(tx, profileId)
        const target = { type: 'profile' as const, id: profileId }
        await recordAudit(tx, actor, [
          { action: 'account.suspend', target, after: { suspended: true }, reason },
        ])
        await notifications.accountSuspended(tx, account, reason)
      })
    },

    async lift(actor: AuditActor, profileId: string, undoes?: number): Promise<void> {
      await database.kysely.transaction().execute(async (tx) => {
        const account = await lockAccount(tx, profileId)
        if (!account.isSuspended)
          throw new AppError('conflict', `${account.email} is not suspended any more.`)
        await sql`update account set suspended_at = null, suspension_reason = '' where id = ${account.account_id}`.execute(
          tx,
        )
        await listings.status.liftSuspension(tx, profileId)
        const target = { type: 'profile' as const, id: profileId }
        await recordAudit(tx, actor, [
          { action: 'account.lift', target, after: { suspended: false }, ...(undoes && { undoes }) },
        ])
        await notifications.suspensionLifted(tx, account)
      })
    },
  }
}

async function lockAccount(tx: Connection, profileId: string): Promise<Account> {
  const { rows } = await sql<Account>`
    select account.id as account_id, profile.email, profile.name, profile.is_admin as "isAdmin",
      account.suspended_at is not null as "isSuspended"
    from profile join account on account.id = profile.account_id
    where profile.id = ${profileId} for update`.execute(tx)
  const [account] = rows
  if (!account) throw notFound('account')
  return account
}
