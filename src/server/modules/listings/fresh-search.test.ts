/** The search engine can be behind the database: who sees what, and that nothing older is kept in a cache. */
import { beforeEach, expect, test } from 'vitest'
import { createUser } from '../../../../test/support/data/accounts.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createFedEngine } from '../../../../test/support/search/fed-engine.ts'
import { createDatabase, createTestApp, type TestApp, viewerWith } from '../../../../test/support/site/app.ts'

let site: TestApp
/** The engine of the site has these, and reads what is posted later only for those who ask for everything. */
beforeEach(async () => {
  const { database } = await createDatabase()
  await createListing(database, { title: 'Harp lessons' })
  await createListing(database, { kind: 'event', title: 'Harp evening' })
  site = await createTestApp(database, { engine: await createFedEngine(database, { lagging: true }) })
  await search()
})

const search = async (viewer = null as Parameters<TestApp['get']>[1]) =>
  (await site.get<{ total: number }>('/servicesbyfilter?searchtext=harp', viewer)).body.total

test('people who are signed in find what was just posted, and visitors a moment later', async () => {
  const viewer = viewerWith(await createUser(site.database))
  await createListing(site.database, { title: 'Harp repairs' })
  expect(await search()).toBe(1)
  expect(await search(viewer)).toBe(2)
  await createListing(site.database, { title: 'Harp rental' })
  expect(await search()).toBe(2)
})

test.each([
  '/search?searchtext=harp',
  '/all-services?price_max=20000',
  '/all-services?category=Pet+Services',
  '/all-services?view=map',
  '/all-services?sort=price-asc&category=Pet+Services',
  '/all-events?state=Texas',
  '/all-events?view=month',
])('the page %s is never older than the database when it is cached', async (url) => {
  const uncached = await createTestApp(site.database, { cachePages: false })
  const body = async ({ app }: TestApp) => (await app.http.inject(url)).body
  for (let time = 0; time < 3; time += 1) {
    await createListing(site.database, { title: `Harp ${time}`, price: time })
    await createListing(site.database, { kind: 'event', title: `Harp event ${time}` })
    const expected = await body(uncached)
    for (let again = 0; again < 3; again += 1) expect((await body(site)) === expected, `${time}`).toBe(true)
  }
})

test.each([
  '/servicesbyfilter?category=Pet+Services',
  '/servicesbyfilter?category=Pet+Services&sort=price-asc',
  '/eventsbyfilter?state=Texas',
  '/map?kind=service',
  '/eventcalendar?from=2026-11-01&to=2026-12-01&limit=3',
])('the reply of %s is never older than the database', async (url) => {
  const current = await createTestApp(site.database)
  for (let time = 0; time < 3; time += 1) {
    await createListing(site.database, { title: `Harp ${time}`, price: time })
    await createListing(site.database, { kind: 'event', title: `Harp event ${time}` })
    const { body } = await current.get(url)
    for (let again = 0; again < 3; again += 1) expect((await site.get(url)).body).toEqual(body)
  }
})
