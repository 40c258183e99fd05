/** The forms of messages, where scripts do not run. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import type { Kind } from '../../../shared/listing.ts'
import { privatePaths, publicPaths, withQuery } from '../../../shared/paths.ts'
import { reportReasons } from '../../../shared/report-reasons.ts'
import type { Dispatch } from '../../platform/http/dispatch.ts'
import type { Fields } from '../../platform/http/form-bodies.ts'
import { type FormOptions, mountForms, type ProcessForm } from '../../platform/http/form-routes.ts'
import type { RequestContext } from '../../platform/http/handlers.ts'

const maxFormBytes = 64 * 1024

export function mountMessageForms(app: FastifyInstance, options: FormOptions) {
  const { dispatch } = options

  const messageAuthor =
    (kind: Kind): ProcessForm =>
    async ({ text = '', name, email, website }, context, id) => {
      const visitor = context.viewer ? {} : { name, email }
      const body = { text, ...visitor, ...(website !== undefined && { website }) }
      const { conversation } = await dispatch('messageAuthor', { params: { id }, body }, context)
      if (conversation !== null) return withQuery(publicPaths.conversation(conversation), { done: 'sent' })
      return withQuery(publicPaths.messageAuthor(kind, id), { done: 'sent' })
    }

  mountForms(app, options, maxFormBytes, {
    [publicPaths.messageAuthor('service', ':id')]: messageAuthor('service'),
    [publicPaths.messageAuthor('event', ':id')]: messageAuthor('event'),
    [`${privatePaths.messages}/:id`]: async (fields, context, id) => {
      await actOn(dispatch, fields, context, id)
      return withQuery(publicPaths.conversation(id), { done: fields.action ?? 'sent' })
    },
    [publicPaths.visitorConversation()]: async ({ token = '', action, text = '' }, context) => {
      const isReply = action !== 'confirm'
      if (isReply) await dispatch('replyAsVisitor', { body: { token, text } }, context)
      else await dispatch('confirmVisitorConversation', { body: { token } }, context)
      return publicPaths.visitorConversation({ token, done: isReply ? 'sent' : 'confirm' })
    },
    [publicPaths.stopMessages()]: async ({ token = '' }, context) => {
      await dispatch('stopMessages', { body: { token } }, context)
      return withQuery(publicPaths.stopMessages(), { done: 'stopped' })
    },
  })
}

const changes: Record<string, { muted?: boolean; blocked?: boolean }> = {
  mute: { muted: true },
  unmute: { muted: false },
  block: { blocked: true },
  unblock: { blocked: false },
}

/** Without an action, the form is a reply. */
async function actOn(dispatch: Dispatch, fields: Fields, context: RequestContext, id: string): Promise<void> {
  const { action, text = '', note = '' } = fields
  const params = { id }
  if (action === undefined) return void (await dispatch('reply', { params, body: { text } }, context))
  if (action === 'report') {
    const reason = reportReasons.find((known) => known === fields.reason)
    return void (await dispatch('reportConversation', { params, body: { reason, note } }, context))
  }
  const change = Object.hasOwn(changes, action) ? changes[action] : undefined
  if (!change) throw new AppError('invalid', 'This form is out of date. Please reload the page.')
  await dispatch('changeConversation', { params, body: change }, context)
}
