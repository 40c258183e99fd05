import { type RawBuilder, sql } from 'kysely'
import { type AuditAction, commandLine } from '../../../shared/audit-actions.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { DatabaseSchema } from '../../platform/database/schema.ts'
import { countUpTo } from '../../platform/database/text-search.ts'

type NewEntry = Omit<DatabaseSchema['audit_entry'], 'id' | 'at'>

/** Returns the ids of the entries, in the same order. */
export async function insertEntries(connection: Connection, entries: NewEntry[]): Promise<number[]> {
  const rows = await connection.insertInto('audit_entry').values(entries).returning('id').execute()
  return rows.map(({ id }) => id)
}

export type EntryRow = {
  id: number
  at: string
  /** The actor's email, or `commandLine`; null when that account no longer exists. */
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
  entry.id, entry.at, case when entry.actor_id is null then ${sql.lit(commandLine)} else actor.email end as by, entry.action,
  coalesce(listing.title, target.email, entry.target_id) as target,
  entry.target_type as "targetType", entry.target_id as "targetId", listing.kind, entry.before, entry.after, entry.reason,
  coalesce((select true from audit_entry later where later.undoes = entry.id), false) as undone`
// Target ids are text, because not all of them are UUIDs.
const joinedTables = sql`
  audit_entry entry
  left join profile actor on actor.id = entry.actor_id
  left join listing on listing.id = case entry.target_type when 'listing' then entry.target_id::uuid end
  left join profile target on target.id = case entry.target_type when 'profile' then entry.target_id::uuid end`

export async function findEntry(connection: Connection, id: number): Promise<EntryRow | null> {
  const { rows } = await sql<EntryRow>`
    select ${columns} from ${joinedTables} where entry.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

type Page = {
  limit: number
  offset: number
  /** Stops counting here; null counts all. */
  maxTotal: number | null
}

/** Newest first. */
export async function pageEntries(
  { kysely }: Database,
  condition: RawBuilder<unknown>,
  { limit, offset, maxTotal }: Page,
): Promise<{ rows: EntryRow[]; total: number }> {
  const [{ rows }, total] = await Promise.all([
    sql<EntryRow>`
      select ${columns} from ${joinedTables} where ${condition}
      order by entry.id desc limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(kysely),
    countUpTo(kysely, sql`audit_entry entry where ${condition}`, maxTotal),
  ])
  return { rows, total }
}

export const anyEntry = sql`true`

export const hasAction = (wanted: AuditAction[]) =>
  sql`entry.action in (${sql.join(wanted.map((action) => sql.lit(action)))})`

export const hasTarget = (id: string) => sql`entry.target_id = ${id}`

/** By or about the person with this email, or about the address itself: admin rights are granted to addresses. */
export async function involves({ kysely }: Database, email: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ id: string }>`
    select id from profile where lower(email) = ${email}`.execute(kysely)
  const profileIds = rows.map(({ id }) => id)
  return sql`(entry.actor_id = any(${profileIds}::uuid[]) or entry.target_id = any(${[...profileIds, email]}))`
}

type ListingEvent = Pick<EntryRow, 'by' | 'action'> & { id: string }

/** Returns the latest event about each of these listings that has one. */
export async function findLatestListingEvents(
  connection: Connection,
  ids: string[],
): Promise<ListingEvent[]> {
  const { rows } = await sql<ListingEvent>`
    select distinct on (target_id) target_id as id, actor.email as by, action
    from audit_entry left join profile actor on actor.id = actor_id
    where target_id = any(${ids}) and action like 'listing.%'
    order by target_id, audit_entry.id desc`.execute(connection)
  return rows
}
