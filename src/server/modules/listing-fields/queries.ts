/** Writes the table of fields, and reads what listings have of it. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { FieldChoice, ListingField } from '../../../shared/listing-fields/field.ts'
import { shippedFields } from '../../../shared/listing-fields/shipped.ts'
import type { Connection } from '../../platform/database/database.ts'
import { readFields } from './service.ts'

/** Reads the table of fields, which no other transaction changes until this one ends. */
export async function lockFields(tx: Connection): Promise<ListingField[]> {
  await sql`select from listing_field_order for update`.execute(tx)
  return readFields(tx)
}

/** Stores a field, or none. What is as the program ships it is stored as none. */
export async function storeField(tx: Connection, key: string, field: ListingField | null): Promise<void> {
  const shipped = shippedFields.find((shipped) => shipped.key === key)
  await (field && !isDeepStrictEqual(field, shipped)
    ? sql`
        insert into listing_field (key, definition) values (${key}, ${JSON.stringify(field)}::jsonb)
        on conflict (key) do update set definition = excluded.definition`
    : sql`delete from listing_field where key = ${key}`
  ).execute(tx)
}

export async function storeOrder(tx: Connection, keys: string[]): Promise<void> {
  await sql`update listing_field_order set keys = ${keys}`.execute(tx)
}

const queryCanceled = '57014'

/** Returns how many listings have a value of each field, whatever their status; null if there are too many to count in a few seconds. */
export async function countValues(connection: Connection): Promise<Map<string, number> | null> {
  try {
    const { rows } = await sql<{ key: string; listings: number }>`
      select key, count(*)::int as listings from listing, jsonb_object_keys(fields) as key
      where fields <> '{}' group by key`.execute(connection)
    return new Map(rows.map(({ key, listings }) => [key, listings]))
  } catch (error) {
    if ((error as { code?: unknown }).code !== queryCanceled) throw error
    return null
  }
}

export async function hasValues(tx: Connection, key: string): Promise<boolean> {
  const { rows } = await sql`select from listing where fields <> '{}' and fields ? ${key} limit 1`.execute(tx)
  return rows.length > 0
}

/** Returns the first of these choices of a field that a listing has. */
export async function findChosen(
  tx: Connection,
  field: string,
  choices: readonly FieldChoice[],
): Promise<FieldChoice | undefined> {
  if (choices.length === 0) return undefined
  const keys = choices.map(({ key }) => key)
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) with ordinality given (key, place)
    where exists (select from listing where fields <> '{}' and fields -> ${field} ? key)
    order by place limit 1`.execute(tx)
  return choices.find(({ key }) => key === rows[0]?.key)
}

/** Statements take at most a few seconds, also where a million listings have a value. */
const queuedAtOnce = 50_000

/** Lets search engines read the listings again that have a value of a field. */
export async function queueListings(tx: Connection, key: string): Promise<void> {
  for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after; ) {
    const { rows }: { rows: { id: string }[] } = await sql<{ id: string }>`
      with page as (select id, status, fields from listing where id > ${after}::uuid order by id limit ${queuedAtOnce}),
        queued as (
          insert into listing_change (listing_id)
          select id from page where status in ('active', 'reported') and fields ? ${key})
      select id from page order by id desc limit 1`.execute(tx)
    after = rows[0]?.id
  }
}
