import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '../../../../test/support/app.ts'
import { createBreakableDatabase } from '../../../../test/support/breakable-database.ts'
import { addressOfList, listCalls } from '../../../../test/support/list-calls.ts'

const internals = /ECONN|postgres|127\.0\.0\.1|select |connect|pool|\.ts:|node_modules/i

test('while the database is away every list and detail says so, and afterwards they are back', async () => {
  const { database, cut, restore } = await createBreakableDatabase()
  const site = await createTestApp(database)
  const addresses = [
    ...listCalls.map((call) => addressOfList(call)),
    '/servicesbyfilter?searchtext=dogs',
    '/service/0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b',
    '/event/0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b',
  ]
  await cut()
  for (const address of addresses) {
    const { status, body, headers, text } = await site.get(address)
    expect(status, address).toBe(503)
    expect(body).toEqual({ code: 'unavailable', message: expect.stringMatching(/^[A-Z].*\.$/) })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(headers['cache-control']).toBe('no-store')
    expect(text).not.toMatch(internals)
  }
  expect((await site.app.http.inject('/readyz')).statusCode).toBe(503)
  expect((await site.app.http.inject('/healthz')).statusCode).toBe(200)

  await restore()
  for (const address of addresses.slice(0, -2)) expect((await site.get(address)).status, address).toBe(200)
  expect((await site.app.http.inject('/readyz')).statusCode).toBe(200)
})

test('while the database is away the catalog is still answered', async () => {
  const { database, cut } = await createBreakableDatabase()
  const site = await createTestApp(database)
  await cut()
  expect((await site.get('/categories')).status).toBe(200)
  expect((await site.get('/location/united-states')).status).toBe(200)
})

test('while the database is away a page says so without a word about the insides', async () => {
  const { database, cut } = await createBreakableDatabase()
  const { app } = await createTestApp(database)
  await cut()
  const { statusCode, headers, body } = await app.http.inject('/all-services')
  expect(statusCode).toBe(503)
  expect(headers['content-type']).toMatch(/^text\/html/)
  expect(headers['retry-after']).toBeDefined()
  expect(body).not.toMatch(/ECONN|postgres|127\.0\.0\.1|\.ts:\d|node_modules/i)
})

test.each(['/sitemap.xml', '/sitemap/pages.xml', '/feeds/services.atom', '/feeds/events.ics'])(
  'while the database is away %s is refused for now, and not answered empty',
  async (url) => {
    const { database, cut, restore } = await createBreakableDatabase()
    const { app } = await createTestApp(database)
    await cut()
    const { statusCode, headers, body } = await app.http.inject(url)
    expect(statusCode).toBe(503)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(JSON.parse(body)).toMatchObject({ code: 'unavailable' })
    await restore()
    expect((await app.http.inject(url)).statusCode).toBe(200)
  },
)

test('events are in order again once a database that was away at midnight is back', async () => {
  const { database, cut, restore } = await createBreakableDatabase()
  const site = await createTestApp(database)
  expect((await site.get('/events')).status).toBe(200)
  await cut()
  site.setNow(new Date('2026-11-21T12:00:00Z'))
  expect((await site.get('/events')).status).toBe(503)
  await restore()
  expect((await site.get('/events')).status).toBe(200)
})

test('a call that the database has cut off because it took too long is answered as busy', async () => {
  const site = await createTestApp()
  const answer = await site.database.kysely.transaction().execute(async (tx) => {
    await sql`lock table listing_index in access exclusive mode`.execute(tx)
    return site.get('/services')
  })
  expect(answer.status).toBe(503)
  expect(answer.body).toMatchObject({ code: 'unavailable' })
  expect(answer.headers['retry-after']).toBeDefined()
})
