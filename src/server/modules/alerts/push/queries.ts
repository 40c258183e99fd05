/** The browsers to which notifications are sent. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { NewPushSubscription } from '../../../../shared/contract/saved-searches.ts'
import { maxPushSubscriptions } from '../../../../shared/limits.ts'
import type { Connection } from '../../../platform/database/database.ts'

/**
 * A browser belongs to the account that subscribed it last. Of too many, the oldest are deleted. Only who knows the secret of a
 * subscription can take it over.
 */
export async function insertSubscription(
  tx: Connection,
  profileId: string,
  { endpoint, keys }: NewPushSubscription,
): Promise<void> {
  await sql`
    insert into push_subscription (id, profile_id, endpoint, p256dh, auth)
    values (${uuid()}, ${profileId}, ${endpoint}, ${keys.p256dh}, ${keys.auth})
    on conflict (endpoint) do update set profile_id = excluded.profile_id
      where push_subscription.auth = excluded.auth and push_subscription.p256dh = excluded.p256dh`.execute(tx)
  await sql`
    delete from push_subscription where id in (
      select id from push_subscription where profile_id = ${profileId}
      order by id desc offset ${maxPushSubscriptions})`.execute(tx)
}

export async function countSubscriptions(connection: Connection, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from push_subscription
    where profile_id = (select id from profile where account_id = ${accountId})`.execute(connection)
  return rows[0]?.count ?? 0
}

export async function deleteSubscription(connection: Connection, accountId: string, endpoint: string) {
  await sql`
    delete from push_subscription
    where endpoint = ${endpoint} and profile_id = (select id from profile where account_id = ${accountId})`.execute(
    connection,
  )
}

export async function deleteSubscriptionById(connection: Connection, id: string): Promise<void> {
  await connection.deleteFrom('push_subscription').where('id', '=', id).execute()
}

export type PushMessage = {
  endpoint: string
  p256dh: string
  auth: string
  search: string
  kind: 'service' | 'event'
  query: string
  title: string
  /** That of the account; null for the site's default. */
  language: string | null
}

/** Returns what to send where; null if the search is paused or gone, or the ad is not in the lists anymore. */
export async function findMessage(
  connection: Connection,
  { subscription, search, listing }: { subscription: string; search: string; listing: string },
): Promise<PushMessage | null> {
  const { rows } = await sql<PushMessage>`
    select endpoint, p256dh, auth, saved_search.name as search, search_pattern.kind, query, listing.title,
      account.language
    from push_subscription
    join saved_search on saved_search.profile_id = push_subscription.profile_id
    join search_pattern on search_pattern.id = saved_search.pattern_id
    join profile on profile.id = saved_search.profile_id
    join account on account.id = profile.account_id
    join listing on listing.id = ${listing}
    where push_subscription.id = ${subscription} and saved_search.id = ${search} and not saved_search.paused
      and account.suspended_at is null and listing.status in ('active', 'reported') and not listing.archived`.execute(
    connection,
  )
  return rows[0] ?? null
}
