/** SQL of recommendations. One is shown unless its writer deleted it, an admin hid it, or its writer is suspended. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import {
  establishedAccountDays,
  recommendationEditDays,
  recommendationIntervalDays,
} from '../../../shared/limits.ts'
import type { OwnRecommendation, Recommendation } from '../../../shared/recommendation.ts'
import {
  type Connection,
  type Database,
  isoTimestamp,
  placeholder,
} from '../../platform/database/database.ts'
import { shownName, shownPhoto } from '../accounts/service.ts'

const instant = (column: string) => isoTimestamp(sql.ref(column))

/** Needs `profile` and `account` of the writer. */
const columns = (accountId: RawBuilder<unknown>) => sql`
  recommendation.id, recommendation.text, recommendation.created,
  recommendation.edited is not null as edited,
  json_build_object('name', ${shownName}, 'photo', ${shownPhoto}) as writer,
  case when recommendation.reply <> '' and recommendation.reply_hidden is null then
    json_build_object('text', recommendation.reply, 'created', ${instant('recommendation.replied')}) end as reply,
  case ${accountId} when profile.account_id then 'writer'
    when (select author.account_id from profile author where author.id = recommendation.author_id) then 'author' end as role`

const tables = sql`
  recommendation
  join profile on profile.id = recommendation.writer_id
  left join account on account.id = profile.account_id`

/** Pages through what is shown of a seller who is not suspended, newest first. */
export async function pageRecommendations(
  { preparedQuery }: Database,
  { seller, limit, offset }: { seller: string; limit: number; offset: number },
  accountId: string | null,
): Promise<{ rows: Recommendation[]; total: number }> {
  const compose = () => sql<Recommendation & { total: number }>`
    with seller as (
      select profile.id, profile.recommendations from profile left join account on account.id = profile.account_id
      where profile.id = ${placeholder('seller')} and account.suspended_at is null)
    select seller.recommendations as total, shown.* from seller left join lateral (
      select ${columns(sql`${placeholder('accountId')}::uuid`)} from ${tables}
      where recommendation.author_id = seller.id and recommendation.hidden is null
        and recommendation.deleted is null and account.suspended_at is null
      order by recommendation.created desc, recommendation.id desc
      limit ${placeholder('limit')} offset ${placeholder('offset')}) shown on true
    order by shown.created desc, shown.id desc`
  const rows = await preparedQuery('recommendations', compose, { seller, limit, offset, accountId })
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter(({ id }) => id !== null).map(({ total: _, ...row }) => row),
  }
}

export type StoredRecommendation = OwnRecommendation & {
  authorId: string
  writerId: string
  /** The author's reply, whether or not it is shown. */
  storedReply: string
  canEdit: boolean
}

const editable = sql`make_interval(days => ${recommendationEditDays})`

/** Finds a recommendation that its writer has not deleted. With `lock`, nobody else changes it until the transaction ends. */
export async function findRecommendation(
  connection: Connection,
  id: string,
  accountId: string,
  lock = false,
): Promise<StoredRecommendation | null> {
  const { rows } = await sql<StoredRecommendation>`
    select ${columns(sql`${accountId}::uuid`)}, recommendation.author_id as "authorId",
      recommendation.writer_id as "writerId", recommendation.reply as "storedReply",
      ${sellerOf(sql`recommendation.author_id`)} as seller,
      recommendation.created + ${editable} > now() as "canEdit",
      recommendation.reply_hidden is null
        and (recommendation.replied is null or recommendation.replied + ${editable} > now()) as "canReply",
      case when recommendation.created + ${editable} > now() then recommendation.created + ${editable} end as "editableUntil",
      recommendation.hidden is not null as hidden, recommendation.reply_hidden is not null as "replyHidden"
    from ${tables}
    where recommendation.id = ${id} and recommendation.deleted is null
    ${lock ? sql`for update of recommendation` : sql``}`.execute(connection)
  return rows[0] ?? null
}

const sellerOf = (id: RawBuilder<unknown>) => sql`(
  select json_build_object('id', profile.id, 'name', ${shownName},
    'handle', (select handle from profile_handle where profile_id = profile.id and is_current))
  from profile left join account on account.id = profile.account_id where profile.id = ${id})`

export type SellerToRecommend = OwnRecommendation['seller'] & {
  accountId: string | null
  suspended: boolean
}

export async function findSellerToRecommend(
  connection: Connection,
  id: string,
): Promise<SellerToRecommend | null> {
  const { rows } = await sql<SellerToRecommend>`
    select profile.id, ${shownName} as name,
      (select handle from profile_handle where profile_id = profile.id and is_current) as handle,
      profile.account_id as "accountId", account.suspended_at is not null as suspended
    from profile left join account on account.id = profile.account_id
    where profile.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

/** Makes concurrent recommendations of one seller by one writer wait for each other. */
export async function lockPair(tx: Connection, authorId: string, writerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`recommend ${authorId} ${writerId}`}, 0))`.execute(
    tx,
  )
}

/**
 * Finds a conversation that the writer began, signed in, about an ad of the author, in which both wrote something, and that
 * neither of them has blocked. What an admin holds back does not count. It is old enough after a day.
 */
export async function findConversation(
  tx: Connection,
  authorId: string,
  writerId: string,
): Promise<{ isOldEnough: boolean } | null> {
  const wrote = (role: 'author' | 'sender') => sql`exists (
    select from conversation_message
    where conversation_id = sender.conversation_id and role = ${role} and not held)`
  const { rows } = await sql<{ isOldEnough: boolean }>`
    select conversation.created <= now() - interval '1 day' as "isOldEnough"
    from conversation_participant sender
    join conversation on conversation.id = sender.conversation_id
    join conversation_participant author
      on author.conversation_id = sender.conversation_id and author.role = 'author'
    where sender.profile_id = ${writerId} and sender.role = 'sender' and author.profile_id = ${authorId}
      and not sender.blocked and not author.blocked and ${wrote('sender')} and ${wrote('author')}
    order by conversation.created limit 1`.execute(tx)
  return rows[0] ?? null
}

/** Returns the first whole day on which the account of a profile is established; null if it is now. */
export async function findEstablishedDay(tx: Connection, profileId: string): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`
    select (established + interval '1 day')::date::text as day from (
      select coalesce(account.created, profile.created) + make_interval(days => ${establishedAccountDays}) as established
      from profile left join account on account.id = profile.account_id where profile.id = ${profileId}) one
    where established > now()`.execute(tx)
  return rows[0]?.day ?? null
}

/** Finds the recommendation of the last year, even a deleted one. `next` is the day on which another can follow. */
export async function findLatest(
  connection: Connection,
  authorId: string,
  writerId: string,
): Promise<{ id: string; deleted: boolean; next: string } | null> {
  const { rows } = await sql<{ id: string; deleted: boolean; next: string }>`
    select id, deleted is not null as deleted,
      (created + make_interval(days => ${recommendationIntervalDays}))::date::text as next
    from recommendation
    where author_id = ${authorId} and writer_id = ${writerId}
      and created > now() - make_interval(days => ${recommendationIntervalDays})
    order by created desc limit 1`.execute(connection)
  return rows[0] ?? null
}

export async function insertRecommendation(
  tx: Connection,
  recommendation: { author_id: string; writer_id: string; text: string },
): Promise<string> {
  const id = uuid()
  await tx
    .insertInto('recommendation')
    .values({ id, ...recommendation })
    .execute()
  return id
}

/** Keeps the row for the rest of the year, without what the two wrote. */
export const clearRecommendation = (tx: Connection, id: string) =>
  sql`update recommendation set text = '', reply = '', deleted = now() where id = ${id}`.execute(tx)

export const setText = (tx: Connection, id: string, text: string) =>
  sql`update recommendation set text = ${text}, edited = now() where id = ${id} and text <> ${text}`.execute(
    tx,
  )

/** The time of the first reply stays, because changes are allowed for a while after it. */
export const setReply = (tx: Connection, id: string, reply: string) =>
  sql`update recommendation set reply = ${reply}, replied = coalesce(replied, now()) where id = ${id}`.execute(
    tx,
  )
