/** Reads and writes the table of fields, and what listings have of it. */
import { sql } from 'kysely'
import { type ListingField, mergeFields, plainField } from '../../../shared/listing-fields/field.ts'
import { shippedFields } from '../../../shared/listing-fields/shipped.ts'
import type { Connection } from '../../platform/database/database.ts'

/** An older version of the program left out what it did not know. */
export const completeField = (stored: ListingField): ListingField => ({ ...plainField, ...stored })

/** Reads the table of fields in its order, retired ones too. */
export async function readFields(connection: Connection): Promise<ListingField[]> {
  const { rows } = await sql<{ changed: ListingField[]; keys: string[] }>`
    select keys, coalesce((select json_agg(definition order by key) from listing_field), '[]') as changed
    from listing_field_order`.execute(connection)
  const { changed = [], keys = [] } = rows[0] ?? {}
  const placeOf = (key: string) => {
    const place = keys.indexOf(key)
    return place < 0 ? keys.length : place
  }
  return mergeFields(shippedFields, changed.map(completeField)).sort(
    (a, b) => placeOf(a.key) - placeOf(b.key),
  )
}

/** Reads the table of fields, which no other transaction changes until this one ends. */
export async function lockFields(tx: Connection): Promise<ListingField[]> {
  await sql`select from listing_field_order for update`.execute(tx)
  return readFields(tx)
}

/** Stores a field; if it is as the program ships it, as no change. */
export async function storeField(tx: Connection, field: ListingField, isShipped: boolean): Promise<void> {
  if (isShipped) return deleteField(tx, field.key)
  await sql`
    insert into listing_field (key, definition) values (${field.key}, ${JSON.stringify(field)}::jsonb)
    on conflict (key) do update set definition = excluded.definition`.execute(tx)
}

export async function deleteField(tx: Connection, key: string): Promise<void> {
  await sql`delete from listing_field where key = ${key}`.execute(tx)
}

export async function storeOrder(tx: Connection, keys: string[]): Promise<void> {
  await sql`update listing_field_order set keys = ${keys}`.execute(tx)
}

/** Lets the statements of this transaction read and queue a million listings. */
export const allowLongStatements = (tx: Connection) => sql`set local statement_timeout = '60s'`.execute(tx)

/** Returns how many listings have a value of each of these fields, whatever their status. */
export async function countValues(connection: Connection, keys: string[]): Promise<number[]> {
  // One pass over the listings, which several workers of PostgreSQL can share.
  const counts = keys.map((key) => sql`count(*) filter (where fields ? ${sql.lit(key)})`)
  const { rows } = await sql<{ counts: string[] }>`
    select array[${sql.join(counts)}]::int[] as counts from listing where fields <> '{}'`.execute(connection)
  return (rows[0]?.counts ?? []).map(Number)
}

export async function hasValues(tx: Connection, key: string): Promise<boolean> {
  const { rows } = await sql`select from listing where fields <> '{}' and fields ? ${key} limit 1`.execute(tx)
  return rows.length > 0
}

/** Returns the first of these choices of a field that a listing has; null if there is none. */
export async function findChosen(tx: Connection, key: string, choices: string[]): Promise<string | null> {
  const { rows } = await sql<{ chosen: string }>`
    select choice as chosen from unnest(${choices}::text[]) with ordinality given (choice, place)
    where exists (select from listing where fields <> '{}' and fields -> ${key} ? choice)
    order by place limit 1`.execute(tx)
  return rows[0]?.chosen ?? null
}

/** Lets search engines read the listings again that have a value of a field. */
export async function queueListings(tx: Connection, key: string): Promise<void> {
  await sql`
    insert into listing_change (listing_id)
    select id from listing where status in ('active', 'reported') and fields <> '{}' and fields ? ${key}`.execute(
    tx,
  )
}
