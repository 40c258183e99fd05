/** Changes of single dates of an event: who may make them, and what is stored. */

import type { OccurrenceChange } from '../../../../shared/contract/event-dates.ts'
import { AppError, gone, invalidFields } from '../../../../shared/errors.ts'
import type { Occurrence } from '../../../../shared/event-fields.ts'
import { editConflict } from '../../../../shared/messages/forms.ts'
import { t } from '../../../../shared/translate.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import type { AuthedContext } from '../../../platform/http/handlers.ts'
import type { RateLimiter } from '../../../platform/http/rate-limiter.ts'
import { ensureProfile } from '../../accounts/service.ts'
import { recordAudit } from '../../audit/service.ts'
import type { Catalog } from '../../catalog/service.ts'
import { max, min } from '../event-input.ts'
import type { Posting } from '../posting.ts'
import { parseIfMatch } from '../posting-input.ts'
import * as schedules from '../schedule/store.ts'
import { changeSeries, type Series } from './change-dates.ts'

type Options = {
  database: Database
  catalog: Catalog
  rateLimiter: RateLimiter
  clock: Clock
  posting: Posting
}

export type EventDates = ReturnType<typeof createEventDates>

export function createEventDates({ database, catalog, rateLimiter, clock, posting }: Options) {
  async function changeAll(ctx: AuthedContext, id: string, { action }: OccurrenceChange) {
    if (action === 'move') throw invalidFields({ scope: t('To move all dates, edit the event.') })
    // Both are independent: putting an event back on means that it takes place.
    if (action !== 'postpone') await posting.setState(ctx, id, 'canceled', action === 'cancel')
    if (action !== 'cancel') await posting.setState(ctx, id, 'postponed', action === 'postpone')
  }

  return {
    /** Returns the dates of a visible event that are not over, soonest first; one if it is no series. */
    async listUpcoming(
      event: { _id: string; schedule: unknown; occurrence: Occurrence },
      limit: number,
    ): Promise<Occurrence[]> {
      const now = clock()
      if (event.schedule !== null) return schedules.findUpcoming(database, event._id, now, limit)
      return event.occurrence.endsAt > now.toISOString() ? [event.occurrence] : []
    },

    /** Throws `conflict` if the author saw an earlier version. A change that changes nothing is not an edit. */
    async change(ctx: AuthedContext, { id, day }: { id: string; day: string }, change: OccurrenceChange) {
      const event = await posting.requireEditable(ctx, 'event', id)
      const wanted = change.version ?? parseIfMatch(ctx.ifMatch)
      if (wanted !== undefined && wanted !== event.version) throw new AppError('conflict', t(editConflict))
      if (change.scope === 'all') return changeAll(ctx, id, change)
      const { profileId } = await ensureProfile(database, ctx.viewer)
      const now = clock()
      await database.kysely.transaction().execute(async (tx) => {
        const version = await schedules.lockEvent(tx, id)
        if (version === null) throw gone('event')
        if (wanted !== undefined && wanted !== version) throw new AppError('conflict', t(editConflict))
        const before = await requireSeries(tx, id)
        const after = changeSeries(before, { ...change, day }, { timeZone: catalog.timeZoneOf(event), now })
        if (JSON.stringify(after) === JSON.stringify(before)) return
        await rateLimiter.consume('editByAccount', ctx.viewer.accountId, tx)
        await store(tx, id, { before, after, now })
        if (profileId === event.author_id) return
        await recordAudit(tx, { profileId, network: ctx.network ?? '' }, [
          {
            action: 'listing.edit',
            target: { type: 'listing', id },
            before: differing(before, after),
            after: differing(after, before),
          },
        ])
      })
    },
  }
}

async function requireSeries(tx: Connection, id: string): Promise<Series> {
  const parts = await schedules.findSchedule(tx, id)
  if (parts.every(({ rule }) => rule === null))
    throw new AppError('invalid', t('This event takes place once. To change its date, edit the event.'))
  return { parts, dates: await schedules.findDates(tx, id) }
}

async function store(
  tx: Connection,
  id: string,
  { before, after, now }: { before: Series; after: Series; now: Date },
) {
  const { parts, dates } = after
  const first = min(dates.map(({ startDate }) => startDate))
  const last = max(dates.map(({ endDate }) => endDate))
  await schedules.touchEvent(tx, id, { first, last })
  await schedules.matchNewDates(tx, id, async () => {
    for (const part of parts) if (!before.parts.includes(part)) await schedules.storePart(tx, id, part)
    await schedules.storeDates(tx, id, dates, now)
    await schedules.updateCurrentOccurrence(tx, id, now)
  })
}

/** Returns what of `one` is not in `other`, for the audit log. */
const differing = (one: Series, other: Series) => ({
  schedule: without(one.parts, other.parts),
  dates: without(one.dates, other.dates),
})

function without<Item>(items: Item[], others: Item[]): Item[] {
  const known = new Set(others.map((item) => JSON.stringify(item)))
  return items.filter((item) => !known.has(JSON.stringify(item)))
}
