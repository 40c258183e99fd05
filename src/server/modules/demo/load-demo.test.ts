import { access, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DemoListing } from '../../../../demo/listing.ts'
import { itemsOf } from '../../../../test/support/checks/list-calls.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { ListedEvent } from '../../../shared/listing.ts'
import { clearDemo, isInSeason, loadDemo } from './load-demo.ts'

const demoFolder = new URL('../../../../demo/', import.meta.url)
const demoListings = JSON.parse(await readFile(new URL('listings.json', demoFolder), 'utf8')) as DemoListing[]

const tables = ['listing', 'profile', 'image', 'listing_image', 'listing_index'] as const

async function numberOfRows({ database }: TestApp) {
  const counts = tables.map(async (table) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      database.kysely,
    )
    return [table, rows[0]?.count]
  })
  return Object.fromEntries(await Promise.all(counts)) as Record<(typeof tables)[number], number>
}

describe('a loaded demo', () => {
  let site: TestApp
  let added: number
  beforeAll(async () => {
    site = await createTestApp()
    added = await loadDemo(site.database)
    // The demo's dates are relative to the database's clock.
    const { rows } = await sql<{ now: string }>`select now()`.execute(site.database.kysely)
    site.setNow(new Date(rows[0]?.now ?? Date.now()))
  })

  test('has at least 60 services and 30 events', async () => {
    const services = await site.get<{ total: number }>('/services')
    const events = await site.get<{ total: number }>('/events')
    expect(services.body.total).toBeGreaterThanOrEqual(60)
    expect(events.body.total).toBeGreaterThanOrEqual(30)
    expect(services.body.total + events.body.total).toBe(added)
    const { rows } = await sql<{
      month: number
    }>`select extract(month from current_date)::int as month`.execute(site.database.kysely)
    expect(added).toBe(demoListings.filter((listing) => isInSeason(listing, rows[0]?.month ?? 0)).length)
  })

  test('names everyone who posted, and some of them posted more than one ad', async () => {
    const { rows } = await sql<{ name: string; ads: number }>`
      select name, count(*) as ads from profile join listing on author_id = profile.id group by profile.id`.execute(
      site.database.kysely,
    )
    expect(rows.filter(({ name }) => !/^\p{Lu}\S+ \p{Lu}\S+$/u.test(name))).toEqual([])
    expect(rows.some(({ ads }) => ads > 1)).toBe(true)
  })

  test('adds nothing when loaded again', async () => {
    const before = await numberOfRows(site)
    expect(await loadDemo(site.database)).toBe(0)
    expect(await numberOfRows(site)).toEqual(before)
  })

  test('covers at least twelve states', async () => {
    const states = await sql`select distinct state_id from listing where state_id is not null`.execute(
      site.database.kysely,
    )
    expect(states.rows.length).toBeGreaterThanOrEqual(12)
  })

  test('uses only subcategories, states, and cities of the catalog', async () => {
    const { rows } = await sql`
      select title from listing where subcategory_id is null or state_id is null or city_id is null`.execute(
      site.database.kysely,
    )
    expect(rows).toEqual([])
  })

  test('has sold-out, past, and mostly upcoming events', async () => {
    const responses = await Promise.all(['1', '2'].map((page) => site.get(`/events?limit=50&page=${page}`)))
    const events = responses.flatMap(({ body }) => itemsOf(body) as ListedEvent[])
    const { rows } = await sql<{ today: string }>`select current_date as today`.execute(site.database.kysely)
    const today = rows[0]?.today ?? ''
    const ended = events.filter(({ endDate }) => endDate < today)
    expect(events.some((event) => event.event_availability === 'soldout')).toBe(true)
    expect(ended.length).toBeGreaterThanOrEqual(1)
    expect(events.length - ended.length).toBeGreaterThan(ended.length)
    expect(events.slice(0, 6).filter(({ endDate }) => endDate < today)).toEqual([])
  })

  test('has events with times, series with a next date, and venues', async () => {
    const responses = await Promise.all(['1', '2'].map((page) => site.get(`/events?limit=50&page=${page}`)))
    const events = responses.flatMap(({ body }) => itemsOf(body) as ListedEvent[])
    const series = events.filter(({ rule }) => rule !== null)
    expect(series.length).toBeGreaterThanOrEqual(5)
    expect(series.filter(({ occurrence }) => new Date(occurrence.endsAt) < new Date())).toEqual([])
    expect(events.filter(({ occurrence }) => occurrence.startTime !== null).length).toBeGreaterThan(15)
    expect(events.filter((event) => event.venue_name !== '').length).toBeGreaterThan(10)
  })

  test('shows a picture on each of the first six services and events', async () => {
    for (const path of ['/services', '/events'] as const) {
      const { body } = await site.get(`${path}?limit=6`)
      expect(itemsOf(body).filter(({ images }) => images.length === 0)).toEqual([])
    }
  })

  test('has listings with no, one, and several pictures, and serves each picture', async () => {
    const pictures = demoListings.map(({ images }) => images.length)
    expect(pictures).toEqual(expect.arrayContaining([0, 1, 2]))
    for (const file of new Set(demoListings.flatMap(({ images }) => images))) {
      await access(new URL(`pictures/${file}`, demoFolder))
    }
    const { rows } = await sql<{ url: string }>`select url from image`.execute(site.database.kysely)
    for (const { url } of rows) {
      const { statusCode, headers } = await site.app.http.inject(url)
      expect(statusCode, url).toBe(200)
      expect(headers['content-type']).toMatch(/^image\//)
    }
  })

  test('uses only reserved email addresses and phone numbers', () => {
    for (const listing of demoListings) {
      for (const email of [listing.author_email, listing.business_email].filter(Boolean)) {
        expect(email).toMatch(/@([a-z0-9-]+\.)*example\.(org|com|net)$/)
      }
      expect(listing.phone).toMatch(/^$|555/)
    }
  })
})

describe('clearing the demo', () => {
  test('deletes everything of the demo and nothing else', async () => {
    const site = await createTestApp()
    const own = await createListing(site.database, { title: 'Mine', images: ['/mine.webp'] })
    const before = await numberOfRows(site)
    const added = await loadDemo(site.database)
    expect(await clearDemo(site.database)).toBe(added)
    expect(await numberOfRows(site)).toEqual(before)
    expect((await site.get(`/service/${own}`)).body).toMatchObject({ title: 'Mine', images: ['/mine.webp'] })
    expect((await site.get('/services')).body).toMatchObject({ total: 1 })
    expect((await site.get('/events')).body).toMatchObject({ total: 0 })
  })

  test('does nothing without a demo', async () => {
    const site = await createTestApp()
    await createListing(site.database)
    expect(await clearDemo(site.database)).toBe(0)
    expect((await site.get('/services')).body).toMatchObject({ total: 1 })
  })

  test('keeps authors and pictures of other listings', async () => {
    const site = await createTestApp()
    await loadDemo(site.database)
    const [first] = demoListings.filter(({ images }) => images.length > 0)
    const url = `/demo-pictures/${first?.images[0]}`
    const own = await createListing(site.database, { authorEmail: first?.author_email ?? '', images: [url] })
    await clearDemo(site.database)
    expect((await site.get(`/service/${own}`)).body).toMatchObject({
      images: [url],
      author: { email: first?.author_email },
    })
    expect(await numberOfRows(site)).toMatchObject({ listing: 1, profile: 1, image: 1 })
  })

  test('deletes authors whose listings were already deleted', async () => {
    const site = await createTestApp()
    await loadDemo(site.database)
    const [first] = demoListings
    await sql`delete from listing using profile where author_id = profile.id and email = ${first?.author_email}`.execute(
      site.database.kysely,
    )
    await clearDemo(site.database)
    expect(await numberOfRows(site)).toMatchObject({ listing: 0, profile: 0, image: 0 })
  })

  test('can be undone by loading again', async () => {
    const site = await createTestApp()
    const added = await loadDemo(site.database)
    await clearDemo(site.database)
    expect(await loadDemo(site.database)).toBe(added)
  })
})
