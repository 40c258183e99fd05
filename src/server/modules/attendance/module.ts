import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import type { Module } from '../../platform/module.ts'
import { mountAttendeesFile } from './attendees-file.ts'
import { attendanceRoutes } from './routes.ts'
import { createAttendanceService } from './service.ts'

type Options = Parameters<typeof createAttendanceService>[0] & { viewerOf: ViewerOf }

/** Who is interested in an event, or going. */
export function attendanceModule(options: Options) {
  const attendance = createAttendanceService(options)
  return {
    handlers: attendanceRoutes(attendance),
    mount: (app) => mountAttendeesFile(app, attendance, options.viewerOf),
  } satisfies Module
}
