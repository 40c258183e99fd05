/** The log of what admins did. Entries are added in the transaction of the deed itself, and never changed. */
import { sql } from 'kysely'
import { maxCounted } from '../../../shared/limits.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { countUpTo } from '../../platform/database/text-search.ts'

const actions = [
  'listing.approve',
  'listing.hide',
  'listing.remove',
  'listing.edit',
  'listing.restore',
  'account.suspend',
  'account.lift',
  'admin.add',
  'admin.remove',
  'reasons.change',
  'message.done',
  'message.resend',
  'message.remove',
  'authz.denied',
] as const
export type AuditAction = (typeof actions)[number]

/** Who acts: the id of a profile, and the network that the request came from. */
export type AuditActor = { profileId: string; network: string }

type AuditEvent = {
  action: AuditAction
  target: { type: 'listing' | 'profile' | 'address' | 'message' | 'reasons'; id: string }
  before?: unknown
  after?: unknown
  reason?: string
  /** The entry that this deed takes back. */
  undoes?: number
}

/** Answers the ids of the entries, in the order of the deeds. */
export async function recordAudit(
  connection: Connection,
  actor: AuditActor,
  deeds: AuditEvent[],
): Promise<number[]> {
  if (deeds.length === 0) return []
  const entries = await connection
    .insertInto('audit_entry')
    .values(
      deeds.map(({ action, target, before, after, reason = '', undoes }) => ({
        actor_id: actor.profileId,
        actor_address: actor.network,
        action,
        target_type: target.type,
        target_id: target.id,
        before: json(before),
        after: json(after),
        reason,
        undoes: undoes ?? null,
      })),
    )
    .returning('id')
    .execute()
  return entries.map(({ id }) => id)
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

export type EntryRow = {
  id: number
  at: string
  by: string | null
  action: AuditAction
  target: string
  targetType: string
  targetId: string
  kind: Kind | null
  before: unknown
  after: unknown
  reason: string
  undone: boolean
}

const columns = sql`
  entry.id, entry.at, actor.email as by, entry.action,
  coalesce(listing.title, target.email, entry.target_id) as target,
  entry.target_type as "targetType", entry.target_id as "targetId", listing.kind, entry.before, entry.after, entry.reason,
  coalesce((select true from audit_entry later where later.undoes = entry.id), false) as undone`
// Ids of targets are text, as some are no uuid.
const joined = sql`
  audit_entry entry
  left join profile actor on actor.id = entry.actor_id
  left join listing on listing.id = case entry.target_type when 'listing' then entry.target_id::uuid end
  left join profile target on target.id = case entry.target_type when 'profile' then entry.target_id::uuid end`

export async function findAuditEntry(connection: Connection, id: number): Promise<EntryRow | null> {
  const { rows } = await sql<EntryRow>`select ${columns} from ${joined} where entry.id = ${id}`.execute(
    connection,
  )
  return rows[0] ?? null
}

type Asked = { page: number; limit: number; search?: string | undefined }

/** Newest first; all, or what a person did and what was done to them, one kind of deed, or all about one target by its id. */
export async function pageEntries({ kysely }: Database, { page, limit, search = '' }: Asked) {
  const wanted = search === '' ? sql`true` : await matching(kysely, search.toLowerCase())
  const [{ rows }, total] = await Promise.all([
    sql<EntryRow>`
      select ${columns} from ${joined} where ${wanted}
      order by entry.id desc limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}`.execute(kysely),
    countUpTo(kysely, sql`audit_entry entry where ${wanted}`, search ? maxCounted : null),
  ])
  return { rows, total }
}

async function matching(connection: Connection, search: string) {
  const meant = actions.filter((action) => action.startsWith(search))
  if (meant.length > 0) return sql`entry.action in (${sql.join(meant.map((action) => sql.lit(action)))})`
  if (!search.includes('@')) return sql`entry.target_id = ${search}`
  const { rows } = await sql<{ id: string }>`
    select id from profile where lower(email) = ${search}`.execute(connection)
  const people = rows.map(({ id }) => id)
  // Rights are given to an address, which may be nobody's yet.
  return sql`(entry.actor_id = any(${people}::uuid[]) or entry.target_id = any(${[...people, search]}))`
}

/** What was decided last about each of these, in words for the one who came too late. */
export async function latestAuditEvents(
  connection: Connection,
  targetIds: string[],
): Promise<Map<string, { by: string | null; action: AuditAction }>> {
  const { rows } = await sql<{ id: string; by: string | null; action: AuditAction }>`
    select distinct on (target_id) target_id as id, actor.email as by, action
    from audit_entry left join profile actor on actor.id = actor_id
    where target_id = any(${targetIds}) and action like 'listing.%'
    order by target_id, audit_entry.id desc`.execute(connection)
  return new Map(rows.map(({ id, by, action }) => [id, { by, action }]))
}
