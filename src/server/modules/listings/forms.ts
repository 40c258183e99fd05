/** The form that cancels an event where scripts do not run. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { publicPaths } from '../../../shared/paths.ts'
import { networkOf } from '../../platform/http/client-network.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import type { Dispatch } from '../../platform/http/dispatch.ts'
import { acceptForms, type Fields } from '../../platform/http/form-bodies.ts'

const maxFormBytes = 1024

type Options = { dispatch: Dispatch; viewerOf: ViewerOf; publicUrl: string }
type FormRequest = FastifyRequest<{ Body: Fields | undefined; Params: { id: string } }>

export function mountEventForms(app: FastifyInstance, { dispatch, viewerOf, publicUrl }: Options) {
  // In a separate scope, so that no other route accepts form bodies.
  void app.register(async (scope) => {
    acceptForms(scope, maxFormBytes)
    scope.post(publicPaths.cancelEvent(':id'), async (request: FormRequest, reply) => {
      const { id } = request.params
      const context = {
        viewer: await viewerOf(request, reply),
        network: networkOf(request.ip),
        forgetSession: () => {},
      }
      const body = { canceled: request.body?.canceled === 'yes' }
      await dispatch('cancelEvent', { params: { id }, body }, context)
      return reply.redirect(publicUrl + publicPaths.listing('event', id), 303)
    })
  })
}
