/** The form that cancels an event where scripts do not run. */
import type { FastifyInstance } from 'fastify'
import { publicPaths } from '../../../shared/paths.ts'
import { type FormOptions, mountForms } from '../../platform/http/form-routes.ts'

const maxFormBytes = 1024

export function mountEventForms(app: FastifyInstance, options: FormOptions) {
  const { dispatch } = options
  mountForms(app, options, maxFormBytes, {
    [publicPaths.cancelEvent(':id')]: async ({ canceled }, context, id) => {
      await dispatch('cancelEvent', { params: { id }, body: { canceled: canceled === 'yes' } }, context)
      return publicPaths.listing('event', id)
    },
  })
}
