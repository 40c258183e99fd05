import { beforeAll, describe, expect, test } from 'vitest'
import {
  itemsOf,
  listCalls,
  listUrl,
  readAllPages,
  titlesOf,
} from '../../../../test/support/checks/list-calls.ts'
import { createManyListings } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'

const made = 27

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
  for (const kind of ['service', 'event'] as const) await createManyListings(site.database, made, { kind })
})

const pages = listCalls.filter((call) => !call.plain)
const plain = listCalls.filter((call) => call.plain)

describe.each(pages)('$path', (call) => {
  test('returns 12 listings per page, with the totals of pages and listings', async () => {
    const { body } = await site.get(listUrl(call))
    expect(itemsOf(body)).toHaveLength(12)
    expect(body).toMatchObject({ total: made, totalPages: 3 })
  })

  test('returns the rest on the last page', async () => {
    const { body } = await site.get(listUrl(call, { page: '3' }))
    expect(itemsOf(body)).toHaveLength(3)
  })

  test('returns an empty page past the end, with the right number of pages', async () => {
    for (const page of ['4', '1000000']) {
      const { status, body } = await site.get(listUrl(call, { page }))
      expect(status).toBe(200)
      expect(itemsOf(body)).toEqual([])
      expect(body).toMatchObject({ total: made, totalPages: 3 })
    }
  })

  test('returns the requested page size, up to 50', async () => {
    const five = await site.get(listUrl(call, { limit: '5', page: '6' }))
    expect(itemsOf(five.body)).toHaveLength(2)
    expect(five.body).toMatchObject({ total: made, totalPages: 6 })
    const fifty = await site.get(listUrl(call, { limit: '50' }))
    expect(itemsOf(fifty.body)).toHaveLength(made)
    expect(fifty.body).toMatchObject({ totalPages: 1 })
  })
})

describe.each(plain)('$path', (call) => {
  test('returns up to 50 listings of a city by default', async () => {
    expect(itemsOf((await site.get(listUrl(call))).body)).toHaveLength(made)
    expect(itemsOf((await site.get(listUrl(call, { limit: '20', page: '2' }))).body)).toHaveLength(7)
    expect((await site.get(listUrl(call, { page: '2' }))).body).toEqual([])
  })
})

test.each(listCalls.filter(({ kind }) => kind === 'service'))('$path sorts newest first', async (call) => {
  const { body } = await site.get(listUrl(call, { limit: '50' }))
  const posted = itemsOf(body).map((item) => item.posted)
  expect(posted).toEqual(posted.toSorted().reverse())
  expect(titlesOf(body)[0]).toBe('Listing number 1')
})

describe.each(listCalls)('paging through $path', (call) => {
  const sorts = ['', 'newest', 'price-asc', 'price-desc', 'soonest', 'relevance']
  // Every listing has the same price and every event the same date, so only the tiebreaker keeps the order stable.
  test.each(sorts)('returns every listing once when sorted by "%s"', async (sort) => {
    const responses = await readAllPages(site, call, { limit: '5', ...(sort && { sort }) })
    const seen = responses.flatMap(({ body }) => titlesOf(body))
    expect(responses).toHaveLength(6)
    expect(new Set(seen).size).toBe(made)
    expect(seen).toHaveLength(made)
  })
})

test('an empty site has empty lists with zero pages', async () => {
  const empty = await createTestApp()
  for (const call of listCalls) {
    const { status, body } = await empty.get(listUrl(call))
    expect(status).toBe(200)
    expect(itemsOf(body)).toEqual([])
    if (!call.plain) expect(body).toMatchObject({ total: 0, totalPages: 0 })
  }
})
