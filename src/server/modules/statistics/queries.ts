import { sql } from 'kysely'
import type { Kind } from '../../../shared/listing.ts'
import type { Connection } from '../../platform/database/database.ts'

/** Days of the site's time zone, both included. */
export type Period = { from: string; to: string; timeZone: string }

export type AdRow = {
  id: string
  kind: Kind
  title: string
  /** Views by day, without days that have none. */
  daily: Record<string, number>
  saves: number
  messages: number
  contacts: number
}

/** Returns what happened to the newest ads of a person, also to those that visitors no longer see. */
export async function readAds(
  connection: Connection,
  author: { profileId: string } | { accountId: string },
  { kind, period: { from, to, timeZone }, limit }: { kind?: Kind; period: Period; limit: number },
): Promise<AdRow[]> {
  const isAuthor =
    'profileId' in author
      ? sql`author_id = ${author.profileId}`
      : sql`author_id = (select id from profile where account_id = ${author.accountId})`
  const within = (column: string) => sql`
    ${sql.ref(column)} >= (${from}::date)::timestamp at time zone ${timeZone}
    and ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone ${timeZone}`
  const { rows } = await sql<AdRow>`
    select listing.id, listing.kind, listing.title,
      coalesce((select jsonb_object_agg(day::text, views) from listing_view
        where listing_id = listing.id and day between ${from}::date and ${to}::date), '{}') as daily,
      (select count(*)::int from saved_listing where listing_id = listing.id and ${within('saved')}) as saves,
      (select count(*)::int from conversation
        join conversation_message message on message.conversation_id = conversation.id
        where conversation.listing_id = listing.id and message.role = 'sender' and not message.held
          and ${within('message.created')}) as messages,
      (select count(*)::int from contact_view where listing_id = listing.id and ${within('viewed')}) as contacts
    from listing where ${isAuthor} and status <> 'deleted' ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
    order by posted desc, id desc limit ${limit}`.execute(connection)
  return rows
}

/** Deletes counts that are older than this many days. */
export async function deleteOldViews(connection: Connection, days: number): Promise<void> {
  await sql`delete from listing_view where day < current_date - ${days}::int`.execute(connection)
}
