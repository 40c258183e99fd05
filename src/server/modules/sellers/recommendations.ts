/** The rules of recommendations: who may write one, reply to it, and change it, and for how long. */

import { AppError, notFound } from '../../../shared/errors.ts'
import { formatDay } from '../../../shared/format.ts'
import { establishedAccountDays, recommendationEditDays } from '../../../shared/limits.ts'
import { recommendations as sentences } from '../../../shared/messages/recommendations.ts'
import { isAdmin, type Viewer } from '../../../shared/policy.ts'
import type { OwnRecommendation, RecommendationForm } from '../../../shared/recommendation.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { AuthedContext } from '../../platform/http/handlers.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { type AccountNetworks, ensureProfile } from '../accounts/service.ts'
import type { Notifications } from '../notifications/service.ts'
import * as queries from './queries.ts'

type Options = {
  database: Database
  /** Where pages are read. */
  reader: Database
  rateLimiter: RateLimiter
  networks: AccountNetworks
  notifications: Notifications
}

export function createRecommendations({ database, reader, rateLimiter, networks, notifications }: Options) {
  const { kysely } = database

  async function getSeller(connection: Connection, id: string) {
    const seller = await queries.findSellerToRecommend(connection, id)
    if (!seller || seller.suspended) throw notFound('seller')
    return seller
  }

  /** Returns why the viewer cannot recommend the seller, as a sentence, or null. */
  async function refusalOf(
    connection: Connection,
    writer: { profileId: string; accountId: string },
    seller: queries.SellerToRecommend,
  ): Promise<string | null> {
    if (writer.profileId === seller.id) return t(sentences.own)
    const latest = await queries.findLatest(connection, seller.id, writer.profileId)
    if (latest) return sentences.oncePerYear(formatDay(latest.next))
    const conversation = await queries.findConversation(connection, seller.id, writer.profileId)
    if (!conversation) return t(sentences.needsMessages)
    if (!conversation.isOldEnough) return t(sentences.nextDay)
    const established = await queries.findEstablishedDay(connection, writer.profileId)
    if (established !== null) return sentences.newAccount(establishedAccountDays, formatDay(established))
    const sellerEstablished = await queries.findEstablishedDay(connection, seller.id)
    if (sellerEstablished !== null) return sentences.newSeller(formatDay(sellerEstablished))
    const isSameNetwork =
      seller.accountId !== null && (await networks.share(connection, writer.accountId, seller.accountId))
    return isSameNetwork ? t(sentences.sameNetwork) : null
  }

  /** Throws the same error for a stranger's recommendation as for a missing one. */
  async function requireOwn(tx: Connection, viewer: Viewer, id: string, role: 'writer' | 'author') {
    const found = await queries.findRecommendation(tx, id, viewer.accountId, true)
    if (found?.role !== role) throw notFound('recommendation')
    return found
  }

  const change = (
    viewer: Viewer,
    id: string,
    role: 'writer' | 'author',
    apply: (tx: Connection, found: queries.StoredRecommendation) => Promise<unknown>,
  ) =>
    kysely.transaction().execute(async (tx) => {
      await apply(tx, await requireOwn(tx, viewer, id, role))
    })

  const consumeEdit = (tx: Connection, { accountId }: Viewer) =>
    rateLimiter.consume('recommendationEditByAccount', accountId, tx)

  return {
    async list(
      viewer: Viewer | null,
      { seller, page, limit }: { seller: string; page: number; limit: number },
    ) {
      const selection = { seller, limit, offset: (page - 1) * limit }
      const { rows, total } = await queries.pageRecommendations(reader, selection, viewer?.accountId ?? null)
      return { recommendations: rows, total, totalPages: Math.ceil(total / limit) }
    },

    async form(viewer: Viewer, sellerId: string): Promise<RecommendationForm> {
      const found = await getSeller(kysely, sellerId)
      const { id, handle, name } = found
      const { profileId } = await ensureProfile(database, viewer)
      const latest = await queries.findLatest(kysely, id, profileId)
      return {
        seller: { id, handle, name },
        own: latest && !latest.deleted ? latest.id : null,
        refusal: await refusalOf(kysely, { profileId, accountId: viewer.accountId }, found),
      }
    },

    async recommend(
      { viewer, network = '' }: AuthedContext,
      sellerId: string,
      text: string,
    ): Promise<string> {
      const { profileId } = await ensureProfile(database, viewer)
      return kysely.transaction().execute(async (tx) => {
        await queries.lockPair(tx, sellerId, profileId)
        const seller = await getSeller(tx, sellerId)
        await networks.remember(tx, viewer.accountId, network)
        const refusal = await refusalOf(tx, { profileId, accountId: viewer.accountId }, seller)
        if (refusal !== null) throw new AppError(profileId === sellerId ? 'invalid' : 'conflict', refusal)
        await rateLimiter.consume('recommendByAccount', viewer.accountId, tx)
        const id = await queries.insertRecommendation(tx, {
          author_id: sellerId,
          writer_id: profileId,
          text,
        })
        const found = await queries.findRecommendation(tx, id, viewer.accountId)
        await notifications.topicEmail(tx, sellerId, 'recommendation', {
          from: found?.writer.name ?? null,
          text,
          link: `/recommendation/${id}`,
        })
        return id
      })
    },

    /** Admins can read every recommendation: they may have to hide it. */
    async get(viewer: Viewer, id: string): Promise<OwnRecommendation> {
      const found = await queries.findRecommendation(kysely, id, viewer.accountId)
      if (!found || (found.role === null && !isAdmin(viewer))) throw notFound('recommendation')
      return found
    },

    /** A recommendation that an admin hid cannot be changed: it would have to be reviewed again. */
    change: (viewer: Viewer, id: string, text: string) =>
      change(viewer, id, 'writer', async (tx, { canEdit, hidden }) => {
        if (hidden) throw new AppError('conflict', t(sentences.hidden))
        if (!canEdit) throw new AppError('conflict', sentences.tooLate(recommendationEditDays))
        await consumeEdit(tx, viewer)
        await queries.setText(tx, id, text)
      }),

    /** Returns the id of the seller. */
    delete: (viewer: Viewer, id: string): Promise<string> =>
      kysely.transaction().execute(async (tx) => {
        const { seller } = await requireOwn(tx, viewer, id, 'writer')
        await queries.clearRecommendation(tx, id)
        return seller.id
      }),

    /** There is one reply, which can be changed for a while after it was first posted. */
    reply: (viewer: Viewer, id: string, text: string) =>
      change(viewer, id, 'author', async (tx, { canReply, replyHidden }) => {
        if (replyHidden) throw new AppError('conflict', t(sentences.replyHidden))
        if (!canReply) throw new AppError('conflict', sentences.replyTooLate(recommendationEditDays))
        await consumeEdit(tx, viewer)
        await queries.setReply(tx, id, text)
      }),

    deleteReply: (viewer: Viewer, id: string) =>
      change(viewer, id, 'author', async (tx, { storedReply }) => {
        if (storedReply !== '') await queries.setReply(tx, id, '')
      }),
  }
}
