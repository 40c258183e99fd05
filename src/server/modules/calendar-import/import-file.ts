/** Imports the events of a file that someone uploads. They become drafts, like those of a calendar that is read every day. */
import pLimit from 'p-limit'
import type { CalendarFileReply } from '../../../shared/contract/imported-calendars.ts'
import { AppError } from '../../../shared/errors.ts'
import { maxFileEvents } from '../../../shared/limits.ts'
import type { Viewer } from '../../../shared/policy.ts'
import { msg, t } from '../../../shared/translate.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { ensureProfile } from '../accounts/service.ts'
import { CalendarFailure, type ParsedCalendar } from './calendar-event.ts'
import { decodeCalendar, isCalendar } from './decode-calendar.ts'
import { runParser } from './parser/run-parser.ts'
import * as queries from './queries.ts'
import { reasonText, skippedText } from './reason-text.ts'
import { reportOf, storeEvents } from './store-events.ts'
import { type MappingOptions, toFileEvents } from './to-listing.ts'

type Options = MappingOptions & { database: Database; rateLimiter: RateLimiter; clock: Clock }

/** Files that wait in one process, each with up to 2 MB. */
const maxWaiting = 10

export function createFileImport(options: Options) {
  const { database, rateLimiter, clock, settings } = options
  const oneAtATime = pLimit(1)

  async function parse(bytes: Buffer): Promise<ParsedCalendar> {
    if (oneAtATime.pendingCount >= maxWaiting)
      throw new AppError(
        'unavailable',
        t('Many calendars are being read right now. Please try again in a minute.'),
      )
    const text = decodeCalendar(bytes)
    if (!isCalendar(text)) throw fileError(t(notACalendar))
    try {
      const { timeZone } = settings()
      return await oneAtATime(() => runParser({ text, now: clock().toISOString(), timeZone }))
    } catch (error) {
      throw error instanceof CalendarFailure ? fileError(reasonText(error.message)) : error
    }
  }

  return {
    authorize: ({ accountId }: Viewer): Promise<void> => rateLimiter.consume('calendarByAccount', accountId),

    async add(viewer: Viewer, bytes: Buffer): Promise<CalendarFileReply> {
      const parsed = await parse(bytes)
      const { profileId } = await ensureProfile(database, viewer)
      await database.kysely.transaction().execute(async (tx) => {
        const id = await queries.insertCalendar(tx, profileId, '')
        // A file does not say that the events of earlier ones are gone.
        await storeEvents(tx, id, { ...parsed, isComplete: false })
        if ((await queries.countUpcoming(tx, id)) > maxFileEvents)
          throw new AppError(
            'conflict',
            t(
              'You have {max} events from files, which is the most. Please remove “Uploaded files” below, which removes the events that you have not posted.',
              { max: maxFileEvents },
            ),
          )
        await queries.recordFile(tx, id, reportOf(parsed))
      })
      return {
        read: parsed.read,
        skipped: parsed.skipped
          .toSorted((one, other) => Number(one.kind === 'over') - Number(other.kind === 'over'))
          .map(skippedText),
        events: await toFileEvents(parsed.events, options),
      }
    },
  }
}

export type FileImport = ReturnType<typeof createFileImport>

const fileError = (sentence: string) => new AppError('invalid', sentence, { file: sentence })

const notACalendar = msg(
  'This file is not a calendar. Please choose one in the iCalendar format, whose name often ends in .ics.',
)
