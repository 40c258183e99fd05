import type { Handlers } from '../../platform/http/handlers.ts'
import type { createCheckIn } from './check-in.ts'
import type { AttendanceService } from './service.ts'

export const attendanceRoutes = (attendance: AttendanceService, door: ReturnType<typeof createCheckIn>) =>
  ({
    getAttendance: (request) => attendance.get(request.viewer, request.params.id, request),
    setAttendance: ({ viewer, params, body }) => attendance.set(viewer, params.id, body),
    getCheckIn: ({ viewer, params, query }) => door.list(viewer, params.id, query.date),
    checkIn: ({ viewer, params, body }) => door.record(viewer, params.id, body),
    listAttended: ({ viewer }) => attendance.listAttended(viewer),
  }) satisfies Partial<Handlers>
