/**
 * Message forms that work without scripts: each posts to the path of its own page, makes the same call as the script
 * would, and leads back to a page. An error is a page with the sentence of the call.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import type { Kind } from '../../../shared/listing.ts'
import { privatePaths, publicPaths, withQuery } from '../../../shared/paths.ts'
import { reportReasons } from '../../../shared/report-reasons.ts'
import { networkOf } from '../../platform/http/client-network.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import type { Dispatch } from '../../platform/http/dispatch.ts'
import { acceptForms, type Fields } from '../../platform/http/form-bodies.ts'
import type { RequestContext } from '../../platform/http/handlers.ts'

const maxFormBytes = 64 * 1024

type Options = { dispatch: Dispatch; viewerOf: ViewerOf; publicUrl: string }
type FormRequest = FastifyRequest<{ Body: Fields | undefined; Params: { id?: string } }>

export function mountMessageForms(app: FastifyInstance, { dispatch, viewerOf, publicUrl }: Options) {
  const handle =
    (process: (fields: Fields, context: RequestContext, id: string) => Promise<string>) =>
    async (request: FormRequest, reply: FastifyReply) => {
      const viewer = await viewerOf(request, reply)
      const context = { viewer, network: networkOf(request.ip), forgetSession: () => {} }
      const path = await process(request.body ?? {}, context, request.params.id ?? '')
      return reply.redirect(publicUrl + path, 303)
    }

  const messageAuthor = (kind: Kind) =>
    handle(async ({ text = '', name, email, website }, context, id) => {
      const visitor = context.viewer ? {} : { name, email }
      const body = { text, ...visitor, ...(website !== undefined && { website }) }
      const { conversation } = await dispatch('messageAuthor', { params: { id }, body }, context)
      if (conversation !== null) return withQuery(publicPaths.conversation(conversation), { done: 'sent' })
      return withQuery(publicPaths.messageAuthor(kind, id), { done: 'sent' })
    })

  void app.register(async (scope) => {
    acceptForms(scope, maxFormBytes)
    for (const kind of ['service', 'event'] as const)
      scope.post(publicPaths.messageAuthor(kind, ':id'), messageAuthor(kind))
    scope.post(
      `${privatePaths.messages}/:id`,
      handle(async (fields, context, id) => {
        await actOn(dispatch, fields, context, id)
        const done = fields.action === undefined ? 'sent' : fields.action
        return withQuery(publicPaths.conversation(id), { done })
      }),
    )
    scope.post(
      publicPaths.stopMessages(),
      handle(async ({ token = '' }, context) => {
        await dispatch('stopMessages', { body: { token } }, context)
        return withQuery(publicPaths.stopMessages(), { done: 'stopped' })
      }),
    )
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
