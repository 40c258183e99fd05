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

/** Lets search engines read the listings again that have a value of a field. */
export async function queueListings(tx: Connection, key: string): Promise<void> {
  await sql`
    insert into listing_change (listing_id)
    select id from listing where status in ('active', 'reported') and fields <> '{}' and fields ? ${key}`.execute(
    tx,
  )
}
