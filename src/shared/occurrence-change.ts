/** The input of the calls that change dates of an event. */
import * as z from 'zod/mini'
import { doorsOpenByStart, optionalTime, startsIfItEnds } from './event-fields.ts'
import { maxOccurrences } from './limits.ts'
import { ListingIdSchema } from './listing.ts'
import { eventDayField } from './listing-input.ts'
import { dayField, pageLimit, unknownDay, versionField } from './schemas/fields.ts'

/** One date, it and all later ones, or the whole event. */
const changeScopes = ['this', 'following', 'all'] as const

/** `restore` puts canceled and postponed dates back on. */
const dateActions = ['move', 'cancel', 'postpone', 'restore'] as const
export type DateAction = (typeof dateActions)[number]

export const OccurrenceParamsSchema = z.object({
  ...ListingIdSchema.shape,
  day: dayField('day must be the day of a date of this event, such as 2026-11-20.', unknownDay),
})

export const OccurrencesQuerySchema = z.object({ limit: pageLimit(maxOccurrences, maxOccurrences) })

export const OccurrenceChangeSchema = z
  .object({
    action: z.enum(dateActions, 'action must be "move", "cancel", "postpone", or "restore".'),
    scope: z.enum(changeScopes, 'scope must be "this", "following", or "all".'),
    /** To `move`: the new days and times. Without an end date, the date ends on its first day; without times, it lasts all day. */
    startDate: z.optional(eventDayField('a start date')),
    endDate: z.optional(eventDayField('an end date')),
    startTime: optionalTime,
    endTime: optionalTime,
    doorsTime: optionalTime,
    version: versionField,
  })
  .check(
    z.refine(({ action, startDate }) => action !== 'move' || startDate !== undefined, {
      path: ['startDate'],
      error: 'Please choose a start date.',
    }),
    z.refine(({ startDate = '', endDate = startDate }) => startDate <= endDate, {
      path: ['endDate'],
      error: 'The event cannot end before it starts. Please choose a later end date.',
    }),
    startsIfItEnds,
    z.refine(
      ({ startDate, endDate = startDate, startTime, endTime }) =>
        startDate !== endDate || startTime === null || endTime === null || startTime < endTime,
      {
        path: ['endTime'],
        error:
          'The event cannot end before it starts. Please choose a later end time, or the next day as end date.',
      },
    ),
    doorsOpenByStart,
  )
export type OccurrenceChange = z.output<typeof OccurrenceChangeSchema>

/** `false` puts a postponed event back on. */
export const PostponementSchema = z.object({ postponed: z.boolean('postponed must be true or false.') })
