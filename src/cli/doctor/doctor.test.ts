import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../../test/support/app.ts'
import { temporaryFolder } from '../../../test/support/backups.ts'
import { startBucketServer } from '../../../test/support/bucket-server.ts'
import { administer } from '../../../test/support/databases.ts'
import { messagesOf, problemsOf } from '../../../test/support/findings.ts'
import { startMailServer } from '../../../test/support/mail-server.ts'
import { readConfig } from '../../server/config/environment.ts'
import { openDatabase } from '../../server/platform/database/database.ts'
import { runChecks } from '../doctor.ts'
import { checkClock, compareClocks } from './clock.ts'
import { checkDatabase } from './database.ts'
import { checkMail, checkQueue } from './mail.ts'
import { checkSettings } from './settings.ts'
import { checkBackupFolder, checkDiskSpace, checkStorage } from './storage.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://board.example.org',
  TRUST_PROXY: 'loopback',
  SMTP_URL: 'smtp://mail.example.org',
  CONTACT_EMAIL: 'board@example.org',
}

describe('settings', () => {
  test.each<[string, Record<string, string>, string]>([
    ['a local PUBLIC_URL', { PUBLIC_URL: '' }, 'PUBLIC_URL is http://localhost:3000'],
    ['a PUBLIC_URL without TLS', { PUBLIC_URL: 'http://board.example.org' }, 'PUBLIC_URL is not https'],
    ['a proxy that is not trusted', { TRUST_PROXY: '' }, 'Set TRUST_PROXY'],
    ['no mail server', { SMTP_URL: '' }, 'no emails are sent'],
  ])('%s is a problem in production', async (_name, override, message) => {
    const config = readConfig({ ...production, ...override, DATA_DIR: await temporaryFolder() })
    expect(problemsOf(await checkSettings(config)).join()).toContain(message)
  })

  test('complete settings of production have no problem', async () => {
    const config = readConfig({
      ...production,
      DATA_DIR: await temporaryFolder(),
      BACKUP_URL: '/mnt/backups',
    })
    expect(await checkSettings(config)).toEqual([{ result: 'ok', message: 'All settings are valid.' }])
  })

  test('a secret that others can read is a problem', async () => {
    const DATA_DIR = await temporaryFolder()
    await writeFile(join(DATA_DIR, 'secret'), 'secret')
    await chmod(join(DATA_DIR, 'secret'), 0o644)
    expect(problemsOf(await checkSettings(readConfig({ DATA_DIR }))).join()).toContain('chmod 600')
    await chmod(join(DATA_DIR, 'secret'), 0o600)
    expect(problemsOf(await checkSettings(readConfig({ DATA_DIR })))).toEqual([])
  })

  test.each([
    ['missing', {}, 'there are no scheduled backups'],
    ['on the same disk', { BACKUP_URL: './data/backups' }, 'inside DATA_DIR'],
    ['in a bucket without a key', { BACKUP_URL: 's3://bucket?region=x' }, 'BACKUP_KEY is not set'],
  ])('a warning: backups are %s', async (_name, settings, message) => {
    const config = readConfig({ ...production, ...settings })
    expect(messagesOf(await checkSettings(config), 'warning').join()).toContain(message)
  })
})

describe('database', () => {
  const config = readConfig({ DATABASE_URL: 'postgres://elsewhere/db' })

  test('a migrated database has no problem', async () => {
    const { database } = await createDatabase()
    expect(problemsOf(await checkDatabase(database, config))).toEqual([])
    expect(problemsOf(await checkClock(database))).toEqual([])
  })

  test('pending migrations are a problem, and so are those of a newer version', async () => {
    const { database } = await createDatabase()
    await sql`delete from migration where name = (select max(name) from migration)`.execute(database.kysely)
    expect(problemsOf(await checkDatabase(database, config))).toEqual([
      expect.stringContaining('npm run corkboard -- migrate'),
    ])
    await sql`insert into migration values ('9999_future', now()::text)`.execute(database.kysely)
    expect(problemsOf(await checkDatabase(database, config))).toEqual([
      expect.stringContaining('belongs to a newer version of Corkboard (9999_future)'),
    ])
  })

  test('a missing extension is a problem', async () => {
    const { database } = await createDatabase()
    await sql`drop extension pg_trgm cascade`.execute(database.kysely)
    expect(problemsOf(await checkDatabase(database, config))).toEqual([
      expect.stringContaining('create extension pg_trgm'),
    ])
  })

  test('a role without rights is a problem, a superuser a warning', async () => {
    const { database, address } = await createDatabase()
    const role = `reader_${Date.now()}`
    await sql`create role ${sql.id(role)} login password 'password'`.execute(database.kysely)
    onTestFinished(() => administer(address, `drop owned by ${role}; drop role ${role}`))
    await sql`grant select on all tables in schema public to ${sql.id(role)}`.execute(database.kysely)
    const url = new URL(address)
    url.username = role
    url.password = 'password'
    const limited = openDatabase({
      ...{ connectionString: url.href, timeZone: 'UTC', connections: 1 },
      log: { info() {}, warn() {}, error() {} },
    })
    onTestFinished(() => limited.close())
    expect(problemsOf(await checkDatabase(limited, config))).toEqual([
      expect.stringContaining('cannot create tables and schemas'),
      expect.stringContaining('belongs to another role'),
    ])
    const { rows } = await sql<{
      super: boolean
    }>`select rolsuper as super from pg_roles where rolname = current_user`.execute(database.kysely)
    expect(messagesOf(await checkDatabase(database, config), 'warning')).toHaveLength(rows[0]?.super ? 1 : 0)
  })

  test('an invalid index is a problem', async () => {
    const { database } = await createDatabase()
    await sql`create table twice as select 1 as n from generate_series(1, 2)`.execute(database.kysely)
    await sql`create unique index concurrently twice_idx on twice (n)`
      .execute(database.kysely)
      .catch(() => {})
    expect(problemsOf(await checkDatabase(database, config))).toEqual([
      expect.stringContaining('reindex index concurrently twice_idx'),
    ])
  })
})

describe('photos and backups', () => {
  test('a writable folder is fine and stays empty', async () => {
    const DATA_DIR = await temporaryFolder()
    expect(problemsOf(await checkStorage(readConfig({ DATA_DIR })))).toEqual([])
  })

  test('a folder that cannot be written to is a problem', async () => {
    const DATA_DIR = await temporaryFolder()
    // A file in its place works for root too.
    await writeFile(join(DATA_DIR, 'pictures'), '')
    expect(problemsOf(await checkStorage(readConfig({ DATA_DIR }))).join()).toContain(
      'Make the folder writable',
    )
  })

  test('a bucket is fine while it can be reached', async () => {
    const server = await startBucketServer()
    onTestFinished(() => server.close())
    const config = readConfig({
      STORAGE_URL: server.url,
      DATA_DIR: await temporaryFolder(),
      BACKUP_URL: server.url,
    })
    expect(
      problemsOf([...(await checkStorage(config)), ...(await checkBackupFolder(config.backup))]),
    ).toEqual([])
    expect(await server.keys()).toEqual([])
    await server.down()
    expect(problemsOf(await checkStorage(config)).join()).toContain('Check STORAGE_URL')
    expect(problemsOf(await checkBackupFolder(config.backup)).join()).toContain('Check BACKUP_URL')
  })

  test.each([
    [100e6, 1e6, 'problem'],
    [2e9, 1e6, 'warning'],
    [50e9, 10, 'problem'],
    [50e9, 1e6, 'ok'],
  ])('%d free bytes and %d free inodes: %s', async (free, freeInodes, result) => {
    const config = readConfig({ DATA_DIR: await temporaryFolder() })
    const [finding] = await checkDiskSpace(config, async () => ({ free, freeInodes }))
    expect(finding?.result).toBe(result)
  })
})

describe('email', () => {
  test('a mail server that responds is fine; one that is down is a problem', async () => {
    const server = await startMailServer()
    onTestFinished(() => server.close())
    expect(problemsOf(await checkMail(readConfig({ SMTP_URL: server.url })))).toEqual([])
    await server.down()
    expect(problemsOf(await checkMail(readConfig({ SMTP_URL: server.url }))).join()).toContain(
      'Check the host and the port in SMTP_URL',
    )
  })

  test('emails that wait for hours are a problem', async () => {
    const { database } = await createDatabase()
    expect(await checkQueue(database)).toEqual([])
    await sql`insert into outbox_email (recipient, encrypted_content, kind, created, last_error)
      values ('a@example.org', 'x', 'sign-in-link', now() - interval '2 hours', 'connection refused')`.execute(
      database.kysely,
    )
    expect(problemsOf(await checkQueue(database)).join()).toContain(
      '1 emails have been waiting for more than an hour (connection refused)',
    )
  })
})

test.each([
  [0, 'ok'],
  [20, 'warning'],
  [-300, 'problem'],
])('clocks that differ by %d seconds: %s', (seconds, result) => {
  const ours = new Date('2026-11-20T12:00:00Z')
  const [finding] = compareClocks('PostgreSQL', new Date(ours.getTime() + seconds * 1000), ours)
  expect(finding?.result).toBe(result)
})

test('the report names every problem with its fix, and a check that throws is one', async () => {
  const { passed, text } = await runChecks([
    { name: 'Disk', run: async () => [{ result: 'problem', message: 'Full.', fix: 'Delete.' }] },
    { name: 'Clock', run: () => Promise.reject(new Error('no clock')) },
    { name: 'Email', run: async () => [{ result: 'ok', message: 'Fine.' }] },
  ])
  expect(passed).toBe(false)
  expect(text).toContain('PROBLEM  Disk: Full.\n         → Delete.')
  expect(text).toContain('This could not be checked: no clock')
  expect(text).toContain('Problems: 2. Warnings: 0.')
})
