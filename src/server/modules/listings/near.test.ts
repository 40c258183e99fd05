import { beforeAll, describe, expect, test } from 'vitest'
import { itemsOf, listCalls, listUrl, titlesOf } from '../../../../test/support/checks/list-calls.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { ErrorReply } from '../../../shared/errors.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
  for (const kind of ['service', 'event'] as const) {
    await createListing(site.database, { kind, title: 'In Austin', city: 'Austin' })
    await createListing(site.database, { kind, title: 'In Dallas', city: 'Dallas' })
  }
})

/** Not the list of one city. */
const ofTexas = listCalls.filter(({ plain }) => !plain)

async function findNearestTown(body: unknown) {
  const response = await site.app.http.inject({
    method: 'POST',
    url: '/api/nearest-town',
    payload: body as object,
  })
  return { status: response.statusCode, body: response.json<ErrorReply & { name: string | null }>() }
}

/** Returns how many lists were found in the cache so far. */
async function cacheHits(): Promise<number> {
  const { payload } = await site.app.http.inject('/metrics')
  return Number(/corkboard_cache_requests_total\{cache="lists",result="hit"\} (\d+)/.exec(payload)?.[1])
}

describe.each(listCalls)('$path', (call) => {
  test('lists what is within the distance, and says how far away', async () => {
    const { status, body } = await site.get(listUrl(call, { near: 'Round Rock, Texas', within: '25' }))
    expect(status).toBe(200)
    expect(titlesOf(body)).toEqual(['In Austin'])
    const distances = itemsOf(body).map((item) => Reflect.get(item, 'distance'))
    expect(distances).toEqual([expect.any(Number)])
    expect(distances[0]).toBeGreaterThan(10)
    expect(distances[0]).toBeLessThan(25)
  })

  test.each([
    ['within', '-1'],
    ['within', 'NaN'],
    ['within', '26'],
    ['within', '1e1'],
    ['near', '00000'],
    ['near', 'Nowhereville'],
    ['near', '91,0'],
    ['near', 'NaN,NaN'],
    ['near', '北京'],
    ['near', 'نيويورك'],
    ['near', '?!'],
    ['near', 'x'.repeat(5_000)],
    ['near', 'word '.repeat(200)],
  ])('rejects %s=%.20s and names the field', async (name, value) => {
    const query = { near: 'Austin', [name]: value }
    const { status, body } = await site.get<ErrorReply>(listUrl(call, query))
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [name]])
    expect(body.message).toMatch(/^.{20,120}\.$/)
  })
})

test.each(ofTexas)('$path sorts by distance, or as requested', async (call) => {
  const titles = async (query: Record<string, string>) =>
    titlesOf((await site.get(listUrl(call, query))).body)
  // Waco is nearer to Dallas.
  expect(await titles({ near: 'Waco, Texas', within: '100' })).toEqual(['In Dallas', 'In Austin'])
  expect(await titles({ near: 'Waco, Texas', within: '100', sort: 'newest' })).toEqual([
    'In Dallas',
    'In Austin',
  ])
  expect(await titles({ near: 'San Marcos, Texas', within: '100' })).toEqual(['In Austin'])
})

test('the unit is that of the center', async () => {
  const { body } = await site.get<{ search: unknown }>('/servicesbystate?state=Texas&near=Austin')
  expect(body.search).toMatchObject({ near: { name: 'Austin, Texas', unit: 'mi' } })
  const canadian = await site.get<{ search: unknown }>('/servicesbystate?state=Texas&near=K1A0B1')
  expect(canadian.body.search).toMatchObject({ near: { name: 'Ottawa, Ontario', unit: 'km' } })
})

describe('a position', () => {
  const reply = async (near: string) => ({
    list: (await site.get(`/servicesbyfilter?near=${near}`)).body,
    towns: (await site.get(`/map?kind=service&near=${near}`)).body,
  })

  test('is replaced by its town, in the replies and in the cache', async () => {
    const expected = await reply('Austin,+Texas')
    const positions = ['30.267153,-97.743061', '30.2712,+-97.7501', '78701', '78745']
    // A write in the background empties the cache, now and then.
    await expect
      .poll(async () => {
        const before = await cacheHits()
        for (const near of positions) expect(await reply(near), near).toEqual(expected)
        return (await cacheHits()) - before
      })
      .toBe(positions.length)
    expect(JSON.stringify(expected.list)).not.toContain('30.2')
  })

  test.each([
    [{ latitude: 30.267153, longitude: -97.743061 }, 'Austin, Texas'],
    [{ latitude: 45.42, longitude: -75.69 }, 'Ottawa, Ontario'],
    [{ latitude: 0, longitude: 0 }, null],
  ])('has a nearest town: %j', async (body, name) => {
    expect(await findNearestTown(body)).toEqual({ status: 200, body: { name } })
  })

  test.each([
    [{ latitude: 91, longitude: 0 }, ['latitude']],
    [{ latitude: 0, longitude: -181 }, ['longitude']],
    [{ latitude: '30', longitude: null }, ['latitude', 'longitude']],
    [{}, ['latitude', 'longitude']],
  ])('is rejected with its field: %j', async (body, fields) => {
    const response = await findNearestTown(body)
    expect([response.status, Object.keys(response.body.fields ?? {})]).toEqual([400, fields])
  })
})
