/**
 * Tells people by email that an event has changed. A trigger records each change in the transaction of its cause, and merges edits
 * until the author has stopped for a few minutes. Each batch of emails commits with the address that it reached, so whenever the
 * process dies, the next run continues there: everybody gets one email.
 */
import { isDeepStrictEqual } from 'node:util'
import { dayIn } from '../../../shared/days.ts'
import { AppError } from '../../../shared/errors.ts'
import { publicPaths } from '../../../shared/paths.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import type { JobModule } from '../../platform/module.ts'
import type { EventFacts } from '../../schema/events.ts'
import type { Notifications } from '../notifications/service.ts'
import * as queries from './queries.ts'

export type EventChangeOptions = {
  database: Database
  notifications: Notifications
  rateLimiter: RateLimiter
  clock: Clock
  /** Smaller in tests. */
  batchSize?: number
}

export const eventChangeJobs = (options: EventChangeOptions): JobModule => ({
  jobs: {
    notify_of_event_changes: {
      run: () => notifyOfEventChanges(options),
      schedule: '* * * * *',
      unique: true,
    },
  },
})

/** Writes the emails of every change that is due. */
export async function notifyOfEventChanges(options: EventChangeOptions): Promise<void> {
  const { kysely } = options.database
  let more = true
  while (more) more = await kysely.transaction().execute((tx) => notifyNext(tx, options))
}

/** Writes one batch of emails about one change. Returns false if none is due. */
async function notifyNext(tx: Connection, options: EventChangeOptions): Promise<boolean> {
  const change = await queries.lockDueChange(tx)
  if (!change) return false
  const after = change.after ?? (await startNotifying(tx, change, options))
  if (after) await notifyBatch(tx, { ...change, after }, options)
  return true
}

/** Returns the facts to send, or null if there is nothing to send yet. */
async function startNotifying(
  tx: Connection,
  { id, listingId, before, current, lastDay }: queries.EventChange,
  { rateLimiter, clock }: EventChangeOptions,
): Promise<EventFacts | null> {
  const isOver = max(before.endDate, lastDay) < dayIn(current.timeZone, clock())
  if (isOver || !isNews(before, current)) {
    await queries.deleteChange(tx, id)
    return null
  }
  if (!(await consume(rateLimiter, 'changedEvent', listingId, tx))) {
    await queries.postponeChange(tx, id)
    return null
  }
  await queries.fixFacts(tx, id, current)
  return current
}

/** Returns whether facts differ that somebody could see. They do not if the author undid the change. */
const isNews = (before: EventFacts, after: EventFacts): boolean =>
  !isDeepStrictEqual(before, after) && (before.public || after.public)

const max = (one: string, other: string) => (one > other ? one : other)

async function notifyBatch(
  tx: Connection,
  { id, listingId, title, before, after, notifiedUntil }: queries.EventChange & { after: EventFacts },
  { notifications, rateLimiter, batchSize = 100 }: EventChangeOptions,
): Promise<void> {
  const followers = await queries.listFollowers(tx, listingId, notifiedUntil, batchSize)
  const change = { title, before, after, link: publicPaths.listing('event', listingId) }
  for (const { address, profileId, participantId } of followers) {
    if (profileId !== null) await notifications.topicEmail(tx, profileId, 'event-changed', change)
    // Nobody has proven that the address is theirs, so its emails are limited like those of messages.
    else if (await consume(rateLimiter, 'conversationEmailByRecipient', address, tx))
      await notifications.eventChangedForVisitor(tx, { to: address, participantId }, change)
  }
  const last = followers.at(-1)
  if (last && followers.length === batchSize) await queries.setNotifiedUntil(tx, id, last.address)
  else await queries.deleteChange(tx, id)
}

/** Returns false if the limit is reached. */
async function consume(
  rateLimiter: RateLimiter,
  limit: 'changedEvent' | 'conversationEmailByRecipient',
  key: string,
  tx: Connection,
): Promise<boolean> {
  try {
    await rateLimiter.consume(limit, key, tx)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
  }
}
