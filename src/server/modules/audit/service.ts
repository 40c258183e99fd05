/**
 * The audit log of what admins did. Entries are added in the transaction of the action itself, and never changed or
 * deleted: a trigger rejects both.
 */

import { type RawBuilder, sql } from 'kysely'
import { type AuditAction, auditActions, commandLine, isAuditAction } from '../../../shared/audit-actions.ts'
import type { CallRequest } from '../../../shared/contract.ts'
import { notFound } from '../../../shared/errors.ts'
import { maxCounted } from '../../../shared/limits.ts'
import type { AuditEntry } from '../../../shared/moderation.ts'
import { type ModeratorScope, scopeOf } from '../../../shared/policy.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { countUpTo } from '../../platform/database/text-search.ts'
import type { AuthedContext } from '../../platform/http/handlers.ts'
import { ensureProfile } from '../accounts/service.ts'
import { conversationInScope, isLimited, listingIdInScope, peopleInScope } from '../roles/service.ts'

/** Who acts: the id of a profile, the network the request came from, and what limits their decisions; null for an admin. */
export type AuditActor = { profileId: string; network: string; scope: ModeratorScope | null }

export async function actorOf(
  database: Database,
  { viewer, network = '' }: AuthedContext,
): Promise<AuditActor> {
  return { profileId: (await ensureProfile(database, viewer)).profileId, network, scope: scopeOf(viewer) }
}

type AuditEvent = {
  action: AuditAction
  target: {
    type:
      | 'listing'
      | 'profile'
      | 'address'
      | 'message'
      | 'conversation'
      | 'recommendation'
      | 'reasons'
      | 'field'
      | 'setting'
      | 'invitation'
      | 'topic'
      | 'place'
      | 'text'
    id: string
  }
  before?: unknown
  after?: unknown
  reason?: string
  /** The id of the entry that this event undoes. */
  undoes?: number
}

/** Returns the ids of the new entries, in the order of the events. Without an actor, someone ran a command on the server. */
export async function recordAudit(
  connection: Connection,
  actor: Omit<AuditActor, 'scope'> | null,
  events: AuditEvent[],
): Promise<number[]> {
  if (events.length === 0) return []
  const entries = events.map(({ action, target, before, after, reason = '', undoes }) => ({
    actor_id: actor?.profileId ?? null,
    actor_address: actor?.network ?? '',
    action,
    target_type: target.type,
    target_id: target.id,
    before: toJson(before),
    after: toJson(after),
    reason,
    undoes: undoes ?? null,
  }))
  const rows = await connection.insertInto('audit_entry').values(entries).returning('id').execute()
  return rows.map(({ id }) => id)
}

const toJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

export type AuditEntryRow = Omit<AuditEntry, 'action' | 'undo'> & { action: AuditAction; undone: boolean }

// Target ids are text, because not all of them are UUIDs.
const selectEntries = () => sql`
  select entry.id, entry.at, entry.action, entry.before, entry.after, entry.reason,
    case when entry.actor_id is null then ${sql.lit(commandLine)} else actor.email end as by,
    coalesce(listing.title, target.email,
      case entry.target_type when 'field' then coalesce(entry.after ->> 'label', entry.before ->> 'label')
        when 'invitation' then ${t('link to sign up')} end, entry.target_id) as target,
    entry.target_type as "targetType", entry.target_id as "targetId", listing.kind,
    exists (select from audit_entry later where later.undoes = entry.id) as undone
  from audit_entry entry
  left join profile actor on actor.id = entry.actor_id
  left join listing on listing.id = case entry.target_type when 'listing' then entry.target_id::uuid end
  left join profile target on target.id = case entry.target_type when 'profile' then entry.target_id::uuid end`

/**
 * What a moderator sees and can undo: decisions about what is in their scope. What changes the site, and who has which rights, is for
 * admins. So is an ad that was deleted for good.
 */
function entryInScope(scope: ModeratorScope | null): RawBuilder<unknown> {
  if (!scope) return sql`true`
  const id = sql`entry.target_id::uuid`
  const isOfRecommendation = sql`exists (select from recommendation
    where recommendation.id = ${id}
      and ${peopleInScope(scope, [sql`recommendation.author_id`, sql`recommendation.writer_id`])})`
  // Not all target ids are UUIDs, and only the branch of the type is evaluated.
  return sql`case entry.target_type
    when 'listing' then ${listingIdInScope(scope, id)}
    when 'conversation' then ${conversationInScope(scope, id)}
    when 'recommendation' then ${isOfRecommendation}
    when 'profile' then ${peopleInScope(scope, [id])}
    when 'message' then entry.action like 'held-message.%' and ${isLimited(scope) ? sql`false` : sql`true`}
    else false end`
}

/** Throws `not_found` for an entry beyond the scope, too. */
export async function getAuditEntry(
  connection: Connection,
  id: number,
  scope: ModeratorScope | null,
): Promise<AuditEntryRow> {
  const { rows } = await sql<AuditEntryRow>`
    ${selectEntries()} where entry.id = ${id} and ${entryInScope(scope)}`.execute(connection)
  const [entry] = rows
  if (!entry) throw notFound('entry')
  return entry
}

/**
 * Pages through the log, newest first. `search` is part of an action's words, such as `hid an ad`; the beginning of its
 * name, such as `account.`; an email, for what that person did and what was done to them; or the id of a target.
 */
export async function pageAuditLog(
  { kysely }: Database,
  { page, limit, search = '' }: CallRequest<'listAuditLog'>['query'],
  scope: ModeratorScope | null,
): Promise<{ rows: AuditEntryRow[]; total: number }> {
  const matches = search === '' ? sql`true` : await conditionOf(kysely, search.toLowerCase())
  const condition = sql`${matches} and ${entryInScope(scope)}`
  const [{ rows }, total] = await Promise.all([
    sql<AuditEntryRow>`
      ${selectEntries()} where ${condition}
      order by entry.id desc limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}`.execute(kysely),
    countUpTo(kysely, sql`audit_entry entry where ${condition}`, search === '' && !scope ? null : maxCounted),
  ])
  return { rows, total }
}

async function conditionOf(connection: Connection, search: string): Promise<RawBuilder<unknown>> {
  const actions = Object.keys(auditActions)
    .filter(isAuditAction)
    .filter((action) => action.startsWith(search) || t(auditActions[action]).toLowerCase().includes(search))
  if (actions.length > 0) return sql`entry.action in (${sql.join(actions.map((action) => sql.lit(action)))})`
  if (!search.includes('@')) return sql`entry.target_id = ${search}`
  // Entries about the address itself count, too: admin rights are granted to addresses.
  const { rows } = await sql<{ id: string }>`
    select id from profile where lower(email) = ${search}`.execute(connection)
  const profileIds = rows.map(({ id }) => id)
  return sql`(entry.actor_id = any(${profileIds}::uuid[]) or entry.target_id = any(${[...profileIds, search]}))`
}

/** Returns the latest event about each of these listings that has one, by the listing's id. */
export async function latestListingEvents(connection: Connection, ids: string[]) {
  const { rows } = await sql<Pick<AuditEntryRow, 'by' | 'action'> & { id: string }>`
    select distinct on (target_id) target_id as id, actor.email as by, action
    from audit_entry left join profile actor on actor.id = actor_id
    where target_id = any(${ids}) and action like 'listing.%'
    order by target_id, audit_entry.id desc`.execute(connection)
  return new Map(rows.map(({ id, ...event }) => [id, event]))
}
