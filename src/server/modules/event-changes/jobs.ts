/**
 * Tells people by email that an event has changed. A trigger records each change in the transaction of its cause, and merges edits
 * until the author has stopped for a few minutes. Each batch of emails commits with the address that it reached, so whenever the
 * process dies, the next run continues there: everybody gets one email.
 */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { dayIn } from '../../../shared/days.ts'
import { AppError } from '../../../shared/errors.ts'
import { publicPaths } from '../../../shared/paths.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import type { JobModule } from '../../platform/module.ts'
import type { EventFacts } from '../../schema/events.ts'
import type { Notifications } from '../notifications/service.ts'

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
  const change = await lockDueChange(tx)
  if (!change) return false
  const after = change.after ?? (await startNotifying(tx, change, options))
  if (after) await notifyBatch(tx, { ...change, after }, options)
  return true
}

/** Returns the facts to send, or null if there is nothing to send yet. */
async function startNotifying(
  tx: Connection,
  { id, listingId, before, current, lastDay }: EventChange,
  { rateLimiter, clock }: EventChangeOptions,
): Promise<EventFacts | null> {
  const isOver = max(before.endDate, lastDay) < dayIn(current.timeZone, clock())
  if (isOver || !isVisibleChange(before, current)) {
    await deleteChange(tx, id)
    return null
  }
  if (!(await consume(rateLimiter, 'changedEvent', listingId, tx))) {
    await sql`update event_change set due = clock_timestamp() + interval '1 hour' where id = ${id}`.execute(
      tx,
    )
    return null
  }
  // From now on, further edits are another change.
  await sql`update event_change set after = ${JSON.stringify(current)}::jsonb where id = ${id}`.execute(tx)
  return current
}

/** Returns whether anybody could see a difference. There is none if the author undid the change. */
const isVisibleChange = (before: EventFacts, after: EventFacts): boolean =>
  !isDeepStrictEqual(before, after) && (before.public || after.public)

const max = (one: string, other: string) => (one > other ? one : other)

async function notifyBatch(
  tx: Connection,
  { id, listingId, title, before, after, notifiedUntil }: EventChange & { after: EventFacts },
  { notifications, rateLimiter, batchSize = 100 }: EventChangeOptions,
): Promise<void> {
  const followers = await listFollowers(tx, listingId, notifiedUntil, batchSize)
  const change = { title, before, after, link: publicPaths.listing('event', listingId) }
  for (const follower of followers) {
    const { address, profileId } = follower
    if (profileId !== null) await notifications.topicEmail(tx, profileId, 'event-changed', change)
    // Nobody has proven that the address is theirs, so its emails are limited like those of messages.
    else if (await consume(rateLimiter, 'conversationEmailByRecipient', address, tx))
      await notifications.eventChangedForVisitor(tx, { to: address, ...follower }, change)
  }
  const last = followers.at(-1)
  if (last && followers.length === batchSize)
    await sql`update event_change set told_until = ${last.address} where id = ${id}`.execute(tx)
  else await deleteChange(tx, id)
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

type EventChange = {
  id: string
  listingId: string
  title: string
  before: EventFacts
  /** What the emails say, from the first one on; null before. */
  after: EventFacts | null
  /** The facts right now. */
  current: EventFacts
  /** The last day of all dates. */
  lastDay: string
  /** The address up to which emails are written. */
  notifiedUntil: string
}

/** Locks the change that is due first, unless another process works on it. */
async function lockDueChange(tx: Connection): Promise<EventChange | null> {
  const { rows } = await sql<EventChange>`
    select change.id, listing.id as "listingId", listing.title, change.before, change.after,
      event_facts(listing) as current, listing.end_date as "lastDay", change.told_until as "notifiedUntil"
    from event_change change join listing on listing.id = change.listing_id
    where change.due <= clock_timestamp()
    order by change.due limit 1
    for update of change skip locked`.execute(tx)
  return rows[0] ?? null
}

async function deleteChange(tx: Connection, id: string): Promise<void> {
  await sql`delete from event_change where id = ${id}`.execute(tx)
}

/** Someone with an account, or a visitor as a participant of a conversation. */
type Follower = { address: string } & (
  | { profileId: string; participantId: null }
  | { profileId: null; participantId: string; language: string | null }
)

/**
 * Returns who saved the event, attends it, or wrote to its author about it, in the order of their addresses, each once. Leaves out
 * the author, visitors whose address is not confirmed, and conversations that either side has muted or blocked.
 */
async function listFollowers(
  tx: Connection,
  listingId: string,
  after: string,
  limit: number,
): Promise<Follower[]> {
  const { rows } = await sql<Follower>`
    with author as (
      select profile.id, lower(profile.email) as address
      from listing join profile on profile.id = listing.author_id where listing.id = ${listingId}
    ), follower as (
      select lower(profile.email) as address, profile.id as "profileId", null::uuid as "participantId", null as language
      from saved_listing join profile on profile.id = saved_listing.profile_id
      where saved_listing.listing_id = ${listingId}
      union all
      select lower(profile.email), profile.id, null, null
      from attendance join profile on profile.id = attendance.profile_id
      where attendance.listing_id = ${listingId}
      union all
      select lower(coalesce(sender.visitor_email, profile.email)), profile.id,
        case when profile.id is null then sender.id end, sender.language
      from conversation
      join conversation_participant sender on sender.conversation_id = conversation.id and sender.role = 'sender'
      join conversation_participant other on other.conversation_id = conversation.id and other.role = 'author'
      left join profile on profile.id = sender.profile_id
      where conversation.listing_id = ${listingId} and participant_is_confirmed(sender) and not sender.muted and not sender.blocked and not other.blocked
    )
    select distinct on (follower.address) follower.* from follower, author
    where follower.address > ${after} and follower.address <> author.address
      and follower."profileId" is distinct from author.id
    order by follower.address, "profileId" nulls last, "participantId"
    limit ${limit}`.execute(tx)
  return rows
}
