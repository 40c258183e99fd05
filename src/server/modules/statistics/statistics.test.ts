import crawlers from 'crawler-user-agents'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { emailsTo, ownOrigin, send } from '../../../../test/support/data/accounts.ts'
import {
  createAd,
  createPerson,
  deleteMessages,
  type Person,
  writeToAuthor,
} from '../../../../test/support/data/conversations.ts'
import { createListing, setStatus } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import { siteSecret } from '../../../../test/support/site/site-secret.ts'
import type { OwnStatistics } from '../../../shared/contract/statistics.ts'
import { addDays } from '../../../shared/days.ts'
import { statisticsDays } from '../../../shared/limits.ts'
import { defaultSettings } from '../../../shared/settings/table.ts'
import { createNotifications } from '../notifications/service.ts'
import { sendAdStatistics } from './jobs.ts'
import { deleteOldViews } from './queries.ts'
import { createViewCounter, type View } from './view-counter.ts'

const day = '2026-11-20'
const noonOf = (day: string) => new Date(`${day}T17:00:00Z`)
let now = noonOf(day)
const clock = () => now
const settings = () => defaultSettings

let site: TestApp
let author: Person
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  author = await createPerson(site)
  counterOptions = { database: site.database, secret: siteSecret, settings, clock, log: silentLog }
})
beforeEach(async () => {
  now = noonOf(day)
  await run(sql`truncate listing_view, counted_view`)
  await sql`update listing set status = 'deleted', deleted = now() where status <> 'deleted'`.execute(
    site.database.kysely,
  )
  await deleteMessages(site)
})

const run = (query: ReturnType<typeof sql>) => query.execute(site.database.kysely)
let counterOptions: Parameters<typeof createViewCounter>[0]
const createCounter = () => createViewCounter(counterOptions)
async function viewsOf(...ids: string[]): Promise<number[]> {
  const { rows } = await sql<{ id: string; views: number }>`
    select listing_id as id, sum(views)::int as views from listing_view group by listing_id`.execute(
    site.database.kysely,
  )
  return ids.map((id) => rows.find((row) => row.id === id)?.views ?? 0)
}

const versions = Array.from({ length: 25 }, (_, at) => 110 + at)
/** Names of real browsers. */
const browserNames = versions.flatMap((version) => [
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Mobile Safari/537.36`,
  `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`,
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36 Edg/${version}.0.0.0`,
  `Mozilla/5.0 (iPhone; CPU iPhone OS 17_${version % 7} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.${version % 7} Mobile/15E148 Safari/604.1`,
])
const browserOf = (at: number) => ({
  network: `203.0.${Math.floor(at / 200)}.${at % 200}`,
  userAgent: browserNames[at % browserNames.length] ?? '',
  viewer: undefined,
})
const botNames = crawlers.flatMap(({ instances }) => instances)
const botOf = (at: number) => ({
  network: `198.51.100.${at % 200}`,
  userAgent: botNames[Math.floor((at * botNames.length) / 300)] ?? '',
  viewer: undefined,
})

/** Returns what everyone does on a day, each browser often several times. */
function drawViews(ads: string[], count: number): View[] {
  let state = 7
  const draw = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
  return Array.from({ length: count }, () => {
    const visitor = draw(10) < 6 ? browserOf(draw(500)) : botOf(draw(300))
    return { listingId: ads[draw(ads.length)] ?? '', ...visitor }
  })
}

test('10,000 views of 500 browsers and 300 bots are counted within 1 %, by two processes, and nothing says who looked', async () => {
  const ads = await Promise.all(Array.from({ length: 10 }, () => createAd(site, author)))
  const views = drawViews(ads, 10_000)
  const people = views.filter(({ network }) => network.startsWith('203.'))
  expect(people.length).toBeGreaterThan(5_000)
  const workers = [createCounter(), createCounter()]
  for (const [at, view] of views.entries()) {
    workers[at % 2]?.count(view)
    // Both reach the database at the same time.
    if (at % 2_500 === 2_499) await Promise.all(workers.map((worker) => worker.flush()))
  }
  const expected = ads.map(
    (ad) =>
      new Set(people.filter(({ listingId }) => listingId === ad).map((view) => view.network + view.userAgent))
        .size,
  )
  const sumOf = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)
  const counted = await viewsOf(...ads)
  expect(Math.abs(sumOf(counted) / sumOf(expected) - 1)).toBeLessThan(0.01)
  for (const [at, count] of counted.entries())
    expect(Math.abs(count - (expected[at] ?? 0))).toBeLessThanOrEqual(0.02 * count)

  // During the day, only hashes; of one browser, each ad has another one.
  const held = await sql<{
    hash: string
    count: number
  }>`select hash, count(*)::int as count from counted_view group by hash`.execute(site.database.kysely)
  expect(held.rows.length).toBe(sumOf(counted))
  now = noonOf(addDays(day, 1))
  // The first time, the processes notice that the day is over, the second time they clear it, although nobody came.
  for (const worker of [...workers, ...workers]) await worker.flush()
  expect(workers.map((worker) => worker.size())).toEqual([0, 0])
  expect((await sql`select from counted_view`.execute(site.database.kysely)).rows).toEqual([])
  const kept = await sql<object>`select * from listing_view`.execute(site.database.kysely)
  for (const row of kept.rows) expect(Object.keys(row).sort()).toEqual(['day', 'listing_id', 'views'])
  expect(await viewsOf(...ads)).toEqual(counted)
})

test('a browser counts again on the next day, and one that another process notices late does not count', async () => {
  const ad = await createAd(site, author)
  const [first, second] = [createCounter(), createCounter()]
  const view = { listingId: ad, ...browserOf(0) }
  first.count(view)
  await first.flush()
  now = noonOf(addDays(day, 1))
  await first.flush()
  first.count(view)
  await first.flush()
  second.count({ ...view, network: '203.0.9.9' })
  await second.flush()
  const { rows } = await sql<object>`select day, views from listing_view order by day`.execute(
    site.database.kysely,
  )
  expect(rows).toEqual([
    { day, views: 1 },
    { day: addDays(day, 1), views: 1 },
  ])
})

test('of a flood of invented browsers, only so many count on a day', async () => {
  const ad = await createAd(site, author)
  const counter = createViewCounter({ ...counterOptions, limit: 3 })
  const flood = () => {
    for (let at = 0; at < 10; at += 1) counter.count({ listingId: ad, ...browserOf(at) })
  }
  flood()
  await counter.flush()
  flood()
  await counter.flush()
  expect(await viewsOf(ad)).toEqual([3])
  now = noonOf(addDays(day, 1))
  await counter.flush()
  flood()
  await counter.flush()
  expect(await viewsOf(ad)).toEqual([6])
})

test('views wait while the database is away', async () => {
  const ad = await createAd(site, author)
  const counter = createCounter()
  counter.count({ listingId: ad, ...browserOf(0) })
  await run(sql`alter table counted_view rename to counted_view_away`)
  await counter.flush()
  await run(sql`alter table counted_view_away rename to counted_view`)
  expect(counter.size()).toBe(1)
  await counter.flush()
  expect(await viewsOf(ad)).toEqual([1])
})

test('pages count when they are rendered, cached, or not modified, and calls when a page makes them', async () => {
  const counting = await createTestApp(site.database, { realSessions: true })
  const userAgent = browserOf(0).userAgent
  let address = 0
  /** Opens something as another browser each time. */
  const open = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
    address += 1
    return counting.app.http.inject({
      method,
      url,
      remoteAddress: `203.0.113.${address}`,
      headers: { 'user-agent': userAgent, ...headers },
    })
  }
  const ads = await Promise.all(Array.from({ length: 4 }, () => createAd(site, author)))
  const [seen = '', called = '', unseen = '', own = ''] = ads
  const event = await createListing(site.database, { kind: 'event', authorEmail: author.email })
  const { headers } = await open(`/ad-details/${seen}`)
  await open(`/ad-details/${seen}?utm_source=mail`, { 'sec-fetch-mode': 'navigate' })
  expect((await open(`/ad-details/${seen}`, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  await open(`/event-details/${event}`)
  await open(`/api/service/${called}`, { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })

  const page = `/ad-details/${unseen}`
  await open(page, {}, 'HEAD')
  await open(page, { 'sec-purpose': 'prefetch;prerender' })
  await open(page, { purpose: 'prefetch' })
  // The copy for offline use.
  await open(page, { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' })
  await open(page, {
    'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  })
  await open(page, { 'user-agent': '' })
  await open(`/api/service/${unseen}`)
  await open(`/api/service/${unseen}`, { 'sec-fetch-site': 'cross-site' })
  await open(`/message-author/${unseen}`)
  for (const url of [`/ad-details/${own}`, `/api/service/${own}`])
    await open(url, { cookie: author.cookie, 'sec-fetch-site': 'same-origin' })
  const other = await createPerson(site)
  await open(`/ad-details/${own}`, { cookie: other.cookie })
  // Its author has a profile, and no account.
  const imported = await createListing(site.database)
  await open(`/ad-details/${imported}`)
  await counting.app.http.close()
  expect(await viewsOf(seen, called, event, unseen, own, imported)).toEqual([3, 1, 1, 0, 1, 1])
})

test('nobody counts for an ad that visitors cannot see', async () => {
  const hidden = await createAd(site, author)
  await setStatus(site.database, hidden, 'hidden')
  const counter = createCounter()
  counter.count({ listingId: hidden, ...browserOf(0) })
  counter.count({ listingId: '0193e0a4-0000-7000-8000-00000000dead', ...browserOf(1) })
  await counter.flush()
  expect(await viewsOf(hidden)).toEqual([0])
})

const statisticsOf = async ({ cookie }: Person, kind = 'service') =>
  (await send<OwnStatistics>(site, 'GET', `/own-statistics?kind=${kind}`, { cookie })).body
const addViews = (id: string, day: string, views: number) =>
  run(sql`insert into listing_view (listing_id, day, views) values (${id}, ${day}, ${views})`)

test('authors see the views, saves, and messages of their own ads, and nobody else’s', async () => {
  const [reader, stranger] = [await createPerson(site), await createPerson(site)]
  const ad = await createAd(site, author)
  const quiet = await createAd(site, author)
  const event = await createListing(site.database, { kind: 'event', authorEmail: author.email })
  await addViews(ad, day, 5)
  await addViews(ad, addDays(day, 1 - statisticsDays), 2)
  await addViews(ad, addDays(day, -statisticsDays), 9)
  await addViews(event, day, 1)
  await run(
    sql`insert into saved_listing (profile_id, listing_id, saved, known_price)
      select id, ${ad}, ${now.toISOString()}, 1 from profile where account_id = ${reader.accountId}`,
  )
  expect((await writeToAuthor(site, ad, { text: 'Hello' }, reader)).status).toBe(200)
  await run(sql`update conversation_message set created = ${now.toISOString()}`)
  const { from, to, ads } = await statisticsOf(author)
  expect([from, to]).toEqual([addDays(day, 1 - statisticsDays), day])
  expect(ads.map(({ id }) => id).sort()).toEqual([ad, quiet].sort())
  const found = ads.find(({ id }) => id === ad)
  expect(found).toMatchObject({ saves: 1, messages: 1, contacts: null })
  expect(found?.views).toEqual([2, ...Array(statisticsDays - 2).fill(0), 5])
  expect((await statisticsOf(author, 'event')).ads).toMatchObject([{ id: event, saves: 0 }])
  expect((await statisticsOf(stranger)).ads).toEqual([])
  expect((await send(site, 'GET', '/own-statistics?kind=service')).status).toBe(401)
})

test('counts end after their time, with the ad, and are in the download', async () => {
  const ad = await createAd(site, author)
  const { rows } = await sql<{ today: string }>`select current_date::text as today`.execute(
    site.database.kysely,
  )
  const today = rows[0]?.today ?? ''
  await addViews(ad, addDays(today, -91), 4)
  await addViews(ad, addDays(today, -90), 3)
  await deleteOldViews(site.database.kysely, 90)
  expect(await viewsOf(ad)).toEqual([3])
  const { body } = await send<{ listings: object[] }>(site, 'GET', '/account-data', { cookie: author.cookie })
  const { listings } = JSON.parse(JSON.stringify(body)) as { listings: { _id: string; views: object }[] }
  expect(listings.find(({ _id }) => _id === ad)?.views).toEqual({ [addDays(today, -90)]: 3 })
  await run(sql`delete from listing where id = ${ad}`)
  expect(await viewsOf(ad)).toEqual([0])
})

const notifications = createNotifications({ secret: siteSecret, settings, publicUrl: ownOrigin })
const sendWeek = (now: Date) =>
  sendAdStatistics({ database: site.database, notifications, clock: () => now, settings })

test('those who want it get one email about the week before, from Monday morning on', async () => {
  const [ann, ben] = [await createPerson(site), await createPerson(site)]
  for (const person of [ann, ben])
    await addViews(await createAd(site, person, 'Piano\nlessons'), '2026-11-29', 12)
  const quiet = await createPerson(site)
  await createAd(site, quiet)
  for (const { accountId } of [ann, quiet])
    await run(sql`insert into email_preference (profile_id, topic, wanted)
      select id, 'ad-statistics', true from profile where account_id = ${accountId}`)
  const monday = '2026-11-30'
  await sendWeek(new Date(`${monday}T07:00:00Z`))
  expect(await emailsTo(site, ann.email), 'at night').toEqual([])
  // Two servers, and again on Tuesday.
  await Promise.all([sendWeek(noonOf(monday)), sendWeek(noonOf(monday))])
  await sendWeek(noonOf(addDays(monday, 1)))
  const [email, ...others] = await emailsTo(site, ann.email)
  expect(others).toEqual([])
  expect(email?.subject).toBe('Your ads on Corkboard: 12 views last week')
  expect(email?.text).toContain('“Piano lessons”\n12 views, 0 saves, 0 messages')
  expect(email?.text).toMatch(/\/unsubscribe\?token=ad-statistics/)
  expect(await emailsTo(site, ben.email), 'off by default').toEqual([])
  expect(await emailsTo(site, quiet.email), 'nothing to say').toEqual([])
  // Nobody looked in the week after.
  await sendWeek(noonOf(addDays(monday, 7)))
  expect(await emailsTo(site, ann.email)).toHaveLength(1)
})
