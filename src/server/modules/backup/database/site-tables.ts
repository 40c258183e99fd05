/** What a database contains before a restore, and how to remove it. */
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { formatCount } from '../../../../shared/format.ts'
import { migrationsFolder, repeatableTable } from '../../../platform/database/migration-files.ts'

/** Tables of which a site that people use has rows. The catalog is part of the program. */
const contentTables = {
  listing: ['ad', 'ads'],
  account: ['account', 'accounts'],
  profile: ['profile', 'profiles'],
  contact_message: ['message', 'messages'],
} as const

/** Tables that are computed from others: backups leave them out, and a restore fills them again. */
export const derivedTables = [
  repeatableTable,
  'listing_change',
  'listing_change_state',
  'content_change',
  'content_change_state',
]

/** Tables from before the baseline, which `adopt-0068.sql` drops: an archive may have them. */
export const retiredTables = [
  'kysely_migration_lock',
  'previous_search',
  'search_segment',
  'search_posting',
  'search_slot',
  'search_vocabulary',
  'search_rebuild',
  'search_rebuild_word',
  'search_rebuild_change',
  'search_change',
  'search_index_state',
  'search_word',
  'search_spelling',
  'service_renewal_backfill',
  'event_state_backfill',
]

/** Returns what the database contains, such as `12 ads, 3 accounts`; empty for a new site. */
export async function describeContent(client: pg.ClientBase): Promise<string> {
  const counts: string[] = []
  for (const [table, [one, many]] of Object.entries(contentTables)) {
    const { rows: found } = await client.query(`select to_regclass($1) as oid`, [`public.${table}`])
    if (found[0]?.oid === null) continue
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from public.${table}`,
    )
    if (rows[0]?.count) counts.push(formatCount(rows[0].count, one, many))
  }
  return counts.join(', ')
}

/** Throws if the database has tables that are not Corkboard's: a forced restore would delete them. */
export async function requireOwnTables(client: pg.ClientBase) {
  const known = new Set([...(await tablesOfMigrations()), ...retiredTables])
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and ${notOfExtension('pg_class')}`)
  const foreign = rows.map(({ name }) => name).filter((name) => !known.has(name))
  if (foreign.length > 0)
    throw new Error(
      `The database contains tables that are not Corkboard's: ${foreign.slice(0, 5).join(', ')}. Restore into a database that contains nothing else.`,
    )
}

/** Returns the name of every table that any version has had. */
async function tablesOfMigrations(): Promise<string[]> {
  const files = (await readdir(migrationsFolder)).filter((file) => file.endsWith('.sql'))
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, migrationsFolder), 'utf8')))
  return texts.flatMap((text) =>
    [
      ...text.matchAll(/create (?:unlogged )?table (?:if not exists )?(\w+)/gi),
      ...text.matchAll(/alter table \w+ rename to (\w+)/gi),
    ].map(([, name = '']) => name),
  )
}

const notOfExtension = (catalog: string) =>
  `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${catalog}.oid and deptype = 'e')`

/** Everything that migrations create, in an order in which it can be dropped. Tables take the rest along. */
const dropStatements = `
  select format('drop table %s cascade', oid::regclass) as drop from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and ${notOfExtension('pg_class')}
  union all
  select format('drop routine if exists %s cascade', oid::regprocedure) from pg_proc
    where pronamespace = 'public'::regnamespace and ${notOfExtension('pg_proc')}
  union all
  select format('drop sequence if exists %s cascade', oid::regclass) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' and ${notOfExtension('pg_class')}
  union all
  select format('drop text search configuration %s cascade', oid::regconfig) from pg_ts_config
    where cfgnamespace = 'public'::regnamespace and ${notOfExtension('pg_ts_config')}
  union all
  select format('drop text search dictionary %s cascade', oid::regdictionary) from pg_ts_dict
    where dictnamespace = 'public'::regnamespace and ${notOfExtension('pg_ts_dict')}`

/** Drops the tables, functions, and so on of all versions. Extensions stay. */
export async function dropSite(client: pg.ClientBase) {
  const { rows } = await client.query<{ drop: string }>(dropStatements)
  for (const { drop } of rows) await client.query(drop)
}
