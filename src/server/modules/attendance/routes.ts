import type { Handlers } from '../../platform/http/handlers.ts'
import type { AttendanceService } from './service.ts'

export const attendanceRoutes = (attendance: AttendanceService) =>
  ({
    getAttendance: (request) => attendance.get(request.viewer, request.params.id, request),
    setAttendance: ({ viewer, params, body }) => attendance.set(viewer, params.id, body),
    listAttended: ({ viewer }) => attendance.listAttended(viewer),
  }) satisfies Partial<Handlers>
