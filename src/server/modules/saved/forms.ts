/** Saves and removes ads where scripts do not run, for signed-in people: visitors' saved ads are in their browser. */
import type { FastifyInstance } from 'fastify'
import { privatePaths } from '../../../shared/paths.ts'
import { type FormOptions, mountForms } from '../../platform/http/form-routes.ts'

const maxFormBytes = 16 * 1024

export function mountSavedForms(app: FastifyInstance, options: FormOptions) {
  const { dispatch } = options
  mountForms(app, options, maxFormBytes, {
    [privatePaths.saved]: async ({ ids = '', action }, context) => {
      const call = action === 'remove' ? 'removeSaved' : 'saveListings'
      await dispatch(call, { body: { ids: ids.split(',') } }, context)
      return privatePaths.saved
    },
  })
}
