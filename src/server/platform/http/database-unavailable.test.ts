import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listCalls, listUrl } from '../../../../test/support/checks/list-calls.ts'
import { createTestApp } from '../../../../test/support/site/app.ts'
import { createBreakableDatabase } from '../../../../test/support/site/breakable-database.ts'

const internals = /ECONN|postgres|127\.0\.0\.1|select |connect|pool|\.ts:|node_modules/i

test('lists and details return 503 while the database is unavailable, and recover afterwards', async () => {
  const { database, cut, restore } = await createBreakableDatabase()
  const site = await createTestApp(database)
  const urls = [
    ...listCalls.map((call) => listUrl(call)),
    '/servicesbyfilter?searchtext=dogs',
    '/service/0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b',
    '/event/0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b',
  ]
  await cut()
  for (const url of urls) {
    const { status, body, headers, text } = await site.get(url)
    expect(status, url).toBe(503)
    expect(body).toEqual({ code: 'unavailable', message: expect.stringMatching(/^[A-Z].*\.$/) })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(headers['cache-control']).toBe('no-store')
    expect(text).not.toMatch(internals)
  }
  expect((await site.app.http.inject('/readyz')).statusCode).toBe(503)
  expect((await site.app.http.inject('/healthz')).statusCode).toBe(200)

  await restore()
  for (const url of urls.slice(0, -2)) expect((await site.get(url)).status, url).toBe(200)
  expect((await site.app.http.inject('/readyz')).statusCode).toBe(200)
})

test('the catalog is served while the database is unavailable', async () => {
  const { database, cut } = await createBreakableDatabase()
  const site = await createTestApp(database)
  await cut()
  expect((await site.get('/categories')).status).toBe(200)
  expect((await site.get('/location/united-states')).status).toBe(200)
})

test('a page returns 503 while the database is unavailable, without internal details', async () => {
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
  '%s returns 503 while the database is unavailable, not an empty document',
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

test('events are in order again after the database was unavailable at midnight', async () => {
  const { database, cut, restore } = await createBreakableDatabase()
  const site = await createTestApp(database)
  expect((await site.get('/events')).status).toBe(200)
  await cut()
  site.setNow(new Date('2026-11-21T12:00:00Z'))
  expect((await site.get('/events')).status).toBe(503)
  await restore()
  expect((await site.get('/events')).status).toBe(200)
})

test('a call returns 503 if the database cancels its statement for taking too long', async () => {
  const site = await createTestApp()
  const response = await site.database.kysely.transaction().execute(async (tx) => {
    await sql`lock table listing_index in access exclusive mode`.execute(tx)
    return site.get('/services')
  })
  expect(response.status).toBe(503)
  expect(response.body).toMatchObject({ code: 'unavailable' })
  expect(response.headers['retry-after']).toBeDefined()
})
