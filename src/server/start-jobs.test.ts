import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { waitFor, waitForOutboxEmail } from '../../test/support/checks/emails.ts'
import { createDatabase } from '../../test/support/site/app.ts'
import { startMailServer } from '../../test/support/site/mail-server.ts'
import { silentLog } from '../../test/support/site/silent-log.ts'
import { toVariables } from '../shared/settings/read.ts'
import { defaultSettings, type SiteSettings } from '../shared/settings/table.ts'
import { type Config, readConfig } from './config/environment.ts'
import { openPictureStorage } from './modules/media/storage.ts'
import { createNotifications } from './modules/notifications/service.ts'
import { openSettings } from './modules/settings/service.ts'
import type { Database } from './platform/database/database.ts'
import { enqueueEmail } from './platform/mail/outbox.ts'
import { devMailboxFolder } from './platform/mail/outbox-folder.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { startServerJobs } from './start-jobs.ts'

const settingsOf = (database: Database, settings: Partial<SiteSettings>) =>
  openSettings({ database, variables: toVariables(settings), log: silentLog, pollEveryMs: null })

const secret = 'a secret of at least thirty-two characters'
const publicUrl = 'https://board.example.org'
const notifications = createNotifications({ secret, settings: () => defaultSettings, publicUrl })

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'corkboard-jobs-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
})

/** Starts the jobs of a site and queues an email. Returns the warnings of its log. */
async function queueEmail({
  smtpUrl = null as string | null,
  production = false,
  mailFrom = { name: 'Board', address: 'board@example.org' } as Config['mailFrom'],
  settings = defaultSettings,
}) {
  const { database, address } = await createDatabase()
  const warnings: string[] = []
  const log = {
    info() {},
    warn: (...message: unknown[]) => void warnings.push(message.join(' ')),
    error() {},
  }
  const jobs = startServerJobs(
    { ...readConfig({}), production, smtpUrl, dataDir, mailFrom, publicUrl, rateLimit: null },
    { database, connectionString: address },
    {
      secret,
      settings: await settingsOf(database, settings),
      pictures: await openPictureStorage({ storage: null, dataDir }),
      metrics: createMetrics(),
    },
    log,
  )
  onTestFinished(() => jobs.stop())
  const link = { link: '/email-link?token=t', validMinutes: 15 }
  await enqueueEmail(
    database.kysely,
    notifications.account.write('email-link', { email: 'ann@example.org' }, link),
  )
  return warnings
}

test('writes the whole email to the outbox without SMTP_URL', async () => {
  expect(await queueEmail({})).toEqual([])
  const content = await waitForOutboxEmail(dataDir, 'ann@example.org')
  expect(content.subject).toBe('Sign in to Corkboard')
  expect(content.links[0]).toBe('https://board.example.org/email-link?token=t')
  expect(content.html).toContain('href="https://board.example.org/email-link?token=t"')
})

test('sends the email to the server of SMTP_URL', async () => {
  const server = await startMailServer()
  onTestFinished(() => server.close())
  expect(await queueEmail({ smtpUrl: server.url, production: true })).toEqual([])
  expect((await server.waitForEmail('ann@example.org')).links[0]).toBe(
    'https://board.example.org/email-link?token=t',
  )
})

test.each([
  [null, 'Market <3', 'care@example.org'],
  [{ name: null, address: 'board@example.org' }, 'Market <3', 'board@example.org'],
  [{ name: 'Board', address: 'board@example.org' }, 'Board', 'board@example.org'],
])('with MAIL_FROM as %j, the sender is %s <%s>', async (mailFrom, name, address) => {
  const server = await startMailServer()
  onTestFinished(() => server.close())
  const settings = { ...defaultSettings, name: 'Market <3', contactEmail: 'care@example.org' }
  await queueEmail({ smtpUrl: server.url, mailFrom, settings })
  await server.waitForEmail('ann@example.org')
  expect(server.received.at(-1)?.email.from).toEqual({ name, address })
})

test('warns in production that emails are only written to files', async () => {
  expect(await queueEmail({ production: true })).toEqual([expect.stringContaining('SMTP_URL is not set')])
})

test.each([
  [{ production: false, smtpUrl: null, publicUrl: 'http://localhost:3000' }, true],
  [{ production: true, smtpUrl: null, publicUrl: 'http://localhost:3000' }, false],
  [{ production: false, smtpUrl: 'smtp://mail.example.org', publicUrl: 'http://localhost:3000' }, false],
  [{ production: false, smtpUrl: null, publicUrl: 'https://board.example.org' }, false],
])('with %j, shows the mailbox: %s', (settings, shown) => {
  expect(devMailboxFolder({ ...settings, dataDir })).toBe(shown ? join(dataDir, 'outbox') : null)
})

test('deletes unused pictures as soon as the job is added', async () => {
  const { database, address } = await createDatabase()
  const pictures = await openPictureStorage({ storage: null, dataDir })
  const name = `${'0'.repeat(32)}-10x10-10.webp`
  await mkdir(join(dataDir, 'pictures', 'ads'), { recursive: true })
  await writeFile(join(dataDir, 'pictures', 'ads', name), 'a picture')
  await sql`insert into image (id, url, format, pending_deletion_since)
    values (gen_random_uuid(), ${`/pictures/${name}`}, 'webp', now())`.execute(database.kysely)
  const jobs = startServerJobs(
    { ...readConfig({}), dataDir, publicUrl, rateLimit: null },
    { database, connectionString: address },
    { secret, settings: await settingsOf(database, defaultSettings), pictures, metrics: createMetrics() },
    silentLog,
  )
  onTestFinished(() => jobs.stop())
  await sql`select graphile_worker.add_job('delete_unused_pictures', job_key => 'delete_unused_pictures')`.execute(
    database.kysely,
  )
  await waitFor('its row to be deleted', async () => {
    const { rows } = await sql`select from image`.execute(database.kysely)
    return rows.length === 0 ? true : undefined
  })
  expect(await readdir(join(dataDir, 'pictures', 'ads'))).toEqual([])
})
