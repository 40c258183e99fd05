/** What admins can ask and do. Whether somebody is an admin was looked at before; here it is who. */
import { notFound } from '../../../shared/errors.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { Decision } from '../../../shared/moderation.ts'
import type { Product } from '../../../shared/product.ts'
import * as admins from '../accounts/admins.ts'
import { authorOf } from '../accounts/ensure-profile.ts'
import type { Catalogue } from '../catalog/service.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Attempts } from '../../platform/http/rate-limiter.ts'
import { requireAdmin } from '../../platform/http/guards.ts'
import type { Asker } from '../../platform/http/handlers.ts'
import type { ListingService } from '../listings/service.ts'
import * as audit from '../audit/audit.ts'
import { createDecisions, decideOne } from './decisions.ts'
import { createManaged, type ManagedAsked } from './admin-listings.ts'
import { createModerationMail } from './moderation-mail.ts'
import { createOverview } from './overview.ts'
import { pagePeople } from './people.ts'
import * as queries from './queries.ts'
import * as reasons from './reasons.ts'
import { createReports } from './reports.ts'
import { createSuspensions } from './suspensions.ts'
import { canUndo, createUndo } from './undo.ts'

type Parts = {
  database: Database
  catalogue: Catalogue
  listings: ListingService
  attempts: Attempts
  secret: string
  product: Product
  publicUrl: string
}
type Paging = { page: number; limit: number }
type CasesAsked = Paging & { kind: Kind; search?: string | undefined; sort: 'oldest' | 'newest' | 'most' }

export type Moderation = ReturnType<typeof createModeration>

export function createModeration({
  database,
  catalogue,
  listings,
  attempts,
  secret,
  product,
  publicUrl,
}: Parts) {
  const mail = createModerationMail({ secret, product, publicUrl })
  const decisions = createDecisions(database, mail)
  const suspensions = createSuspensions(database, mail)
  const undo = createUndo(database, suspensions, mail)
  const overview = createOverview(database)
  const managed = createManaged(database, catalogue, listings)
  const { report } = createReports(database, attempts, secret)

  async function actorOf({ viewer, network = '' }: Asker): Promise<audit.Actor> {
    return { profileId: (await authorOf(database, requireAdmin(viewer))).profileId, network }
  }

  return {
    report,
    overview,
    listManaged: (asker: Asker, asked: ManagedAsked) => managed.page(requireAdmin(asker.viewer), asked),

    async listCases(asker: Asker, { page, limit, search, ...rest }: CasesAsked) {
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

    async look(asker: Asker, listingId: string) {
      const { profileId } = await actorOf(asker)
      if ((await managed.find([listingId])).length === 0) throw notFound('ad')
      return { lookedAtBy: await queries.look(database, listingId, profileId) }
    },

    async decide(
      asker: Asker,
      asked: { ids: string[]; decision: Decision; reason: string; ofCases: boolean },
    ) {
      return decisions.decide(await actorOf(asker), asked)
    },

    /** The calls that the specification gives for it: one listing, which was reported. */
    async approve(asker: Asker, kind: Kind, id: string) {
      await decideOne(decisions, await actorOf(asker), { id, kind, decision: 'approve', reason: '' })
    },

    /** What an admin deletes by the plain call, without a reason. */
    async remove(asker: Asker, kind: Kind, id: string) {
      await decideOne(decisions, await actorOf(asker), { id, kind, decision: 'remove', reason: '' })
    },

    suspend: async (asker: Asker, profileId: string, reason: string) =>
      suspensions.suspend(await actorOf(asker), profileId, reason),
    lift: async (asker: Asker, profileId: string) => suspensions.lift(await actorOf(asker), profileId),
    undo: async (asker: Asker, entryId: number) => undo(await actorOf(asker), entryId),

    listPeople: (asked: Parameters<typeof pagePeople>[1]) => pagePeople(database, asked),
    listAdmins: (asked: Parameters<typeof admins.pageAdmins>[1]) => admins.pageAdmins(database, asked),

    /** Answers what to tell the one who asked. */
    async addAdmin(asker: Asker, { name, email }: { name: string; email: string }): Promise<string> {
      const actor = await actorOf(asker)
      const outcome = await admins.grantAdmin(database, email, name, async (tx, outcome) => {
        if (outcome === 'kept') return
        const target = { type: 'address' as const, id: email.toLowerCase() }
        await audit.record(tx, actor, [
          { action: 'admin.add', target, after: { name, waiting: outcome === 'waiting' } },
        ])
        await mail.invited(tx, { email, name }, outcome === 'granted')
      })
      if (outcome === 'kept') return `${email} is an admin already.`
      if (outcome === 'granted') return `${email} is an admin now.`
      return `${email} has been invited, and is an admin as soon as the address has signed up and been verified.`
    },

    async removeAdmin(asker: Asker, email: string): Promise<void> {
      const actor = await actorOf(asker)
      await admins.revokeAdmin(database, email, async (tx) => {
        const target = { type: 'address' as const, id: email.toLowerCase() }
        await audit.record(tx, actor, [{ action: 'admin.remove', target }])
      })
    },

    async listEntries({ page, limit, search }: Paging & { search?: string | undefined }) {
      const { rows, total } = await audit.pageEntries(database, { page, limit, search })
      const entries = rows.map((entry) => ({
        ...entry,
        undo: entry.undone ? ('done' as const) : canUndo(entry) ? ('possible' as const) : ('no' as const),
      }))
      return { entries, total, totalPages: Math.ceil(total / limit) }
    },

    listReasons: async () => ({ reasons: await reasons.listReasons(database) }),
    async setReasons(asker: Asker, wanted: string[]) {
      await reasons.setReasons(database, await actorOf(asker), wanted)
      return { reasons: await reasons.listReasons(database) }
    },
  }
}
