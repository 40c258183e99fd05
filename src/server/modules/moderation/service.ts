/**
 * What admins and moderators can do. The contract already requires the role, so these functions only identify the acting profile, whose
 * scope limits what it finds and decides.
 */

import type { CallRequest } from '../../../shared/contract.ts'
import type { Hiding, Kind } from '../../../shared/listing.ts'
import { scopeOf } from '../../../shared/policy.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import { ruleOf } from '../../../shared/statements.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AuthedContext } from '../../platform/http/handlers.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import type { AccountService } from '../accounts/service.ts'
import * as audit from '../audit/service.ts'
import type { GetBackupStatus } from '../backup/service.ts'
import type { Catalog } from '../catalog/service.ts'
import type { ListingService } from '../listings/service.ts'
import type { MessageCases } from '../messages/service.ts'
import type { Notifications } from '../notifications/service.ts'
import type { SellerModeration } from '../sellers/service.ts'
import { describeChange } from '../settings/service.ts'
import { createStatements } from '../statements/service.ts'
import { nameInLog } from '../texts/service.ts'
import { type AdminListingQuery, createAdminListings } from './admin-listings.ts'
import { createAppealCases } from './appeal-cases.ts'
import { createDecisions, decideOne } from './decisions.ts'
import { createListingCases } from './listing-cases.ts'
import { countWaiting } from './open-cases.ts'
import { readOverview } from './overview.ts'
import * as queries from './queries.ts'
import { createQueue } from './queue.ts'
import { addReviewRequest, createReports } from './reports.ts'
import { createSuspensions } from './suspensions.ts'
import { createTeam } from './team.ts'
import { canUndo, createUndo, type FieldUndo, type UndoEntry } from './undo.ts'
import { pageUsers, type UsersQuery } from './users.ts'

type ModerationOptions = {
  database: Database
  accounts: AccountService
  listings: ListingService
  rateLimiter: RateLimiter
  notifications: Notifications
  secret: string
  settings: CurrentSettings
  invitations: { pathForInvited: (email: string) => string }
  catalog: Pick<Catalog, 'places' | 'nodes'>
  backupStatus: GetBackupStatus
  sellers: SellerModeration
  messages: MessageCases
  fieldChanges: FieldUndo
  undoText: UndoEntry
  /** Returns what is wrong with the settings of the site, in sentences. */
  settingProblems: () => string[]
  undoSetting: UndoEntry
  undoTopics: UndoEntry
  undoTopicMove: UndoEntry
  undoPlaces: UndoEntry
  undoPlaceMove: UndoEntry
  /** Returns what the log shows of a change of topics or places. */
  describeEntry: (entry: audit.AuditEntryRow) => { target: string; before: unknown; after: unknown }
}
export type Moderation = ReturnType<typeof createModeration>

export function createModeration(options: ModerationOptions) {
  const { database, listings, notifications } = options
  const statements = createStatements(options)
  const decisions = createDecisions({ database, listings, notifications, statements })
  const suspensions = createSuspensions({ ...options, statements, status: listings.status })
  const undo = createUndo({ ...options, suspensions, statements })
  const adminListings = createAdminListings(database, listings)
  const listingCases = { decisions, findListings: adminListings.find }
  const queue = createQueue(database, {
    service: createListingCases('service', listingCases),
    event: createListingCases('event', listingCases),
    message: options.messages.held,
    conversation: options.messages.reported,
    person: options.sellers.cases,
    appeal: createAppealCases({
      findListings: adminListings.find,
      decisions,
      suspensions,
      statements,
      undoDecision: undo.undoDecision,
    }),
  })

  const actorOf = (context: AuthedContext) => audit.actorOf(database, context)

  return {
    ...createReports({ ...options, statements }),
    /** For an author who edits a hidden listing. */
    addReviewRequest,
    overview: ({ viewer }: AuthedContext) => readOverview(database, { ...options, scope: scopeOf(viewer) }),
    listListingsForAdmin: ({ viewer }: AuthedContext, query: AdminListingQuery) =>
      adminListings.page(viewer, query),

    listCases: async (ctx: AuthedContext, query: CallRequest<'listCases'>['query']) =>
      queue.list(query, await actorOf(ctx)),
    countCases: ({ viewer }: AuthedContext) => countWaiting(database, scopeOf(viewer)),
    async decideCases(ctx: AuthedContext, input: CallRequest<'decideCases'>['body']) {
      const actor = await actorOf(ctx)
      return database.kysely.transaction().execute((tx) => queue.decide(tx, actor, input))
    },

    /** Records that someone has the case open. Returns the emails of the others who have. */
    touchPresence: async (ctx: AuthedContext, id: string) => ({
      viewedBy: await queue.touch(id, await actorOf(ctx)),
    }),

    decide: async (ctx: AuthedContext, input: CallRequest<'decide'>['body']) =>
      decisions.decide(await actorOf(ctx), input),

    /** Approves one reported listing: the calls that the specification gives for it. */
    async approve(ctx: AuthedContext, kind: Kind, id: string) {
      await decideOne(decisions, await actorOf(ctx), { id, kind, decision: 'approve' })
    },

    /** Removes someone else's listing by the call that authors use, which takes no reason. */
    async remove(ctx: AuthedContext, kind: Kind, id: string) {
      await decideOne(decisions, await actorOf(ctx), { id, kind, decision: 'remove' })
    },

    /** Why a hidden listing is hidden. Only for its author and admins: check before. */
    async explainHiding(listingId: string): Promise<Hiding> {
      const { bySuspension, statement, inReview } = (await queries.findHiding(database, listingId)) ?? {}
      const facts = { inReview: inReview ?? false, statement: statement?.id ?? null }
      if (bySuspension) return { by: 'suspension', reason: '', ...facts }
      if (!statement || statement.automatic) return { by: 'reports', reason: '', ...facts }
      return { by: 'moderator', reason: ruleOf(statement), ...facts }
    },

    suspend: async (ctx: AuthedContext, profileId: string, input: CallRequest<'suspendUser'>['body']) =>
      suspensions.suspend(await actorOf(ctx), profileId, input),
    lift: async (ctx: AuthedContext, profileId: string) => suspensions.lift(await actorOf(ctx), profileId),
    undo: async (ctx: AuthedContext, entryId: number) => undo.undo(await actorOf(ctx), entryId),

    listUsers: ({ viewer }: AuthedContext, query: UsersQuery) => pageUsers(database, viewer, query),
    ...createTeam({ ...options, actorOf }),

    async listAuditLog({ viewer }: AuthedContext, query: CallRequest<'listAuditLog'>['query']) {
      const { rows, total } = await audit.pageAuditLog(database, query, scopeOf(viewer))
      const entries = rows.map((entry) => ({
        ...entry,
        ...(entry.targetType === 'setting' && describeChange(entry.targetId, entry.before, entry.after)),
        ...((entry.targetType === 'topic' || entry.targetType === 'place') && options.describeEntry(entry)),
        ...(entry.targetType === 'text' && {
          target: nameInLog(entry.targetId, entry.before, entry.after),
        }),
        undo: entry.undone ? ('done' as const) : canUndo(entry) ? ('possible' as const) : ('no' as const),
      }))
      return { entries, total, totalPages: Math.ceil(total / query.limit) }
    },

    listReasons: async () => ({ reasons: await queries.listReasons(database.kysely) }),
    async setReasons(ctx: AuthedContext, reasons: string[]) {
      const actor = await actorOf(ctx)
      await database.kysely.transaction().execute(async (tx) => {
        const before = await queries.listReasons(tx)
        await queries.replaceReasons(tx, reasons)
        const target = { type: 'reasons' as const, id: 'all' }
        await audit.recordAudit(tx, actor, [{ action: 'reasons.change', target, before, after: reasons }])
      })
      return { reasons: await queries.listReasons(database.kysely) }
    },
  }
}
