/** Queries and documents at and beyond the limits: an engine answers, and finds what there is. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  Concept,
  EngineFilter,
  EngineQuery,
  SearchDocument,
} from '../../src/server/modules/search/engine.ts'
import { termsOf } from '../../src/server/modules/search/language/words.ts'
import { createDocuments, idOf, now, unknownId } from '../support/search/random-board.ts'
import { conceptOf, plainFilter, queryFor, sorts } from '../support/search/random-queries.ts'
import { openPair, type Pair, type TestedEngine } from './tested-engine.ts'

/** Texts with characters and words that mean something to query languages. */
const strangeTexts = [
  'Ünïcöde façade',
  'Уроки пианино',
  '钢琴课',
  'دروس البيانو',
  'ピアノ教室',
  "rock'n'roll",
  'maybe',
  'near',
  'zone',
  'sentence',
  'paragraph',
  'notnear',
  'select',
  'null',
  'C++',
  '24/7',
  'user@example.org',
  'a_b',
  '50% off',
  '$100',
  'semi;colon',
  'back\\slash',
  '🎹 emoji',
  'constructor',
  '__proto__',
  'x'.repeat(200),
]

/** Terms that no listing has, which are not even words. */
const strangeTerms = [
  '',
  ' ',
  "'",
  '"',
  '\\',
  '\\\\',
  '%',
  '*',
  '?',
  '|',
  '-',
  '!',
  '(',
  ')',
  '((',
  '"a',
  '@title',
  '@(title) a',
  '@*',
  '/2',
  '^',
  '$',
  '~',
  '=',
  '<',
  '<<',
  'a|b',
  'a b',
  '-a',
  'a*',
  '*a',
  '\0',
  '\n',
  '\u{1f3b9}',
  '\ud83d',
  '%s',
  "'); drop table x; --",
  'MAYBE',
  'ZONE:(a)',
  'x'.repeat(10_000),
]

/** Keys that no field has. */
const strangeKeys = [
  '',
  "'",
  '"',
  '\\',
  'a b',
  'a.b',
  "a'] or 1",
  '*',
  'id',
  '__proto__',
  'constructor',
  '💡',
  '\0',
  'x'.repeat(5_000),
]

const service = (number: number, changes: Partial<SearchDocument>): SearchDocument => ({
  id: idOf(number),
  kind: 'service',
  title: 'Title',
  text: 'Text',
  topic: 3,
  place: 6,
  posted: '2026-01-01T00:00:00Z',
  price: 20,
  pictures: false,
  choices: [],
  numbers: {},
  reachKm: null,
  stale: false,
  dates: null,
  ...changes,
})

const event = (number: number, firstDay: string, lastDay: string): SearchDocument =>
  service(number, {
    kind: 'event',
    dates: { firstDay, lastDay, startMinute: null, endMinute: null, endsAt: null, series: null },
  })

const withFilter = (changes: Partial<EngineFilter>, kind: EngineFilter['kind'] = 'service'): EngineQuery =>
  queryFor({
    filter: { ...plainFilter(kind), ...changes },
    facets: { topicsUnder: [null, 1], placesUnder: 'all', choices: ['travel:home', 'licensed:no'] },
  })

export function testBadInput(engine: TestedEngine) {
  describe('with unusual queries', () => {
    let pair: Pair
    beforeAll(async () => {
      pair = await openPair(engine)
      await pair.load(createDocuments(41, 300))
    })
    afterAll(() => pair.close())
    const nothing = { typed: '', alternatives: [], topics: [], places: [] }

    test.each<[string, Concept[]]>([
      ['without alternatives', [nothing]],
      ['without terms', [conceptOf()]],
      ['without alternatives beside a word', [nothing, conceptOf('clean')]],
      [
        'of unknown topics and places',
        [{ ...nothing, topics: [{ id: unknownId, weight: 1 }], places: [unknownId] }],
      ],
      ['equal to another one', [conceptOf('clean'), conceptOf('clean')]],
      ['with equal terms', [conceptOf('clean', 'clean')]],
      ['with a weight of 0', [{ ...nothing, alternatives: [{ terms: ['clean'], weight: 0 }] }]],
    ])('understands concepts %s', async (_, concepts) => {
      for (const sort of ['relevance', 'newest'] as const)
        await pair.expectSame(queryFor({ concepts, sort, partial: true }))
    })

    test('finds one of thousands of alternatives', async () => {
      const alternatives = Array.from({ length: 3_000 }, (_, at) => ({ terms: [`word${at}`], weight: 0.5 }))
      const concept = { ...nothing, alternatives: [...alternatives, { terms: ['rare'], weight: 1 }] }
      await pair.expectSame(queryFor({ concepts: [concept], sort: 'newest' }))
    })

    test('compares with a hundred concepts', async () => {
      const concepts = Array.from({ length: 100 }, (_, at) => conceptOf(at % 2 === 0 ? 'clean' : 'dog'))
      await pair.expectSame(queryFor({ concepts, sort: 'newest' }))
    })

    test.each(strangeTerms.map((term) => [JSON.stringify(term).slice(0, 30), term]))(
      'finds nothing for the term %s',
      async (_, term) => {
        await pair.expectSame(queryFor({ concepts: [conceptOf(term)], sort: 'relevance', partial: true }))
        await pair.expectSame(
          queryFor({ concepts: [conceptOf('clean', term), conceptOf('dog')], sort: 'newest' }),
        )
        expect(await pair.tested.countTerms([term], { fresh: false })).toEqual([0])
      },
    )

    test.each<[string, Partial<EngineFilter>]>([
      ['unknown topics', { topics: [[unknownId]] }],
      ['unknown places', { places: [[unknownId, 2 ** 31]] }],
      ['no topics', { topics: [[]] }],
      ['no places', { places: [[], [1]] }],
      ['no ids', { ids: [] }],
      ['unknown ids', { ids: Array.from({ length: 5_000 }, (_, at) => idOf(10_000 + at)) }],
      ['many places', { places: [Array.from({ length: 5_000 }, (_, at) => at)] }],
      ['a range that ends before it begins', { ranges: [{ field: 'price', min: 5, max: 1 }] }],
      ['prices below all', { ranges: [{ field: 'price', max: -1 }] }],
      ['prices above all', { ranges: [{ field: 'price', min: 1e12 }] }],
      ['all prices', { ranges: [{ field: 'price', min: -1e12, max: 1e12 }] }],
      ['a range without ends', { ranges: [{ field: 'price' }, { field: 'posted' }] }],
      [
        'times far away',
        { ranges: [{ field: 'posted', min: '0001-01-01T00:00:00Z', max: '9999-12-31T23:59:59Z' }] },
      ],
      ['times before all', { ranges: [{ field: 'posted', max: '1970-01-01T00:00:00Z' }] }],
      ['no choices', { choices: [] }],
      ['a list without choices', { choices: [['travel:home'], []] }],
      ['unknown choices', { choices: [['unknown:yes', 'travel:nowhere', ':', '']] }],
      ['thousands of choices', { choices: [Array.from({ length: 5_000 }, (_, at) => `travel:${at}`)] }],
      ['the same field twice', { choices: [['travel:home', 'travel:home'], ['travel:place']] }],
      ['no numbers', { numbers: [] }],
      ['numbers without ends', { numbers: [{ key: 'years' }, { key: 'select' }] }],
      ['unknown numbers', { numbers: [{ key: 'unknown', min: 0 }] }],
      ['numbers that end before they begin', { numbers: [{ key: 'years', min: 5, max: 1 }] }],
      ['all numbers', { numbers: [{ key: 'years', min: -1e300, max: Number.POSITIVE_INFINITY }] }],
      ['numbers below all', { numbers: [{ key: 'years', max: -1e15 }] }],
      ['what is no number', { numbers: [{ key: 'years', min: Number.NaN }] }],
      ['numbers with many decimals', { numbers: [{ key: 'years', min: 0.0999999, max: 0.2900001 }] }],
      ['a circle without a radius', { near: { latitude: 40, longitude: -100, km: 0 } }],
      ['a circle around the earth', { near: { latitude: -90, longitude: 180, km: 1e6 } }],
    ])('filters by %s', async (_, filter) => {
      for (const kind of ['service', 'event'] as const) await pair.expectSame(withFilter(filter, kind))
    })

    test.each(strangeKeys)('knows no field %s', async (key) => {
      await pair.expectSame(withFilter({ choices: [[`${key}:yes`]] }))
      await pair.expectSame(withFilter({ numbers: [{ key, min: 1 }] }))
      await pair.expectSame(
        queryFor({
          sort: { key, descending: false },
          facets: { topicsUnder: [], placesUnder: [], choices: [`${key}:yes`, 'licensed:yes'] },
        }),
      )
    })

    test('counts thousands of choices, each once', async () => {
      const choices = Array.from({ length: 5_000 }, (_, at) => `field${at % 50}:choice${at}`)
      for (const asked of [[...choices, 'travel:home', 'travel:home'], []])
        await pair.expectSame(queryFor({ facets: { topicsUnder: [null], placesUnder: [], choices: asked } }))
    })

    test.each<[string, EngineFilter['days']]>([
      ['all days', { from: '0001-01-01', to: '9999-12-31' }],
      ['days without ends', {}],
      ['days long ago', { from: '0001-01-01', to: '1970-01-01' }],
      ['days far in the future', { from: '2150-01-01', to: '9999-12-31' }],
      ['days that end before they begin', { from: '2026-11-01', to: '2026-10-01' }],
    ])('filters by %s', async (_, days) => {
      for (const hideEnded of [false, true])
        for (const kind of ['service', 'event'] as const)
          await pair.expectSame({ ...withFilter({ days, hideEnded }, kind), sort: 'soonest' })
    })

    test.each([
      [0, 0],
      [0, 1_000],
      [299, 12],
      [5_000_000, 12],
      [2_000_000_000, 50],
      [5_000_000, 0],
    ])('returns the page at %d of %d', async (offset, limit) => {
      for (const sort of sorts)
        for (const concepts of [[], [conceptOf('clean'), conceptOf('dog')]])
          await pair.expectSame(queryFor({ concepts, sort, offset, limit, partial: true }))
    })

    test('has a calendar of days without events', async () => {
      const query = { concepts: [], now, filter: plainFilter('event'), limit: 3 }
      for (const [from, to] of [
        ['1900-01-01', '1900-02-11'],
        ['2150-06-01', '2150-06-01'],
      ] as const)
        await pair.expectSameDays({ ...query, from, to })
    })
  })

  describe('with unusual documents', () => {
    let pair: Pair
    beforeAll(async () => {
      pair = await openPair(engine)
    })
    afterAll(() => pair.close())

    test.each(strangeTexts.map((text) => [text.slice(0, 30), text]))(
      'finds the words of %s',
      async (_, text) => {
        await pair.load([service(0, { title: text }), service(1, { text }), service(2, {})])
        for (const term of termsOf(text)) {
          await pair.expectSame(queryFor({ concepts: [conceptOf(term)], sort: 'relevance' }))
          expect(await pair.idsOf(queryFor({ concepts: [conceptOf(term)] })), term).toHaveLength(2)
        }
        await pair.expectSame(queryFor())
      },
    )

    test('accepts documents without words, with many, and at the limits', async () => {
      const long = Array.from({ length: 20_000 }, (_, at) => `word${at}`).join(' ')
      await pair.load([
        service(0, { title: '', text: '' }),
        service(1, { text: long }),
        service(2, { title: '\0 \u202e 🎹', text: '\ud83d' }),
        service(3, { price: 9_999_999.99, posted: '2099-12-31T23:59:59Z' }),
        service(4, { price: 0, posted: '2000-01-01T00:00:01Z' }),
        service(5, { price: 0.01, topic: 1, place: 1 }),
      ])
      for (const sort of sorts) if (sort !== 'relevance') await pair.expectSame(queryFor({ sort }))
      expect(await pair.idsOf(queryFor({ concepts: [conceptOf('word19999')] }))).toEqual([idOf(1)])
      await pair.expectSame(withFilter({ ranges: [{ field: 'price', min: 9_999_999.99 }] }))
      await pair.expectSame(withFilter({ ranges: [{ field: 'price', min: 0.01, max: 0.01 }] }))
    })

    test('finds the fields of documents, except for what is no number', async () => {
      const { NaN: none, POSITIVE_INFINITY: infinite } = Number
      await pair.load([
        service(0, { choices: ['travel:home', 'travel:home'], numbers: { years: 0, other: none } }),
        service(1, { numbers: { years: none, other: 1 }, reachKm: null }),
        service(2, { numbers: { years: infinite, other: 2 }, reachKm: 1e9, place: 9 }),
        service(3, { numbers: { years: -999_999_999.99 }, reachKm: -1 }),
        service(4, { numbers: { years: 1e9, constructor: 5 }, reachKm: 1e9, place: 1 }),
        service(5, { numbers: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`key${at}`, at])) }),
        service(6, { choices: Array.from({ length: 500 }, (_, at) => `field${at % 50}:choice${at}`) }),
      ])
      for (const key of ['years', 'other', 'constructor', 'key49'])
        for (const descending of [true, false]) await pair.expectSame(queryFor({ sort: { key, descending } }))
      for (const min of [0, -1e10, 1e9])
        await pair.expectSame(withFilter({ numbers: [{ key: 'years', min }] }))
      await pair.expectSame(withFilter({ choices: [['field49:choice499']] }))
      await pair.expectSame(withFilter({ choices: [['travel:home']] }))
      const near = { latitude: 40.1, longitude: -100, km: 1 }
      for (const sort of ['distance', 'newest'] as const)
        await pair.expectSame({ ...withFilter({ near }), sort })
    })

    test('finds events of long ago, of the far future, and of many years', async () => {
      await pair.load([
        event(0, '2001-02-03', '2001-02-03'),
        event(1, '2150-02-03', '2150-02-03'),
        event(2, '2001-02-03', '2150-02-03'),
        event(3, '0999-01-01', '0999-01-01'),
        event(4, '9999-12-31', '9999-12-31'),
      ])
      const found = async (days: EngineFilter['days'], hideEnded?: boolean) =>
        (await pair.idsOf(withFilter({ days, hideEnded }, 'event')))
          .map((id) => [0, 1, 2, 3, 4].find((number) => idOf(number) === id))
          .sort()
      expect(await found(undefined)).toEqual([0, 1, 2, 3, 4])
      expect(await found(undefined, true)).toEqual([1, 2, 4])
      expect(await found({ from: '2001-02-03', to: '2001-02-03' })).toEqual([0, 2])
      expect(await found({ from: '2026-10-31', to: '2026-10-31' })).toEqual([2])
      expect(await found({ from: '2150-02-03', to: '2150-02-03' })).toEqual([1, 2])
    })
  })
}
