import { beforeAll, describe, expect, test } from 'vitest'
import { type ListCall, listCalls, listUrl, titlesOf } from '../../../../test/support/checks/list-calls.ts'
import { createListing, type ListingOverrides } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp, today } from '../../../../test/support/site/app.ts'

const noon = new Date(`${today}T17:00:00Z`)

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
  const make = (title: string, overrides: ListingOverrides) =>
    createListing(site.database, { title, ...overrides })
  const event = (title: string, startDate: string, endDate: string, price: number, posted: string) =>
    make(title, { kind: 'event', startDate, endDate, price, posted })
  await event('ended last month', '2026-10-01', '2026-10-20', 10, '2026-11-05T00:00:00Z')
  await event('ended yesterday', '2026-11-01', '2026-11-19', 20, '2026-11-04T00:00:00Z')
  await event('ends today', '2026-11-18', '2026-11-20', 30, '2026-11-03T00:00:00Z')
  await event('only today', '2026-11-20', '2026-11-20', 0, '2026-11-06T00:00:00Z')
  await event('begun long ago, ends next year', '2026-01-01', '2027-01-01', 40, '2026-11-02T00:00:00Z')
  await event('tomorrow', '2026-11-21', '2026-11-21', 5.5, '2026-11-01T00:00:00Z')
  await event('next month', '2026-12-20', '2026-12-21', 50, '2026-11-07T00:00:00Z')
  await make('old and cheap', { price: 0, posted: '2026-01-01T00:00:00Z' })
  await make('new and dear', { price: 9_999_999.99, posted: '2026-11-01T00:00:00Z' })
  await make('between', { price: 10.5, posted: '2026-06-01T00:00:00Z' })
})

const upcomingFirst = [
  'only today',
  'ends today',
  'begun long ago, ends next year',
  'tomorrow',
  'next month',
  'ended yesterday',
  'ended last month',
]
const eventCalls = listCalls.filter(({ kind }) => kind === 'event')
const serviceCalls = listCalls.filter(({ kind }) => kind === 'service')
const titles = async (call: ListCall, query = {}) => titlesOf((await site.get(listUrl(call, query))).body)

test.each(eventCalls)(
  '$path lists events that start today, then those on now, then later ones, then ended ones',
  async (call) => {
    expect(await titles(call)).toEqual(upcomingFirst)
    expect(await titles(call, { sort: 'soonest' })).toEqual(upcomingFirst)
    expect(await titles(call, { sort: 'relevance' })).toEqual(upcomingFirst)
  },
)

describe.each(eventCalls)('$path sorted', (call) => {
  test('by newest, sorts by the time of posting', async () => {
    expect(await titles(call, { sort: 'newest' })).toEqual([
      'next month',
      'only today',
      'ended last month',
      'ended yesterday',
      'ends today',
      'begun long ago, ends next year',
      'tomorrow',
    ])
  })

  test('by price, sorts in both directions', async () => {
    const cheapFirst = [
      'only today',
      'tomorrow',
      'ended last month',
      'ended yesterday',
      'ends today',
      'begun long ago, ends next year',
      'next month',
    ]
    expect(await titles(call, { sort: 'price-asc' })).toEqual(cheapFirst)
    expect(await titles(call, { sort: 'price-desc' })).toEqual(cheapFirst.toReversed())
  })
})

test.each(serviceCalls)('$path supports every sort', async (call) => {
  const newest = ['new and dear', 'between', 'old and cheap']
  for (const sort of ['newest', 'soonest', 'relevance']) expect(await titles(call, { sort })).toEqual(newest)
  expect(await titles(call, { sort: 'price-asc' })).toEqual(newest.toReversed())
  expect(await titles(call, { sort: 'price-desc' })).toEqual(newest)
})

describe('as days pass without a write', () => {
  const [all] = eventCalls
  if (!all) throw new Error('There is no call for events.')
  const afterMidnight = [
    'tomorrow',
    'begun long ago, ends next year',
    'next month',
    // Two events ended on the same day, and either may be first.
    expect.stringMatching(/^(ends|only) today$/),
    expect.stringMatching(/^(ends|only) today$/),
    'ended yesterday',
    'ended last month',
  ]

  test('an event ends at midnight in the time zone of its place, not in that of the site', async () => {
    // 23:59 in Austin is 05:59 of the next day in UTC.
    site.setNow(new Date('2026-11-21T05:59:59Z'))
    expect(await titles(all)).toEqual(upcomingFirst)
    site.setNow(new Date('2026-11-21T06:00:00Z'))
    expect(await titles(all)).toEqual(afterMidnight)
    site.setNow(noon)
  })

  test.each(eventCalls)('$path is right from the first request after midnight', async (call) => {
    site.setNow(noon)
    expect(await titles(call)).toEqual(upcomingFirst)
    site.setNow(new Date('2026-11-21T06:00:00Z'))
    expect(await titles(call)).toEqual(afterMidnight)
    expect(await titles(call, { searchtext: 'offered' })).toHaveLength(upcomingFirst.length)
  })

  test('restores the old order when a wrong clock is set back', async () => {
    site.setNow(new Date('2028-06-01T12:00:00Z'))
    expect((await titles(all))[0]).toBe('begun long ago, ends next year')
    site.setNow(noon)
    expect(await titles(all)).toEqual(upcomingFirst)
  })

  test('concurrent requests after midnight all get the new order', async () => {
    site.setNow(noon)
    await titles(all)
    site.setNow(new Date('2026-11-21T06:00:00Z'))
    const responses = await Promise.all(Array.from({ length: 20 }, () => titles(all)))
    for (const response of responses) expect(response).toEqual(afterMidnight)
    site.setNow(noon)
  })
})
