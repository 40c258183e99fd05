import { sql } from 'kysely'
import type { Config } from '../../server/config/environment.ts'
import { type Database, poolSize } from '../../server/platform/database/database.ts'
import { isMigrated } from '../../server/platform/database/migrate.ts'
import { readMigrationNames } from '../../server/platform/database/migration-files.ts'
import { type Finding, type Findings, ok, problem, warning } from './check.ts'

/** The job process uses four to run jobs, three for what they do, and one for maintenance. A command uses one. */
const otherConnections = 9

export async function checkDatabase(database: Database, config: Config): Promise<Findings> {
  const findings: Findings[] = [ok(`PostgreSQL ${await database.version()} responds.`)]
  for (const check of [checkMigrations, checkExtension, checkRole, checkConnections, checkIndexes])
    findings.push(await check(database, config))
  return findings.flat()
}

async function checkMigrations(database: Database): Promise<Findings> {
  const { rows } = await sql<{ name: string }>`
    select name from migration where to_regclass('public.migration') is not null`
    .execute(database.kysely)
    .catch(() => ({ rows: [] }))
  const newestKnown = (await readMigrationNames()).at(-1) ?? ''
  const newer = rows.filter(({ name }) => name > newestKnown)
  if (newer.length > 0)
    return problem(
      `The database belongs to a newer version of Corkboard (${newer[0]?.name}).`,
      'Install the newer version again.',
    )
  return (await isMigrated(database))
    ? ok('The database is up to date.')
    : problem('The database is not up to date.', 'Run `corkboard migrate`, or start the server once.')
}

async function checkExtension({ kysely }: Database): Promise<Findings> {
  const { rows } = await sql`select from pg_extension where extname = 'pg_trgm'`.execute(kysely)
  if (rows.length > 0) return []
  return problem(
    'The extension pg_trgm is not installed in the database.',
    'Install the package postgresql-contrib, then run: create extension pg_trgm;',
  )
}

async function checkRole({ kysely }: Database, { databaseUrl }: Config): Promise<Findings> {
  const { rows } = await sql<{
    role: string
    isSuperuser: boolean
    canCreate: boolean
    foreign: string | null
  }>`
    select current_user as role, rolsuper as "isSuperuser",
      has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create') as "canCreate",
      (select min(relname) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and not pg_has_role(relowner, 'member')) as foreign
    from pg_roles where rolname = current_user`.execute(kysely)
  const [role] = rows
  if (!role) return []
  const findings: Finding[] = []
  if (!role.canCreate)
    findings.push(
      problem(
        `The role ${role.role} cannot create tables and schemas, which updates need.`,
        `Run as a superuser: alter database ${'<name>'} owner to ${role.role};`,
      ),
    )
  if (role.foreign)
    findings.push(
      problem(
        `The table ${role.foreign} belongs to another role, so updates cannot change it.`,
        `Run as a superuser: reassign owned by <that role> to ${role.role};`,
      ),
    )
  if (role.isSuperuser && databaseUrl)
    findings.push(
      warning(
        `The role ${role.role} is a superuser, and could change the audit log.`,
        'Use a separate role that owns only this database.',
      ),
    )
  return findings
}

async function checkConnections({ kysely }: Database, { workers }: Config): Promise<Findings> {
  const connectionsPerServer = workers * poolSize(workers) + otherConnections
  const { rows } = await sql<{ used: number; max: number }>`
    select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        as max`.execute(kysely)
  const { used = 0, max = 0 } = rows[0] ?? {}
  return max - used < connectionsPerServer && used < max && max < 2 * connectionsPerServer
    ? problem(
        `PostgreSQL allows ${max} connections, of which ${used} are in use. A server uses up to ${connectionsPerServer}.`,
        `Set max_connections to at least ${2 * connectionsPerServer} in postgresql.conf and restart PostgreSQL.`,
      )
    : ok(`${used} of ${max} connections are in use.`)
}

async function checkIndexes({ kysely }: Database): Promise<Findings> {
  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index where not indisvalid`.execute(kysely)
  return rows.map(({ name }) =>
    problem(`The index ${name} is invalid.`, `Run: reindex index concurrently ${name};`),
  )
}
