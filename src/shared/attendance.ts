/**
 * Attendance: who is interested in an event, or going. Of a series, people choose a date.
 */
import * as z from 'zod/mini'
import { OccurrenceSchema } from './event-fields.ts'
import { dayField } from './schemas/fields.ts'

const attendanceStates = ['interested', 'going'] as const
export type AttendanceState = (typeof attendanceStates)[number]

const state = z.enum(attendanceStates)

const AttendanceDateSchema = z.object({
  /** Names the date, even if it was moved to another day. */
  scheduled: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  /** Such as `19:30`; null for all day. */
  startTime: z.nullable(z.string()),
  endTime: z.nullable(z.string()),
  /** An ISO instant. */
  endsAt: z.string(),
  canceled: z.boolean(),
  interested: z.int(),
  going: z.int(),
  /** Of those who are going, the names of those who show them: the first ones. */
  names: z.array(z.string()),
  /** What the viewer said; null if nothing, and for visitors. */
  mine: z.nullable(state),
})
export type AttendanceDate = z.infer<typeof AttendanceDateSchema>

/** The next dates of an event, or its last one if all are over. */
export const AttendanceSchema = z.object({
  dates: z.array(AttendanceDateSchema),
  /** Whether others see the viewer's name, as they last chose. */
  showName: z.boolean(),
})
export type Attendance = z.infer<typeof AttendanceSchema>

/** `state: null` removes what the viewer said. Without a date, it is about the next one. */
export const AttendanceInputSchema = z.object({
  state: z.nullable(z.enum(attendanceStates, 'state must be "interested", "going", or null.')),
  date: z.optional(dayField('date must be a day of the event, such as 2026-11-20.')),
  showName: z.optional(z.boolean('showName must be true or false.')),
})
export type AttendanceInput = z.output<typeof AttendanceInputSchema>

/** An event that the viewer is interested in or going to. */
const AttendedEventSchema = z.object({
  _id: z.string(),
  title: z.string(),
  attendance: state,
  scheduled: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  startTime: z.nullable(z.string()),
  endTime: z.nullable(z.string()),
  country: z.string(),
  state: z.nullable(z.string()),
  city: z.nullable(z.string()),
  venue_name: z.string(),
  canceled: z.boolean(),
  postponed: z.boolean(),
})
export type AttendedEvent = z.infer<typeof AttendedEventSchema>

/** Those that are not over, the next one first. */
export const AttendedEventsSchema = z.object({ events: z.array(AttendedEventSchema) })
