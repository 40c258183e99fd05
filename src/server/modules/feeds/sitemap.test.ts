import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, today } from '../../../../test/support/app.ts'
import { readSitemap } from '../../../../test/support/documents.ts'
import { createListing, createManyListings, setStatus } from '../../../../test/support/factories.ts'
import { addDays } from '../../../shared/days.ts'

const site = 'https://board.example'
let app: TestApp
beforeEach(async () => {
  app = await createTestApp(undefined, { publicUrl: site })
})

const ask = (url: string, method: 'GET' | 'HEAD' = 'GET') => app.app.http.inject({ url, method })
const locations = async (url: string) =>
  readSitemap((await ask(url)).body).map(({ loc }) => loc.replace(site, ''))

/** Every address of every part of the index. */
async function everything() {
  const parts = await locations('/sitemap.xml')
  return (await Promise.all(parts.map(locations))).flat()
}

describe('robots.txt', () => {
  test('names the sitemap, and leaves out what is private and the calls', async () => {
    const { body, headers } = await ask('/robots.txt')
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

  test('keeps nobody from what is public', async () => {
    const rules = [...(await ask('/robots.txt')).body.matchAll(/^Disallow: (.*)$/gm)].map(
      ([, rule = '']) => rule,
    )
    const covers = (rule: string, path: string) =>
      rule.endsWith('$') ? path === rule.slice(0, -1) : path.startsWith(rule)
    const open = [...(await everything()), '/pictures/ads/a.webp', '/feeds/services.atom', '/', '/postcards']
    expect(open.filter((path) => rules.some((rule) => covers(rule, path)))).toEqual([])
    expect(rules.some((rule) => covers(rule, '/api/services'))).toBe(true)
  })
})

describe('the sitemap', () => {
  test('has the screens that everybody may see', async () => {
    const all = await everything()
    for (const path of ['/', '/all-categories', '/about', '/privacy', '/corkboard-suggestions']) {
      expect(all).toContain(path)
    }
    expect(all.filter((path) => /sign|profile|admin|post|api/.test(path))).toEqual([])
  })

  test('of an empty board has no part that would be empty', async () => {
    expect(await locations('/sitemap.xml')).toEqual(['/sitemap/pages.xml'])
  })

  test('has the lists in which there is something, tab by tab', async () => {
    const isList = (path: string) => /^\/(all-(services|events)|category|location|state)/.test(path)
    const event = await createListing(app.database, { kind: 'event', city: null })
    await createListing(app.database, { state: 'Ohio', city: null, subcategory: null })
    expect((await everything()).filter(isList)).toEqual([
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
    expect((await everything()).filter(isList)).toEqual([
      '/all-services',
      '/category/pet-services',
      '/location/united-states',
      '/state/Ohio',
    ])
  })

  test('names each page by its one address, and none that asks to be left out', async () => {
    await createListing(app.database)
    await createListing(app.database, { kind: 'event', startDate: addDays(today, -30) })
    for (const path of await everything()) {
      const { statusCode, body } = await ask(path)
      expect(statusCode, path).toBe(200)
      expect(body, path).toContain(`<link rel="canonical" href="${site}${path}"/>`)
      expect(body, path).not.toContain('noindex')
    }
  })

  test('has each public listing once, with when it was last changed', async () => {
    const posted = '2026-10-01T12:00:00.000Z'
    const service = await createListing(app.database, { posted })
    const event = await createListing(app.database, { kind: 'event', posted, status: 'reported' })
    const edited = '2026-11-02T08:00:00.000Z'
    await sql`update listing set edited = ${edited} where id = ${event}`.execute(app.database.kysely)
    const [part = ''] = await locations('/sitemap.xml')
    expect(readSitemap((await ask(part)).body)).toEqual([
      { loc: `${site}/ad-details/${service}`, lastmod: posted },
      { loc: `${site}/event-details/${event}`, lastmod: edited },
    ])
  })

  test('follows every change of status at once', async () => {
    const id = await createListing(app.database)
    for (const [status, shown] of [
      ['hidden', false],
      ['active', true],
      ['deleted', false],
      ['reported', true],
    ] as const) {
      await setStatus(app.database, id, status)
      expect((await everything()).includes(`/ad-details/${id}`), status).toBe(shown)
    }
  })

  test('has an event for thirty days after its end', async () => {
    const endingOn = (endDate: string) =>
      createListing(app.database, { kind: 'event', startDate: '2026-01-01', endDate })
    const [kept, left] = [await endingOn(addDays(today, -30)), await endingOn(addDays(today, -31))]
    const all = await everything()
    expect(all).toContain(`/event-details/${kept}`)
    expect(all).not.toContain(`/event-details/${left}`)
    const page = await ask(`/event-details/${left}`)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<meta name="robots" content="noindex, follow"/>')
  })

  test('is divided so that every listing is in one part, and one that goes moves no other', async () => {
    await createManyListings(app.database, 3_000)
    // Of random ids one or two begin a part: these do, near the start, in the middle and at the end.
    const starts = [
      '00000000-0000-4000-8000-000000000800',
      '80000000-0000-4000-8000-000000000000',
      'ffffffff-ffff-4fff-bfff-fffffffff800',
    ]
    for (const id of starts) await createListing(app.database, { id })
    const { rows } = await sql<{ id: string }>`select id from listing`.execute(app.database.kysely)
    const wanted = rows.map(({ id }) => `/ad-details/${id}`).sort()
    const parts = await locations('/sitemap.xml')
    expect(parts.length).toBeGreaterThan(starts.length)
    const found = (await everything()).filter((path) => path.startsWith('/ad-details/'))
    expect(found.toSorted()).toEqual(wanted)

    await setStatus(app.database, starts[1] ?? '', 'deleted')
    const after = await locations('/sitemap.xml')
    expect(after).toEqual(parts.filter((part) => !part.includes(starts[1] ?? '')))
    expect((await everything()).filter((path) => path.startsWith('/ad-details/'))).toHaveLength(3_002)
  })

  test('answers HEAD without reading anything, and is XML', async () => {
    for (const url of ['/sitemap.xml', '/sitemap/pages.xml']) {
      const { statusCode, body, headers } = await ask(url, 'HEAD')
      expect([statusCode, body, headers['content-type']]).toEqual([200, '', 'application/xml; charset=utf-8'])
      expect((await ask(url)).headers['content-type']).toBe('application/xml; charset=utf-8')
    }
  })

  test.each([
    '/sitemap/nothing.xml',
    '/sitemap/listings-1.xml',
    '/sitemap/listings-0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b.xml',
    '/sitemap/listings-%00.xml',
    '/sitemap/',
  ])('has no part at %s', async (url) => {
    expect((await ask(url)).statusCode).toBe(404)
  })
})
