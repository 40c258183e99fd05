import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { EventFacts } from '../../schema/events.ts'

export type EventChange = {
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
export async function lockDueChange(tx: Connection): Promise<EventChange | null> {
  const { rows } = await sql<EventChange>`
    select change.id, listing.id as "listingId", listing.title, change.before, change.after,
      event_facts(listing) as current, listing.end_date as "lastDay", change.told_until as "notifiedUntil"
    from event_change change join listing on listing.id = change.listing_id
    where change.due <= clock_timestamp()
    order by change.due limit 1
    for update of change skip locked`.execute(tx)
  return rows[0] ?? null
}

export async function postponeChange(tx: Connection, id: string): Promise<void> {
  await sql`update event_change set due = clock_timestamp() + interval '1 hour' where id = ${id}`.execute(tx)
}

/** Sets what the emails say. Later edits are another change. */
export async function fixFacts(tx: Connection, id: string, after: EventFacts): Promise<void> {
  await sql`update event_change set after = ${JSON.stringify(after)}::jsonb where id = ${id}`.execute(tx)
}

export async function setNotifiedUntil(tx: Connection, id: string, address: string): Promise<void> {
  await sql`update event_change set told_until = ${address} where id = ${id}`.execute(tx)
}

export async function deleteChange(tx: Connection, id: string): Promise<void> {
  await sql`delete from event_change where id = ${id}`.execute(tx)
}

/** Someone with an account, or a visitor as a participant of a conversation. */
export type Follower = { address: string } & (
  | { profileId: string; participantId: null }
  | { profileId: null; participantId: string }
)

/**
 * Returns who saved the event, attends it, or wrote to its author about it, in the order of their addresses, each once. Leaves out
 * the author, visitors whose address is not confirmed, and conversations that either side has muted or blocked.
 */
export async function listFollowers(
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
      select lower(profile.email) as address, profile.id as "profileId", null::uuid as "participantId"
      from saved_listing join profile on profile.id = saved_listing.profile_id
      where saved_listing.listing_id = ${listingId}
      union all
      select lower(profile.email), profile.id, null
      from attendance join profile on profile.id = attendance.profile_id
      where attendance.listing_id = ${listingId}
      union all
      select lower(coalesce(sender.visitor_email, profile.email)), profile.id,
        case when profile.id is null then sender.id end
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
