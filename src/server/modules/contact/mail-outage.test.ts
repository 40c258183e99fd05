import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createUser, send, startSession } from '../../../../test/support/data/accounts.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createDatabase, createTestApp } from '../../../../test/support/site/app.ts'
import { startMailServer } from '../../../../test/support/site/mail-server.ts'
import { runDueJobs } from '../../../../test/support/site/run-due-jobs.ts'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import { siteSecret } from '../../../../test/support/site/site-secret.ts'
import { createDelivery } from '../../platform/mail/delivery.ts'
import { createSmtpTransport } from '../../platform/mail/transport.ts'

const authors = ['ann@example.org', 'bob@example.org', 'cat@example.org']
const writers = Array.from({ length: 12 }, (_, n) => `writer-${n}@example.org`)

test('loses no message and no email while the mail server is down, and sends each once', async () => {
  const { database, address } = await createDatabase()
  const site = await createTestApp(database, { realSessions: true })
  const server = await startMailServer()
  onTestFinished(() => server.close())
  const mailer = createSmtpTransport(server.url, {
    from: { name: 'Board', address: 'board@example.org' },
    publicUrl: 'https://board.example.org',
  })
  onTestFinished(() => mailer.close())
  const send_email = createDelivery({ database, mailer, secret: siteSecret, log: silentLog })
  const runDue = () => runDueJobs({ connectionString: address, tasks: { send_email }, log: silentLog })

  const { email: admin } = await createUser(database, { isAdmin: true })
  const cookie = await startSession(site, admin)
  await server.down()
  for (const email of writers) {
    const body = { name: 'Writer', email, message: `A question of ${email}` }
    expect((await send(site, 'POST', '/send-email', { body })).body).toMatchObject({ success: true })
  }
  for (const authorEmail of authors) {
    await createUser(database, { email: authorEmail })
    const id = await createListing(database, { authorEmail })
    const removed = await send(site, 'DELETE', `/service/${id}`, { cookie })
    expect(removed.status).toBe(200)
  }

  let minutes = 0
  while (minutes < 60) {
    await runDue()
    minutes += await skipToNextRetry()
  }
  expect(server.received).toEqual([])
  expect(await statuses()).toEqual({ emails: ['queued'], messages: ['new'] })

  await server.up()
  await runDue()
  expect(server.received.map(({ email }) => email.replyTo?.[0]?.address).sort()).toEqual(
    [...writers, ...authors.map(() => 'hello@localhost')].sort(),
  )
  expect(server.received.flatMap(({ recipients }) => recipients).sort()).toEqual(
    [...authors, ...writers.map(() => 'hello@localhost')].sort(),
  )
  expect(new Set(server.received.map(({ email }) => email.messageId)).size).toBe(15)
  expect(await statuses()).toEqual({ emails: ['sent'], messages: ['sent'] })
  await skipToNextRetry()
  await runDue()
  expect(server.received).toHaveLength(15)

  /** Moves time forward until all scheduled jobs are due. Returns by how many minutes. */
  async function skipToNextRetry(): Promise<number> {
    const { rows } = await sql<{ minutes: number }>`
      with scheduled as (select id, run_at from graphile_worker._private_jobs where run_at > now()),
        skipped as (select max(run_at) - now() as time from scheduled)
      update graphile_worker._private_jobs job set run_at = job.run_at - skipped.time
      from skipped where job.id in (select id from scheduled)
      returning extract(epoch from skipped.time)::float8 / 60 as minutes`.execute(database.kysely)
    return rows[0]?.minutes ?? 0
  }

  async function statuses() {
    const { rows } = await sql`
      select (select json_agg(distinct status) from outbox_email) as emails,
        (select json_agg(distinct status) from contact_message) as messages`.execute(database.kysely)
    return rows[0]
  }
})
