/**
 * The audit log of what admins did. Entries are added in the transaction of the action itself, and never changed or
 * deleted: a trigger rejects both.
 */
import { type AuditAction, auditActions, isAuditAction } from '../../../shared/audit-actions.ts'
import { notFound } from '../../../shared/errors.ts'
import { maxCounted } from '../../../shared/limits.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import * as queries from './queries.ts'

export type AuditEntryRow = queries.EntryRow

/** Who acted: the id of a profile, and the network the request came from. */
export type AuditActor = { profileId: string; network: string }

type AuditEvent = {
  action: AuditAction
  target: {
    type: 'listing' | 'profile' | 'address' | 'message' | 'conversation' | 'recommendation' | 'reasons'
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
  actor: AuditActor | null,
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
  return queries.insertEntries(connection, entries)
}

const toJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

export async function getAuditEntry(connection: Connection, id: number): Promise<AuditEntryRow> {
  const entry = await queries.findEntry(connection, id)
  if (!entry) throw notFound('entry')
  return entry
}

type AuditLogQuery = { page: number; limit: number; search?: string | undefined }

/**
 * Pages through the log, newest first. `search` is part of an action's words, such as `hid an ad`; the beginning of its
 * name, such as `account.`; an email, for what that person did and what was done to them; or the id of a target.
 */
export async function pageAuditLog(database: Database, { page, limit, search = '' }: AuditLogQuery) {
  const condition = search === '' ? queries.anyEntry : await conditionOf(database, search.toLowerCase())
  const maxTotal = search === '' ? null : maxCounted
  return queries.pageEntries(database, condition, { limit, offset: (page - 1) * limit, maxTotal })
}

function conditionOf(database: Database, search: string) {
  const actions = Object.keys(auditActions)
    .filter(isAuditAction)
    .filter((action) => action.startsWith(search) || auditActions[action].toLowerCase().includes(search))
  if (actions.length > 0) return queries.hasAction(actions)
  return search.includes('@') ? queries.involves(database, search) : queries.hasTarget(search)
}

/** Returns the latest event about each of these listings, by the listing's id. */
export async function latestListingEvents(connection: Connection, ids: string[]) {
  const events = await queries.findLatestListingEvents(connection, ids)
  return new Map(events.map(({ id, ...event }) => [id, event]))
}
