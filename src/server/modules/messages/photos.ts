/**
 * Serves photos of messages to the two people of their conversation; a visitor has the token of their link. Admins and moderators see those
 * that they have to decide about: of a conversation while a report about it is open, and of a message that is held.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { notFound } from '../../../shared/errors.ts'
import { messagePhotosPath, messagePhotoUrl, parseMessagePhoto } from '../../../shared/message-photo.ts'
import { canModerate, scopeOf, type Viewer } from '../../../shared/policy.ts'
import { type Database, placeholder } from '../../platform/database/database.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import type { createIdTokens } from '../../platform/id-tokens.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import { pictureRoute, sendStoredPicture } from '../media/service.ts'
import { conversationInScope } from '../roles/service.ts'

type Options = {
  database: Database
  store: ImageStore
  viewerOf: ViewerOf
  visitorTokens: ReturnType<typeof createIdTokens>
}

export function mountMessagePhotos(app: FastifyInstance, options: Options) {
  const { database, store, viewerOf, visitorTokens } = options
  const canDecide = async (viewer: Viewer | null, { isInCase, conversation }: MessagePhoto) =>
    isInCase && viewer !== null && canModerate(viewer) && isInScope(database, viewer, conversation)

  app.route({
    url: `${messagePhotosPath}*`,
    ...pictureRoute,
    async handler(request: FastifyRequest<{ Querystring: { token?: unknown } }>, reply: FastifyReply) {
      // The raw URL: a photo has exactly one spelling of its address.
      const path = request.raw.url?.split('?', 1)[0] ?? ''
      const parts = parseMessagePhoto(path)
      const url = parts && messagePhotoUrl({ ...parts, variant: parts.width, format: 'webp' })
      const { token } = request.query
      const participant = typeof token === 'string' ? visitorTokens.read(token) : null
      const viewer = await viewerOf(request, reply)
      const photo = url && (viewer || participant) ? await findPhoto(database, url) : null
      const canView =
        photo &&
        ((viewer && photo.accounts.includes(viewer.accountId)) ||
          (participant && photo.visitors.includes(participant)) ||
          (await canDecide(viewer, photo)))
      if (!canView) throw notFound('picture')
      return sendStoredPicture(request, reply, store, path, 'private, no-store')
    },
  })
}

/** Whether a moderator has to decide about the message, or the conversation. */
async function isInScope({ kysely }: Database, viewer: Viewer, conversation: string): Promise<boolean> {
  const { rows } = await sql`
    select where ${conversationInScope(scopeOf(viewer), sql`${conversation}::uuid`)}`.execute(kysely)
  return rows.length > 0
}

type MessagePhoto = {
  conversation: string
  /** The accounts and the participants without one who may see it. */
  accounts: string[]
  visitors: string[]
  /** Whether it is part of an open case. */
  isInCase: boolean
}

/** A held message is visible to who wrote it. */
const composePhoto = () => sql<MessagePhoto>`
  select message.conversation_id as conversation, coalesce(array_agg(profile.account_id) filter (where profile.account_id is not null), '{}') as accounts,
    coalesce(array_agg(participant.id) filter (
      where participant.profile_id is null and participant_is_confirmed(participant)), '{}') as visitors,
    message.held or exists (
      select from conversation_report
      where conversation_id = message.conversation_id and resolved is null) as "isInCase"
  from image
  join message_photo photo on photo.image_id = image.id
  join conversation_message message on message.id = photo.message_id
  left join conversation_participant participant
    on participant.conversation_id = message.conversation_id and (not message.held or participant.role = message.role)
  left join profile on profile.id = participant.profile_id
  where image.url = ${placeholder('url')} and image.stored is not null and image.pending_deletion_since is null
  group by message.id`

async function findPhoto(database: Database, url: string): Promise<MessagePhoto | null> {
  const [photo] = await database.preparedQuery('message photo', composePhoto, { url })
  return photo ?? null
}
