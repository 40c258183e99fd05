/** What the site does while the search engine has no index, or cannot be reached. */
import { beforeAll, expect, test } from 'vitest'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createFedEngine } from '../../../../test/support/search/fed-engine.ts'
import { createDatabase, createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { Suggestions } from '../../../shared/contract/browse.ts'
import type { Facets } from '../../../shared/search.ts'
import { type SearchEngine, SearchUnavailable } from './engine.ts'

let site: TestApp
let isAvailable = false
let event = ''

beforeAll(async () => {
  const { database } = await createDatabase()
  await createListing(database, { title: 'Harp lessons' })
  event = await createListing(database, { kind: 'event', title: 'Harp evening' })
  const engine = await createFedEngine(database)
  const unlessUnavailable =
    <Input extends unknown[], Result>(call: (...input: Input) => Promise<Result>) =>
    async (...input: Input) => {
      if (!isAvailable) throw new SearchUnavailable()
      return call(...input)
    }
  const breakable: SearchEngine = {
    search: unlessUnavailable(engine.search),
    calendar: unlessUnavailable(engine.calendar),
    countTerms: unlessUnavailable(engine.countTerms),
    words: unlessUnavailable(engine.words),
    close: engine.close,
  }
  site = await createTestApp(database, { engine: breakable })
})

const page = async (url: string) =>
  (await site.app.http.inject({ url, headers: { accept: 'text/html' } })) as {
    statusCode: number
    body: string
    headers: Record<string, unknown>
  }

test.each([
  ['/services', 'services'],
  ['/servicesbyfilter', 'services'],
  ['/servicesbyfilter?category=Pet+Services&state=Texas', 'services'],
  ['/servicesbyfilter?category=Pet+Services&sort=price-asc', 'services'],
  ['/eventsbyfilter?state=Texas', 'events'],
])('the list %s goes on, without facets', async (path, name) => {
  const { status, body } = await site.get<{ facets?: Facets } & Record<string, { title: string }[]>>(path)
  expect(status).toBe(200)
  expect(body[name]?.map(({ title }) => title)).toEqual([
    name === 'services' ? 'Harp lessons' : 'Harp evening',
  ])
  expect(body).not.toHaveProperty('facets')
})

test.each([
  '/servicesbyfilter?searchtext=harp',
  '/services?near=Austin',
  '/eventsbyfilter?when=week',
  '/map?kind=service',
  '/eventcalendar?from=2026-11-01&to=2026-12-01&limit=3',
])('%s says when to try again', async (path) => {
  const { status, body, headers } = await site.get<{ message: string }>(path)
  expect([status, headers['retry-after']]).toEqual([503, '2'])
  expect(body.message).toBe('The search is being prepared. Please try again in a moment.')
})

test('the search field suggests topics and places, but no words', async () => {
  const { status, body } = await site.get<Suggestions>('/suggestions?q=dog')
  expect(status).toBe(200)
  expect(body.topics.length).toBeGreaterThan(0)
  expect(body.words).toEqual([])
})

test.each([
  '/',
  '/all-services',
  '/all-events?state=Texas',
  '/state/Texas?tab=events',
  '/category/pet-services',
])('the page %s is complete again when the search is', async (url) => {
  const without = await page(url)
  expect(without.statusCode).toBe(200)
  expect(without.body).toMatch(/Harp (lessons|evening)/)
  isAvailable = true
  const uncached = await createTestApp(site.database, { cachePages: false })
  const { body } = await uncached.app.http.inject(url)
  const found = await page(url)
  isAvailable = false
  expect(found.body === body).toBe(true)
})

test('the page of an event shows no similar ones', async () => {
  const { statusCode, body } = await page(`/event-details/${event}`)
  expect(statusCode).toBe(200)
  expect(body).toContain('Harp evening')
})

test.each(['/search?searchtext=harp', '/all-events?view=month', '/all-services?view=map'])(
  'the page %s says what to do',
  async (url) => {
    const { statusCode, headers, body } = await page(url)
    expect([statusCode, headers['retry-after']]).toEqual([503, expect.any(String)])
    expect(body).toContain('The search is being prepared. Please try again in a moment.')
  },
)
