import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createUser, ownOrigin, send, signIn } from '../../../../test/support/data/accounts.ts'
import { postOf } from '../../../../test/support/data/posts.ts'
import { createTestApp } from '../../../../test/support/site/app.ts'
import { createBreakableDatabase } from '../../../../test/support/site/breakable-database.ts'

const internals = /ECONN|postgres|127\.0\.0\.1|\.ts:\d|node_modules|does not respond/i

async function createFreezableSite() {
  const { database, freeze, thaw, cut, restore } = await createBreakableDatabase()
  const site = await createTestApp(database, { realSessions: true })
  const cookie = await signIn(site, (await createUser(database)).email)
  const request = async (options: { url: string; method?: 'POST'; cookie?: string; body?: object }) => {
    const started = performance.now()
    const response = await site.app.http.inject({
      url: options.url,
      method: options.method ?? 'GET',
      headers: options.cookie ? { cookie: options.cookie, origin: ownOrigin } : {},
      ...(options.body && { payload: options.body }),
    })
    return { url: options.url, response, milliseconds: performance.now() - started }
  }
  /** Requests of visitors and of a signed-in user: calls, pages, and a post. */
  const requestEverything = () =>
    Promise.all([
      request({ url: '/api/services' }),
      request({ url: '/all-services' }),
      request({ url: '/' }),
      request({ url: '/feeds/services.atom' }),
      request({ url: '/api/services', cookie }),
      request({ url: '/api/userprofile', cookie }),
      request({ url: '/profile', cookie }),
      request({ url: '/', cookie }),
      request({ url: '/api/auth/get-session', cookie }),
      request({ url: '/api/services', method: 'POST', cookie, body: postOf('service') }),
      request({
        url: '/api/auth/sign-in/email',
        method: 'POST',
        body: { email: 'ada@example.com', password: 'a long enough password' },
      }),
    ])
  return { site, cookie, database, request, requestEverything, freeze, thaw, cut, restore }
}

test('with a frozen database, everyone gets a 503 in under three seconds, and then at once', {
  tags: ['timed'],
}, async () => {
  const { site, cookie, request, requestEverything, freeze, thaw } = await createFreezableSite()
  freeze()
  for (const maxMilliseconds of [3000, 1000]) {
    for (const { url, response, milliseconds } of await requestEverything()) {
      expect(response.statusCode, url).toBe(503)
      expect(Number(response.headers['retry-after']), url).toBeGreaterThan(0)
      expect(response.body, url).not.toMatch(internals)
      expect(milliseconds, url).toBeLessThan(maxMilliseconds)
    }
  }
  expect((await site.app.http.inject('/healthz')).statusCode).toBe(200)
  expect((await site.app.http.inject('/readyz')).statusCode).toBe(503)
  expect((await site.get('/categories')).status).toBe(200)

  thaw()
  await expect
    .poll(async () => (await request({ url: '/api/userprofile', cookie })).response.statusCode, {
      timeout: 2_000,
    })
    .toBe(200)
  expect((await site.app.http.inject('/readyz')).statusCode).toBe(200)
})

test('a page of a signed-in user says that the site is unavailable while the database is', async () => {
  const { site, cookie, cut } = await createFreezableSite()
  await cut()
  for (const url of ['/', '/profile', '/all-services']) {
    const page = await site.app.http.inject({ url, headers: { cookie } })
    expect(page.statusCode, url).toBe(503)
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    expect(page.headers['retry-after']).toBeDefined()
    expect(page.body).not.toMatch(internals)
  }
})

test('a signed-in user gets the same 503 as a visitor while the database is unavailable, and stays signed in', async () => {
  const { site, cookie, cut, restore } = await createFreezableSite()
  await cut()
  for (const path of ['/userprofile', '/servicesbyauser', '/auth/get-session']) {
    const { status, body, headers } = await send(site, 'GET', path, { cookie })
    expect(status, path).toBe(503)
    expect(body).toMatchObject({ code: 'unavailable' })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(headers['set-cookie']).toBeUndefined()
  }
  await restore()
  expect((await send(site, 'GET', '/userprofile', { cookie })).status).toBe(200)
})

test('a slow query is not taken for a frozen database', { tags: ['timed'] }, async () => {
  const { site, database } = await createFreezableSite()
  const slow = sql<{ slept: string }>`select pg_sleep(3.5)::text as slept`
  const sleeping = Promise.all(Array.from({ length: 3 }, () => slow.execute(database.kysely)))
  expect((await site.get('/services')).status).toBe(200)
  expect(await sleeping).toHaveLength(3)
})

test('with every connection busy, requests get a 503 in under three seconds', {
  tags: ['timed'],
}, async () => {
  const { site, database, request } = await createFreezableSite()
  const slow = sql`select pg_sleep(4)`
  const sleeping = Promise.all(Array.from({ length: 4 }, () => slow.execute(database.kysely)))
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => request({ url: '/api/servicesbyfilter?searchtext=piano' })),
  )
  for (const { response, milliseconds } of responses) {
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBeDefined()
    expect(milliseconds).toBeLessThan(3000)
  }
  expect((await site.app.http.inject('/healthz')).statusCode).toBe(200)
  await sleeping
  expect((await site.get('/services')).status).toBe(200)
})
