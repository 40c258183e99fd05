/** Time passes: authors are asked, services and ended events leave the lists, and renewals bring services back. */
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { itemsOf, titlesOf } from '../../../../../test/support/checks/list-calls.ts'
import { createUser, send, startSession, type TestUser } from '../../../../../test/support/data/accounts.ts'
import { createListing, createManyListings } from '../../../../../test/support/data/factories.ts'
import { createPicture, updateOf } from '../../../../../test/support/data/posts.ts'
import { createTestApp, type TestApp, today } from '../../../../../test/support/site/app.ts'
import { siteSecret } from '../../../../../test/support/site/site-secret.ts'
import { addDays } from '../../../../shared/days.ts'
import { defaultSettings, type SiteSettings } from '../../../../shared/settings/table.ts'
import { createNotifications, type Notifications } from '../../notifications/service.ts'
import { createRenewalTokens } from './ask-authors.ts'
import { updateFreshness } from './update-freshness.ts'

let site: TestApp
let author: TestUser & { cookie: string }
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  const person = await createUser(site.database, { email: 'rosa@example.com' })
  author = { ...person, cookie: await startSession(site, person.email) }
})
beforeEach(async () => {
  await sql`delete from listing`.execute(site.database.kysely)
  await sql`delete from outbox_email`.execute(site.database.kysely)
})

/** Noon in the site's time zone. */
const noonOf = (day: string) => new Date(`${day}T17:00:00Z`)
/** Noon of the day that is so many days after the services of these tests were posted. */
const daysLater = (days: number) => noonOf(addDays(today, days))
const posted = noonOf(today).toISOString()

const notifications = createNotifications({
  secret: siteSecret,
  settings: () => defaultSettings,
  publicUrl: 'http://localhost:3000',
})

/** Lets time pass, and runs the job as it would run then. */
async function runAt(now: Date, changed: Partial<SiteSettings> = {}) {
  site.setNow(now)
  await updateFreshness({
    database: site.database,
    secret: siteSecret,
    notifications,
    settings: () => ({ ...defaultSettings, ...changed }),
    clock: () => now,
  })
}

const post = (title: string, overrides = {}) =>
  createListing(site.database, { title, posted, authorEmail: author.email, ...overrides })
const listed = async (path = '/services') => titlesOf(itemsOf((await site.get(path)).body))
const freshnessOf = async (id: string) =>
  (await site.get<{ freshness: string }>(`/service/${id}`)).body.freshness
const emails = async () => {
  const { rows } = await sql<{ recipient: string }>`
    select recipient from outbox_email where kind = 'service-question' order by created`.execute(
    site.database.kysely,
  )
  return rows.map(({ recipient }) => recipient)
}
const own = async (query = '') =>
  (
    await send<{ title: string; freshness: string; renewBy: string | null }[]>(
      site,
      'GET',
      `/servicesbyauser${query}`,
      { cookie: author.cookie },
    )
  ).body
const renew = (id: string, cookie = author.cookie) => send(site, 'PUT', `/service-renew/${id}`, { cookie })
const tokenOf = createRenewalTokens(siteSecret).create
const page = (path: string) => site.app.http.inject({ url: path })

describe('a service that nobody renews', () => {
  test('is asked about after 60 days, gray and last after 75, and out of lists after 90', async () => {
    const id = await post('Dog walks')
    await post('Newer walks', { posted: daysLater(50).toISOString() })
    await createListing(site.database, {
      title: 'Older walks, renewed',
      posted: noonOf(addDays(today, -400)).toISOString(),
      authorEmail: author.email,
    })
    await sql`update service_renewal set since = ${daysLater(50)} where since < ${noonOf(today)}`.execute(
      site.database.kysely,
    )
    const walks = '/servicesbyfilter?searchtext=walks'

    await runAt(daysLater(59))
    expect(await emails()).toEqual([])
    await runAt(daysLater(60))
    expect(await emails()).toEqual(['rosa@example.com'])
    expect(await freshnessOf(id)).toBe('current')
    expect((await own()).map(({ title, renewBy }) => [title, renewBy])).toEqual([
      ['Newer walks', null],
      ['Dog walks', addDays(today, 75)],
      ['Older walks, renewed', null],
    ])
    const order = ['Newer walks', 'Dog walks', 'Older walks, renewed']
    expect(await listed()).toEqual(order)
    expect(await listed(walks)).toEqual(order)

    await runAt(daysLater(74))
    expect(await freshnessOf(id)).toBe('current')
    await runAt(daysLater(75))
    expect(await freshnessOf(id)).toBe('stale')
    const lastInGray = ['Newer walks', 'Older walks, renewed', 'Dog walks']
    expect(await listed()).toEqual(lastInGray)
    expect(await listed(walks)).toEqual(lastInGray)
    expect(await listed('/servicesbycategory?category=Pet%20Services')).toEqual(lastInGray)
    // Its title matches best, but a stale service scores half.
    expect(await listed('/servicesbyfilter?searchtext=dog%20walks')).toEqual(lastInGray)
    // It was posted on the day on which it was posted.
    expect((await site.get<{ posted: string }>(`/service/${id}`)).body.posted).toBe(posted)
    expect((await page('/all-services')).body).toContain('Outdated?')

    await runAt(daysLater(89))
    expect(await listed()).toHaveLength(3)
    await runAt(daysLater(90))
    expect(await emails()).toHaveLength(1)
    expect(await freshnessOf(id)).toBe('archived')
    expect(await own()).toHaveLength(3)
    expect((await own('?archived=true')).map(({ title }) => title)).toEqual(['Dog walks'])
  })

  test('is in no list, count, feed, sitemap, or search when archived, and its page says so', async () => {
    const id = await post('Dog walks')
    const seller = (await site.get<{ seller: { id: string } }>(`/service/${id}`)).body.seller.id
    const read = async () => {
      const similarTo = await post('Cat sitting', { posted: daysLater(95).toISOString() })
      const found = {
        list: await listed(),
        total: (await site.get<{ total: number }>('/services')).body.total,
        search: await listed('/servicesbyfilter?searchtext=dog'),
        suggestions: (await site.get('/suggestions?q=dog%20wa')).text,
        seller: await listed(`/servicesbyseller?seller=${seller}`),
        ads: (await site.get<{ services: number }>(`/seller/${seller}`)).body.services,
        similar: (await site.get(`/service/${similarTo}/similar`)).text,
        counts: (await site.get('/listing-counts')).text,
        map: (await site.get('/map?kind=service')).text,
        feed: (await page('/feeds/services.atom')).body,
        sitemap: (await page('/sitemap.xml')).body,
        home: (await page('/')).body,
        pages: (await page('/all-services')).body,
      }
      await sql`delete from listing where id = ${similarTo}`.execute(site.database.kysely)
      return JSON.stringify(found)
    }
    expect(await read()).toContain('Dog walks')
    const details = (await page(`/ad-details/${id}`)).body
    expect(details).not.toContain('noindex')
    for (const days of [60, 75, 90]) await runAt(daysLater(days))
    const after = await read()
    expect(after).not.toMatch(new RegExp(`Dog walks|${id}`))
    expect(after).toContain('"total":1')
    const archived = await page(`/ad-details/${id}`)
    expect(archived.statusCode).toBe(200)
    expect(archived.body).toContain('This is probably not offered anymore.')
    expect(archived.body).toMatch(/<meta name="robots" content="noindex/)
  })

  test('stays out of lists while moderators decide about it', async () => {
    const id = await post('Dog walks')
    for (const days of [60, 75, 90]) await runAt(daysLater(days))
    const set = (status: string) =>
      sql`update listing set status = ${status}, title = title || '!' where id = ${id}`.execute(
        site.database.kysely,
      )
    for (const status of ['reported', 'hidden', 'active']) {
      await set(status)
      expect(await listed()).toEqual([])
      expect(await listed('/servicesbyfilter?searchtext=dog')).toEqual([])
    }
    const { rows } =
      await sql`select from listing_count group by kind, topic_id, place_id having sum(change) <> 0`.execute(
        site.database.kysely,
      )
    expect(rows).toEqual([])
  })
})

describe('a renewal', () => {
  test('by the author’s button starts the time again, and moves the service nowhere', async () => {
    const id = await post('Dog walks')
    await post('Newer walks', { posted: daysLater(80).toISOString() })
    for (const days of [60, 75, 90]) await runAt(daysLater(days))
    expect(await listed()).toEqual(['Newer walks'])
    const stranger = await createUser(site.database)
    expect((await renew(id, await startSession(site, stranger.email))).status).toBe(403)
    expect((await renew(id)).status).toBe(200)
    expect(await listed()).toEqual(['Newer walks', 'Dog walks'])
    expect(await listed('/servicesbyfilter?searchtext=walks')).toEqual(['Newer walks', 'Dog walks'])
    await runAt(daysLater(139))
    expect(await freshnessOf(id)).toBe('current')
    expect((await own()).find(({ title }) => title === 'Dog walks')?.renewBy).toBeNull()
    await runAt(daysLater(150))
    expect((await own()).find(({ title }) => title === 'Dog walks')?.renewBy).toBe(addDays(today, 165))
  })

  test('is an edit by the author, but not one by an admin', async () => {
    const id = await post('Dog walks')
    for (const days of [60, 75]) await runAt(daysLater(days))
    const admin = await createUser(site.database, { isAdmin: true })
    const edit = async (cookie: string) =>
      (await send(site, 'PUT', `/service-update/${id}`, { cookie, body: updateOf('service') })).status
    expect(await edit(await startSession(site, admin.email))).toBe(200)
    expect(await freshnessOf(id)).toBe('stale')
    expect(await edit(author.cookie)).toBe(200)
    expect(await freshnessOf(id)).toBe('current')
    await runAt(daysLater(134))
    expect(await emails()).toHaveLength(1)
  })

  test('by the link in the email needs no sign-in, and opening the link changes nothing', async () => {
    const id = await post('Dog walks')
    for (const days of [60, 75, 90]) await runAt(daysLater(days))
    const link = `/renew-service?token=${tokenOf(id)}`
    const opened = await page(link)
    expect(opened.body).toContain('Dog walks')
    expect(opened.body).toMatch(/<meta name="robots" content="noindex/)
    expect(await freshnessOf(id)).toBe('archived')
    const submitted = await site.app.http.inject({
      method: 'POST',
      url: '/renew-service',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:3000' },
      payload: new URLSearchParams({ token: tokenOf(id) }).toString(),
    })
    expect(submitted).toMatchObject({ statusCode: 303 })
    expect(submitted.headers.location).toBe(`http://localhost:3000${link}`)
    expect(await listed()).toEqual(['Dog walks'])
    expect((await page(link)).body).toContain('Your ad is up to date')

    const event = await createListing(site.database, { kind: 'event', authorEmail: author.email })
    const call = async (token: string) =>
      (await send(site, 'PUT', '/service-renewal', { body: { token } })).status
    expect(await call(tokenOf(id))).toBe(200)
    expect(await call(tokenOf(event))).toBe(410)
    const token = tokenOf(id)
    expect(await call(token.slice(0, -1) + (token.endsWith('a') ? 'c' : 'a'))).toBe(400)
    expect(await call(tokenOf(id).repeat(5))).toBe(400)
  })

  test('of a suspended author’s service fails', async () => {
    const id = await post('Dog walks')
    await runAt(daysLater(60))
    await sql`update account set suspended_at = now() where id = ${author.accountId}`.execute(
      site.database.kysely,
    )
    try {
      const byLink = await send(site, 'PUT', '/service-renewal', { body: { token: tokenOf(id) } })
      expect([byLink.status, (await renew(id)).status]).toEqual([403, 403])
    } finally {
      await sql`update account set suspended_at = null where id = ${author.accountId}`.execute(
        site.database.kysely,
      )
    }
  })
})

describe('the emails', () => {
  test('are one for each author and day, whatever fails in between', async () => {
    for (const title of ['Dog walks', 'Cat sitting', 'Bird feeding']) await post(title)
    await post('Fish care', { posted: noonOf(addDays(today, 1)).toISOString() })
    const other = await createUser(site.database, { email: 'sam@example.com' })
    await post('Bread baking', { authorEmail: other.email })
    // A run that dies after it has asked the first author, and before the email to the second is committed.
    const dying = {
      ...notifications,
      topicEmail: async (...args: Parameters<Notifications['topicEmail']>) => {
        const id = await notifications.topicEmail(...args)
        if ((await emails()).length === 1) throw new Error('Killed.')
        return id
      },
    } as Notifications
    const now = daysLater(60)
    const job = { database: site.database, secret: siteSecret, clock: () => now }
    const settings = () => defaultSettings
    await expect(updateFreshness({ ...job, settings, notifications: dying })).rejects.toThrow('Killed.')
    expect(await emails()).toHaveLength(1)
    await Promise.all([runAt(now), runAt(now), runAt(now)])
    expect((await emails()).toSorted()).toEqual(['rosa@example.com', 'sam@example.com'])
    // Within a day of the first email, not about the fourth service, nor after a renewal.
    const { rows } = await sql<{ id: string }>`select id from listing where title = 'Dog walks'`.execute(
      site.database.kysely,
    )
    await renew(rows[0]?.id ?? '')
    await runAt(new Date(daysLater(61).getTime() - 60_000))
    expect(await emails()).toHaveLength(2)
    await runAt(daysLater(61))
    expect(await emails()).toEqual(['rosa@example.com', 'sam@example.com', 'rosa@example.com'])
  })

  test('are not sent about hidden services, or if nobody can answer', async () => {
    const hidden = await post('Dog walks', { status: 'hidden' })
    await createListing(site.database, { title: 'A demo ad', posted, authorEmail: 'demo@example.com' })
    for (const days of [60, 75, 90, 119]) await runAt(daysLater(days))
    expect(await emails()).toEqual([])
    expect(await listed()).toEqual(['A demo ad'])
    await sql`update listing set status = 'active' where id = ${hidden}`.execute(site.database.kysely)
    await runAt(daysLater(120))
    expect(await emails()).toEqual(['rosa@example.com'])
  })

  test('are not sent to authors who turned them off, whose services age all the same', async () => {
    const { kysely } = site.database
    const id = await post('Dog walks')
    await sql`insert into email_preference (profile_id, topic, wanted)
      select id, 'freshness', false from profile where account_id = ${author.accountId}`.execute(kysely)
    for (const days of [60, 75, 90]) await runAt(daysLater(days))
    await sql`delete from email_preference`.execute(kysely)
    expect(await emails()).toEqual([])
    expect(await freshnessOf(id)).toBe('archived')
  })

  test('and archives are spread on a site with many old services', async () => {
    for (let number = 0; number < 130; number += 1) {
      const { email } = await createUser(site.database)
      await post(`Old service ${number}`, { authorEmail: email, posted: '2024-01-01T12:00:00Z' })
    }
    await runAt(daysLater(0))
    expect(await emails()).toHaveLength(100)
    await runAt(new Date(daysLater(0).getTime() + 600_000))
    expect(await emails()).toHaveLength(130)
    expect((await site.get<{ total: number }>('/services')).body.total).toBe(130)
    await runAt(daysLater(14))
    expect((await site.get('/services')).text).not.toContain('stale')
    await runAt(daysLater(16))
    expect((await site.get('/services')).text).toContain('stale')
    await runAt(daysLater(29))
    expect((await site.get<{ total: number }>('/services')).body.total).toBe(130)
    await runAt(daysLater(31))
    expect((await site.get<{ total: number }>('/services')).body.total).toBe(0)
  })

  test('are not sent if services stay in lists', async () => {
    await post('Dog walks')
    await runAt(daysLater(900), { serviceFreshness: null })
    expect(await emails()).toEqual([])
    expect(await listed()).toEqual(['Dog walks'])
  })
})

describe('an event', () => {
  test('that ended stays after the others for 30 days, and then only its page stays', async () => {
    const event = (title: string, endDate: string) =>
      createListing(site.database, {
        kind: 'event',
        title,
        startDate: endDate,
        endDate,
        authorEmail: author.email,
      })
    const id = await event('Harvest market', today)
    await event('Spring market', '2096-04-01')
    await runAt(daysLater(30))
    expect(await listed('/events')).toEqual(['Spring market', 'Harvest market'])
    expect(await listed('/eventsbyfilter?searchtext=market')).toEqual(['Spring market', 'Harvest market'])
    await runAt(daysLater(31))
    for (const list of ['/events', '/eventsbyfilter?searchtext=market', '/eventsbystate?state=Texas'])
      expect(await listed(list)).toEqual(['Spring market'])
    expect((await site.get<{ total: number }>('/events')).body.total).toBe(1)
    for (const path of ['/all-events', '/feeds/events.atom', '/feeds/events.ics', '/sitemap.xml'])
      expect((await page(path)).body).not.toMatch(new RegExp(`Harvest market|${id}`))
    expect((await page(`/event-details/${id}`)).statusCode).toBe(200)
    expect((await page(`/event-details/${id}`)).body).toMatch(/<meta name="robots" content="noindex/)

    // A new date brings it back at once.
    const day = '2096-03-01'
    const images = [await createPicture(site.database, author.accountId)]
    const body = updateOf('event', { title: 'Harvest market', startDate: day, endDate: day, images })
    expect((await send(site, 'PUT', `/event-update/${id}`, { cookie: author.cookie, body })).status).toBe(200)
    expect(await listed('/events')).toEqual(['Harvest market', 'Spring market'])
  })

  test('leaves the lists in batches', async () => {
    await createManyListings(site.database, 450, { kind: 'event' })
    await runAt(noonOf('2027-01-05'))
    expect((await site.get<{ total: number }>('/events')).body.total).toBe(0)
    const { rows } = await sql`select from listing where not archived`.execute(site.database.kysely)
    expect(rows).toEqual([])
  })
})
