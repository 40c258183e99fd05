/** The form of those who go to an event, where scripts do not run, and the file with the attendees for its author. */
import type { FastifyInstance } from 'fastify'
import type { AttendanceState } from '../../../shared/attendance.ts'
import { AppError } from '../../../shared/errors.ts'
import { ListingIdSchema } from '../../../shared/listing.ts'
import { privatePaths, publicPaths } from '../../../shared/paths.ts'
import { parse } from '../../platform/http/dispatch.ts'
import { type FormOptions, mountForms } from '../../platform/http/form-routes.ts'
import type { AttendanceService } from './service.ts'

const maxFormBytes = 1024

export function mountAttendance(app: FastifyInstance, attendance: AttendanceService, options: FormOptions) {
  mountForms(app, options, maxFormBytes, {
    [publicPaths.attendEvent(':id')]: async ({ state = '', date, show_name, answered }, context, id) => {
      const body = {
        // Pressing the button that is pressed takes the answer back.
        state: answered === `${date} ${state}` ? null : (state as AttendanceState),
        ...(date && { date }),
        showName: show_name === 'yes',
      }
      await options.dispatch('setAttendance', { params: { id }, body }, context)
      return `${publicPaths.listing('event', id)}#attendance`
    },
  })

  app.get<{ Params: { id: string } }>(
    `${privatePaths.myEvents}/:id/attendees.csv`,
    async (request, reply) => {
      const { id } = parse(ListingIdSchema, request.params) as { id: string }
      const viewer = await options.viewerOf(request, reply)
      if (!viewer) throw new AppError('unauthenticated', 'Please sign in to download the list of attendees.')
      const file = await attendance.exportAttendees(viewer, id)
      return reply
        .headers({
          'cache-control': 'private, no-store',
          'content-disposition': `attachment; filename="attendees-${id.slice(-12)}.csv"`,
        })
        .type('text/csv; charset=utf-8')
        .send(file)
    },
  )
}
