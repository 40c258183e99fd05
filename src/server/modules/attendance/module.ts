import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import { ListingIdSchema } from '../../../shared/listing.ts'
import { privatePaths } from '../../../shared/paths.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import { parse } from '../../platform/http/dispatch.ts'
import type { Module } from '../../platform/module.ts'
import { attendanceRoutes } from './routes.ts'
import { type AttendanceService, createAttendanceService } from './service.ts'

type Options = Parameters<typeof createAttendanceService>[0] & { viewerOf: ViewerOf }

/** Who is interested in an event, or going. */
export function attendanceModule(options: Options) {
  const attendance = createAttendanceService(options)
  return {
    handlers: attendanceRoutes(attendance),
    mount: (app) => mountAttendeesFile(app, attendance, options.viewerOf),
  } satisfies Module
}

/** The file with the attendees of an event, for its author. */
function mountAttendeesFile(app: FastifyInstance, attendance: AttendanceService, viewerOf: ViewerOf) {
  app.get<{ Params: { id: string } }>(
    `${privatePaths.myEvents}/:id/attendees.csv`,
    async (request, reply) => {
      const { id } = parse(ListingIdSchema, request.params) as { id: string }
      const viewer = await viewerOf(request, reply)
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
