import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../../../../test/support/checks/emails.ts'
import { createDatabase } from '../../../../test/support/site/app.ts'
import { type MailServer, startMailServer } from '../../../../test/support/site/mail-server.ts'
import { runDueJobs } from '../../../../test/support/site/run-due-jobs.ts'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import type { Database } from '../database/database.ts'
import { startJobs } from '../jobs/runner.ts'
import { createDelivery, type DeliveryOptions } from './delivery.ts'
import { createOutboxRow, decryptEmail, enqueueEmail } from './outbox.ts'
import { createSmtpTransport } from './transport.ts'

const secret = 'a secret of at least thirty-two characters'
const publicUrl = 'https://board.example.org'
const from = { name: 'Board', address: 'board@example.org' }
const logged: string[] = []
const write = (...args: unknown[]) => void logged.push(JSON.stringify(args))
const log = { info: write, warn: write, error: write }

let database: Database
let address: string
let server: MailServer
beforeEach(async () => {
  ;({ database, address } = await createDatabase())
  server = await startMailServer()
  logged.length = 0
  onTestFinished(() => server.close())
})

function settings(overrides: Partial<Pick<DeliveryOptions, 'backoffMs' | 'secret'>> = {}) {
  const mailer = createSmtpTransport(server.url, { from, publicUrl })
  onTestFinished(() => mailer.close())
  const send_email = createDelivery({ database, mailer, secret, log, ...overrides })
  return { connectionString: address, tasks: { send_email }, log: silentLog }
}

function enqueue(to: string, subject: string, replyTo?: string) {
  const content = { subject, html: `<p>${subject}</p>`, text: `${subject}\n` }
  return enqueueEmail(
    database.kysely,
    createOutboxRow(secret, { to, kind: 'test', content, ...(replyTo && { replyTo }) }),
  )
}

const rows = () => database.kysely.selectFrom('outbox_email').selectAll().orderBy('created').execute()
const jobs = async () =>
  (
    await sql<{ key: string; wait: number }>`
      select key, extract(epoch from run_at - now())::float8 as wait from graphile_worker.jobs order by run_at`.execute(
      database.kysely,
    )
  ).rows
/** Makes every scheduled job due. */
const passTime = () =>
  sql`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`.execute(database.kysely)
const subjects = () => server.received.map(({ email }) => email.subject)

test('sends an enqueued email from the site to one recipient, with both parts', async () => {
  await enqueue('ann@example.org', 'Hello Ann', 'bob@example.org')
  await runDueJobs(settings())
  expect(server.received).toHaveLength(1)
  const [{ recipients, email } = { recipients: [], email: undefined }] = server.received
  expect(recipients).toEqual(['ann@example.org'])
  expect(email).toMatchObject({
    from,
    to: [{ name: '', address: 'ann@example.org' }],
    replyTo: [{ name: '', address: 'bob@example.org' }],
    subject: 'Hello Ann',
    text: expect.stringMatching(/^Hello Ann\n+$/),
    html: expect.stringMatching(/^<p>Hello Ann<\/p>\n*$/),
  })
  const [row] = await rows()
  expect(email?.messageId).toBe(`<${row?.id}@board.example.org>`)
})

test('rolls back an email with its transaction', async () => {
  const row = createOutboxRow(secret, {
    to: 'ann@example.org',
    kind: 'test',
    content: { subject: '', html: '', text: '' },
  })
  const failed = database.kysely.transaction().execute(async (tx) => {
    await enqueueEmail(tx, row)
    throw new Error('The transaction fails.')
  })
  await expect(failed).rejects.toThrow('The transaction fails.')
  expect(await rows()).toEqual([])
  expect(await jobs()).toEqual([])
})

test('encrypts the content in the table, and erases it once the email is sent', async () => {
  await enqueue('ann@example.org', 'https://board.example.org/?token=t0k3n')
  const [waiting] = await rows()
  expect(JSON.stringify(waiting)).not.toMatch(/t0k3n|board\.example/)
  expect(decryptEmail(secret, waiting as never).subject).toContain('t0k3n')
  await runDueJobs(settings())
  expect(await rows()).toMatchObject([
    { status: 'sent', encrypted_content: '', attempts: 1, finished: expect.any(String) },
  ])
  expect(await jobs()).toEqual([])
})

test('keeps the order of emails to one recipient while the first is being retried', async () => {
  for (const number of [1, 2, 3]) await enqueue('ann@example.org', `Ann ${number}`)
  await enqueue('ANN@example.org', 'Ann 4')
  await enqueue('bob@example.org', 'Bob 1')
  server.reject('ann@example.org', 450)
  await runDueJobs(settings())
  expect(subjects()).toEqual(['Bob 1'])
  server.reject('ann@example.org', 0)
  await passTime()
  await runDueJobs(settings())
  expect(subjects()).toEqual(['Bob 1', 'Ann 1', 'Ann 2', 'Ann 3', 'Ann 4'])
})

test('retries with increasing delays of at most five minutes', async () => {
  await server.down()
  await enqueue('ann@example.org', 'Hello')
  const waits: number[] = []
  for (let turn = 0; turn < 8; turn += 1) {
    await runDueJobs(settings())
    waits.push(...(await jobs()).map(({ wait }) => Math.round(wait)))
    await passTime()
  }
  expect(waits).toEqual([5, 15, 30, 60, 120, 300, 300, 300])
  expect(await rows()).toMatchObject([
    { status: 'queued', attempts: 8, last_error: expect.stringContaining('ECONNREFUSED') },
  ])
  await server.up()
  await runDueJobs(settings())
  expect(subjects()).toEqual(['Hello'])
  expect(await rows()).toMatchObject([{ status: 'sent', attempts: 9, last_error: '' }])
})

test('gives up on an email after three days', async () => {
  await server.down()
  await enqueue('ann@example.org', 'Hello')
  await sql`update outbox_email set created = created - interval '73 hours'`.execute(database.kysely)
  await runDueJobs(settings())
  expect(await rows()).toMatchObject([
    { status: 'failed', encrypted_content: '', last_error: expect.stringContaining('ECONNREFUSED') },
  ])
  expect(await jobs()).toEqual([])
})

test('gives up at once on an address that the server rejects, without delaying other emails', async () => {
  server.reject('gone@example.org', 550)
  for (const to of ['gone@example.org', 'ann@example.org', 'gone@example.org', 'bob@example.org'])
    await enqueue(to, `For ${to}`)
  await runDueJobs(settings())
  expect(subjects().sort()).toEqual(['For ann@example.org', 'For bob@example.org'])
  expect((await rows()).map(({ status }) => status)).toEqual(['failed', 'sent', 'failed', 'sent'])
  expect((await rows())[0]?.last_error).toContain('550')
})

test.each([
  'a@example.org, victim@evil.example',
  'a@example.org\r\nBcc: victim@evil.example',
  '<a@example.org>',
  'no one',
])('sends nothing to anything but a single address: %j', async (to) => {
  await enqueue(to, 'Hello')
  await runDueJobs(settings())
  expect(server.received).toEqual([])
  expect(await rows()).toMatchObject([{ status: 'failed' }])
})

test('does not let a line break in the subject add a header', async () => {
  await enqueue('ann@example.org', 'Hello\r\nBcc: victim@evil.example\r\n\r\n<h1>Body</h1>')
  await runDueJobs(settings())
  const [received] = server.received
  expect(received?.recipients).toEqual(['ann@example.org'])
  expect(received?.email.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(received?.source.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im)
})

test('keeps an email that was encrypted with another secret until that secret is restored', async () => {
  await enqueue('ann@example.org', 'Hello')
  await runDueJobs(settings({ secret: 'another secret of thirty-two characters' }))
  expect(await rows()).toMatchObject([
    { status: 'queued', last_error: expect.stringContaining('different SECRET') },
  ])
  await passTime()
  await runDueJobs(settings())
  expect(subjects()).toEqual(['Hello'])
})

test('logs the email and the reason, but no personal data', async () => {
  server.reject('ann@example.org', 550)
  server.reject('bob@example.org', 450)
  for (const to of ['ann@example.org', 'bob@example.org', 'cat@example.org']) await enqueue(to, 'Hello')
  await runDueJobs(settings())
  expect(logged).toHaveLength(3)
  expect(logged.join('\n')).toMatch(/550/)
  expect(logged.join('\n')).not.toMatch(/(ann|bob|cat)@|Hello/)
})

test('keeps everything while the server is down, and delivers it once when the server is back', async () => {
  await server.down()
  const names = Array.from({ length: 12 }, (_, index) => `person-${index % 4}@example.org`)
  for (const [index, to] of names.entries()) await enqueue(to, `Email ${index}`)
  const running = startJobs(settings({ backoffMs: () => 50 }))
  try {
    await waitFor('a failed attempt', async () =>
      (await rows()).some(({ attempts }) => attempts > 1) ? true : undefined,
    )
    await server.up()
    await waitFor('all emails to be sent', async () =>
      (await rows()).every(({ status }) => status === 'sent') ? true : undefined,
    )
  } finally {
    await running.stop()
  }
  expect(subjects().sort()).toEqual(names.map((_, index) => `Email ${index}`).sort())
  const toFirstPerson = server.received.filter(({ recipients }) => recipients[0] === 'person-0@example.org')
  expect(toFirstPerson.map(({ email }) => email.subject)).toEqual(['Email 0', 'Email 4', 'Email 8'])
  expect(new Set(server.received.map(({ email }) => email.messageId)).size).toBe(12)
})

/** Starts a separate process that runs jobs until it is killed. */
function startWorker() {
  const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  const script = `
    const { openDatabase } = await import(${module('../database/database.ts')})
    const { createSmtpTransport } = await import(${module('./transport.ts')})
    const { startJobs } = await import(${module('../jobs/runner.ts')})
    const { createDelivery } = await import(${module('./delivery.ts')})
    const { connectionString, url, ...sender } = JSON.parse(process.argv[1])
    const log = { info() {}, warn() {}, error() {} }
    const database = openDatabase({ connectionString, timeZone: 'UTC', log })
    const mailer = createSmtpTransport(url, sender)
    startJobs({ connectionString, tasks: { send_email: createDelivery({ database, mailer, secret: '${secret}', log }) }, log })`
  const options = JSON.stringify({ connectionString: address, url: server.url, from, publicUrl })
  const worker = spawn(process.execPath, ['--input-type=module', '--eval', script, options], {
    stdio: 'inherit',
  })
  onTestFinished(() => void worker.kill('SIGKILL'))
  return worker
}

test('sends an email again with the same id after its worker was killed', async () => {
  // The server has received the email, but the worker is still waiting for the reply.
  server.setDelay(60_000)
  await enqueue('ann@example.org', 'Hello')
  const worker = startWorker()
  await waitFor('the email', async () => server.received[0])
  const exited = once(worker, 'exit')
  worker.kill('SIGKILL')
  await exited
  expect(await rows()).toMatchObject([{ status: 'queued' }])

  server.setDelay(0)
  await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '20 seconds'`.execute(
    database.kysely,
  )
  const running = startJobs(settings())
  onTestFinished(() => running.stop())
  await waitFor('the email to be sent again', async () => server.received[1])
  const [first, second] = server.received
  expect(second?.email.messageId).toBe(first?.email.messageId)
  await waitFor('the status to be sent', async () =>
    (await rows())[0]?.status === 'sent' ? true : undefined,
  )
})
