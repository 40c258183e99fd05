import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { emailsTo, send } from '../../../../test/support/data/accounts.ts'
import {
  change,
  confirmVisitor,
  createPerson,
  type Person,
  writeToAuthor,
} from '../../../../test/support/data/conversations.ts'
import { createListing, setStatus } from '../../../../test/support/data/factories.ts'
import { updateOf } from '../../../../test/support/data/posts.ts'
import { createDatabase, createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { startMailServer } from '../../../../test/support/site/mail-server.ts'
import { runDueJobs } from '../../../../test/support/site/run-due-jobs.ts'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import { siteSecret } from '../../../../test/support/site/site-secret.ts'
import { defaultSettings } from '../../../shared/settings/table.ts'
import { createRateLimiter } from '../../platform/http/rate-limiter.ts'
import { createDelivery } from '../../platform/mail/delivery.ts'
import { createSmtpTransport } from '../../platform/mail/transport.ts'
import { conversationSubscription } from '../messages/subscription.ts'
import { createNotifications, type Notifications } from '../notifications/service.ts'
import { createSubscriptions } from '../notifications/subscriptions.ts'
import { type EventChangeOptions, notifyOfEventChanges } from './jobs.ts'

let site: TestApp
let address: string
let author: Person
let ann: Person
let event: string
const publicUrl = 'http://localhost:3000'
const notifications = createNotifications({ secret: siteSecret, settings: () => defaultSettings, publicUrl })

beforeAll(async () => {
  const created = await createDatabase()
  address = created.address
  site = await createTestApp(created.database, { realSessions: true })
})
beforeEach(async () => {
  await sql`delete from listing`.execute(site.database.kysely)
  author = await createPerson(site)
  ann = await createPerson(site)
  event = await createListing(site.database, {
    kind: 'event',
    title: 'Flea market',
    authorEmail: author.email,
    startDate: '2037-12-01',
    endDate: '2037-12-01',
  })
})

const save = ({ cookie }: Person) => send(site, 'POST', '/saved', { cookie, body: { ids: [event] } })
const edit = (overrides: object) =>
  send(site, 'PUT', `/event-update/${event}`, {
    cookie: author.cookie,
    body: updateOf('event', {
      title: 'Flea market',
      startDate: '2037-12-01',
      endDate: '2037-12-01',
      price: 35,
      ...overrides,
    }),
  })
const cancel = (canceled = true) =>
  send(site, 'PUT', `/event-cancel/${event}`, { cookie: author.cookie, body: { canceled } })
const makeDue = () =>
  sql`update event_change set due = clock_timestamp() - interval '1 second'`.execute(site.database.kysely)

async function tell(options: Partial<EventChangeOptions> = {}) {
  const { database } = site
  const rateLimiter = createRateLimiter(database, null)
  const clock = () => new Date('2037-11-20T17:00:00Z')
  await notifyOfEventChanges({ database, notifications, rateLimiter, clock, ...options })
}
const tellDue = async (options: Partial<EventChangeOptions> = {}) => {
  await makeDue()
  await tell(options)
}
const changesTo = async (email: string) =>
  (await emailsTo(site, email)).filter(({ subject }) => subject.endsWith(': Flea market | Corkboard'))

test('tells everyone who saved the event or asked about it, each once, and nobody else', async () => {
  const asker = await createPerson(site)
  const muted = await createPerson(site)
  const stranger = await createPerson(site)
  await Promise.all([ann, asker].map(save))
  await writeToAuthor(site, event, { text: 'Is it indoors?' }, asker)
  const { body } = await writeToAuthor(site, event, { text: 'Are dogs welcome?' }, muted)
  await change(site, muted, body.conversation ?? '', { muted: true })
  const visitor = { name: 'Vera', email: `vera.${event}@example.org` }
  await writeToAuthor(site, event, { text: 'Is there parking?', ...visitor })
  await writeToAuthor(site, event, { text: 'And a café?', ...visitor })
  await confirmVisitor(site, visitor.email)
  const unconfirmed = { name: 'Una', email: `una.${event}@example.org` }
  await writeToAuthor(site, event, { text: 'Is there parking?', ...unconfirmed })
  await edit({ startDate: '2037-12-05', endDate: '2037-12-05' })
  await tell()
  expect(await changesTo(ann.email), 'while the author may still be editing').toEqual([])
  await edit({
    startDate: '2037-12-06',
    endDate: '2037-12-06',
    city: 'Dallas',
    event_availability: 'soldout',
  })
  await tellDue({ batchSize: 2 })

  for (const { email } of [ann, asker, visitor]) {
    const [told, ...others] = await changesTo(email)
    expect(others).toEqual([])
    expect(told?.subject).toBe('Changed: Flea market | Corkboard')
    expect(told?.text).toContain('New date: Sunday, December 6, 2037\nBefore: Tuesday, December 1, 2037')
    expect(told?.text).toContain('New place: Dallas, Texas, United States\nBefore: Austin,')
    expect(told?.text).toContain('It’s sold out.')
    expect(told?.text).toContain(`${publicUrl}/event-details/${event}`)
    expect(told?.text).toContain(`${publicUrl}/unsubscribe?token=`)
  }
  for (const { email } of [author, muted, stranger, unconfirmed]) expect(await changesTo(email)).toEqual([])
  await tellDue()
  expect(await changesTo(ann.email)).toHaveLength(1)
})

test('says nothing about other edits, a change that was undone, or an event that is over', async () => {
  await save(ann)
  await edit({ price: 10, description: 'Rain or shine, we are there.' })
  await edit({ startDate: '2037-12-05', endDate: '2037-12-05' })
  await edit({})
  await tellDue()
  await edit({ city: 'Dallas' })
  await tellDue({ clock: () => new Date('2037-12-03T17:00:00Z') })
  expect(await changesTo(ann.email)).toEqual([])
  expect((await sql`select from event_change`.execute(site.database.kysely)).rows).toEqual([])
})

test('says that an event is canceled, is back on, is taken down, and is listed again', async () => {
  await save(ann)
  const subjects = async () => (await changesTo(ann.email)).map(({ subject }) => subject)
  expect((await cancel()).body).toMatchObject({ canceled: true, version: 2 })
  expect((await cancel()).body, 'nothing new').toMatchObject({ canceled: true, version: 2 })
  await tellDue()
  await cancel(false)
  await tellDue()
  await setStatus(site.database, event, 'hidden')
  await tellDue()
  await setStatus(site.database, event, 'active')
  await tellDue()
  const events = ['Canceled', 'Back on', 'No longer listed', 'Listed again']
  expect(await subjects()).toEqual(events.map((what) => `${what}: Flea market | Corkboard`))
})

const evening = { startTime: '19:30', endTime: '21:00', doorsTime: '19:00' }
const tuesdays = { schedule: { ...evening, rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=5' } }

test('says which dates of a series have changed, once for all changes', async () => {
  await edit(tuesdays)
  await makeDue()
  await tell()
  await save(ann)
  const changeDate = (day: string, body: object) =>
    send(site, 'PUT', `/event/${event}/occurrences/${day}`, { cookie: author.cookie, body })
  await changeDate('2037-12-08', { action: 'cancel', scope: 'this' })
  await tellDue()
  await changeDate('2037-12-08', { action: 'restore', scope: 'this' })
  await changeDate('2037-12-15', { action: 'postpone', scope: 'this' })
  const day = '2037-12-23'
  await changeDate('2037-12-22', { action: 'move', scope: 'this', startDate: day, startTime: '20:00' })
  await tellDue()
  const following = { action: 'move', scope: 'following', startDate: '2037-12-29', startTime: '18:00' }
  await changeDate('2037-12-29', following)
  await tellDue()
  await send(site, 'PUT', `/event-postpone/${event}`, {
    cookie: author.cookie,
    body: { postponed: true },
  })
  await tellDue()
  const [canceled, changed, moved, postponed] = await changesTo(ann.email)
  expect(canceled?.subject).toBe('Date canceled: Flea market | Corkboard')
  expect(canceled?.text).toContain(
    'Canceled: Tuesday, December 8, 2037, 7:30 PM – 9:00 PM, doors 7:00 PM (Central Time)',
  )
  expect(canceled?.text).toContain('All other dates are as before.')
  expect(changed?.subject).toBe('Changed: Flea market | Corkboard')
  expect(changed?.text).toContain('Back on: Tuesday, December 8, 2037, 7:30 PM')
  expect(changed?.text).toContain('Postponed: Tuesday, December 15, 2037, 7:30 PM')
  expect(changed?.text).toMatch(
    /New date: Wednesday, December 23, 2037, 8:00 PM \(Central Time\)\nBefore: Tuesday, December 22, 2037, 7:30 PM/,
  )
  expect(moved?.text).toContain(
    'from December 29, 2037: Every Tuesday, once, from December 29, 2037, 6:00 PM (Central Time)\nBefore: Every Tuesday, 5 times',
  )
  expect(postponed?.subject).toBe('Postponed: Flea market | Corkboard')
})

test('says new times with their time zone, and nothing about dates that a series gets as time goes by', async () => {
  await edit({ schedule: { ...evening, rule: 'FREQ=WEEKLY;BYDAY=TU' } })
  await tellDue()
  await save(ann)
  await sql`update listing set end_date = end_date + 7 where id = ${event}`.execute(site.database.kysely)
  await tellDue()
  expect(await changesTo(ann.email)).toEqual([])
  await edit({ schedule: { ...evening, startTime: '20:00', rule: 'FREQ=WEEKLY;BYDAY=TU' } })
  await edit({
    schedule: { ...evening, startTime: '20:00', rule: 'FREQ=WEEKLY;BYDAY=TU' },
    venue: { name: 'Library', address: '12 Main Street' },
  })
  await tellDue()
  const told = await changesTo(ann.email)
  expect(told).toHaveLength(1)
  expect(told[0]?.text).toContain(
    'New time: Every Tuesday, from December 1, 2037, 8:00 PM – 9:00 PM, doors 7:00 PM (Central Time)\nBefore: Every Tuesday, from December 1, 2037, 7:30 PM',
  )
  expect(told[0]?.text).toContain('New place: Library, 12 Main Street, Austin, Texas')
})

test('only the author and admins can cancel an event, and no service can be canceled', async () => {
  const body = { canceled: true }
  expect((await send(site, 'PUT', `/event-cancel/${event}`, { cookie: ann.cookie, body })).status).toBe(403)
  const service = await createListing(site.database, { authorEmail: author.email })
  const { cookie } = author
  expect((await send(site, 'PUT', `/event-cancel/${service}`, { cookie, body })).status).toBe(404)
})

/** Kills the connection while the second email of the run is written, as when the process is killed. */
function killedAtSecondEmail(): Notifications {
  let emails = 0
  return {
    ...notifications,
    async topicEmail(tx, ...email) {
      emails += 1
      if (emails === 2) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
      return notifications.topicEmail(tx, ...email)
    },
  }
}

test.each([1, 100])('a kill loses no email and repeats none, in batches of %i', async (batchSize) => {
  const others = await Promise.all([createPerson(site), createPerson(site)])
  const followers = [ann, ...others]
  await Promise.all(followers.map(save))
  await edit({ startDate: '2037-12-05', endDate: '2037-12-05' })
  await expect(tellDue({ notifications: killedAtSecondEmail(), batchSize })).rejects.toThrow()
  // Once emails are being sent, the next edit is a separate change.
  if (batchSize === 1) await edit({ startDate: '2037-12-07', endDate: '2037-12-07' })
  await Promise.all([tell({ batchSize }), tell({ batchSize })])
  for (const { email } of followers) {
    const told = await changesTo(email)
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain('New date: Saturday, December 5, 2037')
  }
  if (batchSize > 1) return
  await tellDue()
  for (const { email } of followers)
    expect((await changesTo(email))[1]?.text).toContain('New date: Monday, December 7, 2037')
})

test('an author cannot flood followers: further changes wait and are told together', async () => {
  await save(ann)
  const rateLimiter = createRateLimiter(site.database, 1)
  for (const day of ['05', '06', '07', '08', '09', '10']) {
    await edit({ startDate: `2037-12-${day}`, endDate: `2037-12-${day}` })
    await tellDue({ rateLimiter })
  }
  expect(await changesTo(ann.email)).toHaveLength(4)
  await sql`delete from rate_limit_hit`.execute(site.database.kysely)
  await tellDue({ rateLimiter })
  const told = await changesTo(ann.email)
  expect(told).toHaveLength(5)
  expect(told[4]?.text).toContain('New date: Thursday, December 10, 2037\nBefore: Tuesday, December 8, 2037')
})

test('reaches people by SMTP until they unsubscribe with one click, even emails that are queued', async () => {
  const mail = await startMailServer()
  onTestFinished(() => mail.close())
  const deliver = async () => {
    const { database } = site
    const mailer = createSmtpTransport(mail.url, { from: { name: '', address: 'a@example.org' }, publicUrl })
    const { isWanted } = createSubscriptions(database, siteSecret, { conversation: conversationSubscription })
    const send_email = createDelivery({ database, mailer, secret: siteSecret, log: silentLog, isWanted })
    await runDueJobs({ connectionString: address, tasks: { send_email }, log: silentLog })
    mailer.close()
  }
  const receivedBy = (email: string) =>
    mail.received.filter(
      ({ recipients, email: { subject } }) => recipients.includes(email) && subject?.endsWith('| Corkboard'),
    )
  const visitor = { name: 'Vera', email: `vera.${event}@example.org` }
  await save(ann)
  await writeToAuthor(site, event, { text: 'Is there parking?', ...visitor })
  await confirmVisitor(site, visitor.email)
  await cancel()
  await tellDue()
  await deliver()
  await cancel(false)
  await tellDue()
  for (const email of [ann.email, visitor.email]) {
    const [first] = receivedBy(email)
    expect(first?.source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const headers = first?.source.replace(/\r?\n[ \t]+/g, ' ') ?? ''
    const link = /^List-Unsubscribe: <(?:http:\/\/localhost:3000)([^>]+)>/m.exec(headers)?.[1] ?? ''
    const { statusCode } = await site.app.http.inject({
      method: 'POST',
      url: link,
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(statusCode).toBe(200)
  }
  await deliver()
  await cancel()
  await tellDue()
  await deliver()
  for (const email of [ann.email, visitor.email]) expect(receivedBy(email)).toHaveLength(1)
})
