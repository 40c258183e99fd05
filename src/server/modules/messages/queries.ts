/** SQL of conversations. Names of people are those that they chose; an email is never one. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type {
  ConversationMessage,
  ConversationSummary,
  ParticipantRole,
} from '../../../shared/conversation.ts'
import { authorsToHold, maxShownMessages } from '../../../shared/limits.ts'
import type { Kind, ListingStatus } from '../../../shared/listing.ts'
import type { Connection } from '../../platform/database/database.ts'
import { countUpTo } from '../../platform/database/text-search.ts'
import { shownName } from '../accounts/service.ts'
import { attachToMessage, fileOf, type SentPhoto } from '../media/service.ts'

export type Participant = {
  id: string
  role: ParticipantRole
  profileId: string | null
  accountId: string | null
  name: string | null
  email: string
  /** The language in which a visitor wrote, if the site had several. */
  language: string | null
  suspended: boolean
  muted: boolean
  blocked: boolean
  /** Emails may contain what others wrote: the address is that of an account, or a visitor has confirmed it. */
  confirmed: boolean
}
/** A conversation as one of its participants uses it. */
export type Thread = {
  id: string
  title: string
  listing: ConversationSummary['listing']
  unread: number
  own: Participant
  /** Null if they deleted their account. */
  other: Participant | null
}

const participantFields = sql`json_build_object(
  'id', participant.id, 'role', participant.role, 'profileId', participant.profile_id,
  'accountId', account.id, 'name', coalesce(participant.visitor_name, ${shownName}),
  'email', coalesce(participant.visitor_email, profile.email), 'language', participant.language, 'suspended', account.suspended_at is not null,
  'muted', participant.muted, 'blocked', participant.blocked,
  'confirmed', participant_is_confirmed(participant))`

const participantWhere = (condition: RawBuilder<unknown>) => sql`(
  select ${participantFields} from conversation_participant participant
  left join profile on profile.id = participant.profile_id
  left join account on account.id = profile.account_id
  where ${condition})`

const listingOf = sql`
  case when listing.id is not null and listing.status <> 'deleted' then json_build_object(
    'kind', listing.kind, 'id', listing.id, 'isPublic', listing.status in ('active', 'reported')) end`

/** Finds the thread of a participant. With `lock`, nobody else writes to the conversation until the transaction ends. */
export async function findThread(
  connection: Connection,
  own: { participantId: string } | { conversationId: string; accountId: string },
  lock = false,
): Promise<Thread | null> {
  const isOwn =
    'participantId' in own
      ? sql`mine.id = ${own.participantId}`
      : sql`mine.conversation_id = ${own.conversationId} and mine.last_message is not null
          and mine.profile_id = (select id from profile where account_id = ${own.accountId})`
  // Before everything is read, so that it is as whoever held the lock left it.
  if (lock)
    await sql`
      select from conversation_participant mine
      join conversation on conversation.id = mine.conversation_id
      where ${isOwn} for update of conversation`.execute(connection)
  const { rows } = await sql<Thread>`
    select conversation.id, coalesce(listing.title, conversation.listing_title) as title,
      ${listingOf} as listing, mine.unread,
      ${participantWhere(sql`participant.id = mine.id`)} as own,
      ${participantWhere(sql`participant.conversation_id = mine.conversation_id and participant.id <> mine.id`)} as other
    from conversation_participant mine
    join conversation on conversation.id = mine.conversation_id
    left join listing on listing.id = conversation.listing_id
    where ${isOwn}`.execute(connection)
  return rows[0] ?? null
}

export type MessagedListing = {
  kind: Kind
  title: string
  status: ListingStatus
  authorId: string
  authorAccountId: string | null
  authorName: string | null
  /** The viewer's conversation about it. */
  conversation: string | null
}

export async function findListing(
  connection: Connection,
  id: string,
  viewerAccountId: string | null,
): Promise<MessagedListing | null> {
  const { rows } = await sql<MessagedListing>`
    select listing.kind, listing.title, listing.status, listing.author_id as "authorId",
      profile.account_id as "authorAccountId", ${shownName} as "authorName",
      (select conversation.id from conversation
        join conversation_participant participant on participant.conversation_id = conversation.id
        join profile viewer on viewer.id = participant.profile_id
        where conversation.listing_id = listing.id and participant.role = 'sender'
          and viewer.account_id = ${viewerAccountId}) as conversation
    from listing join profile on profile.id = listing.author_id
    left join account on account.id = profile.account_id
    where listing.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

/** Makes concurrent first messages of one sender about one ad wait for each other. */
export async function lockSender(tx: Connection, listingId: string, profileId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${listingId} ${profileId}`}, 0))`.execute(tx)
}

export type Sender = { profileId: string } | { name: string; email: string; language: string | null }

/** Returns the id of the sender, by which `findThread` finds the conversation. */
export async function insertConversation(
  tx: Connection,
  listing: { id: string; title: string; authorId: string },
  sender: Sender,
): Promise<string> {
  const conversation_id = uuid()
  await tx
    .insertInto('conversation')
    .values({ id: conversation_id, listing_id: listing.id, listing_title: listing.title })
    .execute()
  const nobody = {
    profile_id: null,
    visitor_name: null,
    visitor_email: null,
    language: null,
    last_message: null,
  }
  const person =
    'profileId' in sender
      ? { profile_id: sender.profileId }
      : { visitor_name: sender.name, visitor_email: sender.email, language: sender.language }
  const inserted = await tx
    .insertInto('conversation_participant')
    .values([
      { ...nobody, conversation_id, role: 'sender', ...person },
      { ...nobody, conversation_id, role: 'author', profile_id: listing.authorId },
    ])
    .returning(['id', 'role'])
    .execute()
  return inserted.find(({ role }) => role === 'sender')?.id ?? ''
}

/** Returns whether this author has blocked the sender, in any conversation. */
export async function isBlockedBy(tx: Connection, authorId: string, sender: Sender): Promise<boolean> {
  const isSender =
    'profileId' in sender
      ? sql`other.profile_id = ${sender.profileId}`
      : sql`lower(other.visitor_email) = lower(${sender.email})`
  const { rows } = await sql`
    select from conversation_participant blocking
    join conversation_participant other
      on other.conversation_id = blocking.conversation_id and other.id <> blocking.id
    where blocking.profile_id = ${authorId} and blocking.blocked and ${isSender} limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * Returns whether the latest message by this role has the same text and the same files as photos, and is a few minutes old: a form
 * sent twice.
 */
export async function isRepeated(
  tx: Connection,
  conversationId: string,
  role: ParticipantRole,
  { text, photos }: { text: string; photos: SentPhoto[] },
): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select text = ${text} and created > now() - interval '10 minutes' and ${photos.map(({ file }) => file)} = array(
        select ${fileOf} from message_photo join image on image.id = image_id
        where message_id = conversation_message.id order by position) as same
    from conversation_message
    where conversation_id = ${conversationId} and role = ${role}
    order by created desc, id desc limit 1`.execute(tx)
  return rows[0]?.same ?? false
}

/** Returns whether the same email has arrived before. */
export async function hasSource(
  tx: Connection,
  conversationId: string,
  sourceHash: Buffer,
): Promise<boolean> {
  const { rows } = await sql`
    select from conversation_message
    where conversation_id = ${conversationId} and source_hash = ${sourceHash}`.execute(tx)
  return rows.length > 0
}

/**
 * Returns whether this sender has sent the text to so many other authors within a week that an admin should see it first.
 * A visitor is recognized by the email.
 */
export async function isMassMessage(
  tx: Connection,
  conversationId: string,
  sender: Participant,
  fingerprint: Buffer,
): Promise<boolean> {
  const isSender =
    sender.profileId === null
      ? sql`lower(writer.visitor_email) = lower(${sender.email})`
      : sql`writer.profile_id = ${sender.profileId}`
  const { rows } = await sql<{ authors: number }>`
    select count(distinct author.profile_id)::int as authors
    from conversation_message message
    join conversation_participant writer
      on writer.conversation_id = message.conversation_id and writer.role = 'sender'
    join conversation_participant author
      on author.conversation_id = message.conversation_id and author.role = 'author'
    where message.fingerprint = ${fingerprint} and message.role = 'sender'
      and message.created > now() - interval '7 days'
      and message.conversation_id <> ${conversationId} and ${isSender}`.execute(tx)
  return (rows[0]?.authors ?? 0) >= authorsToHold
}

/** Returns how many messages the author sent after the sender's last one. */
export async function countUnanswered(tx: Connection, conversationId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from conversation_message
    where conversation_id = ${conversationId} and role = 'author' and created > (
      select max(created) from conversation_message where conversation_id = ${conversationId} and role = 'sender')`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

export type NewMessage = {
  conversationId: string
  role: ParticipantRole
  text: string
  channel: 'site' | 'email'
  photos: SentPhoto[]
  fingerprint: Buffer
  sourceHash: Buffer | null
  held: boolean
}

export async function insertMessage(tx: Connection, message: NewMessage): Promise<string> {
  const id = uuid()
  const { conversationId: conversation_id, sourceHash: source_hash, photos, ...rest } = message
  await tx
    .insertInto('conversation_message')
    .values({ id, conversation_id, source_hash, email_id: null, ...rest })
    .execute()
  await attachToMessage(tx, id, photos)
  // The other participant does not see a held message.
  await sql`
    update conversation_participant set last_message = now()
    where conversation_id = ${conversation_id} and (${!message.held} or role = ${message.role})`.execute(tx)
  return id
}

/** Counts a message that `role` wrote as unread for the other participant, unless that is a visitor. */
export async function addUnread(
  tx: Connection,
  conversationId: string,
  role: ParticipantRole,
): Promise<void> {
  await sql`
    update conversation_participant set unread = unread + 1, last_message = now()
    where conversation_id = ${conversationId} and role <> ${role} and profile_id is not null`.execute(tx)
}

export async function setEmail(tx: Connection, messageId: string, emailId: string): Promise<void> {
  await tx
    .updateTable('conversation_message')
    .set({ email_id: emailId })
    .where('id', '=', messageId)
    .execute()
}

/** Deletes the emails that have not been sent yet and that carry messages to this participant. */
export async function cancelEmails(tx: Connection, thread: Pick<Thread, 'id' | 'own'>): Promise<void> {
  await sql`
    delete from outbox_email where status = 'queued' and id in (
      select email_id from conversation_message
      where conversation_id = ${thread.id} and role <> ${thread.own.role})`.execute(tx)
}

/** Writes nothing if everything was read: a write would invalidate cached lists. */
export async function markRead(connection: Connection, participantId: string): Promise<void> {
  await sql`
    update conversation_participant set unread = 0 where id = ${participantId} and unread > 0`.execute(
    connection,
  )
}

/** Leaves an option that is undefined as it is. */
export async function setOptions(
  tx: Connection,
  participantId: string,
  { muted, blocked }: { muted?: boolean | undefined; blocked?: boolean | undefined },
): Promise<void> {
  await sql`
    update conversation_participant
    set muted = coalesce(${muted ?? null}, muted), blocked = coalesce(${blocked ?? null}, blocked)
    where id = ${participantId}`.execute(tx)
}

/** Counts the conversations with something unread, except muted ones. */
export async function countUnread(connection: Connection, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from conversation_participant participant join profile on profile.id = participant.profile_id
    where profile.account_id = ${accountId} and participant.unread > 0 and not participant.muted`.execute(
    connection,
  )
  return rows[0]?.count ?? 0
}

const maxExcerptLength = 140

export type Paging = { page: number; limit: number }

export async function pageConversations(connection: Connection, accountId: string, { page, limit }: Paging) {
  const own = sql`
    conversation_participant mine join profile me on me.id = mine.profile_id
    where me.account_id = ${accountId} and mine.last_message is not null`
  const total = await countUpTo(connection, own, null)
  const { rows } = await sql<ConversationSummary>`
    select conversation.id, ${listingOf} as listing, coalesce(listing.title, conversation.listing_title) as title,
      coalesce(other.visitor_name, ${shownName}) as "with", other.id is null as "isLeft", mine.role, mine.unread,
      mine.muted, mine.last_message as "lastMessage", coalesce(latest.excerpt, '') as excerpt,
      coalesce(latest.photos, 0) as photos
    from (select mine.* from ${own}
      order by mine.last_message desc, mine.conversation_id
      limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}) mine
    join conversation on conversation.id = mine.conversation_id
    left join conversation_participant other
      on other.conversation_id = mine.conversation_id and other.id <> mine.id
    left join profile on profile.id = other.profile_id
    left join account on account.id = profile.account_id
    left join listing on listing.id = conversation.listing_id
    left join lateral (
      select left(text, ${sql.lit(maxExcerptLength)}) as excerpt,
        (select count(*)::int from message_photo where message_id = message.id) as photos
      from conversation_message message
      where message.conversation_id = mine.conversation_id and (not held or message.role = mine.role)
      order by created desc, id desc limit 1) latest on true
    order by mine.last_message desc, mine.conversation_id`.execute(connection)
  return { conversations: rows, total, totalPages: Math.ceil(total / limit) }
}

/** The addresses of the photos of a message, as JSON. */
export const photosOf = (messageId: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(image.url order by position), '[]')
  from message_photo join image on image.id = image_id where message_id = ${messageId})`

/** Returns the latest messages that a role may see, or those before a message; and whether there are earlier ones. */
export async function listMessages(
  connection: Connection,
  conversationId: string,
  role: ParticipantRole,
  before: string | undefined,
): Promise<{ messages: ConversationMessage[]; hasEarlier: boolean }> {
  const isEarlier = before
    ? sql`and (created, id) < (select created, id from conversation_message
        where id = ${before} and conversation_id = ${conversationId})`
    : sql``
  const { rows } = await sql<ConversationMessage>`
    select id, role, text, created, held, ${photosOf(sql`conversation_message.id`)} as photos
    from conversation_message
    where conversation_id = ${conversationId} and (not held or role = ${role}) ${isEarlier}
    order by created desc, id desc limit ${sql.lit(maxShownMessages + 1)}`.execute(connection)
  const messages = rows.slice(0, maxShownMessages).reverse()
  return { messages, hasEarlier: rows.length > maxShownMessages }
}

export async function insertReport(
  connection: Connection,
  report: { conversation_id: string; role: ParticipantRole; reason: string; note: string },
): Promise<void> {
  await connection
    .insertInto('conversation_report')
    .values(report)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
