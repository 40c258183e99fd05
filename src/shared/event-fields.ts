/**
 * What an event can say beyond its days: its times and dates, its venue, and its tickets. All of it is optional.
 *
 * schedule   — when it takes place, in the time zone of its place: times, and the rule by which it repeats
 * occurrence — one date of an event
 * series     — an event with a rule
 * venue      — where exactly it takes place
 */
import * as z from 'zod/mini'
import { isHttpUrl } from './http-url.ts'
import {
  maxExceptions,
  maxLinkLength,
  maxQuestionLength,
  maxQuestions,
  maxTicketTypes,
  venueLengths,
} from './limits.ts'
import { parseRule } from './recurrence/recurrence.ts'
import { amountField, dayField, textField, unknownDay, yesNo } from './schemas/fields.ts'
import { msg, t } from './translate.ts'

export const attendanceModes = ['in_person', 'online', 'both'] as const
/** To signed-in users at any time, or to them from the day of the event. */
export const onlineUrlAudiences = ['signed_in', 'on_the_day'] as const

const nullableTime = z.nullable(z.string())

/** `startsAt` and `endsAt` are ISO instants. Days and times are those of the event's place. */
export const OccurrenceSchema = z.object({
  /** The day by the rule. It names the occurrence, even if it was moved to another day. */
  scheduled: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  /** Such as `19:30`; null for all day. */
  startTime: nullableTime,
  endTime: nullableTime,
  doorsTime: nullableTime,
  startsAt: z.string(),
  endsAt: z.string(),
  canceled: z.boolean(),
  postponed: z.boolean(),
})
export type Occurrence = z.infer<typeof OccurrenceSchema>

/** An event as calendars show it. Days and times are those of its place. */
export const CalendarEventSchema = z.object({
  _id: z.string(),
  title: z.string(),
  country: z.string(),
  state: z.nullable(z.string()),
  city: z.nullable(z.string()),
  ...z.omit(OccurrenceSchema, { scheduled: true, doorsTime: true, startsAt: true, endsAt: true }).shape,
})
export type CalendarEvent = z.infer<typeof CalendarEventSchema>

/** Lists have these fields, too. */
export const listedEventFields = {
  /** The IANA time zone of the place, such as `America/Chicago`. */
  time_zone: z.string(),
  /** The RFC 5545 rule of a series; null for an event that takes place once. */
  rule: z.nullable(z.string()),
  /** The current or next occurrence, or the last one if all are over. In lists of some days, the first one on them. */
  occurrence: OccurrenceSchema,
  /** The event has no new date yet. */
  postponed: z.boolean(),
  attendance_mode: z.enum(attendanceModes),
  /** Empty if the author named none. */
  venue_name: z.string(),
  /** The highest price, if prices differ; `price` is the lowest. */
  price_max: z.nullable(z.number()),
  pay_what_you_can: z.boolean(),
}

const ScheduleSchema = z.object({
  /** The days of the first occurrence. */
  startDate: z.string(),
  endDate: z.string(),
  startTime: nullableTime,
  endTime: nullableTime,
  doorsTime: nullableTime,
  rule: z.nullable(z.string()),
  /** Days on which the rule does not apply. */
  exceptions: z.array(z.string()),
})
export type Schedule = z.infer<typeof ScheduleSchema>

export const VenueSchema = z.object({
  name: z.string(),
  address: z.string(),
  postal_code: z.string(),
  note: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
})

const TicketTypeSchema = z.object({ name: z.string(), price: z.number(), soldOut: z.boolean() })
export type TicketType = z.infer<typeof TicketTypeSchema>

const RegistrationSchema = z.object({
  questions: z.array(z.object({ text: z.string(), required: z.boolean() })),
})
export type Registration = z.infer<typeof RegistrationSchema>

/** Pages of one event have these fields. */
export const eventDetailFields = {
  /**
   * An event without times that takes place once has none. After a change of a date and all following ones, it is the schedule of
   * those, which an update replaces.
   */
  schedule: z.nullable(ScheduleSchema),
  venue: VenueSchema,
  /** The link, unless there is none or the viewer does not get it (yet). */
  online_url: z.nullable(z.string()),
  /** Whether there is a link, even if the viewer does not get it. */
  has_online_url: z.boolean(),
  online_url_shown: z.enum(onlineUrlAudiences),
  ticket_types: z.array(TicketTypeSchema),
  ticket_url: z.string(),
  capacity: z.nullable(z.int()),
  /** What those who go are asked; null for an event without registration, whose capacity is information. */
  registration: z.nullable(RegistrationSchema),
}

const invalidTime = {
  error: () => t('Please enter the time as hours and minutes, such as 19:30.'),
}
const time = z.string(invalidTime).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, invalidTime))
export const optionalTime = z._default(z.nullable(time), null)

type Times = { startTime: string | null; endTime: string | null; doorsTime: string | null }
export const startsIfItEnds = z.refine<Times>(
  ({ startTime, endTime }) => startTime !== null || endTime === null,
  { path: ['startTime'], error: () => t('Please enter a start time, or remove the end time.') },
)
export const doorsOpenByStart = z.refine<Times>(
  ({ startTime, doorsTime }) => doorsTime === null || (startTime ?? '') >= doorsTime,
  { path: ['doorsTime'], error: () => t('Doors must open at or before the start time.') },
)

const invalidRule = {
  error: () =>
    t(
      'This rule is not supported. An event can repeat every few days, weeks on chosen weekdays, or months by date or weekday.',
    ),
}
const exceptionDay = { error: () => t('Each exception must be a date, such as 2026-11-20.') }

/** How an event repeats, and its times. An update to null clears all of it. */
export const ScheduleInputSchema = z
  .object(
    {
      startTime: optionalTime,
      endTime: optionalTime,
      doorsTime: optionalTime,
      rule: z._default(
        z.nullable(
          z.string(invalidRule).check(
            z.maxLength(200, invalidRule),
            z.refine((rule) => parseRule(rule) !== null, invalidRule),
            // Names of RFC 5545 can be written in lower case. Stored rules are in upper case.
            z.overwrite((rule) => rule.toUpperCase()),
          ),
        ),
        null,
      ),
      exceptions: z._default(
        z.array(dayField(exceptionDay, unknownDay), exceptionDay).check(
          z.maxLength(maxExceptions, {
            error: () => t('Please use at most {max} exceptions.', { max: maxExceptions }),
          }),
        ),
        [],
      ),
    },
    { error: () => t('schedule must be an object or null.') },
  )
  .check(startsIfItEnds, doorsOpenByStart)
export type ScheduleInput = z.output<typeof ScheduleInputSchema>

const invalidPoint = {
  error: () => t('Please enter the latitude and the longitude as numbers, such as 30.2672 and -97.7431.'),
}
const coordinate = (limit: number) =>
  z._default(
    z.nullable(z.number(invalidPoint).check(z.gte(-limit, invalidPoint), z.lte(limit, invalidPoint))),
    null,
  )

/** An update to null clears all of it. */
export const VenueInputSchema = z
  .object(
    {
      name: z._default(textField(msg('the name of the venue'), venueLengths.name), ''),
      address: z._default(textField(msg('the street address'), venueLengths.address), ''),
      postal_code: z._default(textField(msg('the ZIP or postal code'), venueLengths.postalCode), ''),
      note: z._default(textField(msg('the note'), venueLengths.note), ''),
      latitude: coordinate(90),
      longitude: coordinate(180),
    },
    { error: () => t('venue must be an object or null.') },
  )
  .check(
    z.refine(({ latitude, longitude }) => (latitude === null) === (longitude === null), {
      path: ['latitude'],
      error: () => t('Please enter both the latitude and the longitude, or neither.'),
    }),
  )
export type VenueInput = z.output<typeof VenueInputSchema>
export const noVenue: VenueInput = {
  name: '',
  address: '',
  postal_code: '',
  note: '',
  latitude: null,
  longitude: null,
}

function link(sentence: { error: () => string }) {
  return z.string(sentence).check(
    z.trim(),
    z.maxLength(maxLinkLength, sentence),
    z.refine((text) => text === '' || isHttpUrl(text), sentence),
  )
}

const ticketPrice = amountField('ticket', 'Please enter the price of each ticket as a number, such as 12.50.')
const ticketName = textField(msg('the name of the ticket'), venueLengths.ticketName).check(
  z.minLength(1, {
    error: () => t('Please name each kind of ticket, such as Adults.'),
  }),
)
const maxCapacity = 1_000_000
const capacity = {
  error: () => t('Please enter the capacity as a whole number from 1 to {max}.', { max: maxCapacity }),
}

/**
 * An update to null clears all of it. `price` of the event is the lowest price: with kinds of tickets, the server derives it and
 * `price_max` from them.
 */
export const TicketsInputSchema = z
  .object(
    {
      price_max: z._default(z.nullable(ticketPrice), null),
      pay_what_you_can: z._default(yesNo('pay_what_you_can'), false),
      types: z._default(
        z
          .array(
            z.object({
              name: ticketName,
              price: ticketPrice,
              soldOut: z._default(yesNo('soldOut'), false),
            }),
            { error: () => t('types must be a list of tickets.') },
          )
          .check(
            z.maxLength(maxTicketTypes, {
              error: () => t('Please use at most {max} kinds of tickets.', { max: maxTicketTypes }),
            }),
          ),
        [],
      ),
      url: z._default(
        link({
          error: () =>
            t('Please enter the link to the ticket seller as a full URL, such as https://example.com.'),
        }),
        '',
      ),
      capacity: z._default(
        z.nullable(z.int(capacity).check(z.gte(1, capacity), z.lte(maxCapacity, capacity))),
        null,
      ),
    },
    { error: () => t('tickets must be an object or null.') },
  )
  .check(
    z.refine(
      ({ pay_what_you_can, price_max, types }) =>
        !pay_what_you_can || (price_max === null && types.length === 0),
      {
        path: ['pay_what_you_can'],
        error: () => t('Where people pay what they can, please leave out price_max and types.'),
      },
    ),
  )
export type TicketsInput = z.output<typeof TicketsInputSchema>
export const noTickets: TicketsInput = {
  price_max: null,
  pay_what_you_can: false,
  types: [],
  url: '',
  capacity: null,
}

/** With a registration, those who go take one of the places, or wait for one; the author sees their names. An update to null ends it. */
const RegistrationInputSchema = z.object(
  {
    questions: z._default(
      z
        .array(
          z.object({
            text: textField(msg('the question'), maxQuestionLength).check(
              z.minLength(1, {
                error: () => t('Please enter the question, or remove it.'),
              }),
            ),
            required: z._default(yesNo('required'), false),
          }),
          { error: () => t('questions must be a list of questions.') },
        )
        .check(
          z.maxLength(maxQuestions, {
            error: () => t('Please ask at most {max} questions.', { max: maxQuestions }),
          }),
          z.refine((questions) => new Set(questions.map(({ text }) => text)).size === questions.length, {
            error: () => t('Please ask each question once.'),
          }),
        ),
      [],
    ),
  },
  { error: () => t('registration must be an object or null.') },
)

/**
 * What an author can add to an event. If a field is omitted, a new event has none of it, and an update keeps what is
 * stored: earlier clients do not send it.
 */
export const eventInputFields = {
  schedule: z.optional(z.nullable(ScheduleInputSchema)),
  venue: z.optional(z.nullable(VenueInputSchema)),
  attendance_mode: z.optional(
    z.enum(attendanceModes, { error: () => t('attendance_mode must be "in_person", "online", or "both".') }),
  ),
  online_url: z.optional(
    link({ error: () => t('Please enter the link as a full URL, such as https://example.com.') }),
  ),
  online_url_shown: z.optional(
    z.enum(onlineUrlAudiences, { error: () => t('online_url_shown must be "signed_in" or "on_the_day".') }),
  ),
  tickets: z.optional(z.nullable(TicketsInputSchema)),
  registration: z.optional(z.nullable(RegistrationInputSchema)),
}
