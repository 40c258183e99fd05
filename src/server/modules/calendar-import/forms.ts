/** The forms of imported calendars, where scripts do not run. */
import type { FastifyInstance } from 'fastify'
import type { CallInput } from '../../../shared/contract.ts'
import { privatePaths, withQuery } from '../../../shared/paths.ts'
import { type FormOptions, mountForms } from '../../platform/http/form-routes.ts'

const maxFormBytes = 8 * 1024

const pageAfter = (done: 'added' | 'refreshing' | 'removed' | 'saved') =>
  withQuery(privatePaths.importedCalendars, { done })

export function mountCalendarForms(app: FastifyInstance, options: FormOptions) {
  const { dispatch } = options
  mountForms(app, options, maxFormBytes, {
    [privatePaths.importedCalendars]: async ({ url, own }, context) => {
      const body = { url, own: own === 'yes' } as CallInput<'importCalendar'>['body']
      await dispatch('importCalendar', { body }, context)
      return pageAfter('added')
    },
    [`${privatePaths.importedCalendars}/:id`]: async ({ action }, context, id) => {
      const params = { id }
      if (action === 'remove') {
        await dispatch('removeImportedCalendar', { params }, context)
        return pageAfter('removed')
      }
      await dispatch('refreshImportedCalendar', { params }, context)
      return pageAfter('refreshing')
    },
    [`${privatePaths.importedEvents}/:id`]: async ({ action }, context, id) => {
      const body = action === 'reviewed' ? ({ reviewed: true } as const) : { dismissed: action === 'dismiss' }
      await dispatch('changeImportedEvent', { params: { id }, body }, context)
      return pageAfter('saved')
    },
  })
}
