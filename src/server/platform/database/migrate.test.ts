import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { waitFor } from '../../../../test/support/checks/emails.ts'
import { createDatabaseBeforeBaseline } from '../../../../test/support/data/schema.ts'
import { connectTo, createDatabase } from '../../../../test/support/site/app.ts'
import { holdMigrationLock } from '../jobs/migrate.ts'
import { version } from '../version.ts'
import type { Database } from './database.ts'
import { isMigrated, migrate } from './migrate.ts'
import { adoption, readMigrationNames } from './migration-files.ts'

let database: Database
let address: string
beforeEach(async () => {
  const created = await createDatabase('empty')
  database = created.database
  address = created.address
})

const folder = new URL('../../../../migrations/', import.meta.url)
const files = await readMigrationNames()

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
  const both = [connectTo(address, { statementTimeoutMs: 0 }), connectTo(address, { statementTimeoutMs: 0 })]
  try {
    const ran = await Promise.all(both.map(migrate))
    expect(ran.flat().sort()).toEqual(files)
    expect(await executed()).toEqual(files)
  } finally {
    await Promise.all(both.map((one) => one.close()))
  }
})

test('rolls back a run that fails halfway, and completes on the next run', async () => {
  // The baseline creates this table, after others.
  await run('create table contact_message (id integer)')
  await expect(migrate(database)).rejects.toThrow('already exists')
  expect(await tables()).toEqual(['contact_message'])
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
    // Another transaction has created the same table, so the migration waits for it after it has created others.
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

test('functions and triggers are defined again when their file has changed, and only then', async () => {
  await migrate(database)
  await run("update repeatable_migration set checksum = 'of another version' where name <> 'conversations'")
  await run('drop function listing_index_insert cascade')
  await run('drop function participant_is_confirmed')
  expect(await isMigrated(database)).toBe(false)
  expect(await migrate(database)).toEqual([])
  expect(await isMigrated(database)).toBe(true)
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc where proname in ('listing_index_insert', 'participant_is_confirmed')
    union all select tgname from pg_trigger where tgname = 'listing_index_insert'`.execute(database.kysely)
  expect(rows).toEqual([{ name: 'listing_index_insert' }, { name: 'listing_index_insert' }])
})

test('a server of the previous version leaves the functions of a newer one', async () => {
  await migrate(database)
  await run("update repeatable_migration set checksum = 'of a newer version'")
  await run("insert into migration (name, timestamp) values ('9999_of_a_newer_version', now()::text)")
  expect(await isMigrated(database)).toBe(true)
  await migrate(database)
  const { rows } = await sql`select distinct checksum from repeatable_migration`.execute(database.kysely)
  expect(rows).toEqual([{ checksum: 'of a newer version' }])
})

test('reports a database without the newest migration as not migrated', async () => {
  await migrate(database)
  await sql`delete from migration where name = ${files.at(-1)}`.execute(database.kysely)
  expect(await isMigrated(database)).toBe(false)
})

test('waits for another run for longer than a request may take', { tags: ['slow'] }, async () => {
  const other = connectTo(address)
  // Like the connections that the server uses for maintenance.
  const maintenance = connectTo(address, { statementTimeoutMs: 0 })
  try {
    const longMigration = other.kysely.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      await holdMigrationLock(tx)
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

test('lets others through while a reader holds a table that it must change, and completes afterwards', {
  tags: ['timed'],
}, async () => {
  const { database } = await createDatabaseBeforeBaseline()
  const reader = await database.pool.connect()
  await reader.query('begin')
  await reader.query('lock table listing_index in access share mode')
  const migrating = migrate(database)
  await waitFor('the migration to wait for the reader', async () => {
    const { rows } = await sql`select from pg_locks where not granted`.execute(database.kysely)
    return rows.length > 0 ? true : undefined
  })
  // Waits behind the migration until that gives way.
  const started = performance.now()
  await sql`select count(*) from listing_index`.execute(database.kysely)
  expect(performance.now() - started).toBeLessThan(5000)
  await reader.query('rollback')
  reader.release()
  expect(await migrating).toEqual([adoption, ...(await readMigrationNames()).slice(1)])
})

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
