/** What admins can ask and do. Whether somebody is an admin was looked at before; here it is who. */
import { notFound } from '../../../shared/errors.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { Decision } from '../../../shared/moderation.ts'
import type { Database } from '../../platform/database/database.ts'
import { requireAdmin } from '../../platform/http/guards.ts'
import type { RequestContext } from '../../platform/http/handlers.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { type AccountService, ensureProfile } from '../accounts/service.ts'
import * as audit from '../audit/service.ts'
import type { ListingService } from '../listings/service.ts'
import type { Notifications } from '../notifications/service.ts'
import { type AdminListingQuery, createAdminListings } from './admin-listings.ts'
import { createDecisions, decideOne } from './decisions.ts'
import { createOverview } from './overview.ts'
import { pageUsers } from './people.ts'
import * as queries from './queries.ts'
import * as reasons from './reasons.ts'
import { createReports } from './reports.ts'
import { createSuspensions } from './suspensions.ts'
import { canUndo, createUndo } from './undo.ts'

type Parts = {
  database: Database
  accounts: AccountService
  listings: ListingService
  attempts: RateLimiter
  notifications: Notifications
  secret: string
}
type Paging = { page: number; limit: number }
type CasesAsked = Paging & { kind: Kind; search?: string | undefined; sort: 'oldest' | 'newest' | 'most' }

export type Moderation = ReturnType<typeof createModeration>

export function createModeration({ database, accounts, listings, attempts, notifications, secret }: Parts) {
  const decisions = createDecisions(database, listings, notifications)
  const suspensions = createSuspensions(database, listings, notifications)
  const undo = createUndo({ database, listings, suspensions, notifications })
  const overview = createOverview(database)
  const managed = createAdminListings(database, listings)
  const { report } = createReports({ database, listings, attempts, secret })

  async function actorOf({ viewer, network = '' }: RequestContext): Promise<audit.AuditActor> {
    return { profileId: (await ensureProfile(database, requireAdmin(viewer))).profileId, network }
  }

  return {
    report,
    overview,
    listListingsForAdmin: (asker: RequestContext, asked: AdminListingQuery) =>
      managed.page(requireAdmin(asker.viewer), asked),

    async listCases(asker: RequestContext, { page, limit, search, ...rest }: CasesAsked) {
      const { profileId } = await actorOf(asker)
      const offset = (page - 1) * limit
      const asked = { ...rest, limit, offset, viewerId: profileId, ...(search && { search }) }
      const { rows, ids, total } = await queries.pageCases(database, asked)
      const found = new Map((await managed.find(ids)).map((listing) => [listing._id, listing]))
      const cases = rows.flatMap(({ id, ...row }) => {
        const listing = found.get(id)
        return listing ? [{ ...row, listing }] : []
      })
      return { at: new Date().toISOString(), cases, total, totalPages: Math.ceil(total / limit) }
    },

    async look(asker: RequestContext, listingId: string) {
      const { profileId } = await actorOf(asker)
      if ((await managed.find([listingId])).length === 0) throw notFound('ad')
      return { viewedBy: await queries.look(database, listingId, profileId) }
    },

    async decide(
      asker: RequestContext,
      asked: { ids: string[]; decision: Decision; reason: string; onlyOpenReports: boolean },
    ) {
      return decisions.decide(await actorOf(asker), asked)
    },

    /** The calls that the specification gives for it: one listing, which was reported. */
    async approve(asker: RequestContext, kind: Kind, id: string) {
      await decideOne(decisions, await actorOf(asker), { id, kind, decision: 'approve', reason: '' })
    },

    /** What an admin deletes by the plain call, without a reason. */
    async remove(asker: RequestContext, kind: Kind, id: string) {
      await decideOne(decisions, await actorOf(asker), { id, kind, decision: 'remove', reason: '' })
    },

    suspend: async (asker: RequestContext, profileId: string, reason: string) =>
      suspensions.suspend(await actorOf(asker), profileId, reason),
    lift: async (asker: RequestContext, profileId: string) =>
      suspensions.lift(await actorOf(asker), profileId),
    undo: async (asker: RequestContext, entryId: number) => undo(await actorOf(asker), entryId),

    listUsers: (asked: Parameters<typeof pageUsers>[1]) => pageUsers(database, asked),
    listAdmins: accounts.pageAdmins,

    /** Answers what to tell the one who asked. */
    async addAdmin(asker: RequestContext, { name, email }: { name: string; email: string }): Promise<string> {
      const actor = await actorOf(asker)
      const outcome = await accounts.grantAdmin(email, name, async (tx, outcome) => {
        if (outcome === 'already-admin') return
        const target = { type: 'address' as const, id: email.toLowerCase() }
        await audit.recordAudit(tx, actor, [
          { action: 'admin.add', target, after: { name, pending: outcome === 'pending' } },
        ])
        await notifications.adminInvited(tx, { email, name }, outcome === 'granted')
      })
      if (outcome === 'already-admin') return `${email} is an admin already.`
      if (outcome === 'granted') return `${email} is an admin now.`
      return `${email} has been invited, and is an admin as soon as the address has signed up and been verified.`
    },

    async removeAdmin(asker: RequestContext, email: string): Promise<void> {
      const actor = await actorOf(asker)
      await accounts.revokeAdmin(email, async (tx) => {
        const target = { type: 'address' as const, id: email.toLowerCase() }
        await audit.recordAudit(tx, actor, [{ action: 'admin.remove', target }])
      })
    },

    async listAuditLog({ page, limit, search }: Paging & { search?: string | undefined }) {
      const { rows, total } = await audit.pageEntries(database, { page, limit, search })
      const entries = rows.map((entry) => ({
        ...entry,
        undo: entry.undone ? ('done' as const) : canUndo(entry) ? ('possible' as const) : ('no' as const),
      }))
      return { entries, total, totalPages: Math.ceil(total / limit) }
    },

    listReasons: async () => ({ reasons: await reasons.listReasons(database) }),
    async setReasons(asker: RequestContext, wanted: string[]) {
      await reasons.setReasons(database, await actorOf(asker), wanted)
      return { reasons: await reasons.listReasons(database) }
    },
  }
}
