/**
 * Serves photos of messages to the two people of their conversation; a visitor has the token of their link. Admins see those that they
 * have to decide about: of a conversation while a report about it is open, and of a message that is held.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { notFound } from '../../../shared/errors.ts'
import { messagePhotosPath, messagePhotoUrl, parseMessagePhoto } from '../../../shared/message-photo.ts'
import { canModerate } from '../../../shared/policy.ts'
import { type Database, placeholder } from '../../platform/database/database.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import type { createIdTokens } from '../../platform/id-tokens.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import { pictureRoute, sendStoredPicture } from '../media/service.ts'

type Options = {
  database: Database
  store: ImageStore
  viewerOf: ViewerOf
  visitorTokens: ReturnType<typeof createIdTokens>
}

export function mountMessagePhotos(app: FastifyInstance, options: Options) {
  const { database, store, viewerOf, visitorTokens } = options
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
          (canModerate(viewer) && photo.isForAdmins))
      if (!canView) throw notFound('picture')
      return sendStoredPicture(request, reply, store, path, 'private, no-store')
    },
  })
}

type MessagePhoto = {
  /** The accounts and the participants without one who may see it. */
  accounts: string[]
  visitors: string[]
  isForAdmins: boolean
}

/** A held message is visible to who wrote it. */
const composePhoto = () => sql<MessagePhoto>`
  select coalesce(array_agg(profile.account_id) filter (where profile.account_id is not null), '{}') as accounts,
    coalesce(array_agg(participant.id) filter (
      where participant.profile_id is null and participant_is_confirmed(participant)), '{}') as visitors,
    message.held or exists (
      select from conversation_report
      where conversation_id = message.conversation_id and resolved is null) as "isForAdmins"
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
