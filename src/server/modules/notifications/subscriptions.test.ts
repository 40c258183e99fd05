import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { emailsTo, lastEmailTo, send } from '../../../../test/support/data/accounts.ts'
import { createPerson, type Person } from '../../../../test/support/data/conversations.ts'
import { createDatabase, createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { type MailServer, startMailServer } from '../../../../test/support/site/mail-server.ts'
import { runDueJobs } from '../../../../test/support/site/run-due-jobs.ts'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import { siteSecret } from '../../../../test/support/site/site-secret.ts'
import { type EmailTopic, emailTopics, emailTopicsFor } from '../../../shared/email-topics.ts'
import { defaultSettings } from '../../../shared/settings/table.ts'
import { createDelivery } from '../../platform/mail/delivery.ts'
import { createSmtpTransport } from '../../platform/mail/transport.ts'
import { createNotifications } from './service.ts'
import { createSubscriptions } from './subscriptions.ts'

const publicUrl = 'http://localhost:3000'
const notifications = createNotifications({ secret: siteSecret, settings: () => defaultSettings, publicUrl })
let site: TestApp
let address: string
let mail: MailServer

beforeAll(async () => {
  const created = await createDatabase()
  address = created.address
  site = await createTestApp(created.database, { realSessions: true })
  mail = await startMailServer()
  return () => mail.close()
})

async function profileOf({ accountId }: Person): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from profile where account_id = ${accountId}`.execute(
    site.database.kysely,
  )
  return rows[0]?.id ?? ''
}

const facts = {
  startDate: '2037-12-01',
  endDate: '2037-12-01',
  schedule: '[]',
  dates: '[]',
  timeZone: 'America/Chicago',
  venue: '',
  attendanceMode: 'in_person' as const,
  city: 'Austin',
  state: 'Texas',
  country: 'United States',
  soldOut: false,
  canceled: false,
  postponed: false,
  public: true,
}
const emails = {
  'event-changed': {
    title: 'Flea market',
    link: '/event-details/1',
    before: facts,
    after: { ...facts, canceled: true },
  },
  'service-question': {
    services: [{ title: 'Dog walks', link: '/renew-service' }],
    staleOn: '2037-12-05',
    archivedOn: '2037-12-20',
  },
}

const notify = async (
  person: Person,
  kind: keyof typeof emails = 'event-changed',
  profileId?: string,
): Promise<string | null> =>
  notifications.topicEmail(site.database.kysely, profileId ?? (await profileOf(person)), kind, emails[kind])

/** Returns the token of the last email. */
async function tokenFor(person: Person): Promise<string> {
  await notify(person)
  const { text } = await lastEmailTo(site, person.email)
  return /\/unsubscribe\?token=([\w.-]+)\n/.exec(text)?.[1] ?? ''
}

const deliverAll = async () => {
  const mailer = createSmtpTransport(mail.url, { from: { name: '', address: 'a@example.org' }, publicUrl })
  const { isWanted } = createSubscriptions(site.database, siteSecret)
  const send_email = createDelivery({
    database: site.database,
    mailer,
    secret: siteSecret,
    log: silentLog,
    isWanted,
  })
  // Deleting an account adds a job that is not tested here.
  const tasks = { send_email, delete_unused_pictures: async () => {} }
  await runDueJobs({ connectionString: address, tasks, log: silentLog })
  mailer.close()
}

const receivedBy = ({ email }: Person) => mail.received.filter(({ recipients }) => recipients.includes(email))

const post = (url: string, payload: string, contentType: string, headers: Record<string, string> = {}) =>
  site.app.http.inject({
    method: 'POST',
    url,
    headers: { 'content-type': contentType, ...headers },
    payload,
  })
const form = 'application/x-www-form-urlencoded'
const wantedBy = async ({ cookie }: Person) =>
  (await send<{ wanted: EmailTopic[] }>(site, 'GET', '/wanted-emails', { cookie })).body.wanted
const defaults = emailTopicsFor(false).filter((topic) => emailTopics[topic].wantedByDefault)

test('an email of a topic has the headers of one-click unsubscription and a link', async () => {
  const person = await createPerson(site, { name: 'Ann Lee' })
  const token = await tokenFor(person)
  await deliverAll()
  const [{ source = '', email } = { email: null }] = receivedBy(person)
  const link = `${publicUrl}/unsubscribe?token=${token}`
  // As sent: programs look for the two headers by name, and a DKIM signature covers them as they are.
  const header = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  expect(header).toContain(`\r\nList-Unsubscribe: <${link}>\r\n`)
  expect(header).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  expect(email?.text).toMatch(/^Hello Ann Lee,/)
  expect(email?.text).toContain(`Stop these emails:\n${link}`)
  expect(email?.html).toContain(`href="${link}"`)
  expect(token).not.toContain('example')
})

test.each([
  ['a form', form, 'List-Unsubscribe=One-Click'],
  [
    'a multipart form',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
  ],
])(
  'one click stops the emails, also queued ones, sent as %s from another site',
  async (_name, type, body) => {
    const person = await createPerson(site)
    const token = await tokenFor(person)
    const url = `/unsubscribe?token=${token}`
    const { statusCode, payload } = await post(url, body, type, { origin: 'https://mail.example' })
    expect([statusCode, payload]).toEqual([200, 'You won’t get these emails anymore.\n'])
    expect((await post(url, body, type)).statusCode).toBe(200)
    await deliverAll()
    expect(receivedBy(person)).toEqual([])
    expect(await emailsTo(site, person.email)).toEqual([])
    expect(await notify(person)).toBeNull()
    expect(await notify(person, 'service-question')).not.toBeNull()
    expect(await wantedBy(person)).toEqual(defaults.filter((topic) => topic !== 'event-changes'))
  },
)

test('opening the link changes nothing; its buttons stop the emails and undo that', async () => {
  const person = await createPerson(site)
  const token = await tokenFor(person)
  const url = `/unsubscribe?token=${token}`
  const read = async () => (await site.app.http.inject({ url })).payload
  for (const method of ['GET', 'HEAD'] as const) await site.app.http.inject({ method, url })
  expect(await wantedBy(person)).toEqual(defaults)
  expect(await read()).toMatch(/Stop emails/)
  const stopped = await post('/unsubscribe', `token=${token}&action=stop`, form)
  expect([stopped.statusCode, stopped.headers.location]).toEqual([303, `${publicUrl}${url}`])
  expect(await read()).toMatch(/You won’t get these emails anymore: .*Changed events/)
  await post('/unsubscribe', `token=${token}&action=resume`, form)
  expect(await wantedBy(person)).toEqual(defaults)
  expect(await notify(person)).not.toBeNull()
})

test('an email that is queued is not sent after the account is suspended or deleted', async () => {
  const suspended = await createPerson(site)
  const deleted = await createPerson(site)
  const kept = await createPerson(site)
  for (const person of [suspended, deleted, kept]) expect(await notify(person)).not.toBeNull()
  const profileId = await profileOf(deleted)
  const token = await tokenFor(deleted)
  const { kysely } = site.database
  await sql`update account set suspended_at = now(), suspension_reason = 'Spam' where id = ${suspended.accountId}`.execute(
    kysely,
  )
  await send(site, 'DELETE', '/account', { cookie: deleted.cookie })
  await deliverAll()
  expect([suspended, deleted, kept].map((person) => receivedBy(person).length)).toEqual([0, 0, 1])
  for (const [person, id] of [[suspended], [deleted, profileId]] as const)
    expect(await notify(person, 'event-changed', id)).toBeNull()
  // The link of someone who is gone still works as a link.
  expect((await post(`/unsubscribe?token=${token}`, 'List-Unsubscribe=One-Click', form)).statusCode).toBe(200)
  expect((await site.app.http.inject({ url: `/unsubscribe?token=${token}` })).statusCode).toBe(200)
})

test('rejects tokens that we did not create', async () => {
  const person = await createPerson(site)
  const token = await tokenFor(person)
  const profileId = await profileOf(person)
  const swapped = token.replace('event-changes', 'freshness')
  const forged = [swapped, profileId, `event-changes.${'a'.repeat(45)}`, 'event-changes.', '', `${token}a`]
  for (const each of [...forged, 'constructor.'.padEnd(57, 'a')]) {
    const url = `/unsubscribe?token=${encodeURIComponent(each)}`
    expect((await post(url, 'List-Unsubscribe=One-Click', form)).statusCode, each).toBe(400)
    expect((await site.app.http.inject({ url })).statusCode, each).toBe(404)
  }
  expect((await post(`/unsubscribe?token=${'a'.repeat(300)}`, '', form)).statusCode).toBe(400)
  expect(await wantedBy(person)).toEqual(defaults)
  // Mail programs may change the case of a link's letters, and send both a repeated parameter and other fields.
  expect((await post(`/unsubscribe?token=${token.toUpperCase()}&token=x`, 'a=b', form)).statusCode).toBe(200)
})

test('people choose topics on their account page, and download and delete their choices', async () => {
  const person = await createPerson(site)
  const { cookie } = person
  const headers = { cookie, origin: publicUrl }
  expect(await wantedBy(person)).toEqual(defaults)
  const saved = await post('/profile/account', 'saved-ads=yes&freshness=yes&unknown=yes', form, headers)
  expect([saved.statusCode, saved.headers.location]).toEqual([
    303,
    `${publicUrl}/profile/account?done=emails#emails`,
  ])
  expect(await wantedBy(person)).toEqual(['saved-ads', 'freshness'])
  expect((await send(site, 'GET', '/account-data', { cookie })).body.emailPreferences).toEqual({
    'saved-ads': true,
    'event-changes': false,
    'event-places': false,
    recommendations: false,
    'saved-searches': false,
  })
  const body = { wanted: ['no-such-topic'] }
  expect((await send(site, 'PUT', '/wanted-emails', { cookie, body })).status).toBe(400)
  expect((await post('/profile/account', 'saved-ads=yes', form)).statusCode).toBe(401)
  expect(
    (await post('/profile/account', '', form, { cookie, origin: 'https://evil.example' })).statusCode,
  ).toBe(403)
  // Only deviations from the defaults are stored.
  await send(site, 'PUT', '/wanted-emails', { cookie, body: { wanted: defaults } })
  const rows = async () =>
    (
      await sql`select from email_preference where profile_id = ${await profileOf(person)}`.execute(
        site.database.kysely,
      )
    ).rows.length
  expect(await rows()).toBe(0)
})
