/** Reads the content of the database as text, in parts that end with a row. */
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Sequence, Table } from '../archive/format.ts'
import { derivedTables } from './site-tables.ts'

const partBytes = 4 * 1024 * 1024
const lineFeed = 0x0a

/** Every permanent table, without generated columns. Unlogged tables contain only what may be lost. */
const listTablesQuery = `
  select relname as name, array_agg(attname::text order by attnum) as columns
  from pg_class
  join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
    and relname <> all (array['${derivedTables.join("', '")}'])
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
  group by relname order by relname`

export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  return (await client.query<Table>(listTablesQuery)).rows
}

export async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migration order by name')
  return rows.map(({ name }) => name)
}

/** Sequences ignore transactions: read them after the tables, so that they are ahead of every row. */
export async function readSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(`
    select sequencename as name from pg_sequences where schemaname = 'public' order by 1`)
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const found = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${pg.escapeIdentifier(name)}`,
    )
    sequences.push(...found.rows.map((row) => ({ name, ...row })))
  }
  return sequences
}

export const copyTarget = ({ name, columns }: Table): string =>
  `public.${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`

/** Yields the rows of a table in the text format of COPY, in parts of a few megabytes. */
export async function* dumpTable(client: pg.ClientBase, table: Table): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let bytes = 0
  const stream = client.query(copyTo(`copy ${copyTarget(table)} to stdout`))
  // The loop gets all errors while it reads. A backup that fails elsewhere ends the connection later, with nobody reading.
  stream.on('error', () => {})
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const lastRowEnd = bytes + chunk.length >= partBytes ? chunk.lastIndexOf(lineFeed) + 1 : 0
    if (lastRowEnd === 0) {
      chunks.push(chunk)
      bytes += chunk.length
      continue
    }
    yield Buffer.concat([...chunks, chunk.subarray(0, lastRowEnd)])
    const rest = chunk.subarray(lastRowEnd)
    chunks = [rest]
    bytes = rest.length
  }
  if (bytes > 0) yield Buffer.concat(chunks)
}

/** COPY escapes line feeds within values, so each one ends a row. */
export function countRows(rows: Buffer): number {
  let count = 0
  for (let at = rows.indexOf(lineFeed); at !== -1; at = rows.indexOf(lineFeed, at + 1)) count += 1
  return count
}
