/** The calendar of a list of events: how many take place on each day, and the first of them. */
import * as z from 'zod/mini'
import { addDays } from './days.ts'
import { maxCalendarDays, maxEventsPerDay } from './limits.ts'
import { searchFields } from './listing.ts'
import { dayField, wholeNumber } from './schemas/fields.ts'

const { when, hide_ended, ...filters } = searchFields

const days = `The calendar has from 1 to ${maxCalendarDays} days: please choose an earlier day for to, or a later one for from.`

/** The filters of a list, and the first and the last day of the calendar. */
export const CalendarQuerySchema = z
  .object({
    ...filters,
    from: dayField('from must be a day such as 2026-11-20.'),
    to: dayField('to must be a day such as 2026-11-20.'),
    /** How many events of each day are listed. */
    limit: z._default(wholeNumber('limit', 0, maxEventsPerDay), 3),
  })
  .check(
    z.refine(({ from, to }) => to >= from && to < addDays(from, maxCalendarDays), {
      path: ['to'],
      error: days,
      when: ({ issues }) => issues.length === 0,
    }),
  )
export type CalendarQuery = z.infer<typeof CalendarQuerySchema>

/** Days and times are those of the event's place. */
const CalendarEventSchema = z.object({
  _id: z.string(),
  title: z.string(),
  country: z.string(),
  state: z.nullable(z.string()),
  city: z.nullable(z.string()),
  startDate: z.string(),
  endDate: z.string(),
  /** Such as `19:30`; null for all day. */
  startTime: z.nullable(z.string()),
  endTime: z.nullable(z.string()),
  canceled: z.boolean(),
  postponed: z.boolean(),
})
export type CalendarEvent = z.infer<typeof CalendarEventSchema>

const CalendarDaySchema = z.object({
  day: z.string(),
  /** How many events take place on the day. */
  total: z.int(),
  /** The first by time, then those that began on an earlier day. */
  events: z.array(CalendarEventSchema),
})
export type CalendarDay = z.infer<typeof CalendarDaySchema>

/** Every day from `from` to `to`. */
export const CalendarSchema = z.object({ days: z.array(CalendarDaySchema) })
