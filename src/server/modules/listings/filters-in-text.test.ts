/** Days, prices, and postal codes in the text of a search filter its results. Now is Friday, November 20, 2026. */
import { beforeAll, describe, expect, test } from 'vitest'
import { findTitles, titlesOf } from '../../../../test/support/checks/list-calls.ts'
import { createListing, type ListingOverrides } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp, today } from '../../../../test/support/site/app.ts'
import type { SearchReport } from '../../../shared/search.ts'

const concerts = {
  kind: 'event',
  category: 'Music & Performing Arts',
  subcategory: 'Concerts & Recitals',
} as const
const onDay = (startDate: string, endDate = startDate) => ({ startDate, endDate })

const board: ListingOverrides[] = [
  { ...concerts, title: 'Jazz at the library', ...onDay(today), price: 0 },
  { ...concerts, title: 'Harp by candlelight', ...onDay('2026-11-21'), price: 60 },
  { ...concerts, title: 'Brass quintet', ...onDay('2026-11-22'), price: 20, city: 'Dallas' },
  { ...concerts, title: 'Choir evening', ...onDay('2026-11-27'), price: 40 },
  { ...concerts, title: 'Carols', ...onDay('2026-12-12'), price: 15 },
  {
    kind: 'event',
    title: 'Quidditch',
    ...onDay('2026-12-05'),
    category: 'Sports & Recreation',
    subcategory: 'Golf Lessons',
  },
  { kind: 'event', title: 'Puppies meet', ...onDay(today), price: 0 },
  {
    kind: 'event',
    title: 'Food truck Friday',
    ...onDay('2026-11-24'),
    category: 'Food & Baking',
    subcategory: 'Food Trucks & Pop-Ups',
  },
  {
    kind: 'event',
    title: 'Friday knitters',
    ...onDay('2026-11-28'),
    category: 'Arts, Crafts & Handmade',
    subcategory: 'Knitting & Sewing',
  },
  {
    title: 'Bagpipes for weddings',
    category: 'Event Services',
    subcategory: 'Live Music & Bands',
    price: 300,
  },
  {
    title: 'Faucets fixed',
    category: 'Home Improvement & Repair Services',
    subcategory: 'Plumbing Repairs',
    price: 75,
  },
  {
    title: 'Pipes in Dallas',
    category: 'Home Improvement & Repair Services',
    subcategory: 'Plumbing Repairs',
    price: 30,
    city: 'Dallas',
  },
  {
    kind: 'event',
    title: 'Run of 5 miles',
    ...onDay('2026-11-26'),
    category: 'Sports & Recreation',
    subcategory: 'Golf Lessons',
  },
  {
    title: 'Sunday school teacher',
    description: 'Bible stories for children.',
    category: 'Educational & Tutoring Services',
    subcategory: 'Homework Help',
  },
]

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
  for (const listing of board) await createListing(site.database, listing)
})

const events = (searchtext: string, query: Record<string, string> = {}) =>
  findTitles(site, { searchtext, ...query }, 'event')
const services = (searchtext: string) => findTitles(site, { searchtext })
const reportOf = async (searchtext: string, kind: 'service' | 'event' = 'event') => {
  const { body } = await site.get<{ search: SearchReport }>(
    `/${kind}sbyfilter?${new URLSearchParams({ searchtext })}`,
  )
  return body.search
}

describe('events', () => {
  test.each([
    ['music tonight', ['Jazz at the library']],
    ['music this weekend', ['Brass quintet', 'Harp by candlelight']],
    ['concerts next week', ['Choir evening']],
    ['concert next friday', ['Choir evening']],
    ['concerts in december', ['Carols']],
    ['concert dec 12', ['Carols']],
    ['things to do tonight', ['Jazz at the library', 'Puppies meet']],
    ['this weekend', ['Brass quintet', 'Harp by candlelight']],
    ['what’s happening this weekend', ['Brass quintet', 'Harp by candlelight']],
    ['what is going on tonight', ['Jazz at the library', 'Puppies meet']],
    ['music under $40', ['Brass quintet', 'Carols', 'Choir evening', 'Jazz at the library']],
    ['music $15-20', ['Brass quintet', 'Carols']],
    ['music over 50 dollars', ['Harp by candlelight']],
    ['free music', ['Jazz at the library']],
    ['music this weekend under $40', ['Brass quintet']],
    ['music this weekend 78704', ['Harp by candlelight']],
    ['music this weekend in austin', ['Harp by candlelight']],
    ['cheap music this weekend', ['Brass quintet', 'Harp by candlelight']],
  ])('%s', async (text, titles) => {
    expect((await events(text)).toSorted()).toEqual(titles)
  })

  test('of a text that only names days come in order', async () => {
    expect(await events('this weekend')).toEqual(['Harp by candlelight', 'Brass quintet'])
  })
})

describe('services', () => {
  test.each([
    ['plumber 78704', ['Faucets fixed']],
    ['plumber 75201', ['Pipes in Dallas']],
    ['plumber under $40', ['Pipes in Dallas']],
    ['music this weekend', ['Bagpipes for weddings']],
    ['tonight', []],
    ['sunday school', ['Sunday school teacher']],
  ])('%s', async (text, titles) => {
    expect(await services(text)).toEqual(titles)
  })

  test('of a postal code alone come by distance, with it', async () => {
    const { body } = await site.get<{
      services: { title: string; distance: number }[]
      search: SearchReport
    }>('/servicesbyfilter?searchtext=78704')
    expect(body.services.length).toBeGreaterThan(0)
    expect(body.services[0]).toMatchObject({ distance: 1 })
    expect(body.search.near).toEqual({ name: 'Austin, Texas', unit: 'mi' })
  })
})

describe('the report', () => {
  test('says what became a filter, and what the text is without it', async () => {
    expect((await reportOf('music this weekend under $40 near 78704')).understood).toEqual([
      { typed: 'this weekend', text: 'music under $40 near 78704', filters: { when: 'weekend' } },
      { typed: 'under $40', text: 'music this weekend near 78704', filters: { price_max: '40' } },
      { typed: 'near 78704', text: 'music this weekend under $40', filters: { near: 'Austin, Texas' } },
    ])
    expect((await reportOf('next friday')).understood).toEqual([
      { typed: 'next friday', text: '', filters: { from: '2026-11-27', to: '2026-11-27' } },
    ])
  })

  test('says nothing about days of services', async () => {
    expect((await reportOf('music this weekend', 'service')).understood).toEqual([])
  })

  test('says nothing about words whose filter was chosen', async () => {
    const { body } = await site.get<{ search: SearchReport }>(
      '/eventsbyfilter?searchtext=music+this+weekend+under+$40+78704&when=today&price_max=5&near=Dallas',
    )
    expect(body.search.understood).toEqual([])
  })
})

describe('words that could be something else', () => {
  test('are words if nothing takes place then', async () => {
    expect(await events('food truck friday')).toEqual(['Food truck Friday'])
    expect((await reportOf('food truck friday')).understood).toEqual([])
  })

  test('are no words if they name a date', async () => {
    expect(await events('may 5')).toEqual([])
    expect((await reportOf('may 5')).understood).toMatchObject([{ typed: 'may 5' }])
  })

  test('are words inside quotes', async () => {
    expect(await events('"friday" knitters')).toEqual(['Friday knitters'])
    expect(await events('music "this weekend"')).toEqual([])
  })

  test('never hide that other days have results', async () => {
    const { alternatives } = await reportOf('quidditch tonight')
    expect(alternatives).toContainEqual({
      reason: 'without-filter',
      label: 'on any day',
      set: { searchtext: 'quidditch' },
      total: 1,
    })
  })
})

test('pages, feeds, and the calendar understand the same', async () => {
  for (const url of [
    '/all-events?searchtext=music+this+weekend',
    '/search?searchtext=music+this+weekend',
    '/feeds/events.atom?searchtext=music+this+weekend',
    '/feeds/events.json?searchtext=music+this+weekend',
    '/feeds/events.ics?searchtext=music+this+weekend',
  ]) {
    const { body, statusCode } = await site.app.http.inject({ url })
    expect(statusCode, url).toBe(200)
    expect(body.includes('Harp by candlelight'), url).toBe(true)
    expect(body.includes('Choir evening'), url).toBe(false)
  }
  const { body } = await site.get<{ days: { total: number }[] }>(
    '/eventcalendar?searchtext=music+this+weekend&from=2026-11-20&to=2026-11-27&limit=3',
  )
  // A calendar shows all days of its month, whatever filters the list has.
  expect(body.days.map(({ total }) => total)).toEqual([1, 1, 1, 0, 0, 0, 0, 1])
})

test('a search for days opens the events, unless only services match', async () => {
  const opens = async (text: string) => {
    const { body } = await site.app.http.inject({ url: `/search?searchtext=${encodeURIComponent(text)}` })
    const [selected = ''] = body.match(/<a[^>]*aria-selected="true"[^>]*>[^<]*/) ?? []
    return selected.replace(/.*>/, '').replace(/ .*/, '')
  }
  expect(await opens('music')).toBe('Events')
  expect(await opens('plumber')).toBe('Services')
  expect(await opens('bagpipes')).toBe('Services')
  expect(await opens('music tonight')).toBe('Events')
  expect(await opens('plumber tonight')).toBe('Services')
  expect(await opens('opera tonight')).toBe('Events')
})

test('pages count only what passes, and keep the text', async () => {
  const { body } = await site.get('/eventsbyfilter?searchtext=music+under+$40&limit=3&page=2')
  expect(titlesOf(body)).toHaveLength(1)
  expect(body).toMatchObject({ total: 4, totalPages: 2 })
})
