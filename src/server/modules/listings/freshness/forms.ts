/** The forms that renew a service where scripts do not run. Each leads back to its page. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { publicPaths } from '../../../../shared/paths.ts'
import { safeRedirectPath } from '../../../../shared/safe-redirect.ts'
import { networkOf } from '../../../platform/http/client-network.ts'
import type { ViewerOf } from '../../../platform/http/contract-routes.ts'
import type { Dispatch } from '../../../platform/http/dispatch.ts'
import { acceptForms, type Fields } from '../../../platform/http/form-bodies.ts'

const maxFormBytes = 4096

type Options = { dispatch: Dispatch; viewerOf: ViewerOf; publicUrl: string }

export function mountRenewalForms(app: FastifyInstance, { dispatch, viewerOf, publicUrl }: Options) {
  void app.register(async (scope) => {
    acceptForms(scope, maxFormBytes)
    scope.post(
      publicPaths.renewService(),
      async (request: FastifyRequest<{ Body: Fields | undefined }>, reply) => {
        const { token, id = '', to } = request.body ?? {}
        const viewer = await viewerOf(request, reply)
        const context = { viewer, network: networkOf(request.ip), forgetSession: () => {} }
        // The link of an email, or the button that an author has when signed in.
        if (token === undefined) await dispatch('renewService', { params: { id } }, context)
        else await dispatch('renewByLink', { body: { token } }, context)
        const path = token === undefined ? safeRedirectPath(to) : publicPaths.renewService({ token })
        return reply.redirect(publicUrl + path, 303)
      },
    )
  })
}
