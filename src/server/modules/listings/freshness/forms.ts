/** The forms that renew a service where scripts do not run. Each leads back to its page. */
import type { FastifyInstance } from 'fastify'
import { publicPaths } from '../../../../shared/paths.ts'
import { safeRedirectPath } from '../../../../shared/safe-redirect.ts'
import { type FormOptions, mountForms } from '../../../platform/http/form-routes.ts'

const maxFormBytes = 4096

export function mountRenewalForms(app: FastifyInstance, options: FormOptions) {
  const { dispatch } = options
  mountForms(app, options, maxFormBytes, {
    [publicPaths.renewService()]: async ({ token, id = '', to }, context) => {
      // The button that an author has when signed in, or the link of an email.
      if (token === undefined) {
        await dispatch('renewService', { params: { id } }, context)
        return safeRedirectPath(to)
      }
      await dispatch('renewByLink', { body: { token } }, context)
      return publicPaths.renewService({ token })
    },
  })
}
