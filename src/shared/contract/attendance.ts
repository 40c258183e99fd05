/** The calls of attendance. */
import * as attendance from '../attendance.ts'
import { ListingIdSchema } from '../listing.ts'
import { publicPaths } from '../paths.ts'
import type { Rows } from './endpoint.ts'

export const attendanceRows = {
  getAttendance: {
    summary:
      'Retrieves how many people are interested in the next dates of an event, or going, with the names of those who show them.',
    params: ListingIdSchema,
    reply: attendance.AttendanceSchema,
  },
  setAttendance: {
    summary:
      'Says that you are interested in a date of an event, or going, or neither. Returns its attendance.',
    access: 'active',
    params: ListingIdSchema,
    body: attendance.AttendanceInputSchema,
    reply: attendance.AttendanceSchema,
    forms: [
      {
        path: publicPaths.attendEvent(':id'),
        toBody: ({ state = '', date, show_name, answered }) => ({
          // Pressing the button that is pressed takes the answer back.
          state: answered === `${date} ${state}` ? null : state,
          date: date || undefined,
          showName: show_name === 'yes',
        }),
        next: ({ id }) => `${publicPaths.listing('event', id)}#attendance`,
      },
    ],
  },
  listAttended: {
    summary:
      'Lists the dates of events that you are interested in or going to and that are not over, the next one first.',
    access: 'signed-in',
    reply: attendance.AttendedEventsSchema,
  },
} as const satisfies Rows
