/** The calls that cancel, postpone, and change events and their dates. */
import * as z from 'zod/mini'
import { doorsOpenByStart, OccurrenceSchema, optionalTime, startsIfItEnds } from '../event-fields.ts'
import { maxOccurrences } from '../limits.ts'
import { EventDetailsSchema, ListingIdSchema } from '../listing.ts'
import { eventDayField } from '../listing-input.ts'
import { publicPaths } from '../paths.ts'
import { dayField, pageLimit, unknownDay, versionField, yesNo } from '../schemas/fields.ts'
import { t } from '../translate.ts'
import { filledOf, type PlainForm, type Rows, type SubmittedForm } from './endpoint.ts'

/** One date, it and all later ones, or the whole event. */
const changeScopes = ['this', 'following', 'all'] as const

/** `restore` puts canceled and postponed dates back on. */
const dateActions = ['move', 'cancel', 'postpone', 'restore'] as const
export type DateAction = (typeof dateActions)[number]

const OccurrenceParamsSchema = z.object({
  ...ListingIdSchema.shape,
  day: dayField(
    { error: () => t('day must be the day of a date of this event, such as 2026-11-20.') },
    unknownDay,
  ),
})

const OccurrenceChangeSchema = z
  .object({
    action: z.enum(dateActions, {
      error: () => t('action must be "move", "cancel", "postpone", or "restore".'),
    }),
    scope: z.enum(changeScopes, { error: () => t('scope must be "this", "following", or "all".') }),
    /** To `move`: the new days and times. Without an end date, the date ends on its first day; without times, it lasts all day. */
    startDate: z.optional(eventDayField('start')),
    endDate: z.optional(eventDayField('end')),
    startTime: optionalTime,
    endTime: optionalTime,
    doorsTime: optionalTime,
    version: versionField,
  })
  .check(
    z.refine(({ action, startDate }) => action !== 'move' || startDate !== undefined, {
      path: ['startDate'],
      error: () => t('Please choose a start date.'),
    }),
    z.refine(({ startDate = '', endDate = startDate }) => startDate <= endDate, {
      path: ['endDate'],
      error: () => t('The event cannot end before it starts. Please choose a later end date.'),
    }),
    startsIfItEnds,
    z.refine(
      ({ startDate, endDate = startDate, startTime, endTime }) =>
        startDate !== endDate || startTime === null || endTime === null || startTime < endTime,
      {
        path: ['endTime'],
        error: () =>
          t(
            'The event cannot end before it starts. Please choose a later end time, or the next day as end date.',
          ),
      },
    ),
    doorsOpenByStart,
  )
export type OccurrenceChange = z.output<typeof OccurrenceChangeSchema>

const pageOfEvent = ({ id }: SubmittedForm) => publicPaths.listing('event', id)

const switchForm = (path: string, field: 'canceled' | 'postponed'): PlainForm => ({
  path,
  toBody: (fields) => ({ [field]: fields[field] === 'yes' }),
  next: pageOfEvent,
})

export const eventDateRows = {
  cancelEvent: {
    summary: 'Cancels an event, or puts it back on. Emails everyone who follows it.',
    access: 'active',
    params: ListingIdSchema,
    // `false` puts a canceled event back on.
    body: z.object({ canceled: yesNo('canceled') }),
    reply: EventDetailsSchema,
    forms: [switchForm(publicPaths.cancelEvent(':id'), 'canceled')],
  },
  postponeEvent: {
    summary:
      'Postpones an event, or puts it back on. An event that gets a new date is back on, too. Emails everyone who follows it.',
    access: 'active',
    params: ListingIdSchema,
    // `false` puts a postponed event back on.
    body: z.object({ postponed: yesNo('postponed') }),
    reply: EventDetailsSchema,
    forms: [switchForm(publicPaths.postponeEvent(':id'), 'postponed')],
  },
  listOccurrences: {
    summary:
      'Lists the dates of an event that are not over, canceled ones included, soonest first, as an array.',
    params: ListingIdSchema,
    query: z.object({ limit: pageLimit(maxOccurrences, maxOccurrences) }),
    reply: z.array(OccurrenceSchema),
  },
  changeOccurrences: {
    summary:
      'Moves, cancels, postpones, or restores one date of a series, it and all following ones, or the whole event. `day` is the `scheduled` day of the date. Repeating a change does nothing. Emails everyone who follows the event.',
    access: 'active',
    params: OccurrenceParamsSchema,
    body: OccurrenceChangeSchema,
    reply: EventDetailsSchema,
    forms: [
      {
        path: publicPaths.eventDates(':id'),
        hidden: /^(?:day|scope)$/,
        // The form also sends the fields of a move that was not chosen.
        toBody: ({ version, scope = 'this', action, ...times }) => ({
          ...(action === 'move' && filledOf(times)),
          action,
          scope,
          version: Number(version),
        }),
        next: pageOfEvent,
      },
    ],
  },
} as const satisfies Rows
