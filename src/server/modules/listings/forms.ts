/** The forms that cancel and postpone events and change single dates where scripts do not run. */
import type { FastifyInstance } from 'fastify'
import type { OccurrenceChange } from '../../../shared/occurrence-change.ts'
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
    [publicPaths.postponeEvent(':id')]: async ({ postponed }, context, id) => {
      await dispatch('postponeEvent', { params: { id }, body: { postponed: postponed === 'yes' } }, context)
      return publicPaths.listing('event', id)
    },
    [publicPaths.eventDates(':id')]: async ({ day = '', ...fields }, context, id) => {
      await dispatch('changeOccurrences', { params: { id, day }, body: changeOf(fields) }, context)
      return publicPaths.listing('event', id)
    },
  })
}

/** Returns the call's body, not yet validated: a form also sends the fields of other changes, and empty ones. */
function changeOf({ version, scope = 'this', action, ...times }: Record<string, string | undefined>) {
  const filled = action === 'move' ? Object.entries(times).filter(([, text]) => text) : []
  return { ...Object.fromEntries(filled), action, scope, version: Number(version) } as OccurrenceChange
}
