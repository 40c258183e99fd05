/** Attendance: who is interested in an event, or going. Of a series, people choose a date. */
import * as z from 'zod/mini'
import { answersOf } from '../answers.ts'
import { CalendarEventSchema, OccurrenceSchema } from '../event-fields.ts'
import { maxAnswerLength, maxQuestionLength, maxQuestions } from '../limits.ts'
import { ListingIdSchema } from '../listing.ts'
import { publicPaths } from '../paths.ts'
import { dayField, textField, yesNo } from '../schemas/fields.ts'
import { msg, t } from '../translate.ts'
import type { Rows } from './endpoint.ts'

const attendanceStates = ['interested', 'going'] as const
export type AttendanceState = (typeof attendanceStates)[number]

/** `waiting`: going as soon as there is a place. */
const answer = z.enum([...attendanceStates, 'waiting'])
export type AttendanceAnswer = z.infer<typeof answer>

const AnswerSchema = z.object({ question: z.string(), answer: z.string() })

const AttendanceDateSchema = z.object({
  ...z.omit(OccurrenceSchema, { doorsTime: true, startsAt: true, postponed: true }).shape,
  interested: z.int(),
  going: z.int(),
  /** How many wait for a place. */
  waiting: z.int(),
  /** How many places are free; null if there is no limit. */
  room: z.nullable(z.int()),
  /** The first people who are going and show their name. */
  names: z.array(z.string()),
  /** The viewer's answer; null if there is none, and for visitors. */
  mine: z.nullable(answer),
  /** The viewer's place in the waiting list, from 1 on. */
  queue: z.nullable(z.int()),
  /** The viewer's code at the door, if they have a place at an event with registration. */
  code: z.nullable(z.string()),
})
export type AttendanceDate = z.infer<typeof AttendanceDateSchema>

/** The next dates of an event, or its last one if all are over. */
const AttendanceSchema = z.object({
  dates: z.array(AttendanceDateSchema),
  /** Whether others see the viewer's name, as they last chose. */
  showName: z.boolean(),
  /** Whether the viewer gets an email the day before the events that they attend. */
  reminders: z.boolean(),
  /** What the viewer last answered to the questions of the event. */
  answers: z.array(AnswerSchema),
})
export type Attendance = z.infer<typeof AttendanceSchema>

/** `state: null` removes the viewer's answer. Without a date, it is about the next one. `reminders` is about all events. */
const AttendanceInputSchema = z.object({
  state: z.nullable(
    z.enum(attendanceStates, { error: () => t('state must be "interested", "going", or null.') }),
  ),
  date: z.optional(dayField({ error: () => t('date must be a day of the event, such as 2026-11-20.') })),
  showName: z.optional(yesNo('showName')),
  reminders: z.optional(yesNo('reminders')),
  /** That they read that the organizer sees their name. Needed to go to an event with registration. */
  acceptsRegistration: z.optional(yesNo('acceptsRegistration')),
  /** To the questions of the event, in their words. If omitted, those of the same date stay. */
  answers: z.optional(
    z
      .array(
        z.object({
          question: z
            .string({ error: () => t('Each answer needs its question.') })
            .check(z.maxLength(maxQuestionLength)),
          answer: textField(msg('your answer'), maxAnswerLength),
        }),
        { error: () => t('answers must be a list of answers.') },
      )
      .check(z.maxLength(maxQuestions, `Please send at most ${maxQuestions} answers.`)),
  ),
})
export type AttendanceInput = z.output<typeof AttendanceInputSchema>

/** An event that the viewer is interested in or going to. */
const AttendedEventSchema = z.object({
  ...CalendarEventSchema.shape,
  attendance: answer,
  scheduled: z.string(),
  venue_name: z.string(),
})
export type AttendedEvent = z.infer<typeof AttendedEventSchema>

export const attendanceRows = {
  getAttendance: {
    summary:
      'Retrieves how many people are interested in the next dates of an event, or going, with the names of those who show them.',
    params: ListingIdSchema,
    reply: AttendanceSchema,
  },
  setAttendance: {
    summary:
      'Says that you are interested in a date of an event, or going, or neither. To go to an event with registration, `acceptsRegistration` says that you know that its organizer sees your name. If all places are taken, you are on the waiting list. Returns its attendance.',
    access: 'active',
    params: ListingIdSchema,
    body: AttendanceInputSchema,
    reply: AttendanceSchema,
    forms: [
      {
        path: publicPaths.attendEvent(':id'),
        hidden: /^/,
        toBody: ({ state = '', date, show_name, answered = '', reminders, registers, ...fields }) => ({
          // Pressing the button that is pressed takes the answer back; the one that saves the answers keeps it.
          state:
            state === 'keep' && answered.startsWith(`${date} `)
              ? answered.slice(`${date} `.length)
              : answered === `${date} ${state}`
                ? null
                : state,
          date: date || undefined,
          showName: show_name === 'yes',
          reminders: reminders ? reminders === 'yes' : undefined,
          acceptsRegistration: registers === 'yes',
          answers: answersOf(fields),
        }),
        next: ({ id }) => `${publicPaths.listing('event', id)}#attendance`,
      },
    ],
  },
  listAttended: {
    summary:
      'Lists the dates of events that you are interested in or going to and that are not over, the next one first.',
    access: 'signed-in',
    reply: z.object({ events: z.array(AttendedEventSchema) }),
  },
} as const satisfies Rows
