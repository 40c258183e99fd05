/** Replaces the content of a migrated database by that of an archive, within a transaction. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { suspendIndexes } from '../../../platform/database/bulk-load.ts'
import { ArchiveError, type Sequence, type Table } from '../archive/format.ts'
import { copyTarget, listTables } from './dump.ts'
import { retiredTables } from './site-tables.ts'

/** Empties all tables and removes triggers, foreign keys, and indexes. Returns a function that restores and checks these. */
export async function prepareTables(client: pg.ClientBase): Promise<() => Promise<void>> {
  const tables = await listTables(client)
  const names = tables.map(({ name }) => `public.${pg.escapeIdentifier(name)}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${names.join(', ')}`)
  const restoreIndexes = await suspendIndexes(client, names)
  return async () => {
    await restoreIndexes()
    for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  }
}

/** Adds rows in the text format of COPY, as `dumpTable` yields them, and returns their number. */
export async function loadRows(client: pg.ClientBase, table: Table, rows: Buffer): Promise<number> {
  const copy = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`))
  await pipeline(Readable.from([rows], { objectMode: false }), copy)
  return copy.rowCount
}

/** Ignores the sequences of retired tables. */
export async function setSequences(client: pg.ClientBase, sequences: Sequence[]) {
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval(to_regclass($1), $2::bigint, $3)', [
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
  for (const { name, columns } of archived.filter(({ name }) => !retiredTables.includes(name))) {
    const missing = columns.filter((column) => !known.get(name)?.has(column))
    if (missing.length > 0 || !known.has(name))
      throw new ArchiveError(
        `The archive contains ${known.has(name) ? `columns of ${name}` : `a table ${name}`} that this version of Corkboard does not have.`,
      )
  }
}
