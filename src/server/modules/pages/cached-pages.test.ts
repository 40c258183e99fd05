/** How cached pages are sent, to whom, and how much memory they take. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createUser, startSession } from '../../../../test/support/data/accounts.ts'
import { createListing, createManyListings } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { createBreakableDatabase } from '../../../../test/support/site/breakable-database.ts'
import type { CacheTracker } from '../../platform/cache/cache-tracker.ts'
import { followTagChanges } from '../../platform/cache/tag-changes.ts'
import { listTag, tagsOfChange } from '../../schema/content-changes.ts'
import { createPageCache, type RenderedPage } from './page-cache.ts'

let site: TestApp
beforeEach(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  await createManyListings(site.database, 20)
})

const get = (url: string, headers: Record<string, string> = {}) => site.app.http.inject({ url, headers })

/** The look-ups of pages in the cache so far. */
async function lookUps() {
  const { body } = await get('/metrics')
  const count = (result: string) =>
    Number(
      new RegExp(`^corkboard_cache_requests_total\\{cache="pages",result="${result}"\\} (\\d+)`, 'm').exec(
        body,
      )?.[1],
    )
  return { hits: count('hit'), misses: count('miss') }
}

/** Returns whether each page is in the cache. */
async function cached(...urls: string[]): Promise<boolean[]> {
  const results: boolean[] = []
  for (const url of urls) {
    const before = await lookUps()
    await get(url)
    results.push((await lookUps()).hits > before.hits)
  }
  return results
}

describe('a page', () => {
  test('is rendered once for several visitors', async () => {
    await Promise.all(Array.from({ length: 20 }, () => get('/')))
    await get('/')
    expect(await lookUps()).toEqual({ hits: 20, misses: 1 })
  })

  test('is sent in the encoding that the client prefers, each with its own strong ETag', async () => {
    const [plain, gzip, brotli, again] = [
      await get('/'),
      await get('/', { 'accept-encoding': 'gzip, deflate' }),
      await get('/', { 'accept-encoding': 'gzip, deflate, br, zstd' }),
      await get('/', { 'accept-encoding': 'identity' }),
    ]
    expect([plain, gzip, brotli].map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'gzip',
      'br',
    ])
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
    expect(again.body).toBe(plain.body)
    const tags = [plain, gzip, brotli].map(({ headers }) => headers.etag)
    expect(new Set(tags).size).toBe(3)
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/)
    for (const { headers } of [plain, gzip, brotli])
      expect(headers).toMatchObject({ vary: 'accept-encoding', 'cache-control': 'no-cache' })
  })

  test('is not sent again to a client that has it, until it changes', async () => {
    const { headers } = await get('/', { 'accept-encoding': 'br' })
    const known = { 'accept-encoding': 'br', 'if-none-match': String(headers.etag) }
    expect(await get('/', known)).toMatchObject({
      statusCode: 304,
      body: '',
      headers: { etag: headers.etag },
    })
    await createListing(site.database, { title: 'Something new' })
    expect(await get('/', known)).toMatchObject({ statusCode: 200 })
  })

  test('has the same headers for HEAD, and no body', async () => {
    const { headers } = await get('/')
    const head = await site.app.http.inject({ url: '/', method: 'HEAD' })
    expect(head).toMatchObject({ statusCode: 200, body: '' })
    for (const name of ['content-length', 'content-type', 'etag', 'vary', 'content-security-policy'])
      expect({ [name]: head.headers[name] }).toEqual({ [name]: headers[name] })
  })

  test('sets no cookie and contains nothing of the request that rendered it', async () => {
    const first = await get('/about', { 'user-agent': 'Curious/1.0', cookie: 'theme=secret-theme' })
    const second = await get('/about')
    expect(second.body).toBe(first.body)
    expect(second.body).not.toMatch(/Curious|secret-theme/)
    expect(first.headers).not.toHaveProperty('set-cookie')
  })
})

describe('of a signed-in user', () => {
  test('no page is cached, and none is taken from the cache', async () => {
    const { email, name } = await createUser(site.database)
    const cookie = await startSession(site, email)
    const before = await lookUps()
    const own = await get('/all-services', { cookie })
    expect(own.body).toContain(name)
    expect(own.headers).toMatchObject({ 'cache-control': 'private, no-store' })
    expect(own.headers).not.toHaveProperty('etag')
    expect(await lookUps()).toEqual(before)
    const visitors = await get('/all-services')
    expect(visitors.body).not.toContain(name)
    expect((await get('/all-services', { cookie })).body).toContain(name)
  })

  test('a page is not a 304 of the visitors’ page', async () => {
    const { headers } = await get('/')
    const cookie = await startSession(site, (await createUser(site.database)).email)
    expect((await get('/', { cookie, 'if-none-match': String(headers.etag) })).statusCode).toBe(200)
  })
})

test('a page explains that the database does not respond, and is not cached', async () => {
  const { database, cut, restore } = await createBreakableDatabase()
  site = await createTestApp(database)
  await get('/')
  await cut()
  const failed = await get('/')
  await restore()
  expect(failed.headers['content-type']).toMatch(/^text\/html/)
  expect(failed.statusCode).toBeGreaterThanOrEqual(500)
  expect(failed.headers).not.toHaveProperty('etag')
  await expect.poll(async () => (await get('/')).statusCode, { timeout: 30_000 }).toBe(200)
})

test('no page with a secret in its URL, of an account, or that does not exist is cached', async () => {
  for (const url of [
    '/verify-email?token=abcdefabcdefabcdefabcdef',
    '/reset-password?token=abcdefabcdefabcdefabcdef',
    '/email-link?token=abcdefabcdefabcdefabcdef',
    '/signin?to=/profile',
    '/signup',
    '/profile',
    '/nothing-here',
    '/ad-details/0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b',
  ]) {
    expect((await get(url)).headers, url).not.toHaveProperty('etag')
    expect(await cached(url), url).toEqual([false])
  }
})

test('a search is cached when it is requested for the second time, until anything is written', async () => {
  await createListing(site.database, { title: 'Harp lessons' })
  const id = await createListing(site.database, { title: 'Piano lessons' })
  const url = '/search?searchtext=harp'
  expect((await get(url)).headers).not.toHaveProperty('etag')
  expect(await cached(url, url, url)).toEqual([false, true, true])
  // No page shows this ad, and no list changes its order.
  await sql`update listing set description = 'Also the harp.' where id = ${id}`.execute(site.database.kysely)
  expect((await get(url)).body).toContain('Piano lessons')
  expect(await cached(url)).toEqual([true])
})

test('a search near a place is not cached, because the URL can have a position or a postal code', async () => {
  const url = '/all-services?near=78701&within=25'
  expect(await cached(url, url, url)).toEqual([false, false, false])
})

test.each([
  ['services', '/all-services?price_max=20000', true],
  ['events, which can end at any minute,', '/all-events?price_max=20000', false],
])('a search of %s is cached for some minutes at most', async (_, url, isCached) => {
  for (let time = 0; time < 2; time += 1) await get(url)
  site.setNow(new Date('2026-11-20T17:01:00Z'))
  expect(await cached(url)).toEqual([isCached])
  site.setNow(new Date('2026-11-20T17:12:00Z'))
  expect(await cached(url)).toEqual([false])
})

describe('after a write', () => {
  test('only the pages that show it are rendered again', async () => {
    const far = { state: 'Ohio', city: 'Columbus', category: 'Music & Performing Arts' }
    const id = await createListing(site.database, { ...far, subcategory: 'Piano Lessons' })
    const unrelated = [
      ...['/state/Texas', '/category/pet-services', '/category/pet-services/subcategory/dog-walking'],
      ...['/all-events', '/safety-guide', '/all-locations'],
    ]
    const related = [
      ...['/', '/all-services', '/state/Ohio', '/category/music-performing-arts', '/all-categories'],
      `/ad-details/${id}`,
    ]
    for (const url of [...unrelated, ...related]) await get(url)
    expect(await cached(...unrelated, ...related)).not.toContain(false)
    await createListing(site.database, {
      ...far,
      subcategory: 'Piano Lessons',
      authorEmail: 'else@example.com',
    })
    expect(await cached(...unrelated)).not.toContain(false)
    expect(await cached(...related)).not.toContain(true)
  })

  test('of a text, only the pages that show it are rendered again', async () => {
    const oldest = await createListing(site.database, { title: 'Before', posted: '2020-01-01T12:00:00Z' })
    const [unrelated, related] = [
      ['/', '/all-services', '/state/Texas'],
      ['/all-services?page=2', `/ad-details/${oldest}`],
    ]
    for (const url of [...unrelated, ...related]) await get(url)
    await sql`update listing set title = 'Afterwards' where id = ${oldest}`.execute(site.database.kysely)
    expect(await cached(...unrelated)).not.toContain(false)
    expect(await cached(...related)).not.toContain(true)
    for (const url of related) expect((await get(url)).body).toContain('Afterwards')
    await sql`update listing set price = 1 where id = ${oldest}`.execute(site.database.kysely)
    expect(await cached(...unrelated, ...related)).not.toContain(true)
  })
})

describe('the cache', () => {
  let now = { time: 1_000, day: '2026-11-20' }
  beforeEach(() => {
    now = { time: 1_000, day: '2026-11-20' }
  })
  const createCache = () =>
    createPageCache({ changes: followTagChanges(site.database, tagsOfChange), now: () => now })
  const pageOf =
    (html: string, track = (_: CacheTracker) => {}) =>
    async (tracker: CacheTracker): Promise<RenderedPage> => {
      tracker.expireAt(2_000)
      track(tracker)
      return { status: 200, html, pattern: '/' }
    }

  test('does not share a page that may not be cached', async () => {
    const cache = createCache()
    const pages = await Promise.all(
      ['1', '2', '3'].map((text) =>
        cache.get(
          '/',
          pageOf(text, (tracker) => tracker.preventCaching()),
        ),
      ),
    )
    expect(pages.map(({ isStored, value }) => !isStored && value.html)).toEqual(['1', '2', '3'])
  })

  test('does not share a page whose data was read before a write', async () => {
    const cache = createCache()
    const track = (tracker: CacheTracker) => tracker.addTags([listTag('service', 0, 0)])
    let finish = () => {}
    const slow = cache.get('/', async (tracker) => {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      return pageOf('before', track)(tracker)
    })
    await expect.poll(() => cache.stats().misses).toBe(1)
    await createListing(site.database)
    const later = cache.get('/', pageOf('after', track))
    const other = cache.get('/', pageOf('after, again', track))
    finish()
    expect(await textOf(slow)).toBe('before')
    expect([await textOf(later), await textOf(other)]).toEqual(['after', 'after'])
  })

  test('does not use a page after the time when its text changes, or on another day', async () => {
    const cache = createCache()
    await cache.get('/', pageOf('first'))
    now = { time: 1_999, day: '2026-11-20' }
    expect(await textOf(cache.get('/', pageOf('other')))).toBe('first')
    now = { time: 2_000, day: '2026-11-20' }
    const second = async () => ({ status: 200, html: 'second', pattern: '/' })
    expect(await textOf(cache.get('/', second))).toBe('second')
    now = { time: 3_000, day: '2026-11-20' }
    expect(await textOf(cache.get('/', second))).toBe('second')
    now = { time: 3_000, day: '2026-11-21' }
    expect(await textOf(cache.get('/', async () => ({ status: 200, html: 'third', pattern: '/' })))).toBe(
      'third',
    )
  })

  test('lets a failure pass, and caches nothing of it', async () => {
    const cache = createCache()
    const fail = () => Promise.reject(new Error('away'))
    await expect(cache.get('/', fail)).rejects.toThrow('away')
    expect(await textOf(cache.get('/', pageOf('back')))).toBe('back')
  })

  async function textOf(pending: ReturnType<ReturnType<typeof createPageCache>['get']>): Promise<string> {
    const { isStored, value } = await pending
    if (!isStored) throw new Error('The page was not cached.')
    return brotliDecompressSync(value.brotli).toString()
  }
})
