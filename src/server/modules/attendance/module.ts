import type { FastifyInstance } from 'fastify'
import { encodeQR } from 'qr'
import { authorPaths } from '../../../shared/author-paths.ts'
import { checkInCodePath, codeAddress } from '../../../shared/check-in-code.ts'
import { AppError, notFound } from '../../../shared/errors.ts'
import { ListingIdSchema } from '../../../shared/listing.ts'
import { privatePaths } from '../../../shared/paths.ts'
import { t } from '../../../shared/translate.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import { parse } from '../../platform/http/dispatch.ts'
import type { Module } from '../../platform/module.ts'
import { createCheckIn, createCheckInCodes } from './check-in.ts'
import { attendanceRoutes } from './routes.ts'
import { type AttendanceService, createAttendanceService } from './service.ts'

type Options = Omit<Parameters<typeof createAttendanceService>[0], 'codes'> & {
  viewerOf: ViewerOf
  secret: string
  publicUrl: string
}

/** Who is interested in an event, or going. */
export function attendanceModule(options: Options) {
  const codes = createCheckInCodes(options.secret)
  const attendance = createAttendanceService({ ...options, codes })
  const door = createCheckIn({ ...options, codes })
  return {
    handlers: attendanceRoutes(attendance, door),
    mount(app) {
      mountAttendeesFile(app, attendance, options.viewerOf)
      mountCodePictures(app, options.publicUrl)
    },
  } satisfies Module
}

/**
 * The QR code of someone's place, for emails and their page. It is made of its address alone, so it tells nobody which codes exist.
 */
function mountCodePictures(app: FastifyInstance, publicUrl: string) {
  app.get<{ Params: { id: string; file: string } }>(
    checkInCodePath(':id', ':file', ''),
    async (request, reply) => {
      const { id } = parse(ListingIdSchema, request.params) as { id: string }
      const code = /^([a-z2-7]{45})\.gif$/.exec(request.params.file)?.[1]
      if (!code) throw notFound('picture')
      const address = codeAddress(publicUrl + authorPaths.checkIn(id), code)
      return reply
        .headers({ 'cache-control': 'public, max-age=86400' })
        .type('image/gif')
        .send(Buffer.from(encodeQR(address, 'gif', { ecc: 'medium', scale: 4, border: 4 })))
    },
  )
}

/** The file with the attendees of an event, for its author. */
function mountAttendeesFile(app: FastifyInstance, attendance: AttendanceService, viewerOf: ViewerOf) {
  app.get<{ Params: { id: string } }>(
    `${privatePaths.myEvents}/:id/attendees.csv`,
    async (request, reply) => {
      const { id } = parse(ListingIdSchema, request.params) as { id: string }
      const viewer = await viewerOf(request, reply)
      if (!viewer)
        throw new AppError('unauthenticated', t('Please sign in to download the list of attendees.'))
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
