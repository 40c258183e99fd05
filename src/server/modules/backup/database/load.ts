/** Replaces the content of a migrated database by that of an archive, within a transaction. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { ArchiveError, type Sequence, type Table } from '../archive/format.ts'
import { copyTarget, listTables } from './dump.ts'

/**
 * Empties all tables and removes what would slow down loading them or change the rows: triggers, foreign keys, and
 * indexes. Returns a function that puts these back, which also checks every foreign key.
 */
export async function prepareTables(client: pg.ClientBase): Promise<() => Promise<void>> {
  const tables = await listTables(client)
  const names = tables.map(({ name }) => `public.${pg.escapeIdentifier(name)}`)
  const foreignKeys = await readStatements(client, foreignKeysQuery)
  const indexes = await readStatements(client, indexesQuery)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${names.join(', ')}`)
  for (const { drop } of [...foreignKeys, ...indexes]) await client.query(drop)
  return async () => {
    await client.query(`set local maintenance_work_mem = '256MB'`)
    for (const { create } of [...indexes, ...foreignKeys]) await client.query(create)
    for (const name of names) await client.query(`alter table ${name} enable trigger user`)
    await client.query(`analyze ${names.join(', ')}`)
  }
}

type Statement = { drop: string; create: string }

const foreignKeysQuery = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by oid`

/** Indexes that belong to a constraint stay: they are few, and foreign keys need them. */
const indexesQuery = `
  select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = 'public'::regnamespace and not indisreplident and not indisclustered
    and not exists (select from pg_constraint where conindid = indexrelid)
  order by indexrelid`

const readStatements = async (client: pg.ClientBase, query: string): Promise<Statement[]> =>
  (await client.query<Statement>(query)).rows

/** Adds rows in the text format of COPY, as `dumpTable` yields them, and returns their number. */
export async function loadRows(client: pg.ClientBase, table: Table, rows: Buffer): Promise<number> {
  const copy = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`))
  await pipeline(Readable.from([rows], { objectMode: false }), copy)
  return copy.rowCount
}

export async function setSequences(client: pg.ClientBase, sequences: Sequence[]) {
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      `public.${pg.escapeIdentifier(name)}`,
      value,
      isCalled,
    ])
}

/** Jobs are not part of an archive. The queued emails get theirs again; cleanup runs on a schedule anyway. */
export async function recreateJobs(client: pg.ClientBase) {
  await client.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
  await client.query(`
    select outbox_email_add_job(id, recipient, now()) from outbox_email where status = 'queued' order by created, id`)
}

/** Throws if the schema that this version creates differs from the one that was backed up. */
export async function requireTables(client: pg.ClientBase, archived: Table[]) {
  const known = new Map((await listTables(client)).map(({ name, columns }) => [name, new Set(columns)]))
  for (const { name, columns } of archived) {
    const missing = columns.filter((column) => !known.get(name)?.has(column))
    if (missing.length > 0 || !known.has(name))
      throw new ArchiveError(
        `The archive contains ${known.has(name) ? `columns of ${name}` : `a table ${name}`} that this version of Corkboard does not have.`,
      )
  }
}

/** The search index is not part of an archive. A large one is built when the server starts. */
export async function resetSearchIndex(client: pg.ClientBase) {
  await client.query('select reset_search_index()')
}
