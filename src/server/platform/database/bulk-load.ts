import type pg from 'pg'

/**
 * Removes the indexes and foreign keys of tables, and foreign keys that refer to them: they would slow down loading rows.
 * Returns a function that puts them back, which also checks every foreign key. Run both in one transaction. Takes names as
 * SQL has them, such as `public.my_table`.
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
