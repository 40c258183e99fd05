/**
 * Calendars of other sites whose events their authors review and post, as sent.
 *
 * imported calendar — the public iCalendar address of a person's own calendar, which is read once a day
 * imported event    — an upcoming event of it, which nobody else sees until its author posts it
 */
import * as z from 'zod/mini'
import { maxCalendarUrlLength } from '../limits.ts'
import { privatePaths, withQuery } from '../paths.ts'
import { idOf, textField, yesNo } from '../schemas/fields.ts'
import { msg, t } from '../translate.ts'
import { messageReply, type Rows } from './endpoint.ts'

const invalidUrl = {
  error: () => t('Please enter the public address of a calendar, such as https://example.org/events.ics.'),
}

/** Calendar programs offer addresses that begin with `webcal:`. */
const calendarUrl = textField(msg('the address of the calendar'), maxCalendarUrlLength).check(
  z.overwrite<string>((text) => text.replace(/^webcals?:\/\//i, 'https://')),
  z.refine((text) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text), invalidUrl),
  z.overwrite<string>((text) => (URL.canParse(text) ? new URL(text).href : text)),
  z.maxLength(maxCalendarUrlLength, invalidUrl),
)

const CalendarIdSchema = z.object({ id: idOf(msg('an imported calendar')) })
const ImportedEventIdSchema = z.object({ id: idOf(msg('an imported event')) })

const SkippedEventSchema = z.object({
  title: z.string(),
  /** A sentence that says why it was not read. */
  reason: z.string(),
})

/** What was read of a calendar the last time, in events; a series is one. */
const CalendarReportSchema = z.object({
  read: z.int(),
  /** Events that are over. */
  over: z.int(),
  unreadable: z.int(),
  /** The first ones that could not be read. */
  skipped: z.array(SkippedEventSchema),
})
export type CalendarReport = z.infer<typeof CalendarReportSchema>

const ImportedCalendarSchema = z.object({
  id: z.string(),
  /** Empty for the uploaded files, which are one calendar. */
  url: z.string(),
  /** As the calendar calls itself; empty if it does not, or was not read yet. */
  name: z.string(),
  /** When it was last read without a failure, as an ISO instant, if ever. */
  refreshed: z.nullable(z.string()),
  /** Why it could not be read the last time; empty if it could. */
  failure: z.string(),
  /** It has failed for so long that it is not read again, unless its owner asks for it. */
  stopped: z.boolean(),
  /** It has more upcoming events than are imported. */
  truncated: z.boolean(),
  /** The last read, if there was one. */
  report: z.nullable(CalendarReportSchema),
})
export type ImportedCalendar = z.infer<typeof ImportedCalendarSchema>

const ListedImportSchema = z.object({
  id: z.string(),
  calendar: z.string(),
  title: z.string(),
  /** The next date: a day, and a time such as `19:30` or null, as the calendar has them. */
  startDate: z.string(),
  startTime: z.nullable(z.string()),
  location: z.string(),
  repeats: z.boolean(),
  /** The calendar says that it does not take place. */
  canceled: z.boolean(),
  /** The time zone that the calendar names, if we do not know it. Its times are then shown as they are. */
  unknown_zone: z.nullable(z.string()),
  /**
   * `new`: waits for its author. `posted`: its ad says what the calendar says. `changed`: the calendar differs from what was
   * posted. `removed`: the calendar no longer has it.
   */
  state: z.enum(['new', 'dismissed', 'posted', 'changed', 'removed']),
  /** The id of its ad; null unless it was posted. */
  listing: z.nullable(z.string()),
})
export type ListedImport = z.infer<typeof ListedImportSchema>

const ImportedCalendarsSchema = z.object({
  calendars: z.array(ImportedCalendarSchema),
  /** Those that are not over, soonest first. */
  events: z.array(ListedImportSchema),
})
export type ImportedCalendars = z.infer<typeof ImportedCalendarsSchema>

const nullableText = z.nullable(z.string())

const eventFields = {
  title: z.string(),
  description: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  startTime: nullableText,
  endTime: nullableText,
  /** That of the times: the town's; else the calendar's, if it has an IANA name; else the site's. */
  time_zone: z.string(),
  /** The time zone that the calendar names, if we do not know it. */
  unknown_zone: nullableText,
  rule: nullableText,
  exceptions: z.array(z.string()),
  canceled: z.boolean(),
  /** It repeats by a rule that events of this site cannot have: only its next date is imported. */
  partial: z.boolean(),
}

/**
 * What a calendar says about an event, by the fields of listings, which are null where it says nothing. Days and times are those
 * of the town, if the location names one.
 */
const ImportedEventSchema = z.object({
  ...eventFields,
  category: nullableText,
  subcategory: nullableText,
  country: nullableText,
  state: nullableText,
  city: nullableText,
  venue_name: z.string(),
  venue_address: z.string(),
  venue_postal_code: z.string(),
  /** A page about the event, or empty. */
  url: z.string(),
})
export type ImportedEvent = z.infer<typeof ImportedEventSchema>

const ImportedEventReplySchema = z.object({
  event: ImportedEventSchema,
  /** The ad that was made of it; null if it was not posted. */
  listing: nullableText,
  /** The fields that have changed in the calendar since the event was posted. */
  changed: z.array(z.string()),
})
export type ImportedEventReply = z.infer<typeof ImportedEventReplySchema>

/** One of these. `listing` is the id of the ad that was made of the event. */
const ImportedEventChangeSchema = z.object({
  dismissed: z.optional(yesNo('dismissed')),
  reviewed: z.optional(z.literal(true, 'reviewed can only be true.')),
  listing: z.optional(idOf(msg('a listing'), 'listing')),
})
export type ImportedEventChange = z.output<typeof ImportedEventChangeSchema>

/** What was read of an uploaded file. Its upcoming events are drafts. */
export const CalendarFileReplySchema = z.object({
  read: z.int(),
  skipped: z.array(SkippedEventSchema),
  /** Upcoming events, soonest first. Days and times are those of `time_zone`. */
  events: z.array(
    z.object({
      ...eventFields,
      location: z.string(),
    }),
  ),
})
export type CalendarFileReply = z.infer<typeof CalendarFileReplySchema>

const calendarFormPath = `${privatePaths.importedCalendars}/:id`
const pageAfter = (done: 'added' | 'refreshing' | 'removed' | 'saved') =>
  withQuery(privatePaths.importedCalendars, { done })

export const importedCalendarRows = {
  listImportedCalendars: {
    summary: 'Lists the calendars that you import, and their upcoming events, soonest first.',
    access: 'signed-in',
    reply: ImportedCalendarsSchema,
  },
  importCalendar: {
    summary: 'Imports the upcoming events of your own public iCalendar address as drafts, once a day.',
    access: 'active',
    body: z.object({
      url: calendarUrl,
      own: z.literal(true, { error: () => t('Please confirm that this is your calendar.') }),
    }),
    reply: z.object({ message: z.string(), id: z.string() }),
    forms: [
      {
        path: privatePaths.importedCalendars,
        toBody: ({ url, own }) => ({ url, own: own === 'yes' }),
        next: () => pageAfter('added'),
      },
    ],
  },
  refreshImportedCalendar: {
    summary: 'Reads one of the calendars that you import again.',
    access: 'active',
    params: CalendarIdSchema,
    reply: messageReply,
    forms: [{ path: calendarFormPath, next: () => pageAfter('refreshing') }],
  },
  removeImportedCalendar: {
    summary: 'Removes one of the calendars that you import, with its drafts. Ads that you posted stay.',
    access: 'signed-in',
    params: CalendarIdSchema,
    reply: messageReply,
    forms: [{ path: calendarFormPath, actions: { remove: {} }, next: () => pageAfter('removed') }],
  },
  getImportedEvent: {
    summary: 'Returns what your calendar says about an event, by the fields of listings.',
    access: 'signed-in',
    params: ImportedEventIdSchema,
    reply: ImportedEventReplySchema,
  },
  changeImportedEvent: {
    summary:
      'Dismisses an imported event, marks its changes as reviewed, or names the ad that you made of it.',
    access: 'signed-in',
    params: ImportedEventIdSchema,
    body: ImportedEventChangeSchema,
    reply: messageReply,
    forms: [
      {
        path: `${privatePaths.importedEvents}/:id`,
        toBody: ({ action }) =>
          action === 'reviewed' ? { reviewed: true } : { dismissed: action === 'dismiss' },
        next: () => pageAfter('saved'),
      },
    ],
  },
} as const satisfies Rows
