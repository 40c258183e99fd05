/** The list at the door of an event with registration, for its author. It is kept in the browser, so that it works without a connection. */
import * as z from 'zod/mini'
import { authorPaths } from '../author-paths.ts'
import { OccurrenceSchema } from '../event-fields.ts'
import { maxCheckIns } from '../limits.ts'
import { ListingIdSchema } from '../listing.ts'
import { dayField, yesNo } from '../schemas/fields.ts'
import { t } from '../translate.ts'
import type { Rows } from './endpoint.ts'

const ExpectedSchema = z.object({
  /** Names this person's place, and is in their QR code. */
  code: z.string(),
  /** Null for someone who has chosen no name, or said that they go before the event took registrations. */
  name: z.nullable(z.string()),
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** An ISO instant. */
  checkedIn: z.nullable(z.string()),
})
export type Expected = z.infer<typeof ExpectedSchema>

const CheckInListSchema = z.object({
  title: z.string(),
  /** The date of the list. */
  date: z.pick(OccurrenceSchema, {
    scheduled: true,
    startDate: true,
    endDate: true,
    startTime: true,
    endTime: true,
  }),
  /** Those who have a place, by name. */
  people: z.array(ExpectedSchema),
})
export type CheckInList = z.infer<typeof CheckInListSchema>

const code = z.string({ error: () => t('Each entry needs a code.') }).check(z.maxLength(100))
const instantNeeded = { error: () => t('at must be an instant, such as 2026-11-20T09:00:00Z.') }
const CheckInsSchema = z.object({
  entries: z
    .array(
      z.object({
        code,
        /** `false` takes a check-in back. */
        present: yesNo('present'),
        /** When it happened; now if omitted. */
        at: z.optional(
          z.iso.datetime(instantNeeded).check(
            // No event was before the site; and PostgreSQL does not know the year 0.
            z.refine((at) => at >= '2000', instantNeeded),
          ),
        ),
      }),
      { error: () => t('entries must be a list.') },
    )
    .check(z.minLength(1, { error: () => t('Please send at least one entry.') }), z.maxLength(maxCheckIns)),
})
export type CheckIns = z.output<typeof CheckInsSchema>

export const checkInRows = {
  getCheckIn: {
    summary:
      'Lists who has a place on a date of your event, with their codes and answers. Without a date, it is the current one.',
    access: 'active',
    params: ListingIdSchema,
    query: z.object({
      date: z.optional(dayField({ error: () => t('date must be a day of the event, such as 2026-11-20.') })),
    }),
    reply: CheckInListSchema,
  },
  checkIn: {
    summary:
      'Says who has come to your event. Repeating an entry changes nothing: the first check-in counts. Returns those of the entries that have a place.',
    access: 'active',
    params: ListingIdSchema,
    body: CheckInsSchema,
    reply: z.object({ people: z.array(z.pick(ExpectedSchema, { code: true, checkedIn: true })) }),
    forms: [
      {
        path: authorPaths.checkIn(':id'),
        hidden: /^/,
        toBody: ({ code = '', present }) => ({ entries: [{ code, present: present === 'yes' }] }),
        next: ({ id }) => authorPaths.checkIn(id),
      },
    ],
  },
} as const satisfies Rows
