import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { lastEmailTo, send } from '../../../../test/support/data/accounts.ts'
import { alertTasks, foundFor, saveSearch } from '../../../../test/support/data/alerts.ts'
import {
  change,
  createAd,
  createPerson,
  type Person,
  writeToAuthor,
} from '../../../../test/support/data/conversations.ts'
import { setStatus } from '../../../../test/support/data/factories.ts'
import { createPicture, postOf, updateOf } from '../../../../test/support/data/posts.ts'
import { createDatabase, createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { type MailServer, startMailServer } from '../../../../test/support/site/mail-server.ts'
import { type PushService, startPushService } from '../../../../test/support/site/push-service.ts'
import { runDueJobs } from '../../../../test/support/site/run-due-jobs.ts'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import { siteSecret } from '../../../../test/support/site/site-secret.ts'
import type { SavedSearches } from '../../../shared/contract/saved-searches.ts'
import { maxSavedSearches } from '../../../shared/limits.ts'
import { defaultSettings } from '../../../shared/settings/table.ts'
import { isPublicAddress } from '../../platform/http/public-address.ts'
import { createRateLimiter } from '../../platform/http/rate-limiter.ts'
import type { Tasks } from '../../platform/jobs/runner.ts'
import { createCatalog } from '../catalog/service.ts'
import { notifyOfEventChanges } from '../event-changes/jobs.ts'
import { createNotifications } from '../notifications/service.ts'
import { createListingMatcher } from './match-listing.ts'
import { isPublicEndpoint } from './push/endpoint.ts'

let site: TestApp
let address: string
let mail: MailServer
let push: PushService
let tasks: Tasks

beforeAll(async () => {
  const created = await createDatabase()
  address = created.address
  ;[mail, push] = await Promise.all([startMailServer(), startPushService()])
  const { isAllowedEndpoint } = push
  site = await createTestApp(created.database, { realSessions: true, isAllowedEndpoint })
  const jobs = alertTasks(created.database, mail, push)
  tasks = jobs.tasks
  return async () => {
    jobs.close()
    await Promise.all([mail.close(), push.close()])
  }
})

const runJobs = () => runDueJobs({ connectionString: address, tasks, log: silentLog })
const run = (query: ReturnType<typeof sql>) => query.execute(site.database.kysely)

/** Posts an ad through the API and returns its id. */
async function post({ cookie }: Person, overrides: object = {}): Promise<string> {
  const reply = await send<{ _id: string }>(site, 'POST', '/services', {
    cookie,
    body: postOf('service', { ...overrides }),
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body._id
}

const emailsTo = ({ email }: Person) => mail.received.filter(({ recipients }) => recipients.includes(email))
const pianosInAustin = { searchtext: 'piano', state: 'Texas', city: 'Austin' }

test('a new ad arrives by email and in the browser exactly once, until one click stops it', async () => {
  const [searcher, seller] = [await createPerson(site, { name: 'Sam Ito' }), await createPerson(site)]
  const id = await saveSearch(site, searcher, { name: 'Pianos', filter: pianosInAustin })
  const added = await send(site, 'POST', '/push-subscriptions', {
    cookie: searcher.cookie,
    body: push.subscription,
  })
  expect(added.status).toBe(200)
  const ad = await post(seller)
  await post(seller, { city: 'Dallas' })
  await post(seller, {
    title: 'Guitar lessons',
    description: 'Learn the guitar.',
    subcategory: 'Guitar Lessons',
  })
  await runJobs()
  await runJobs()
  expect(await foundFor(site, id)).toEqual(['Piano lessons for beginners'])

  const [first, ...others] = emailsTo(searcher)
  expect(others).toEqual([])
  expect(first?.email.subject).toBe('New: Piano lessons for beginners on Corkboard')
  expect(first?.email.text).toContain(
    `Piano lessons for beginners\nAustin, Texas · $42.50\nhttp://localhost:3000/ad-details/${ad}\n`,
  )
  expect(push.received).toEqual([
    {
      title: 'New ad: Piano lessons for beginners',
      body: 'For your search “Pianos”',
      path: `/ad-details/${ad}`,
      tag: `${id} ${ad}`,
    },
  ])

  // Hidden and approved again, it is no news.
  await setStatus(site.database, ad, 'hidden')
  await setStatus(site.database, ad, 'active')
  await runJobs()
  expect([emailsTo(searcher).length, push.received.length]).toEqual([1, 1])

  const url = first?.email.headers.find(({ key }) => key === 'list-unsubscribe')?.value.slice(1, -1) ?? ''
  // Already found, and not sent yet.
  await post(seller, { title: 'Piano for children' })
  await run(sql`update saved_search set next_alert = now() + interval '1 hour' where id = ${id}`)
  await runJobs()
  const { statusCode } = await site.app.http.inject({
    method: 'POST',
    url: url.replace('http://localhost:3000', ''),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(statusCode).toBe(200)
  await run(sql`update saved_search set next_alert = now() where id = ${id}`)
  await post(seller, { title: 'Piano for adults' })
  await runJobs()
  expect([emailsTo(searcher).length, push.received.length]).toEqual([1, 1])
  const { body } = await send<SavedSearches>(site, 'GET', '/saved-searches', { cookie: searcher.cookie })
  expect(body).toMatchObject({ searches: [{ id, paused: true }], browsers: 1 })
})

test('nobody hears about their own ads, hidden ads, those of blocked people, or while suspended', async () => {
  const [searcher, seller, blocked] = [
    await createPerson(site),
    await createPerson(site),
    await createPerson(site),
  ]
  const filter = { searchtext: 'harp' }
  const id = await saveSearch(site, searcher, { filter })
  const ad = await createAd(site, searcher, 'Ask me about harps')
  const { body } = await writeToAuthor(site, ad, { text: 'Hello' }, blocked)
  await change(site, searcher, String(body.conversation), { blocked: true })
  await post(searcher, { title: 'My harp' })
  await post(blocked, { title: 'Harp of someone blocked' })
  const hidden = await post(seller, { title: 'Hidden harp' })
  await setStatus(site.database, hidden, 'hidden')
  await runJobs()
  expect(await foundFor(site, id)).toEqual([])
  await run(
    sql`update account set suspended_at = now(), suspension_reason = 'Spam' where id = ${searcher.accountId}`,
  )
  await post(seller, { title: 'Harp for nobody' })
  await runJobs()
  expect(await foundFor(site, id)).toEqual([])
  await run(
    sql`update account set suspended_at = null, suspension_reason = '' where id = ${searcher.accountId}`,
  )

  // Found, and hidden before it is sent.
  await run(sql`update saved_search set next_alert = now() + interval '1 hour' where id = ${id}`)
  const late = await post(seller, { title: 'Late harp' })
  await setStatus(site.database, hidden, 'active')
  await runJobs()
  expect(await foundFor(site, id)).toEqual(['Late harp', 'Hidden harp'])
  await setStatus(site.database, late, 'hidden')
  await run(sql`update saved_search set due = now() where id = ${id}`)
  await run(sql`select graphile_worker.add_job('send_search_alerts')`)
  await runJobs()
  expect(emailsTo(searcher).map(({ email }) => email.subject)).toEqual(['New: Hidden harp on Corkboard'])
})

test('an edit is news only to those whose search did not find the ad before', async () => {
  const [searcher, seller] = [await createPerson(site), await createPerson(site)]
  const { cookie } = seller
  const ad = await post(seller, {
    title: 'Lessons',
    description: 'Patient lessons for all.',
    price: 90,
    subcategory: 'Guitar Lessons',
  })
  await runJobs()
  const anything = await saveSearch(site, searcher, { filter: { subcategory: 'Guitar Lessons' } })
  const cheap = await saveSearch(site, searcher, {
    filter: { subcategory: 'Guitar Lessons', price_max: '50' },
  })
  const words = await saveSearch(site, searcher, { filter: { searchtext: 'zither' } })
  const edit = (fields: object) =>
    send(site, 'PUT', `/service-update/${ad}`, {
      cookie,
      body: updateOf('service', {
        title: 'Lessons',
        description: 'Patient lessons for all.',
        subcategory: 'Guitar Lessons',
        ...fields,
      }),
    })
  expect((await edit({ price: 45 })).status).toBe(200)
  await runJobs()
  expect(await Promise.all([anything, cheap, words].map((id) => foundFor(site, id)))).toEqual([
    [],
    ['Lessons'],
    [],
  ])
  await edit({ price: 45, title: 'Zither lessons' })
  await runJobs()
  expect((await foundFor(site, words)).length).toBe(1)
  expect(await foundFor(site, anything)).toEqual([])
})

test('new dates of a series are news to searches for those days, once', async () => {
  const [searcher, seller] = [await createPerson(site), await createPerson(site)]
  const { cookie } = seller
  const pictures = [await createPicture(site.database, seller.accountId)]
  const schedule = {
    startTime: '19:30',
    rule: 'FREQ=WEEKLY;COUNT=4',
    exceptions: ['2026-12-08', '2026-12-15'],
  }
  const series = { title: 'Quiz', startDate: '2026-12-01', endDate: '2026-12-01', schedule }
  const { body } = await send<{ _id: string }>(site, 'POST', '/events', {
    cookie,
    body: postOf('event', { ...series, images: pictures }),
  })
  const ad = body._id
  await runJobs()
  const searchFor = (from: string, to: string) =>
    saveSearch(site, searcher, { kind: 'event', filter: { searchtext: 'quiz', from, to } })
  const [whole, second, third, moved] = [
    await searchFor('2026-12-01', '2026-12-31'),
    await searchFor('2026-12-07', '2026-12-09'),
    await searchFor('2026-12-14', '2026-12-16'),
    await searchFor('2026-12-19', '2026-12-20'),
  ]
  const found = () => Promise.all([whole, second, third, moved].map((id) => foundFor(site, id)))
  const edit = async (exceptions: string[], fields: object = {}) => {
    const edited = { ...series, schedule: { ...schedule, exceptions }, ...fields }
    const reply = await send(site, 'PUT', `/event-update/${ad}`, { cookie, body: updateOf('event', edited) })
    expect(reply.status).toBe(200)
    await runJobs()
  }
  await edit(schedule.exceptions, { description: 'Questions about everything, for all ages.' })
  expect(await found()).toEqual([[], [], [], []])
  await edit(['2026-12-15'])
  expect(await found()).toEqual([[], ['Quiz'], [], []])
  // Two edits that are compared together are one: what counts is what searches found before the first.
  await run(sql`update listing set title = 'Pub quiz' where id = ${ad}`)
  await edit([])
  expect(await found()).toEqual([[], ['Quiz'], ['Quiz'], []])
  const reply = await send(site, 'PUT', `/event/${ad}/occurrences/2026-12-22`, {
    cookie,
    body: { action: 'move', scope: 'this', startDate: '2026-12-19', startTime: '19:30' },
  })
  expect(reply.status).toBe(200)
  await runJobs()
  expect(await found()).toEqual([[], ['Quiz'], ['Quiz'], ['Quiz']])
  // Nobody hears twice of the same ad.
  await edit(['2026-12-08', '2026-12-15'])
  await edit([])
  expect(await found()).toEqual([[], ['Quiz'], ['Quiz'], ['Quiz']])
})

/** Posts a series at a venue and returns its id. */
async function postSeries({ accountId, cookie }: Person, overrides: object = {}): Promise<string> {
  const images = [await createPicture(site.database, accountId)]
  const { body } = await send<{ _id: string }>(site, 'POST', '/events', {
    cookie,
    body: postOf('event', { images, ...series, venue: { name: 'The Blue Hall' }, ...overrides }),
  })
  return body._id
}
const series = {
  title: 'Open stage',
  startDate: '2026-12-01',
  endDate: '2026-12-01',
  schedule: { startTime: '19:30', rule: 'FREQ=WEEKLY;COUNT=4', exceptions: ['2026-12-15'] },
}

test('who follows a seller or a venue hears of what is new there once, and of nothing else', async () => {
  const [fan, seller, other] = [await createPerson(site), await createPerson(site), await createPerson(site)]
  const { rows } = await sql<{ id: string }>`
    select id from profile where account_id = ${seller.accountId}`.execute(site.database.kysely)
  const [{ id: sellerId } = { id: '' }] = rows
  const events = await saveSearch(site, fan, { name: 'Ads of Sam', filter: { seller: sellerId } })
  const { body } = await send<SavedSearches>(site, 'GET', '/saved-searches', { cookie: fan.cookie })
  // Services and events.
  expect(body.searches.map(({ kind, path }) => [kind, path]).sort()).toEqual([
    ['event', `/seller/${sellerId}?tab=events`],
    ['service', `/seller/${sellerId}?tab=services`],
  ])
  const services = body.searches.find(({ kind }) => kind === 'service')?.id ?? ''
  const filter = { venue: 'the blue hall!', country: 'United States', state: 'Texas', city: 'Austin' }
  const venue = await saveSearch(site, fan, { kind: 'event', name: 'At the Blue Hall', filter })
  await post(seller)
  await post(other)
  await postSeries(other)
  await postSeries(other, { title: 'Elsewhere', venue: { name: 'The Red Hall' } })
  await postSeries(other, { title: 'In Dallas', city: 'Dallas' })
  await postSeries(seller, { title: 'By Sam', venue: { name: 'Library' } })
  await runJobs()
  expect(await Promise.all([services, events, venue].map((id) => foundFor(site, id)))).toEqual([
    ['Piano lessons for beginners'],
    ['By Sam'],
    ['Open stage'],
  ])
  const subjects = emailsTo(fan).map(({ email }) => email.subject)
  expect(subjects.sort()).toEqual(
    ['By Sam', 'Open stage', 'Piano lessons for beginners'].map((title) => `New: ${title} on Corkboard`),
  )
  const venueList = (await send<SavedSearches>(site, 'GET', '/saved-searches', { cookie: fan.cookie })).body
  expect(venueList.searches.find(({ id }) => id === venue)?.path).toBe(
    '/all-events?country=United+States&state=Texas&city=Austin&searchtext=%22the+blue+hall%21%22',
  )
})

test('a series is followed, a date is added, and there is one notice, also for who follows its seller and venue', async () => {
  const [fan, seller] = [await createPerson(site), await createPerson(site)]
  const ad = await postSeries(seller)
  await runJobs()
  const { rows } = await sql<{
    seller: string
  }>`select author_id as seller from listing where id = ${ad}`.execute(site.database.kysely)
  await saveSearch(site, fan, { filter: { seller: rows[0]?.seller } })
  await saveSearch(site, fan, { kind: 'event', filter: { venue: 'The Blue Hall' } })
  await send(site, 'POST', '/saved', { cookie: fan.cookie, body: { ids: [ad] } })
  const edited = {
    ...series,
    schedule: { ...series.schedule, exceptions: [] },
    venue: { name: 'The Blue Hall' },
  }
  const reply = await send(site, 'PUT', `/event-update/${ad}`, {
    cookie: seller.cookie,
    body: updateOf('event', edited),
  })
  expect(reply.status).toBe(200)
  await run(sql`update event_change set due = clock_timestamp() - interval '1 second'`)
  const { database } = site
  await notifyOfEventChanges({
    database,
    notifications: createNotifications({
      secret: siteSecret,
      settings: () => defaultSettings,
      publicUrl: 'http://localhost:3000',
    }),
    rateLimiter: createRateLimiter(database, null),
    clock: () => new Date('2026-11-20T17:00:00Z'),
  })
  await runJobs()
  await runJobs()
  const subjects = emailsTo(fan).map(({ email }) => email.subject)
  expect(subjects).toEqual([expect.stringContaining('Open stage')])
})

test('an ad that cannot be compared delays no others', async () => {
  const [searcher, seller] = [await createPerson(site), await createPerson(site)]
  const id = await saveSearch(site, searcher, { filter: { searchtext: 'mandolin' } })
  const broken = await post(seller, { title: 'Mandolin 1' })
  await run(sql`update listing_to_match set before = '"no listing"' where listing_id = ${broken}`)
  await post(seller, { title: 'Mandolin 2' })
  await runJobs()
  expect(await foundFor(site, id)).toEqual(['Mandolin 2'])
  const { rows } = await sql`select listing_id as id from listing_to_match`.execute(site.database.kysely)
  expect(rows).toEqual([{ id: broken }])
  await run(sql`delete from listing_to_match`)
  await run(sql`delete from graphile_worker._private_jobs`)
})

test('an ad that is back in the lists is no news to those who saved their search after it was posted', async () => {
  const [searcher, seller] = [await createPerson(site), await createPerson(site)]
  const [hidden, archived] = [
    await post(seller, { title: 'Old bagpipes' }),
    await post(seller, { title: 'Older bagpipes' }),
  ]
  await setStatus(site.database, hidden, 'hidden')
  await run(sql`update listing set stale = true, archived = true where id = ${archived}`)
  await runJobs()
  const id = await saveSearch(site, searcher, { filter: { searchtext: 'bagpipes' } })
  await setStatus(site.database, hidden, 'active')
  await run(sql`update listing set stale = false, archived = false where id = ${archived}`)
  await post(seller, { title: 'New bagpipes' })
  await runJobs()
  expect(await foundFor(site, id)).toEqual(['New bagpipes'])
})

test('a digest lists the newest ads and links to the rest, once a day', async () => {
  const [searcher, seller] = [await createPerson(site), await createPerson(site)]
  const id = await saveSearch(site, searcher, {
    name: 'Organs',
    frequency: 'daily',
    filter: { searchtext: 'organ' },
  })
  // The ads of the factory were posted on a fixed day.
  await run(sql`update saved_search set created = '2026-01-01' where id = ${id}`)
  for (let n = 1; n <= 12; n += 1) await createAd(site, seller, `Organ ${n}`)
  await runJobs()
  expect(await foundFor(site, id)).toHaveLength(12)
  expect(emailsTo(searcher)).toEqual([])
  const { rows } = await sql<{ local: string }>`
    select to_char(next_alert at time zone 'America/Chicago', 'HH24:MI') as local from saved_search
    where id = ${id} and due = next_alert and next_alert between now() and now() + interval '25 hours'`.execute(
    site.database.kysely,
  )
  expect(rows).toHaveLength(1)
  await run(sql`update saved_search set due = now() where id = ${id}`)
  await run(sql`select graphile_worker.add_job('send_search_alerts')`)
  await runJobs()
  const [digest] = emailsTo(searcher)
  expect(digest?.email.subject).toBe('12 new ads for “Organs” on Corkboard')
  expect(digest?.email.text?.match(/\/ad-details\//g)).toHaveLength(10)
  expect(digest?.email.text).toContain(
    'See 2 more:\nhttp://localhost:3000/all-services?searchtext=organ&sort=newest',
  )
})

test('a browser that is gone is forgotten, and a push service that fails is tried again', async () => {
  const [searcher, seller] = [await createPerson(site), await createPerson(site)]
  const { cookie } = searcher
  const browsers = async () =>
    (await send<SavedSearches>(site, 'GET', '/saved-searches', { cookie })).body.browsers
  await saveSearch(site, searcher, { filter: { searchtext: 'banjo' } })
  await send(site, 'POST', '/push-subscriptions', { cookie, body: push.subscription })
  expect(await browsers()).toBe(1)
  push.fail(500)
  const before = push.received.length
  await post(seller, { title: 'Banjo' })
  await runJobs()
  expect(push.received.length).toBe(before)
  await run(sql`update graphile_worker._private_jobs set run_at = now()`)
  await runJobs()
  expect(push.received.length).toBe(before + 1)
  push.fail(410)
  await run(sql`update saved_search set next_alert = now()`)
  await post(seller, { title: 'Banjo for two' })
  await runJobs()
  expect(await browsers()).toBe(0)
})

describe('what clients send', () => {
  test.each([
    'http://push.example.org/1',
    'https://127.0.0.1/1',
    'https://2130706433/1',
    'https://[::1]/1',
    'https://[::ffff:10.0.0.1]/1',
    'https://localhost/1',
    'https://push.example.org:8443/1',
    'https://user@push.example.org/1',
    'https://10.0.0.1.:443/1',
    'file:///etc/passwd',
    'push',
  ])('%s is no push service', (endpoint) => {
    expect(isPublicEndpoint(endpoint)).toBe(false)
  })

  test('names may only lead to public addresses', () => {
    expect(isPublicEndpoint('https://fcm.googleapis.com/fcm/send/abc')).toBe(true)
    const inside = [
      '127.0.0.1',
      '10.1.2.3',
      '169.254.169.254',
      '192.168.0.1',
      '::1',
      'fd00::1',
      '::ffff:127.0.0.1',
      '0.0.0.0',
      '100.64.0.1',
    ]
    expect(inside.filter(isPublicAddress)).toEqual([])
    expect(isPublicAddress('93.184.216.34')).toBe(true)
  })

  test('gets a sentence about what is wrong', async () => {
    const { cookie } = await createPerson(site)
    const status = async (path: string, body: unknown) => {
      const reply = await send<{ message: string }>(site, 'POST', path, { cookie, body })
      return [reply.status, reply.body.message]
    }
    const search = { kind: 'service', name: 'Pianos', frequency: 'daily', filter: {} }
    expect(await status('/saved-searches', { ...search, filter: { near: 'Nowhereville' } })).toEqual([
      400,
      expect.stringContaining('We do not know this place'),
    ])
    expect(await status('/saved-searches', { ...search, filter: { state: 'Atlantis' } })).toEqual([
      400,
      'There is no state with this name.',
    ])
    expect(await status('/saved-searches', { ...search, frequency: 'hourly' })).toEqual([
      400,
      'Please choose how often.',
    ])
    expect(await status('/saved-searches', { ...search, name: ' ' })).toEqual([400, 'Please enter a name.'])
    expect(
      await status('/push-subscriptions', { ...push.subscription, endpoint: 'https://evil.example/1' }),
    ).toEqual([400, 'endpoint must be the https address of a push service.'])
    expect(
      await status('/push-subscriptions', { ...push.subscription, keys: { p256dh: 'x', auth: 'y' } }),
    ).toMatchObject([400, expect.anything()])
  })

  test('an account saves a limited number of searches, and the same search once', async () => {
    const person = await createPerson(site)
    const first = await saveSearch(site, person, { filter: { searchtext: 'cello' } })
    expect(
      await saveSearch(site, person, { name: 'Again', filter: { searchtext: 'cello', free: undefined } }),
    ).toBe(first)
    await run(sql`
      with patterns as (
        insert into search_pattern (kind, query, compiled)
        select 'service', 'many ' || n, '{}' from generate_series(2, ${maxSavedSearches}::int) n returning id)
      insert into saved_search (id, profile_id, pattern_id, name, frequency)
      select gen_random_uuid(), profile.id, patterns.id, 'Many', 'daily' from patterns, profile
      where account_id = ${person.accountId}`)
    const body = { kind: 'service', name: 'One more', frequency: 'daily', filter: {} }
    expect((await send(site, 'POST', '/saved-searches', { cookie: person.cookie, body })).status).toBe(409)
    await run(sql`delete from saved_search where name = 'Many'`)
    await run(sql`delete from search_pattern where query like 'many %'`)
  })
})

test('a place is stored by the name of its town, and everything is in the download and deleted with the account', async () => {
  const person = await createPerson(site)
  const { cookie } = person
  await saveSearch(site, person, { name: 'Near me', filter: { near: '30.2672,-97.7431', within: '10' } })
  await send(site, 'POST', '/push-subscriptions', { cookie, body: push.subscription })
  const { body } = await send(site, 'GET', '/account-data', { cookie })
  expect(body).toMatchObject({
    savedSearches: [{ name: 'Near me', filters: 'near=Austin%2C+Texas&within=10', found: [] }],
    notifiedBrowsers: [{ pushService: expect.stringMatching(/^localhost/) }],
  })
  const count = async () =>
    (await run(sql`select from saved_search where name = 'Near me' union all select from push_subscription`))
      .rows.length
  expect(await count()).toBe(2)
  await send(site, 'DELETE', '/account', { cookie })
  expect(await count()).toBe(0)
})

test('emails stop with the topic, and the forms work without scripts', async () => {
  const [searcher, seller] = [await createPerson(site), await createPerson(site)]
  const { cookie } = searcher
  const submit = (url: string, payload: string) =>
    site.app.http.inject({
      method: 'POST',
      url,
      headers: {
        cookie,
        origin: 'http://localhost:3000',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload,
    })
  const saved = await submit(
    '/save-search',
    'kind=service&name=Lutes&frequency=immediately&searchtext=lute&price_min=',
  )
  expect([saved.statusCode, saved.headers.location]).toEqual([
    303,
    'http://localhost:3000/saved-searches?done=saved',
  ])
  const { body } = await send<SavedSearches>(site, 'GET', '/saved-searches', { cookie })
  const [{ id, path } = { id: '', path: '' }] = body.searches
  expect(path).toBe('/all-services?searchtext=lute')
  await send(site, 'PUT', '/wanted-emails', { cookie, body: { wanted: [] } })
  await post(seller, { title: 'Lute' })
  await runJobs()
  expect(await foundFor(site, id)).toEqual(['Lute'])
  expect(emailsTo(searcher)).toEqual([])
  for (const action of ['pause', 'resume'])
    expect((await submit(`/saved-searches/${id}`, `action=${action}`)).statusCode).toBe(303)
  expect(
    (await submit(`/saved-searches/${id}`, 'action=save&name=Old+lutes&frequency=weekly')).statusCode,
  ).toBe(303)
  expect((await send<SavedSearches>(site, 'GET', '/saved-searches', { cookie })).body.searches).toMatchObject(
    [{ name: 'Old lutes', frequency: 'weekly', paused: false }],
  )
  const other = await createPerson(site)
  expect((await send(site, 'DELETE', `/saved-search/${id}`, { cookie: other.cookie })).status).toBe(404)
  expect((await submit(`/saved-searches/${id}`, 'action=delete')).statusCode).toBe(303)
  expect((await send<SavedSearches>(site, 'GET', '/saved-searches', { cookie })).body.searches).toEqual([])
  await expect(lastEmailTo(site, searcher.email)).rejects.toThrow('No email')
})

test('a search that a field filters finds the ads whose value passes, also after an edit', async () => {
  const [searcher, seller] = [await createPerson(site), await createPerson(site)]
  const filter = { category: 'Music & Performing Arts', 'f.years': '5-', 'f.travel': 'home' }
  const id = await saveSearch(site, searcher, { name: 'Experienced', filter })
  const fields = { years: 7, travel: ['home', 'online'] }
  await post(seller, { title: 'Lute lessons at home', fields })
  await post(seller, { title: 'Lute lessons of a beginner', fields: { ...fields, years: 1 } })
  const later = await post(seller, {
    title: 'Lute lessons online',
    fields: { ...fields, travel: ['online'] },
  })
  await runJobs()
  expect(await foundFor(site, id)).toEqual(['Lute lessons at home'])
  const edit = { ...updateOf('service'), title: 'Lute lessons online', fields }
  const { status, body } = await send(site, 'PUT', `/service-update/${later}`, {
    cookie: seller.cookie,
    body: edit,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  await runJobs()
  expect(await foundFor(site, id)).toEqual(['Lute lessons at home', 'Lute lessons online'])
})

test('a search follows its topic into another one, even if reading the searches fails at first', async () => {
  const { database } = site
  let known = await createCatalog(database)
  const { matchListing } = createListingMatcher({
    database,
    catalog: async () => known,
    clock: () => new Date(),
  })
  const [searcher, seller] = [await createPerson(site), await createPerson(site)]
  const id = await saveSearch(site, searcher, { filter: { category: 'Pet Services' } })
  const ofPets = { title: 'Walks at dawn', category: 'Pet Services', subcategory: 'Dog Walking' }
  await matchListing({ id: await post(seller, ofPets) })
  await run(sql`update category set merged_into = (select id from category where name = 'Child & Family Care')
    where name = 'Pet Services'`)
  known = await createCatalog(database)
  const ofFamilies = { title: 'Evenings', category: 'Child & Family Care', subcategory: 'Babysitting' }
  const ad = await post(seller, ofFamilies)
  await run(sql`alter table search_pattern rename to unavailable`)
  await expect(matchListing({ id: ad })).rejects.toThrow('search_pattern')
  await run(sql`alter table unavailable rename to search_pattern`)
  await matchListing({ id: ad })
  await run(sql`update category set merged_into = null`)
  expect(await foundFor(site, id)).toEqual(['Walks at dawn', 'Evenings'])
})
