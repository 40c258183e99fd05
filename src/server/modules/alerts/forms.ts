/** The forms of saved searches, where scripts do not run. */
import type { FastifyInstance } from 'fastify'
import type { CallInput } from '../../../shared/contract.ts'
import { privatePaths, withQuery } from '../../../shared/paths.ts'
import { type FormOptions, mountForms } from '../../platform/http/form-routes.ts'

const maxFormBytes = 16 * 1024

const pageAfter = (done: 'saved' | 'changed' | 'deleted') => withQuery(privatePaths.savedSearches, { done })

export function mountAlertForms(app: FastifyInstance, options: FormOptions) {
  const { dispatch } = options
  mountForms(app, options, maxFormBytes, {
    [privatePaths.saveSearch]: async ({ kind, name, frequency, ...fields }, context) => {
      const filter = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
      const body = { kind, name, frequency, filter } as CallInput<'saveSearch'>['body']
      await dispatch('saveSearch', { body }, context)
      return pageAfter('saved')
    },
    [`${privatePaths.savedSearches}/:id`]: async ({ action, name, frequency }, context, id) => {
      const params = { id }
      if (action === 'delete') {
        await dispatch('deleteSavedSearch', { params }, context)
        return pageAfter('deleted')
      }
      const paused = action === 'pause' || action === 'resume' ? action === 'pause' : undefined
      const body = { name, frequency, paused } as CallInput<'changeSavedSearch'>['body']
      await dispatch('changeSavedSearch', { params, body }, context)
      return pageAfter('changed')
    },
  })
}
