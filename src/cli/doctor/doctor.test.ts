import { once } from 'node:events'
import { chmod, readdir, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { messagesOf, problemsOf } from '../../../test/support/checks/findings.ts'
import { temporaryFolder } from '../../../test/support/data/backups.ts'
import { connectTo, createDatabase } from '../../../test/support/site/app.ts'
import { startBucketServer } from '../../../test/support/site/bucket-server.ts'
import { administer } from '../../../test/support/site/databases.ts'
import { startMailServer } from '../../../test/support/site/mail-server.ts'
import { hasRedis, startRedis } from '../../../test/support/site/redis-server.ts'
import { startReplicatedDatabase } from '../../../test/support/site/replicated-database.ts'
import { silentLog } from '../../../test/support/site/silent-log.ts'
import { findUnknownSettings, readConfig } from '../../server/config/environment.ts'
import { listenForMail } from '../../server/modules/messages/inbound/smtp-listener.ts'
import { readSettings } from '../../server/modules/settings/service.ts'
import { openDatabase } from '../../server/platform/database/database.ts'
import { freePort } from '../../server/platform/free-port.ts'
import { runChecks } from '../doctor.ts'
import { checkClock, compareClocks } from './clock.ts'
import { checkDatabase } from './database.ts'
import { checkMail, checkQueue } from './mail.ts'
import { checkReplica } from './replica.ts'
import { checkInboundMail, checkRedis, checkSearchServers } from './services.ts'
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
    expect(await checkSettings(config)).toEqual({ result: 'ok', message: 'All settings are valid.' })
  })

  test.each([['no address for what visitors write', { CONTACT_EMAIL: '' }, 'CONTACT_EMAIL is not set.']])(
    'a warning in production: %s',
    async (_name, override, message) => {
      const config = readConfig({ ...production, ...override, DATA_DIR: await temporaryFolder() })
      expect(messagesOf(await checkSettings(config), 'warning')).toContain(message)
    },
  )

  test('a misspelled setting is a warning', async () => {
    const config = readConfig({ DATA_DIR: await temporaryFolder() })
    expect(
      messagesOf(await checkSettings(config, findUnknownSettings({ STORAGE_URI: 's3://x' })), 'warning'),
    ).toEqual(['STORAGE_URI is not a setting of Corkboard. Did you mean STORAGE_URL?'])
  })

  test('a wrong setting of the site is a problem, and so is a stored one', async () => {
    const { database } = await createDatabase()
    await sql`insert into setting values ('name', '7'), ('contactEmail', '"care@example.org"')`.execute(
      database.kysely,
    )
    const config = readConfig({
      ...production,
      CONTACT_EMAIL: '',
      SITE_CURRENCY: 'euros',
      BACKUP_URL: '/mnt/backups',
      DATA_DIR: await temporaryFolder(),
    })
    const site = await readSettings(database.kysely, config.siteVariables)
    expect(problemsOf(await checkSettings(config, [], site))).toEqual([
      expect.stringContaining('The stored setting “Name” is not valid.'),
      expect.stringContaining('SITE_CURRENCY is not valid.'),
    ])
    expect(messagesOf(await checkSettings(config, [], site), 'warning')).toEqual([])
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
      expect.stringContaining('corkboard migrate'),
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
      connectionString: url.href,
      timeZone: 'UTC',
      connections: 1,
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

  test('too few connections for two servers are a problem', async () => {
    const { database } = await createDatabase()
    const many = { ...config, workers: 64 }
    const { rows } = await sql<{
      max: number
    }>`select current_setting('max_connections')::int as max`.execute(database.kysely)
    expect(rows[0]?.max).toBeLessThan(2 * 64 * 4)
    expect(problemsOf(await checkDatabase(database, many)).join()).toContain(
      'Set max_connections to at least',
    )
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
    expect(problemsOf([await checkStorage(config), await checkBackupFolder(config)].flat())).toEqual([])
    expect(await server.keys()).toEqual([])
    await server.down()
    expect(problemsOf(await checkStorage(config)).join()).toContain('Check STORAGE_URL')
    expect(problemsOf(await checkBackupFolder(config)).join()).toContain('Check BACKUP_URL')
  })

  test('says why a bucket rejects pictures and backups', async () => {
    const server = await startBucketServer()
    onTestFinished(() => server.close())
    const DATA_DIR = await temporaryFolder()
    const reasons = async (url: string) => {
      const config = readConfig({ STORAGE_URL: url, BACKUP_URL: url, DATA_DIR })
      return problemsOf([await checkStorage(config), await checkBackupFolder(config)].flat())
    }
    for (const reason of await reasons(server.url.replace('S3RVER:', 'STRANGER:')))
      expect(reason).toMatch(/: InvalidAccessKeyId: .+ \(status 403\)/)
    for (const reason of await reasons(server.url.replace('@pictures/', '@another-bucket/')))
      expect(reason).toMatch(/: NoSuchBucket: .+ \(status 404\)/)
    await server.down()
    for (const reason of await reasons(server.url)) expect(reason).toContain('ECONNREFUSED')
  })

  test('a backup folder is tried, and left as it was', async () => {
    const BACKUP_URL = await temporaryFolder()
    const config = readConfig({ BACKUP_URL, DATA_DIR: await temporaryFolder() })
    expect(await checkBackupFolder(config)).toEqual([
      { result: 'ok', message: 'Backups can be stored in BACKUP_URL, which contains 0 files.' },
    ])
    expect(await readdir(BACKUP_URL)).toEqual([])
  })

  test('a backup folder that is missing, or a file, is a problem, and is not created', async () => {
    const DATA_DIR = await temporaryFolder()
    const missing = join(DATA_DIR, 'not-mounted')
    expect(problemsOf(await checkBackupFolder(readConfig({ BACKUP_URL: missing, DATA_DIR })))).toEqual([
      `The backup folder ${missing} does not exist. Mount its disk, or create the folder. Check BACKUP_URL. Until then, no backups are made.`,
    ])
    expect(await readdir(DATA_DIR)).toEqual([])
    await writeFile(missing, '')
    expect(
      problemsOf(await checkBackupFolder(readConfig({ BACKUP_URL: missing, DATA_DIR }))).join(),
    ).toContain('is a file, not a folder')
  })

  test.runIf(process.platform === 'linux')(
    'a backup folder that cannot be written to is a problem',
    async () => {
      const config = readConfig({ BACKUP_URL: '/proc/self', DATA_DIR: await temporaryFolder() })
      expect(problemsOf(await checkBackupFolder(config)).join()).toContain(
        'Backups cannot be stored in /proc/self',
      )
    },
  )

  test('in production, a backup folder on the disk of the site is a warning', async () => {
    const folders = { BACKUP_URL: await temporaryFolder(), DATA_DIR: await temporaryFolder() }
    expect(messagesOf(await checkBackupFolder(readConfig({ ...production, ...folders })), 'warning')).toEqual(
      [expect.stringContaining('is on the same disk as DATA_DIR, or its own disk is not mounted')],
    )
  })

  test('a DATA_DIR that does not exist is a problem, and is not created', async () => {
    const folder = await temporaryFolder()
    const config = readConfig({ DATA_DIR: join(folder, 'missing') })
    const findings = [await checkDiskSpace(config), await checkStorage(config)].flat()
    expect(problemsOf(findings).join()).toContain('does not exist')
    expect(await readdir(folder)).toEqual([])
  })

  test.each([
    [100e6, 1e6, 'problem'],
    [2e9, 1e6, 'warning'],
    [50e9, 10, 'problem'],
    [50e9, 1e6, 'ok'],
  ])('%d free bytes and %d free inodes: %s', async (free, freeInodes, result) => {
    const config = readConfig({ DATA_DIR: await temporaryFolder() })
    expect(await checkDiskSpace(config, async () => ({ free, freeInodes }))).toMatchObject({ result })
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
      '1 email has been waiting for more than an hour (connection refused)',
    )
    await sql`update outbox_email set status = 'failed', finished = now(), encrypted_content = ''`.execute(
      database.kysely,
    )
    expect(messagesOf(await checkQueue(database), 'warning')).toEqual([
      '1 email of the last day was rejected.',
    ])
  })

  test('a mail server that rejects the password, or has no name, is a problem', async () => {
    const greeting = await startGreeter('220 mail ESMTP\r\n', (line) =>
      line.startsWith('EHLO') ? '250-mail\r\n250 AUTH PLAIN\r\n' : '535 Wrong password\r\n',
    )
    const rejected = readConfig({ SMTP_URL: `smtp://user:wrong@127.0.0.1:${greeting}` })
    expect(problemsOf(await checkMail(rejected)).join()).toContain(
      'Check the user and the password in SMTP_URL',
    )
    expect(problemsOf(await checkMail(readConfig({ SMTP_URL: 'smtp://mail.invalid' }))).join()).toContain(
      'Check the name of the mail server',
    )
  })
})

describe('replies by email', () => {
  const check = (port: number, settings = {}) =>
    checkInboundMail(
      readConfig({ INBOUND_MAIL: 'Reply.example.org', INBOUND_MAIL_LISTEN: `0.0.0.0:${port}`, ...settings }),
    )

  test('without INBOUND_MAIL, there is nothing to check', async () => {
    expect(await checkInboundMail(readConfig({}))).toEqual([])
  })

  test('the listener of the site is fine', async () => {
    const config = readConfig({
      INBOUND_MAIL: 'Reply.example.org',
      INBOUND_MAIL_LISTEN: `127.0.0.1:${await freePort()}`,
    })
    if (!config.inboundMail) throw new Error('INBOUND_MAIL is not set.')
    const receiver = { requireRecipient: async () => {}, accept: async () => 'ignored' as const }
    const listener = listenForMail(config.inboundMail, receiver, silentLog)
    onTestFinished(() => listener.stop())
    await vi.waitFor(async () =>
      expect(messagesOf(await checkInboundMail(config), 'ok').join()).toContain(
        'Replies to reply.example.org are received',
      ),
    )
  })

  test('another program is a problem, and so is nothing in production', async () => {
    const port = await startGreeter('220 other.example.org ESMTP Postfix\r\n', () => '')
    expect(problemsOf(await check(port)).join()).toContain('Another program responds')
    const free = await freePort()
    expect(messagesOf(await check(free), 'warning').join()).toContain('Nothing receives replies')
    expect(problemsOf(await check(free, production)).join()).toContain('ECONNREFUSED')
  })
})

describe('Redis', () => {
  test('without REDIS_URL, there is nothing to check', async () => {
    expect(await checkRedis(readConfig({}))).toEqual([])
  })

  test.skipIf(!hasRedis)('one that stores keys is fine', async () => {
    const server = await startRedis()
    onTestFinished(() => server.down())
    expect(problemsOf(await checkRedis(readConfig({ REDIS_URL: server.url })))).toEqual([])
  })

  test('one that cannot be reached, or rejects the password, is a problem', async () => {
    const checkAt = async (REDIS_URL: string) =>
      problemsOf(await checkRedis(readConfig({ REDIS_URL }))).join()
    expect(await checkAt(`redis://127.0.0.1:${await freePort()}`)).toContain('ECONNREFUSED')
    const port = await startGreeter('', () => '-WRONGPASS invalid username-password pair\r\n')
    expect(await checkAt(`redis://user:wrong@127.0.0.1:${port}`)).toMatch(
      /WRONGPASS.*Check that Redis is running/,
    )
  })
})

describe('replica', () => {
  const settings = { DATABASE_URL: 'postgres://elsewhere/db', DATABASE_REPLICA_MAX_LAG: '1' }

  test('one that cannot be reached, and a primary, are problems', async () => {
    const { database, address } = await createDatabase()
    expect(await checkReplica(database, readConfig({}))).toEqual([])
    const check = async (DATABASE_REPLICA_URL: string) =>
      problemsOf(await checkReplica(database, readConfig({ ...settings, DATABASE_REPLICA_URL }))).join()
    expect(await check('postgres://a:b@127.0.0.1:1/c')).toContain('cannot be read: connect ECONNREFUSED')
    expect(await check(address)).toContain('is a primary, not a replica')
  })

  test('a replica is fine, unless it is behind or that of another database', {
    timeout: 180_000,
  }, async () => {
    const { primary, replica, close } = await startReplicatedDatabase()
    onTestFinished(close)
    const database = connectTo(primary.address)
    onTestFinished(() => database.close())
    const config = readConfig({ ...settings, DATABASE_REPLICA_URL: replica.address })
    expect(messagesOf(await checkReplica(database, config), 'ok').join()).toMatch(
      /The replica is \d+\.\d seconds behind/,
    )
    const { database: other } = await createDatabase()
    expect(problemsOf(await checkReplica(other, config)).join()).toContain('is not a copy of the database')
    const reader = connectTo(replica.address)
    await sql`select pg_wal_replay_pause()`.execute(reader.kysely)
    await reader.close()
    await sql`create table later (n int)`.execute(database.kysely)
    expect(problemsOf(await checkReplica(database, config)).join()).toContain('more than 1 seconds behind')
  })
})

/** Starts a server that greets, and responds to each line. Returns its port. */
async function startGreeter(greeting: string, respond: (line: string) => string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write(greeting)
    socket.on('data', (chunk) => socket.write(respond(chunk.toString())))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test.each([
  [0, 'ok'],
  [20, 'warning'],
  [-300, 'problem'],
])('clocks that differ by %d seconds: %s', (seconds, result) => {
  const ours = new Date('2026-11-20T12:00:00Z')
  expect(compareClocks('PostgreSQL', new Date(ours.getTime() + seconds * 1000), ours).result).toBe(result)
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

describe('search servers', () => {
  test('without SEARCH_URL, there is nothing to check', async () => {
    expect(await checkSearchServers(readConfig({}))).toEqual([])
  })

  test('one that cannot be reached is a problem', async () => {
    const url = `manticore://127.0.0.1:${await freePort()}`
    expect(problemsOf(await checkSearchServers(readConfig({ SEARCH_URL: url }))).join()).toMatch(
      /ECONNREFUSED.*deploy\/manticore\/searchd\.conf/,
    )
  })
})
