/** The schema of a database as text, and a database with the schema from before the baseline. */
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../../src/server/platform/database/database.ts'
import { migrateJobQueue } from '../../../src/server/platform/jobs/migrate.ts'
import { defaultSettings } from '../../../src/shared/settings/table.ts'
import { createDatabase, registerCleanup } from '../site/app.ts'
import { silentLog } from '../site/silent-log.ts'

const tables = sql<{ definition: string }>`
  with item as (
    select attrelid as table_id, 1 as part, attnum as position, concat_ws(' ', attname, format_type(atttypid, atttypmod),
      'collate "' || nullif(collname, 'default') || '"', case when attnotnull then 'not null' end,
      case attidentity when 'a' then 'generated always as identity' end,
      'default ' || pg_get_expr(adbin, adrelid)) as text
    from pg_attribute
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    left join pg_collation c on c.oid = attcollation
    where attnum > 0 and not attisdropped
    union all
    -- Only PostgreSQL 18 has a constraint for "not null".
    select conrelid, 2, row_number() over (order by array_position('{p,u,f,c}', contype::text), conname),
      'constraint ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where contype <> 'n'
  )
  select format(E'create %stable %s (\n%s\n)%s;\n', case relpersistence when 'u' then 'unlogged ' else '' end, relname,
    (select string_agg('  ' || text, E',\n' order by part, position) from item where table_id = t.oid),
    ' with (' || array_to_string(reloptions, ', ') || ')')
    || coalesce((
      select string_agg(replace(pg_get_indexdef(indexrelid), 'public.', '') || E';\n', '' order by indexrelid::regclass::text)
      from pg_index where indrelid = t.oid
        and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))), '')
    || coalesce((
      select '-- Triggers: ' || string_agg(tgname, ', ' order by tgname) || E'\n'
      from pg_trigger where tgrelid = t.oid and not tgisinternal), '') as definition
  from pg_class t where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`

/** Returns every table with its columns, constraints, and indexes, and the names of its triggers. */
export async function describeTables({ kysely }: Database): Promise<string> {
  const { rows } = await tables.execute(kysely)
  return rows
    .map(({ definition }) => definition)
    .join('\n')
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll(/::text\b| USING btree/g, '')
}

const others = sql<{ definition: string }>`
  select pg_get_functiondef(p.oid) || coalesce(proacl::text, '') as definition from pg_proc p
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  union all select relname || relkind::text || coalesce(relacl::text, '') from pg_class
    where relnamespace = 'public'::regnamespace
  union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
  union all select cfgname from pg_ts_config where cfgnamespace = 'public'::regnamespace
  order by 1`

/** Returns everything that migrations create, rights included. The order of columns does not matter. */
export async function schemaOf(database: Database): Promise<unknown> {
  const { rows } = await others.execute(database.kysely)
  const definitions = (await describeTables(database)).split('\n\n').map((table) =>
    table
      .split('\n')
      .map((line) => line.replace(/,$/, ''))
      .sort(),
  )
  return [definitions, rows.map(({ definition }) => definition)]
}

/** Connects like a server that migrates: it waits for connections, and no statement is too long. */
export function connectPatiently(connectionString: string): Database {
  const database = openDatabase({
    connectionString,
    timeZone: defaultSettings.timeZone,
    log: silentLog,
    connections: 3,
    statementTimeoutMs: 0,
    patient: true,
  })
  registerCleanup(() => database.close())
  return database
}

/** Creates a database as the last version before the baseline left it. */
export async function createDatabaseBeforeBaseline(): Promise<{ database: Database; address: string }> {
  const { address } = await createDatabase('empty')
  const database = connectPatiently(address)
  await migrateJobQueue(database)
  const script = gunzipSync(await readFile(new URL('schema-0068.sql.gz', import.meta.url))).toString()
  await sql.raw(script).execute(database.kysely)
  return { database, address }
}

/** What the listing of a test needs of the catalog, with the columns of an older version. */
export async function insertOldPlaces({ kysely }: Database) {
  await sql`insert into category (name, slug, position) values ('Pet Services', 'pet-services', 0)`.execute(
    kysely,
  )
  await sql`
    insert into subcategory (category_id, name, slug, position)
    select id, 'Dog Walking', 'dog-walking', 0 from category`.execute(kysely)
  await sql`insert into country (code, name, slug, position) values ('US', 'United States', 'united-states', 0)`.execute(
    kysely,
  )
  await sql`insert into state (country_id, name, slug) select id, 'Texas', 'texas' from country`.execute(
    kysely,
  )
  await sql`
    insert into city (state_id, name, latitude, longitude, population)
    select id, 'Austin', 30.27, -97.74, 961855 from state`.execute(kysely)
}
