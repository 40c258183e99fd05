import { beforeAll, describe, expect, test } from 'vitest'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import type { Suggestions, TopicCount } from '../../../shared/contract/browse.ts'
import type { ErrorReply } from '../../../shared/errors.ts'
import { maxSuggestions } from '../../../shared/limits.ts'
import { finish } from '../../platform/time-slices.ts'
import { createSuggestions, indexPlaces, indexTopics, type SuggestionSources } from './service.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})

const country = { name: 'United States', slug: 'united-states' }
const states = ['Texas', 'Missouri', 'New York']
const city = (id: number, name: string, state: string, population: number) => ({
  id,
  name,
  population,
  state_id: states.indexOf(state),
  latitude: 0,
  longitude: 0,
})
const lessons = ['Guitar Lessons', 'Piano Lessons', 'Dance Lessons', 'Swim Lessons', 'French Lessons']

function sources(changes: Partial<SuggestionSources> = {}): SuggestionSources {
  const names = {
    categories: [
      {
        _id: '1',
        name: 'Music & Lessons',
        slug: 'music',
        subcategories: lessons.map((name, index) => ({ id: String(index + 2), name, slug: name })),
      },
      { _id: '10', name: 'Kids’ Parties', slug: 'kids', subcategories: [] },
    ],
    locations: [
      {
        _id: '1',
        ...country,
        state: states.map((name, index) => ({
          _id: String(index),
          id: String(index),
          name,
          slug: name,
          cities: [],
        })),
      },
    ],
    cities: [
      city(1, 'Austin', 'Texas', 900),
      city(2, 'St. Louis', 'Missouri', 300),
      city(3, 'Fort Worth', 'Texas', 950),
      city(4, 'New York City', 'New York', 8_000),
      city(5, 'Álamo Heights', 'Texas', 10),
      city(6, 'Austin', 'Missouri', 5),
    ],
  }
  return {
    topics: () => indexTopics(names.categories),
    places: () => finish(indexPlaces(names)),
    countTopics: async () => [],
    vocabulary: async () => ({ withPrefix: () => [] }),
    ads: async () => [],
    townOfCode: () => null,
    findsAny: async () => true,
    log: silentLog,
    ...changes,
  }
}

const suggest = (text: string, changes?: Partial<SuggestionSources>) =>
  createSuggestions(sources(changes))(text)
const topics = async (text: string, changes?: Partial<SuggestionSources>) =>
  (await suggest(text, changes)).topics.map(({ name }) => name)
const places = async (text: string, changes?: Partial<SuggestionSources>) =>
  (await suggest(text, changes)).places.map(({ city, state }) => city ?? state ?? 'country')

test.each([
  ['guit', ['Guitar Lessons']],
  ['GUITAR les', ['Guitar Lessons']],
  ['music les', ['Music & Lessons']],
  ['kids p', ['Kids’ Parties']],
  ["kid's", ['Kids’ Parties']],
  ['uitar', []],
])('%s suggests the topics %j', async (text, expected) => {
  expect(await topics(text)).toEqual(expected)
})

test('a subcategory names its category', async () => {
  expect((await suggest('guitar')).topics).toEqual([
    { name: 'Guitar Lessons', slug: 'Guitar Lessons', category: { name: 'Music & Lessons', slug: 'music' } },
  ])
})

test.each([
  ['aus', ['Austin', 'Austin']],
  ['austin mis', ['Austin']],
  ['tex', ['Texas']],
  ['saint lou', ['St. Louis']],
  ['st lou', ['St. Louis']],
  ['ft wor', ['Fort Worth']],
  ['alamo', ['Álamo Heights']],
  ['york', ['New York', 'New York City']],
  ['united', ['country']],
])('%s suggests the places %j, the largest first', async (text, expected) => {
  expect(await places(text)).toEqual(expected)
})

test('topics with more listings come first, and old counts stay if new ones cannot be read', async () => {
  const failure = new Error('The database is unavailable.')
  const logged: object[] = []
  const log = { warn: (details: object | string) => logged.push(Object(details)) }
  let reads = 0
  const countTopics = async (): Promise<TopicCount[]> => {
    reads += 1
    if (reads === 2) throw failure
    return [{ id: reads === 1 ? '5' : '4', services: 2, events: 3 }]
  }
  const suggestWith = createSuggestions(sources({ countTopics, log }))
  const first = async () => (await suggestWith('les')).topics[0]?.name
  expect([await first(), await first(), await first()]).toEqual([
    'Swim Lessons',
    'Swim Lessons',
    'Dance Lessons',
  ])
  expect(logged).toEqual([{ err: failure }])
})

test('without ads, the rest is suggested, and why is logged', async () => {
  const logged: object[] = []
  const log = { warn: (details: object | string) => logged.push(Object(details)) }
  const failure = new Error('The database is unavailable.')
  const { topics, ads } = await suggest('guitar', { log, ads: () => Promise.reject(failure) })
  expect([topics.length, ads, logged]).toEqual([1, [], [{ err: failure }]])
})

describe('words', () => {
  const common = ['austere', 'austria', 'lessons', 'lesson', 'guitar lessons']
  const vocabulary = async () => ({
    withPrefix: (prefix: string) =>
      common.filter((word) => word.startsWith(prefix)).map((word) => ({ word, count: 1 })),
  })

  test('complete the last word of the text', async () => {
    expect((await suggest('cheap LESS', { vocabulary })).words).toEqual(['cheap lessons', 'cheap lesson'])
  })

  test('are neither the text itself nor the name of a suggested topic', async () => {
    expect((await suggest('lesson', { vocabulary })).words).toEqual(['lessons'])
    expect((await suggest('guitar', { vocabulary })).words).toEqual([])
  })

  test('share the room with topics and places, and fill what those leave', async () => {
    const many = async () => ({
      withPrefix: (prefix: string) =>
        [...'abcdefghij'].map((letter) => ({ word: prefix + letter, count: 1 })),
    })
    expect(await suggest('les', { vocabulary: many })).toMatchObject({
      topics: { length: 5 },
      words: { length: 3 },
    })
    expect((await suggest('aus', { vocabulary: many })).words).toHaveLength(6)
    expect((await suggest('xyz', { vocabulary: many })).words).toHaveLength(maxSuggestions)
  })
})

describe('GET /api/suggestions', () => {
  test('suggests ads from three letters on', async () => {
    await createListing(site.database, { title: 'Xylophone repairs', city: 'Austin' })
    const adsFor = async (q: string) => (await site.get<Suggestions>(`/suggestions?q=${q}`)).body.ads
    expect(await adsFor('xyloph')).toEqual([
      { kind: 'service', id: expect.any(String), title: 'Xylophone repairs', place: 'Austin' },
    ])
    expect(await adsFor('xy')).toEqual([])
  })

  test.each([
    ['78701', 'Austin'],
    ['austin te', 'Austin'],
  ])('suggests only towns for the field of a place: %s', async (q, town) => {
    const { body } = await site.get<Suggestions>(`/suggestions?q=${q}&only=places`)
    expect(body).toMatchObject({ topics: [], words: [], ads: [], places: [{ city: town, state: 'Texas' }] })
  })

  test('suggests eight towns for the field of a place, also where as many states begin alike', async () => {
    for (const q of ['n', 'new', 'm']) {
      const { places } = (await site.get<Suggestions>(`/suggestions?q=${q}&only=places`)).body
      expect([q, places.filter(({ city }) => city !== null).length]).toEqual([q, maxSuggestions])
    }
  })

  const ask = (text: string) => site.get<Suggestions>(`/suggestions?${new URLSearchParams({ q: text })}`)

  test('ranks by public listings and population, for every viewer and cache', async () => {
    await createListing(site.database, { category: 'Pet Services', subcategory: 'Dog Walking' })
    const { status, body, headers } = await ask('d')
    expect(status).toBe(200)
    expect(body.topics[0]).toMatchObject({ name: 'Dog Walking', category: { slug: 'pet-services' } })
    expect((await ask('springf')).body.places[0]).toMatchObject({ city: 'Springfield', state: 'Missouri' })
    expect(headers['cache-control']).toBe('public, max-age=60')
    expect(headers['set-cookie']).toBeUndefined()
  })

  test.each(['', ' ', '?!…', '犬の散歩', 'كلب', '\u{1f436}', '\u202e', '%', '*', '\\'])(
    'suggests nothing for “%s”',
    async (text) => {
      const { status, body } = await ask(text)
      expect([status, body]).toEqual([200, { topics: [], places: [], words: [], ads: [] }])
    },
  )

  test.each([
    ['5,000 characters', `?q=${'a'.repeat(5_000)}`],
    ['no text', ''],
    ['two texts', '?q=a&q=b'],
    ['NUL', '?q=%00'],
  ])('rejects %s with a sentence about q', async (_what, query) => {
    const { status, body } = await site.get<ErrorReply>(`/suggestions${query}`)
    expect(status).toBe(400)
    expect(body.message).toMatch(/^q /)
  })

  test('never suggests more than eight, whatever the letter', async () => {
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
      const { body } = await ask(letter)
      const count = body.topics.length + body.places.length + body.words.length
      expect([letter, count <= maxSuggestions]).toEqual([letter, true])
    }
  })
})
