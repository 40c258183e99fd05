import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { contactViewerDays, establishedAccountDays } from '../../../shared/limits.ts'
import type { Connection, Database } from '../../platform/database/database.ts'

/** Who looks: an account by its profile, a visitor by the keyed hash of their network. */
export type Person = { profileId: string } | { networkHash: string }

/** A view counts once in this time, for the viewer's budget as for the author's number. */
const countedTime = sql`interval '24 hours'`

/**
 * Records that someone looks at the contact details of an ad. Returns false if they did within the last 24 hours. Waits
 * for a concurrent transaction of the same viewer and ad.
 */
export async function recordView(tx: Connection, listingId: string, person: Person): Promise<boolean> {
  const [column, value] =
    'profileId' in person
      ? (['profile_id', sql`${person.profileId}::uuid`] as const)
      : (['network_hash', sql`${person.networkHash}::text`] as const)
  // An ad that was just deleted for good has no row to refer to.
  const { rows } = await sql`
    insert into contact_view (id, listing_id, ${sql.ref(column)})
    select ${uuid()}, listing.id, ${value} from listing where listing.id = ${listingId}
    on conflict (listing_id, ${sql.ref(column)}) where ${sql.ref(column)} is not null
    do update set viewed = excluded.viewed where contact_view.viewed < excluded.viewed - ${countedTime}
    returning id`.execute(tx)
  return rows.length > 0
}

/** Returns whether an account has looked at the contact details of an ad within the last 24 hours. */
export async function hasViewed(
  { kysely }: Database,
  listingId: string,
  accountId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from contact_view join profile on profile.id = contact_view.profile_id
    where contact_view.listing_id = ${listingId} and profile.account_id = ${accountId}
      and contact_view.viewed > now() - ${countedTime}`.execute(kysely)
  return rows.length > 0
}

/** Returns whether an account's email is verified and the account is old enough for the larger budget. */
export async function isEstablished({ kysely }: Database, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from account
    where id = ${accountId} and email_verified
      and created <= now() - make_interval(days => ${establishedAccountDays})`.execute(kysely)
  return rows.length > 0
}

/** Returns how many people looked at the contact details of these ads within a week. Ads without any are missing. */
export async function countViewers(
  { kysely }: Database,
  listingIds: string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; viewers: number }>`
    select listing_id as id, count(*)::int as viewers from contact_view
    where listing_id = any(${listingIds}::uuid[])
      and viewed > now() - make_interval(days => ${contactViewerDays})
    group by listing_id`.execute(kysely)
  return new Map(rows.map(({ id, viewers }) => [id, viewers]))
}
