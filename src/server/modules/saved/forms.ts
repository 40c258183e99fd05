/** Saves and removes ads where scripts do not run, for signed-in people: visitors' saved ads are in their browser. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { privatePaths } from '../../../shared/paths.ts'
import { networkOf } from '../../platform/http/client-network.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import type { Dispatch } from '../../platform/http/dispatch.ts'
import { acceptForms, type Fields } from '../../platform/http/form-bodies.ts'

const maxFormBytes = 16 * 1024

type Options = { dispatch: Dispatch; viewerOf: ViewerOf; publicUrl: string }
type FormRequest = FastifyRequest<{ Body: Fields | undefined }>

export function mountSavedForms(app: FastifyInstance, { dispatch, viewerOf, publicUrl }: Options) {
  // In a separate scope, so that no other route accepts form bodies.
  void app.register(async (scope) => {
    acceptForms(scope, maxFormBytes)
    scope.post(privatePaths.saved, async (request: FormRequest, reply) => {
      const { ids = '', action } = request.body ?? {}
      const context = {
        viewer: await viewerOf(request, reply),
        network: networkOf(request.ip),
        forgetSession: () => {},
      }
      const call = action === 'remove' ? 'removeSaved' : 'saveListings'
      await dispatch(call, { body: { ids: ids.split(',') } }, context)
      return reply.redirect(publicUrl + privatePaths.saved, 303)
    })
  })
}
