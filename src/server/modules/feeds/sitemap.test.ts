import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { readSitemap } from '../../../../test/support/checks/documents.ts'
import { createUser } from '../../../../test/support/data/accounts.ts'
import { createListing, createManyListings, setStatus } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp, today } from '../../../../test/support/site/app.ts'
import { addDays } from '../../../shared/days.ts'

const site = 'https://board.example'
let app: TestApp
beforeEach(async () => {
  app = await createTestApp(undefined, { publicUrl: site })
})

const request = (url: string, method: 'GET' | 'HEAD' = 'GET') => app.app.http.inject({ url, method })
const locations = async (url: string) =>
  readSitemap((await request(url)).body).map(({ loc }) => loc.replace(site, ''))

/** Returns every URL of every part of the sitemap. */
async function allLocations() {
  const parts = await locations('/sitemap.xml')
  return (await Promise.all(parts.map(locations))).flat()
}

describe('robots.txt', () => {
  test('names the sitemap and disallows private pages and the API', async () => {
    const { body, headers } = await request('/robots.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body).toContain(`Sitemap: ${site}/sitemap.xml\n`)
    for (const path of [
      '/api/',
      '/admin$',
      '/admin?',
      '/profile/',
      '/post$',
      '/signin?',
      '/service-update/',
    ]) {
      expect(body.split('\n')).toContain(`Disallow: ${path}`)
    }
  })

  test('allows everything public', async () => {
    const rules = [...(await request('/robots.txt')).body.matchAll(/^Disallow: (.*)$/gm)].map(
      ([, rule = '']) => rule,
    )
    const matches = (rule: string, path: string) =>
      rule.endsWith('$') ? path === rule.slice(0, -1) : path.startsWith(rule)
    const publicUrls = [
      ...(await allLocations()),
      '/pictures/ads/a.webp',
      '/feeds/services.atom',
      '/',
      '/postcards',
    ]
    expect(publicUrls.filter((path) => rules.some((rule) => matches(rule, path)))).toEqual([])
    expect(rules.some((rule) => matches(rule, '/api/services'))).toBe(true)
  })
})

describe('the sitemap', () => {
  test('has the public pages', async () => {
    const all = await allLocations()
    for (const path of ['/', '/all-categories', '/about', '/privacy', '/corkboard-suggestions']) {
      expect(all).toContain(path)
    }
    expect(all.filter((path) => /sign|profile|admin|post|api/.test(path))).toEqual([])
  })

  test('has no empty parts', async () => {
    expect(await locations('/sitemap.xml')).toEqual(['/sitemap/pages.xml'])
  })

  test('has the pages of sellers who chose a name and have something to show', async () => {
    const handle = async (name: string, email: string) => {
      await sql`insert into profile_handle (handle, profile_id)
        select ${name}, id from profile where email = ${email}`.execute(app.database.kysely)
    }
    await createListing(app.database, { authorEmail: 'rosa@example.com' })
    const { accountId } = await createUser(app.database, { email: 'gone@example.com' })
    for (const authorEmail of ['gone@example.com', 'nameless@example.com'])
      await createListing(app.database, { authorEmail })
    await createUser(app.database, { email: 'empty@example.com' })
    await handle('rosa-delgado', 'rosa@example.com')
    await handle('7-trades', 'gone@example.com')
    await handle('empty', 'empty@example.com')
    const sellers = async () => (await allLocations()).filter((path) => path.startsWith('/seller/'))
    expect(await locations('/sitemap.xml')).toEqual(
      expect.arrayContaining(['/sitemap/sellers-r.xml', '/sitemap/sellers-7.xml']),
    )
    expect((await sellers()).sort()).toEqual(['/seller/7-trades', '/seller/rosa-delgado'])
    await sql`update account set suspended_at = now() where id = ${accountId}`.execute(app.database.kysely)
    await sql`update profile_handle set is_current = false where handle = 'rosa-delgado'`.execute(
      app.database.kysely,
    )
    expect(await sellers()).toEqual([])
  })

  test('has the tabs of list pages that are not empty', async () => {
    const isList = (path: string) => /^\/(all-(services|events)|category|location|state)/.test(path)
    const event = await createListing(app.database, { kind: 'event', city: null })
    await createListing(app.database, { state: 'Ohio', city: null, subcategory: null })
    expect((await allLocations()).filter(isList)).toEqual([
      '/all-services',
      '/all-events',
      '/category/pet-services',
      '/category/pet-services?tab=events',
      '/category/pet-services/subcategory/dog-walking?tab=events',
      '/location/united-states',
      '/location/united-states?tab=events',
      '/state/Ohio',
      '/state/Texas?tab=events',
    ])
    await setStatus(app.database, event, 'hidden')
    expect((await allLocations()).filter(isList)).toEqual([
      '/all-services',
      '/category/pet-services',
      '/location/united-states',
      '/state/Ohio',
    ])
  })

  test('has each page’s canonical URL, and no noindex pages', async () => {
    await createListing(app.database)
    await createListing(app.database, { kind: 'event', startDate: addDays(today, -30) })
    for (const path of await allLocations()) {
      const { statusCode, body } = await request(path)
      expect(statusCode, path).toBe(200)
      expect(body, path).toContain(`<link rel="canonical" href="${site}${path}"/>`)
      expect(body, path).not.toContain('noindex')
    }
  })

  test('has each public listing once, with its last change', async () => {
    const posted = '2026-10-01T12:00:00.000Z'
    const service = await createListing(app.database, { posted })
    const event = await createListing(app.database, { kind: 'event', posted, status: 'reported' })
    const edited = '2026-11-02T08:00:00.000Z'
    await sql`update listing set edited = ${edited} where id = ${event}`.execute(app.database.kysely)
    const [part = ''] = await locations('/sitemap.xml')
    expect(readSitemap((await request(part)).body)).toEqual([
      { loc: `${site}/ad-details/${service}`, lastmod: posted },
      { loc: `${site}/event-details/${event}`, lastmod: edited },
    ])
  })

  test('follows every status change at once', async () => {
    const id = await createListing(app.database)
    for (const [status, shown] of [
      ['hidden', false],
      ['active', true],
      ['deleted', false],
      ['reported', true],
    ] as const) {
      await setStatus(app.database, id, status)
      expect((await allLocations()).includes(`/ad-details/${id}`), status).toBe(shown)
    }
  })

  test('includes an event until thirty days after its end', async () => {
    const endingOn = (endDate: string) =>
      createListing(app.database, { kind: 'event', startDate: '2026-01-01', endDate })
    const [included, excluded] = [await endingOn(addDays(today, -30)), await endingOn(addDays(today, -31))]
    const all = await allLocations()
    expect(all).toContain(`/event-details/${included}`)
    expect(all).not.toContain(`/event-details/${excluded}`)
    const page = await request(`/event-details/${excluded}`)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<meta name="robots" content="noindex, follow"/>')
  })

  test('has each listing in one part, and deleting one moves no other', { tags: ['slow'] }, async () => {
    await createManyListings(app.database, 3_000)
    // About one random id in 2,000 starts a part. These do: near the start, in the middle, and at the end.
    const starts = [
      '00000000-0000-4000-8000-000000000800',
      '80000000-0000-4000-8000-000000000000',
      'ffffffff-ffff-4fff-bfff-fffffffff800',
    ]
    for (const id of starts) await createListing(app.database, { id })
    const { rows } = await sql<{ id: string }>`select id from listing`.execute(app.database.kysely)
    const expected = rows.map(({ id }) => `/ad-details/${id}`).sort()
    const parts = await locations('/sitemap.xml')
    expect(parts.length).toBeGreaterThan(starts.length)
    const actual = (await allLocations()).filter((path) => path.startsWith('/ad-details/'))
    expect(actual.toSorted()).toEqual(expected)

    await setStatus(app.database, starts[1] ?? '', 'deleted')
    const after = await locations('/sitemap.xml')
    expect(after).toEqual(parts.filter((part) => !part.includes(starts[1] ?? '')))
    expect((await allLocations()).filter((path) => path.startsWith('/ad-details/'))).toHaveLength(3_002)
  })

  test('responds to HEAD without a body, and is XML', async () => {
    for (const url of ['/sitemap.xml', '/sitemap/pages.xml']) {
      const { statusCode, body, headers } = await request(url, 'HEAD')
      expect([statusCode, body, headers['content-type']]).toEqual([200, '', 'application/xml; charset=utf-8'])
      expect((await request(url)).headers['content-type']).toBe('application/xml; charset=utf-8')
    }
  })

  test.each([
    '/sitemap/nothing.xml',
    '/sitemap/listings-1.xml',
    '/sitemap/listings-0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b.xml',
    '/sitemap/listings-%00.xml',
    '/sitemap/',
  ])('returns 404 for %s', async (url) => {
    expect((await request(url)).statusCode).toBe(404)
  })
})
