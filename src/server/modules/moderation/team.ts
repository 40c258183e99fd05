/** The people who run the site: admins, moderators, and those who are invited. Only admins see and change who they are. */

import type { CallRequest } from '../../../shared/contract.ts'
import { nowAdmin, nowModerator } from '../../../shared/messages/forms.ts'
import { linesOf, type TeamMember } from '../../../shared/moderation.ts'
import type { Role } from '../../../shared/policy.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { AuthedContext } from '../../platform/http/handlers.ts'
import type { AccountService } from '../accounts/service.ts'
import { type AuditActor, recordAudit } from '../audit/service.ts'
import type { Catalog } from '../catalog/service.ts'
import type { Notifications } from '../notifications/service.ts'
import { categoryIdsOf, findCategoryNames, placeIdsOf, placePath } from './team-scope.ts'

type Options = {
  database: Database
  accounts: AccountService
  catalog: Pick<Catalog, 'places' | 'nodes'>
  notifications: Notifications
  invitations: { pathForInvited: (email: string) => string }
  actorOf: (ctx: AuthedContext) => Promise<AuditActor>
}

export function createTeam({ database, accounts, catalog, notifications, invitations, actorOf }: Options) {
  const targetOf = (email: string) => ({ type: 'address' as const, id: email.toLowerCase() })

  async function sendInvitation(
    tx: Connection,
    { name, email, role, hasAccount }: { name: string; email: string; role: Role; hasAccount: boolean },
  ) {
    const signUpPath = invitations.pathForInvited(email)
    await notifications.moderated(tx, 'admin-invitation', email, { name, role, hasAccount, signUpPath })
  }

  return {
    async listAdmins(
      query: CallRequest<'listAdmins'>['query'],
    ): Promise<{ rows: TeamMember[]; total: number }> {
      const { rows, total } = await accounts.pageTeam(query)
      const names = await findCategoryNames(
        database.kysely,
        rows.flatMap(({ categoryIds }) => categoryIds ?? []),
      )
      return {
        rows: rows.map(({ categoryIds, placeIds, ...member }) => ({
          ...member,
          categories: (categoryIds ?? []).map((id) => ({ id, name: names.get(id) ?? '' })),
          places: (placeIds ?? []).map((id) => placePath(catalog, id)),
        })),
        total,
      }
    },

    /** Returns the message for the admin who adds another. */
    async addAdmin(ctx: AuthedContext, { name, email }: { name: string; email: string }): Promise<string> {
      const actor = await actorOf(ctx)
      const outcome = await database.kysely.transaction().execute(async (tx) => {
        const granted = await accounts.grantAdmin(tx, email, name)
        if (granted === 'already-admin') return granted
        const after = { name, pending: granted === 'pending' }
        await recordAudit(tx, actor, [{ action: 'admin.add', target: targetOf(email), after }])
        await sendInvitation(tx, { name, email, role: 'admin', hasAccount: granted === 'granted' })
        return granted
      })
      if (outcome === 'already-admin') return t('{email} is already an admin.', { email })
      if (outcome === 'granted') return nowAdmin(email)
      return t(
        'We’ve invited {email}. They become an admin once they sign up and open the link we then email.',
        { email },
      )
    },

    async removeAdmin(ctx: AuthedContext, email: string): Promise<void> {
      const actor = await actorOf(ctx)
      await database.kysely.transaction().execute(async (tx) => {
        await accounts.revokeAdmin(tx, email)
        await recordAudit(tx, actor, [{ action: 'admin.remove', target: targetOf(email) }])
      })
    },

    /** Returns the message for the admin. Throws `invalid` for a category or a place that does not exist. */
    async addModerator(ctx: AuthedContext, input: CallRequest<'addModerator'>['body']): Promise<string> {
      const { name, email } = input
      const actor = await actorOf(ctx)
      const categoryIds = await categoryIdsOf(database.kysely, input.categories)
      const placeIds = await placeIdsOf(catalog, linesOf(input.places))
      const names = await findCategoryNames(database.kysely, categoryIds ?? [])
      const outcome = await database.kysely.transaction().execute(async (tx) => {
        const granted = await accounts.grantModerator(tx, email, { name, categoryIds, placeIds })
        const scope = {
          ...(categoryIds && { categories: categoryIds.map((id) => names.get(id)) }),
          ...(placeIds && { places: placeIds.map((id) => placePath(catalog, id)) }),
        }
        const after = granted === 'changed' ? scope : { ...scope, name, pending: granted === 'pending' }
        const action = granted === 'changed' ? 'moderator.change' : 'moderator.add'
        await recordAudit(tx, actor, [{ action, target: targetOf(email), after }])
        const role = categoryIds || placeIds ? 'scoped-moderator' : 'moderator'
        if (granted !== 'changed')
          await sendInvitation(tx, { name, email, role, hasAccount: granted === 'granted' })
        return granted
      })
      if (outcome === 'changed') return t('Changed what {email} is responsible for.', { email })
      if (outcome === 'granted') return nowModerator(email)
      return t(
        'We’ve invited {email}. They become a moderator once they sign up and open the link we then email.',
        { email },
      )
    },

    async removeModerator(ctx: AuthedContext, email: string): Promise<void> {
      const actor = await actorOf(ctx)
      await database.kysely.transaction().execute(async (tx) => {
        await accounts.revokeModerator(tx, email)
        await recordAudit(tx, actor, [{ action: 'moderator.remove', target: targetOf(email) }])
      })
    },
  }
}
