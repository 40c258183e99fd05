/** The form with which the author of a hidden ad asks for a review where scripts do not run. */
import type { FastifyInstance } from 'fastify'
import type { Kind } from '../../../shared/listing.ts'
import { publicPaths } from '../../../shared/paths.ts'
import { type FormOptions, mountForms } from '../../platform/http/form-routes.ts'
import type { RequestContext } from '../../platform/http/handlers.ts'

const maxFormBytes = 1024

export function mountReviewForms(app: FastifyInstance, options: FormOptions) {
  const formOf = (kind: Kind) => ({
    [publicPaths.requestReview(kind, ':id')]: async (_: unknown, context: RequestContext, id: string) => {
      await options.dispatch('requestReview', { params: { id } }, context)
      return publicPaths.listing(kind, id)
    },
  })
  mountForms(app, options, maxFormBytes, { ...formOf('service'), ...formOf('event') })
}
