import type { Handlers } from '../../platform/http/handlers.ts'
import type { AttendanceService } from './service.ts'

export const attendanceRoutes = (attendance: AttendanceService) =>
  ({
    getAttendance: ({ viewer, params, once }) => attendance.get(viewer, params.id, once),
    setAttendance: ({ viewer, params, body }) => attendance.set(viewer, params.id, body),
    listAttended: ({ viewer }) => attendance.listAttended(viewer),
  }) satisfies Partial<Handlers>
