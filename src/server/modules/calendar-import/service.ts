/** Imported calendars: people import events from their own calendars. They see and change only their own. */
import type {
  ImportedCalendars,
  ImportedEvent,
  ImportedEventChange,
  ImportedEventReply,
  ListedImport,
} from '../../../shared/contract/imported-calendars.ts'
import { AppError, notFound } from '../../../shared/errors.ts'
import { maxImportedCalendars } from '../../../shared/limits.ts'
import type { Viewer } from '../../../shared/policy.ts'
import { t } from '../../../shared/translate.ts'
import type { Database } from '../../platform/database/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { ensureProfile } from '../accounts/service.ts'
import { isPublicUrl, notPublic } from './fetch-calendar.ts'
import * as queries from './queries.ts'
import { reasonText, skippedText } from './reason-text.ts'
import { type MappingOptions, toListing } from './to-listing.ts'

type Options = MappingOptions & {
  database: Database
  rateLimiter: RateLimiter
  /** Whether a calendar may be read; only tests replace it. */
  isAllowedCalendar?: ((url: URL) => boolean) | undefined
}

export type CalendarImport = ReturnType<typeof createCalendarImport>

export function createCalendarImport(options: Options) {
  const { database, rateLimiter, isAllowedCalendar = isPublicUrl } = options
  const { kysely } = database

  async function getOwn({ accountId }: Viewer, id: string): Promise<queries.EventRow> {
    const row = await queries.findEvent(kysely, accountId, id)
    if (!row) throw notFound('imported event')
    return row
  }

  return {
    async list({ accountId }: Viewer): Promise<ImportedCalendars> {
      const [calendars, events] = await Promise.all([
        queries.listCalendars(kysely, accountId),
        queries.listEvents(kysely, accountId),
      ])
      return {
        calendars: calendars.map(({ nextRefresh, name, failure, report, ...calendar }) => ({
          ...calendar,
          name: calendar.url === '' ? t('Uploaded files') : name,
          failure: failure && reasonText(failure),
          report: report && { ...report, skipped: report.skipped.map(skippedText) },
          stopped: nextRefresh === null && calendar.url !== '',
        })),
        events: events.map(toListed),
      }
    },

    /** Returns the id of the calendar, which a job reads next. The same address is one calendar. */
    async add(viewer: Viewer, url: string): Promise<string> {
      if (!isAllowedCalendar(new URL(url))) throw new AppError('invalid', t(notPublic), { url: t(notPublic) })
      await rateLimiter.consume('calendarByAccount', viewer.accountId)
      const { profileId } = await ensureProfile(database, viewer)
      return kysely.transaction().execute(async (tx) => {
        const id = await queries.insertCalendar(tx, profileId, url)
        if ((await queries.countCalendarsLocked(tx, profileId)) > maxImportedCalendars)
          throw new AppError(
            'conflict',
            t('You import {max} calendars, which is the most. Please remove one first.', {
              max: maxImportedCalendars,
            }),
          )
        await queries.addRefreshJobs(tx, id)
        return id
      })
    },

    async refresh({ accountId }: Viewer, id: string): Promise<void> {
      await rateLimiter.consume('calendarByAccount', accountId)
      await kysely.transaction().execute(async (tx) => {
        if (!(await queries.makeDue(tx, accountId, id))) throw notFound('imported calendar')
        await queries.addRefreshJobs(tx, id)
      })
    },

    async remove({ accountId }: Viewer, id: string): Promise<void> {
      if (!(await queries.deleteCalendar(kysely, accountId, id))) throw notFound('imported calendar')
    },

    async getEvent(viewer: Viewer, id: string): Promise<ImportedEventReply> {
      const { content, reviewed, listingId } = await getOwn(viewer, id)
      const event = await toListing(content, options)
      const before = reviewed && (await toListing(reviewed, options))
      const isSameTime = reviewed?.schedule === content.schedule
      return { event, listing: listingId, changed: before ? differences(before, event, isSameTime) : [] }
    },

    async changeEvent(viewer: Viewer, id: string, change: ImportedEventChange): Promise<void> {
      const { dismissed, reviewed, listing } = change
      await getOwn(viewer, id)
      if (dismissed !== undefined) await queries.setDismissed(kysely, id, dismissed)
      if (reviewed) await queries.setReviewed(kysely, id)
      if (listing === undefined) return
      const { accountId } = viewer
      if (await queries.setListing(kysely, { id, listingId: listing, accountId })) return
      const message = t('listing must be the id of one of your own events.')
      throw new AppError('invalid', message, { listing: message })
    },
  }
}

/** As a series goes on, its next date changes, although the calendar says the same. */
const scheduleFields = ['startDate', 'endDate', 'startTime', 'endTime', 'rule', 'exceptions', 'partial']

const differences = (before: ImportedEvent, after: ImportedEvent, isSameTime: boolean): string[] =>
  Object.keys(after).filter(
    (name) =>
      !(isSameTime && scheduleFields.includes(name)) &&
      JSON.stringify(before[name as keyof ImportedEvent]) !==
        JSON.stringify(after[name as keyof ImportedEvent]),
  )

function toListed(row: queries.ListedEventRow): ListedImport {
  const { title, start, location, rule, partial, canceled } = row.content
  return {
    id: row.id,
    calendar: row.calendarId,
    title,
    location,
    canceled,
    unknown_zone: row.content.unknownZone ?? null,
    startDate: start.day,
    startTime: start.time,
    repeats: rule !== null || partial,
    state: stateOf(row),
    listing: row.listingId,
  }
}

function stateOf({ listingId, dismissed, removed, changed }: queries.ListedEventRow): ListedImport['state'] {
  if (listingId === null && dismissed) return 'dismissed'
  if (removed) return 'removed'
  if (listingId === null) return 'new'
  return changed ? 'changed' : 'posted'
}
