/** The mail server is away, slow, or rejects: requests do not notice, and every email arrives once. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../support/checks/emails.ts'
import { type MailServer, startMailServer } from '../support/site/mail-server.ts'
import { request } from './support/client.ts'
import { type FaultySite, startFaultySite } from './support/faulty-site.ts'

async function siteWithMail(): Promise<{ site: FaultySite; mail: MailServer }> {
  const mail = await startMailServer()
  onTestFinished(() => mail.close())
  return { mail, site: await startFaultySite({ smtpUrl: mail.url }) }
}

const signUp = (site: FaultySite, email: string) =>
  request(site, '/api/auth/sign-up/email', {
    method: 'POST',
    body: { name: 'Sam Sato', email, password: 'seven green lanterns float' },
  })
const requestLink = (site: FaultySite, email: string) =>
  request(site, '/api/auth/sign-in/magic-link', { method: 'POST', body: { email } })
const write = (site: FaultySite, email: string) =>
  request(site, '/api/send-email', {
    method: 'POST',
    body: { name: 'Wren Writer', email, message: `A question of ${email}` },
  })

/** Makes every waiting retry due, as if an hour had passed. */
const skipWaits = (site: FaultySite) =>
  site.withDatabase(({ kysely }) =>
    sql`update graphile_worker._private_jobs set run_at = now(), attempts = least(attempts, max_attempts - 1)
      where locked_at is null`.execute(kysely),
  )

async function untilSent(site: FaultySite, statuses = ['sent']) {
  await site.withDatabase(({ kysely }) =>
    waitFor('the outbox to be empty', async () => {
      await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(
        kysely,
      )
      const { rows } = await sql<{
        status: string
      }>`select distinct status from outbox_email order by 1`.execute(kysely)
      await delay(300)
      return rows.every(({ status }) => statuses.includes(status)) ? true : undefined
    }),
  )
}

const recipientsOf = (mail: MailServer) => mail.received.flatMap(({ recipients }) => recipients)
const messageIdsOf = (mail: MailServer) => mail.received.map(({ email }) => email.messageId)

test('X10: with the mail server down, requests succeed and every email arrives afterwards', async () => {
  const { site, mail } = await siteWithMail()
  const { email: known } = await site.signIn()
  await mail.down()
  const people = Array.from({ length: 6 }, (_, n) => `person-${n}@example.org`)
  for (const email of people) expect((await signUp(site, email)).status).toBe(200)
  expect((await requestLink(site, known)).status).toBe(200)
  for (const email of people) expect((await write(site, email)).status).toBe(200)
  for (let retries = 0; retries < 3; retries += 1) {
    await skipWaits(site)
    await delay(1500)
  }
  expect(mail.received).toEqual([])

  await mail.up()
  await untilSent(site)
  expect(
    recipientsOf(mail)
      .filter((address) => people.includes(address))
      .toSorted(),
  ).toEqual(people)
  expect(recipientsOf(mail).filter((address) => address === known)).toHaveLength(1)
  expect(new Set(messageIdsOf(mail)).size).toBe(2 * people.length + 1)
  // The link of a late email still works.
  const { links } = await mail.waitForEmail(people[0] ?? '')
  expect((await fetch(links[0] ?? '', { redirect: 'manual' })).status).toBe(200)
})

test('X11: a mail server that is slow to answer delays no request and loses no email', async () => {
  const { site, mail } = await siteWithMail()
  mail.setDelay(10_000)
  const people = Array.from({ length: 4 }, (_, n) => `person-${n}@example.org`)
  for (const email of people) {
    const reply = await signUp(site, email)
    expect(reply.status).toBe(200)
    expect(reply.milliseconds).toBeLessThan(3000)
  }
  expect((await request(site, '/api/services')).milliseconds).toBeLessThan(1000)
  await waitFor('an email that is being sent', async () => (mail.received.length > 0 ? true : undefined))
  mail.setDelay(0)
  await untilSent(site)
  expect(new Set(recipientsOf(mail))).toEqual(new Set(people))
  expect(new Set(messageIdsOf(mail)).size).toBe(people.length)
})

test('X12: a rejected address is given up, a postponed one is delivered, and neither holds up the rest', async () => {
  const { site, mail } = await siteWithMail()
  mail.reject('poisoned@example.org', 550)
  mail.reject('greylisted@example.org', 450)
  const fine = Array.from({ length: 5 }, (_, n) => `person-${n}@example.org`)
  for (const email of ['poisoned@example.org', 'greylisted@example.org', ...fine])
    expect((await signUp(site, email)).status).toBe(200)
  for (const email of fine) await mail.waitForEmail(email)
  expect(recipientsOf(mail).toSorted()).toEqual(fine)
  mail.reject('greylisted@example.org', 0)
  await untilSent(site, ['sent', 'failed'])
  expect(recipientsOf(mail).toSorted()).toEqual([...fine, 'greylisted@example.org'].toSorted())
  const { rows } = await site.withDatabase(({ kysely }) =>
    sql`select recipient from outbox_email where status = 'failed'`.execute(kysely),
  )
  expect(rows).toEqual([{ recipient: 'poisoned@example.org' }])
})

test('X13: an email that was being sent when the server was killed is sent again with the same Message-ID', async () => {
  const { site, mail } = await siteWithMail()
  mail.setDelay(60_000)
  expect((await signUp(site, 'sam@example.org')).status).toBe(200)
  await waitFor('the email to be on its way', async () => (mail.received.length > 0 ? true : undefined))
  await site.kill()
  mail.setDelay(0)
  const killedAt = performance.now()
  await site.start()
  await site.withDatabase(({ kysely }) =>
    expect
      .poll(async () => (await sql`select status from outbox_email`.execute(kysely)).rows, {
        timeout: 60_000,
      })
      .toEqual([{ status: 'sent' }]),
  )
  expect(performance.now() - killedAt).toBeLessThan(60_000)
  expect(recipientsOf(mail)).toEqual(['sam@example.org', 'sam@example.org'])
  expect(new Set(messageIdsOf(mail)).size).toBe(1)
})
