import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { beforeEach, expect, test, vi } from 'vitest'
import { waitFor } from '../../../../test/support/checks/emails.ts'
import { connectTo, createDatabase } from '../../../../test/support/site/app.ts'
import { migrateJobQueue } from '../jobs/migrate.ts'
import { version } from '../version.ts'
import type { Database } from './database.ts'
import { isMigrated, migrate } from './migrate.ts'

let database: Database
let address: string
beforeEach(async () => {
  const created = await createDatabase('empty')
  database = created.database
  address = created.address
})

const folder = new URL('../../../../migrations/', import.meta.url)
const files = (await readdir(folder))
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.replace('.sql', ''))
  .sort()

const run = (statement: string, on = database) => sql.raw(statement).execute(on.kysely)

async function tables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename !~ 'migration'
    order by 1`.execute(database.kysely)
  return rows.map(({ name }) => name)
}

const executed = async () =>
  (await sql<{ name: string }>`select name from migration order by name`.execute(database.kysely)).rows.map(
    ({ name }) => name,
  )

test('migrates an empty database in the order of the files', async () => {
  expect(await isMigrated(database)).toBe(false)
  expect(await migrate(database)).toEqual(files)
  expect(await isMigrated(database)).toBe(true)
  expect(await tables()).toEqual(
    expect.arrayContaining(['listing_index', 'category', 'listing', 'profile', 'report']),
  )
})

test('does nothing on a second run', async () => {
  await migrate(database)
  const before = await tables()
  expect(await migrate(database)).toEqual([])
  expect(await tables()).toEqual(before)
  expect(await executed()).toEqual(files)
})

test('runs each migration once when two runs start at the same time', async () => {
  // As a server migrates: the one that waits for the other has no statement timeout.
  const both = [connectTo(address, 0), connectTo(address, 0)]
  try {
    const ran = await Promise.all(both.map(migrate))
    expect(ran.flat().sort()).toEqual(files)
    expect(await executed()).toEqual(files)
  } finally {
    await Promise.all(both.map((one) => one.close()))
  }
})

test('rolls back a run that fails halfway, and completes on the next run', async () => {
  // The fourth migration creates this table, after three others have run.
  await run('create table contact_message (id integer)')
  await expect(migrate(database)).rejects.toThrow('already exists')
  expect(await tables()).toEqual(['contact_message'])
  expect(await executed()).toEqual([])
  expect(await isMigrated(database)).toBe(false)
  await run('drop table contact_message')
  expect(await migrate(database)).toEqual(files)
})

/** Terminates the connection that waits for a lock. Throws while there is none. */
async function terminateWaiting({ kysely }: Database) {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(kysely)
  expect(rows).toHaveLength(1)
}

test('rolls back a run whose connection is lost halfway', async () => {
  const other = connectTo(address)
  try {
    // Another transaction has created the same table, so the migration waits for it after three files.
    const outcome = await other.kysely.transaction().execute(async (holder) => {
      await sql`create table contact_message (id integer)`.execute(holder)
      const started = migrate(database).then(
        () => 'completed',
        () => 'disconnected',
      )
      await vi.waitFor(() => terminateWaiting(other), 30_000)
      return started
    })
    expect(outcome).toBe('disconnected')
    await run('drop table contact_message')
  } finally {
    await other.close()
  }
  expect(await tables()).toEqual([])
  expect(await isMigrated(database)).toBe(false)
  expect(await migrate(database)).toEqual(files)
})

test('reports a database without the newest migration as not migrated', async () => {
  await migrate(database)
  await sql`delete from migration where name = ${files.at(-1)}`.execute(database.kysely)
  expect(await isMigrated(database)).toBe(false)
})

/** The advisory lock of Kysely's migrator. */
const migratorLock = sql.raw('3853314791062309107')

test('waits for another run for longer than a request may take', { tags: ['slow'] }, async () => {
  const other = connectTo(address)
  // Like the connections that the server uses for maintenance.
  const maintenance = connectTo(address, 0)
  try {
    const longMigration = other.kysely.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`select pg_advisory_xact_lock(${migratorLock})`.execute(tx)
      // A statement of a request may take five seconds. The client's limit of eight is not reached.
      await sql`select pg_sleep(6)`.execute(tx)
    })
    const [, ran] = await Promise.all([longMigration, migrate(maintenance)])
    expect(ran).toEqual(files)
  } finally {
    await maintenance.close()
    await other.close()
  }
})

test('migration 0015 replaces the queued jobs of the version before it', async () => {
  await migrateJobQueue(database)
  const runFile = async (name: string) => run(await readFile(new URL(`${name}.sql`, folder), 'utf8'))
  for (const name of files.filter((file) => file < '0015')) await runFile(name)
  const { rows } = await sql<{ id: string }>`
    insert into mail (recipient, sealed, kind) values ('ann@example.org', 'text', 'verify-email') returning id`.execute(
    database.kysely,
  )
  await run("select graphile_worker.add_job('tidy_pictures'), graphile_worker.add_job('forget_mail')")
  await runFile('0015_standard_names')
  const jobs = await sql`select task_identifier as task, key from graphile_worker.jobs`.execute(
    database.kysely,
  )
  expect(jobs.rows).toEqual([{ task: 'send_email', key: `email:${rows[0]?.id}` }])
})

test('migration 0022 rewords the removal reasons that nobody edited', async () => {
  await migrateJobQueue(database)
  const runFile = async (name: string) => run(await readFile(new URL(`${name}.sql`, folder), 'utf8'))
  for (const name of files.filter((file) => file < '0022')) await runFile(name)
  await run("update removal_reason set text = 'It stands in the wrong place.' where position = 3")
  await runFile('0022_reports_and_reasons')
  const { rows } = await sql<{ text: string }>`select text from removal_reason order by position`.execute(
    database.kysely,
  )
  expect(rows.map(({ text }) => text)).toEqual([
    'Spam',
    'Scam or fraud',
    'Offensive or illegal',
    'It stands in the wrong place.',
    'Duplicate',
    'No longer available',
  ])
})

test('lets others through while a reader holds a table that it must change, and completes afterwards', {
  tags: ['timed'],
}, async () => {
  // The last migration that changes a table which exists before it.
  const texts = await Promise.all(files.map((file) => readFile(new URL(`${file}.sql`, folder), 'utf8')))
  const next = texts.findLastIndex((text) => /^alter table report /m.test(text))
  await migrateTo(files[next - 1] ?? '')
  const reader = await database.pool.connect()
  await reader.query('begin')
  await reader.query('lock table report in access share mode')
  const migrating = migrate(database)
  await waitFor('the migration to wait for the reader', async () => {
    const { rows } = await sql`select from pg_locks where not granted`.execute(database.kysely)
    return rows.length > 0 ? true : undefined
  })
  // Waits behind the migration until that gives way.
  const started = performance.now()
  await sql`select count(*) from report`.execute(database.kysely)
  expect(performance.now() - started).toBeLessThan(5000)
  await reader.query('rollback')
  reader.release()
  expect(await migrating).toEqual(files.slice(next))
})

/** Runs the migrations up to this one. */
async function migrateTo(name: string) {
  await migrateJobQueue(database)
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(
        files.map((file) => [
          file,
          {
            up: async (db: Kysely<unknown>) => {
              await sql.raw(await readFile(new URL(`${file}.sql`, folder), 'utf8')).execute(db)
            },
          },
        ]),
      ),
  }
  const { error } = await new Migrator({
    db: database.kysely,
    provider,
    migrationTableName: 'migration',
  }).migrateTo(name)
  if (error) throw error
}
test('a server of the previous version starts on the schema of a newer one', async () => {
  await migrate(database)
  await sql`insert into migration (name, timestamp) values ('9999_of_a_newer_version', '2999-11-20T12:00:00.000Z')`.execute(
    database.kysely,
  )
  expect(await isMigrated(database)).toBe(true)
  expect(await migrate(database)).toEqual([])
})

test('records that the previous version may run on the schema, unless a newer version has migrated it', async () => {
  const recorded = async () => {
    const { rows } = await sql`select oldest_migration, migrated_by from schema_compatibility`.execute(
      database.kysely,
    )
    return rows
  }
  await migrate(database)
  const previous = (await readFile(new URL('previous-version.txt', folder), 'utf8')).trim()
  expect(await recorded()).toEqual([{ oldest_migration: previous, migrated_by: version }])
  await sql`update schema_compatibility set oldest_migration = '0002_of_an_older_version'`.execute(
    database.kysely,
  )
  await migrate(database)
  expect(await recorded()).toEqual([{ oldest_migration: previous, migrated_by: version }])
  await sql`insert into migration (name, timestamp) values ('9999_of_a_newer_version', now()::text)`.execute(
    database.kysely,
  )
  await sql`update schema_compatibility set oldest_migration = '0023', migrated_by = '7.0.0'`.execute(
    database.kysely,
  )
  await migrate(database)
  expect(await recorded()).toEqual([{ oldest_migration: '0023', migrated_by: '7.0.0' }])
})
