/**
 * Who is interested in an event, or going. Everyone sees the counts, and the names of those who show them. Nobody sees what
 * others answered; the author of the event only if it takes registrations, which the form says.
 */
import { stringify } from 'csv-stringify/sync'
import { v7 as uuid } from 'uuid'
import type {
  Attendance,
  AttendanceDate,
  AttendanceInput,
  AttendedEvent,
} from '../../../shared/contract/attendance.ts'
import type { EmailTopic } from '../../../shared/email-topics.ts'
import { AppError, notFound } from '../../../shared/errors.ts'
import { canEditListing, type Viewer } from '../../../shared/policy.ts'
import { msg, t } from '../../../shared/translate.ts'
import type { Database } from '../../platform/database/database.ts'
import type { RequestContext } from '../../platform/http/handlers.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { attendanceTag } from '../../schema/content-changes.ts'
import { ensureProfile } from '../accounts/service.ts'
import type { Catalog } from '../catalog/service.ts'
import type { ListingService } from '../listings/service.ts'
import { chooseEmail, hasChosenEmail } from '../notifications/service.ts'
import { answersFor } from './answers.ts'
import { fillPlaces, lockRegistration, type PlaceOptions } from './places.ts'
import * as queries from './queries.ts'

type Options = PlaceOptions & {
  database: Database
  listings: ListingService
  catalog: Catalog
  rateLimiter: RateLimiter
}

/** What a read shares with others of its page, and where it records what its reply depends on. */
type Reading = Pick<RequestContext, 'once' | 'tracker'>

export type AttendanceService = ReturnType<typeof createAttendanceService>

export function createAttendanceService(options: Options) {
  const { database, listings, catalog, rateLimiter, clock } = options

  /** Returns the event. Throws unless the viewer may see it. */
  async function findEvent(viewer: Viewer | null, id: string, reading?: Reading) {
    const event = await listings.get(viewer, 'event', id, reading)
    if (!('occurrence' in event)) throw notFound('event')
    return event
  }

  /** Without a schedule, an event has one date. */
  async function datesOf({
    _id,
    occurrence,
    schedule,
  }: Awaited<ReturnType<typeof findEvent>>): Promise<queries.StoredDate[]> {
    const dates = schedule ? await queries.findDates(database, _id, clock()) : []
    return dates.length > 0 ? dates : [{ id: null, ...occurrence }]
  }

  async function get(viewer: Viewer | null, id: string, reading?: Reading): Promise<Attendance> {
    const event = await findEvent(viewer, id, reading)
    reading?.tracker?.addTags([attendanceTag(id)])
    const [dates, counts, { own, showName, answers }, reminders] = await Promise.all([
      datesOf(event),
      queries.countAttendance(database, id),
      viewer ? queries.findOwn(database, viewer.accountId, id) : { own: [], showName: false, answers: [] },
      viewer ? hasChosenEmail(database.kysely, viewer.accountId, reminderTopic) : false,
    ])
    const shown = dates.map((date): AttendanceDate => {
      const { id, scheduled, startDate, endDate, startTime, endTime, endsAt, canceled } = date
      const { interested, going, waiting, names } = counts.find((row) => row.id === id) ?? nobody
      const room = event.registration && event.capacity !== null ? Math.max(0, event.capacity - going) : null
      const { state: mine = null, queue = null, attendance = null } = own.find((row) => row.id === id) ?? {}
      const code =
        event.registration && mine === 'going' && attendance ? options.codes.create(attendance) : null
      const times = { scheduled, startDate, endDate, startTime, endTime, endsAt, canceled }
      return { ...times, interested, going, waiting, room, names, mine, queue, code }
    })
    return { dates: shown, showName, answers, reminders }
  }

  return {
    get,

    /** Throws `conflict` for a date that is over or canceled, and `invalid` for one that the event does not have. */
    async set(viewer: Viewer, id: string, input: AttendanceInput): Promise<Attendance> {
      const { state, date, showName, reminders } = input
      const event = await findEvent(viewer, id)
      const { profileId } = await ensureProfile(database, viewer)
      await database.kysely.transaction().execute(async (tx) => {
        await rateLimiter.consume('attendanceByAccount', viewer.accountId, tx)
        // First: an edit may remove the date meanwhile.
        const registration = await lockRegistration(tx, id)
        await queries.dateEarlierAnswer(tx, profileId, id)
        const scheduled = date ?? event.occurrence.scheduled
        const stored = await queries.findDate(tx, id, scheduled)
        const chosen = stored ?? { id: null, ...event.occurrence }
        if (chosen.scheduled !== scheduled) throw noSuchDate()
        const place = { listingId: id, dateId: chosen.id }
        if (state === null) {
          await queries.deleteAttendance(tx, { ...place, accountId: viewer.accountId })
          if (registration) await fillPlaces(tx, options, id)
          return
        }
        if (event.canceled || chosen.canceled) throw new AppError('conflict', t('This event is canceled.'))
        if (chosen.endsAt <= clock().toISOString()) throw new AppError('conflict', t('This event is over.'))
        const answers =
          registration && state === 'going'
            ? await answersFor(tx, registration, input, { ...place, profileId })
            : undefined
        const entry = {
          id: uuid(),
          profileId,
          ...place,
          state,
          showName,
          registers: registration !== null,
          answers,
        }
        await queries.storeAttendance(tx, entry)
        if (reminders !== undefined) await chooseEmail(tx, profileId, reminderTopic, reminders)
        if (registration) await fillPlaces(tx, options, id)
      })
      return get(viewer, id)
    },

    async listAttended({ accountId }: Viewer): Promise<{ events: AttendedEvent[] }> {
      const rows = await queries.listAttended(database, accountId, clock())
      return { events: rows.map((row) => ({ ...row, ...catalog.namesOf(row) })) }
    },

    /** Returns the attendees of an event as CSV: the names of those who show them, and how many others there are. */
    async exportAttendees(viewer: Viewer, id: string): Promise<string> {
      const event = await findEvent(viewer, id)
      if (!canEditListing(viewer, event)) throw notFound('event')
      return toCsv(await queries.listAttendees(database, id), event.registration?.questions ?? [])
    },
  }
}

const reminderTopic: EmailTopic = 'event-reminders'
const nobody = { interested: 0, going: 0, waiting: 0, names: [] }

const noSuchDate = () => {
  const message = t('This event does not take place on this day. Please choose one of its dates.')
  return new AppError('invalid', message, { date: message })
}

const stateLabels = { going: msg('Going'), interested: msg('Interested'), waiting: msg('Waiting list') }

/** Someone who did not register, and shows no name, is one of a number. */
function toCsv(attendees: queries.Attendee[], current: { text: string }[]): string {
  const asked = attendees.flatMap(({ answers }) => answers.map(({ question }) => question))
  const questions = [...new Set([...current.map(({ text }) => text), ...asked])]
  const registers = attendees.some(({ registered }) => registered)
  const groups = Map.groupBy(attendees, ({ day, state }) => `${day} ${state}`)
  const rows = [...groups.values()].flatMap((group) => {
    const known = group.filter(({ name, registered }) => name !== null || registered)
    const hidden = group.length - known.length
    const [first] = group
    const columns = first ? [first.day, t(stateLabels[first.state])] : []
    return [
      ...known.map(({ name, answers, checkedIn }) => {
        const answerTo = new Map(answers.map(({ question, answer }) => [question, answer]))
        const more = [...questions.map((question) => answerTo.get(question) ?? ''), checkedIn ?? '']
        return [...columns, name ?? t('No name'), 1, ...(registers ? more : [])]
      }),
      ...(hidden > 0
        ? [
            [
              ...columns,
              t('Names not shown'),
              hidden,
              ...(registers ? questions.map(() => '').concat('') : []),
            ],
          ]
        : []),
    ]
  })
  const header = [
    t('Date'),
    t('Answer'),
    t('Name'),
    t('People'),
    ...(registers ? [...questions, t('Checked in')] : []),
  ]
  // A name that begins like a formula would be one in a spreadsheet, which also needs the mark to read UTF-8.
  return stringify([header, ...rows], {
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  })
}
