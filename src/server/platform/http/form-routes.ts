/** Forms that work without scripts: each makes the same call as the script would, and leads to a page. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from './client-network.ts'
import type { ViewerOf } from './contract-routes.ts'
import type { Dispatch } from './dispatch.ts'
import { acceptForms, type Fields } from './form-bodies.ts'
import type { RequestContext } from './handlers.ts'

export type FormOptions = { dispatch: Dispatch; viewerOf: ViewerOf; publicUrl: string }

/**
 * Makes the call of a form and returns the path of the page that follows. `id` is the `:id` of the form's path, or empty. An
 * error becomes a page with the sentence of the call.
 */
export type ProcessForm = (fields: Fields, context: RequestContext, id: string) => Promise<string>

type FormRequest = FastifyRequest<{ Body: Fields | undefined; Params: { id?: string } }>

/** Adds forms of up to `maxBytes`, by their paths. */
export function mountForms(
  app: FastifyInstance,
  { viewerOf, publicUrl }: Pick<FormOptions, 'viewerOf' | 'publicUrl'>,
  maxBytes: number,
  forms: Record<string, ProcessForm>,
) {
  // In a separate scope, so that no other route accepts form bodies.
  void app.register(async (scope) => {
    acceptForms(scope, maxBytes)
    for (const [path, process] of Object.entries(forms))
      scope.post(path, async (request: FormRequest, reply) => {
        const viewer = await viewerOf(request, reply)
        const context = { viewer, network: networkOf(request.ip), forgetSession: () => {} }
        const next = await process(request.body ?? {}, context, request.params.id ?? '')
        return reply.redirect(publicUrl + next, 303)
      })
  })
}
