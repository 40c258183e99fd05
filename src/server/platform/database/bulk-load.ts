/** Loads many rows at once, with COPY. Into an empty table, indexes are built and foreign keys checked once, at the end. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type CopyValue = string | number | boolean | null

const chunkLength = 1 << 18

/** Adds rows to `target`, such as `image (id, url)`. Each row has a value per column. */
export async function copyTextRows(
  client: pg.ClientBase,
  target: string,
  rows: Iterable<readonly CopyValue[]>,
): Promise<void> {
  const copy = client.query(copyFrom(`copy ${target} from stdin`))
  await pipeline(Readable.from(copyText(rows), { objectMode: false }), copy)
}

/** Yields rows in the text format of COPY. */
function* copyText(rows: Iterable<readonly CopyValue[]>): Generator<string> {
  let chunk = ''
  for (const row of rows) {
    chunk += `${row.map(toCopyText).join('\t')}\n`
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

const toCopyText = (value: CopyValue): string =>
  value === null ? '\\N' : String(value).replace(/[\\\n\r\t]/g, (special) => `\\${special}`)

/**
 * Removes the indexes and foreign keys of tables, and foreign keys that refer to them: they would slow down loading rows.
 * Returns a function that puts them back, which also checks every foreign key. Run both in one transaction. Takes names as
 * SQL has them, such as `public.listing`.
 */
export async function suspendIndexes(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const foreignKeys = await readStatements(client, foreignKeysQuery, tables)
  const indexes = await readStatements(client, indexesQuery, tables)
  for (const { drop } of [...foreignKeys, ...indexes]) await client.query(drop)
  return async () => {
    await client.query(`set local maintenance_work_mem = '256MB'`)
    for (const { create } of [...indexes, ...foreignKeys]) await client.query(create)
    await client.query(`analyze ${tables.join(', ')}`)
  }
}

type Statement = { drop: string; create: string }

const foreignKeysQuery = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
  from pg_constraint
  where contype = 'f' and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[])) order by oid`

/** Indexes that belong to a constraint stay: they are few, and foreign keys need them. */
const indexesQuery = `
  select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
  from pg_index
  where indrelid = any($1::regclass[]) and not indisreplident and not indisclustered
    and not exists (select from pg_constraint where conindid = indexrelid)
  order by indexrelid`

const readStatements = async (
  client: pg.ClientBase,
  query: string,
  tables: readonly string[],
): Promise<Statement[]> => (await client.query<Statement>(query, [tables])).rows
