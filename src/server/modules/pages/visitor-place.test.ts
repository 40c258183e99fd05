import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { defaultSettings } from '../../../shared/settings/table.ts'
import { placeCookie } from '../../../shared/visitor-place.ts'
import { createCatalog } from '../catalog/service.ts'
import { SearchUnavailable } from '../search/engine.ts'
import { createPlacedPaths } from './visitor-place.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
  await createListing(site.database, { title: 'In Austin', city: 'Austin' })
  await createListing(site.database, { title: 'In Dallas', city: 'Dallas' })
})

const get = (url: string, cookie?: string) =>
  site.app.http.inject({ url, headers: { 'accept-encoding': 'identity', ...(cookie && { cookie }) } })

/** Sends the form, and returns where it leads, and the cookie that the browser then sends. */
async function send(fields: Record<string, string>) {
  const response = await site.app.http.inject({
    method: 'POST',
    url: '/visitor-place',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
  const [header] = [response.headers['set-cookie'] ?? []].flat()
  const { location = '' } = response.headers
  return { status: response.statusCode, to: new URL(String(location)), header, cookie: header?.split(';')[0] }
}

const chosen = async (near = '78701', within = '') => (await send({ near, within })).cookie ?? ''

describe('the form', () => {
  test.each([
    ['78701', '', '?near=Austin%2C+Texas'],
    ['austin tx', '25', '?near=Austin%2C+Texas'],
    ['30.27,-97.74', '5', '?near=Austin%2C+Texas&within=5'],
    ['Austin, Texas', 'x', '?near=Austin%2C+Texas'],
  ])('keeps the town of %s alone, and leads back to the list there', async (near, within, search) => {
    const { status, to, header } = await send({ near, within, to: '/all-services?near=Dallas&page=2' })
    expect([status, to.pathname + to.search]).toEqual([303, `/all-services${search}`])
    expect(decodeURIComponent(header ?? '')).toMatch(
      /^corkboard\.place=Austin, Texas\|(5|25)\|mi; Max-Age=31536000; Path=\/; SameSite=Lax$/,
    )
  })

  test.each(['Nowhereville', '00000', '', '?!', 'x'.repeat(3000), `${'x '.repeat(60)}78701`])(
    'stores no place that it does not know: %.20s',
    async (near) => {
      const { to, header } = await send({ near, to: '/' })
      expect([to.pathname, header]).toEqual(['/all-services', undefined])
    },
  )

  test.each(['https://evil.example', '//evil.example', '/\\evil.example', '/signin'])(
    'does not lead to %s',
    async (to) => {
      expect((await send({ near: 'Austin', to })).to.pathname).toBe('/')
    },
  )

  test('forgets the place', async () => {
    const { to, header } = await send({ action: 'forget', to: '/all-events?near=Austin%2C+Texas&free=true' })
    expect(to.pathname + to.search).toBe('/all-events?free=true')
    expect(header).toMatch(/^corkboard\.place=; Max-Age=0;/)
  })

  test('leads back to a search at the place that its text names', async () => {
    const { to, cookie } = await send({ near: 'Austin', to: '/search?searchtext=haircut+dallas&page=2' })
    expect(to.pathname + to.search).toBe('/search?searchtext=haircut+dallas')
    expect(cookie).toMatch(placeCookie)
  })

  test('keeps all choices of a field', async () => {
    const { to } = await send({ near: 'Austin', to: '/all-services?f.pets=cats&f.pets=dogs' })
    expect(to.searchParams.getAll('f.pets')).toEqual(['cats', 'dogs'])
  })

  test('is not accepted from another site', async () => {
    const { statusCode } = await site.app.http.inject({
      method: 'POST',
      url: '/visitor-place',
      headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'near=Austin',
    })
    expect(statusCode).toBe(403)
  })
})

describe('a list', () => {
  test('leads to the place, which the shared page does not know', async () => {
    const cookie = await chosen()
    const response = await get('/all-services', cookie)
    expect([response.statusCode, response.headers.location, response.headers['cache-control']]).toEqual([
      302,
      '/all-services?near=Austin%2C+Texas',
      'private, no-store',
    ])
    const [anyone, mine] = [
      await get(String(response.headers.location)),
      await get(String(response.headers.location), cookie),
    ]
    expect(mine.body).toBe(anyone.body)
    expect(anyone.body).toContain('In Austin')
    expect(anyone.body).not.toContain('In Dallas')
  })

  test('is the same for everyone else', async () => {
    const before = await get('/all-services')
    const cookie = await chosen()
    const { etag } = before.headers
    const headers = { cookie, 'if-none-match': String(etag), 'accept-encoding': 'identity' }
    expect((await site.app.http.inject({ url: '/all-services', headers })).statusCode).toBe(302)
    const after = await get('/all-services')
    expect([after.statusCode, after.body]).toEqual([200, before.body])
    expect(after.body).toContain('In Dallas')
  })

  test('at the name of a town is cached like any search', async () => {
    const url = '/all-services?near=Austin%2C+Texas'
    await get(url)
    await get(url)
    expect((await get(url)).headers.etag).toBeDefined()
    expect((await get('/all-services?near=78701')).headers.etag).toBeUndefined()
  })

  test('of everything is open to those with a place, and has one path for the others', async () => {
    const all = await get('/all-services?near=anywhere', await chosen())
    expect([all.statusCode, all.body]).toEqual([200, expect.stringContaining('In Dallas')])
    expect(all.body).toContain('Showing all places.')
    const { headers } = await get('/all-services?near=anywhere')
    expect(headers.location).toBe('/all-services')
  })

  test('of a search stays where its text says', async () => {
    const cookie = await chosen()
    expect((await get('/search?searchtext=haircut+dallas', cookie)).statusCode).toBe(200)
    expect((await get('/search?searchtext=haircut+75201', cookie)).statusCode).toBe(200)
    const { headers } = await get('/search?searchtext=haircut', cookie)
    expect(headers.location).toBe('/search?searchtext=haircut&near=Austin%2C+Texas')
  })

  test('is read for a place as far as the search reads its text', async () => {
    const cookie = await chosen()
    const search = async (text: string) =>
      (await get(`/search?${new URLSearchParams({ searchtext: text })}`, cookie)).statusCode
    expect(await search(`dallas ${'haircut '.repeat(2_000)}`)).toBe(200)
    expect(await search(`${'haircut '.repeat(30)} in dallas`)).toBe(302)
  })

  test('is a page while the search is unavailable', async () => {
    const failing = { namesPlace: () => Promise.reject(new SearchUnavailable()) }
    const catalog = await createCatalog(site.database)
    const pathFor = createPlacedPaths({
      catalog,
      search: failing,
      settings: () => defaultSettings,
      publicUrl: '',
    })
    const raw = { url: '/search?searchtext=haircut' }
    const request = { raw, headers: { cookie: await chosen() } } as FastifyRequest
    expect(await pathFor(request, {} as FastifyReply)).toBe('/search?searchtext=haircut&near=Austin%2C+Texas')
  })

  test('forgets a place that the site has given up', async () => {
    const cookie = `${placeCookie}=${encodeURIComponent('Oldtown, Texas|25|mi')}`
    const response = await get('/all-services', cookie)
    expect(response.statusCode).toBe(200)
    expect(response.headers['set-cookie']).toMatch(/^corkboard\.place=; Max-Age=0;/)
  })
})

test('a place follows a merge, and ends outside of what the site offers', async () => {
  const [waco, boise] = [await chosen('Waco, Texas'), await chosen('Boise, Idaho')]
  await sql`update city set merged_into = (select id from city where name = 'Dallas' order by population desc limit 1)
    where name = 'Waco'`.execute(site.database.kysely)
  await sql`insert into setting (key, value) values ('onlyRegions', '"Texas, United States"')`.execute(
    site.database.kysely,
  )
  const texan = await createTestApp(site.database)
  const open = async (cookie: string) =>
    (await texan.app.http.inject({ url: '/all-services', headers: { cookie } })).headers
  expect((await open(waco)).location).toBe('/all-services?near=Dallas%2C+Texas')
  expect((await open(boise))['set-cookie']).toMatch(/^corkboard\.place=; Max-Age=0;/)
})

test('the cookie has the unit of the country', async () => {
  const { header } = await send({ near: 'Toronto, Ontario' })
  expect(decodeURIComponent(header ?? '')).toMatch(/^corkboard\.place=Toronto.*\|25\|km;/)
})
