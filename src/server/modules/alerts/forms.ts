/** The forms of saved searches, where scripts do not run. Each makes the same call as the script would. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CallInput } from '../../../shared/contract.ts'
import { privatePaths, withQuery } from '../../../shared/paths.ts'
import { networkOf } from '../../platform/http/client-network.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import type { Dispatch } from '../../platform/http/dispatch.ts'
import { acceptForms, type Fields } from '../../platform/http/form-bodies.ts'
import type { RequestContext } from '../../platform/http/handlers.ts'

const maxFormBytes = 16 * 1024

type Options = { dispatch: Dispatch; viewerOf: ViewerOf; publicUrl: string }
type FormRequest = FastifyRequest<{ Body: Fields | undefined; Params: { id?: string } }>

export function mountAlertForms(app: FastifyInstance, { dispatch, viewerOf, publicUrl }: Options) {
  const handle =
    (process: (fields: Fields, context: RequestContext, id: string) => Promise<string>) =>
    async (request: FormRequest, reply: FastifyReply) => {
      const viewer = await viewerOf(request, reply)
      const context = { viewer, network: networkOf(request.ip), forgetSession: () => {} }
      const done = await process(request.body ?? {}, context, request.params.id ?? '')
      return reply.redirect(publicUrl + withQuery(privatePaths.savedSearches, { done }), 303)
    }

  void app.register(async (scope) => {
    acceptForms(scope, maxFormBytes)
    scope.post(
      privatePaths.saveSearch,
      handle(async ({ kind, name, frequency, ...fields }, context) => {
        const filter = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
        const body = { kind, name, frequency, filter } as CallInput<'saveSearch'>['body']
        await dispatch('saveSearch', { body }, context)
        return 'saved'
      }),
    )
    scope.post(
      `${privatePaths.savedSearches}/:id`,
      handle(async ({ action, name, frequency }, context, id) => {
        const params = { id }
        if (action === 'delete') {
          await dispatch('deleteSavedSearch', { params }, context)
          return 'deleted'
        }
        const paused = action === 'pause' || action === 'resume' ? action === 'pause' : undefined
        const body = { name, frequency, paused } as CallInput<'changeSavedSearch'>['body']
        await dispatch('changeSavedSearch', { params, body }, context)
        return 'changed'
      }),
    )
  })
}
