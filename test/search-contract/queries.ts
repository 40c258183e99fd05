/** Random queries on random listings: an engine finds, orders, and counts what the reference engine does. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  CalendarQuery,
  Concept,
  EngineFilter,
  EngineQuery,
  SearchDocument,
} from '../../src/server/modules/search/engine.ts'
import { addDays } from '../../src/shared/days.ts'
import { slowUnless } from '../support/checks/slow.ts'
import { createDocuments, idOf, today } from '../support/search/random-board.ts'
import {
  anyCircle,
  anyConcept,
  anyEventFilter,
  anyFieldFilter,
  anyFilter,
  anyKind,
  anyNow,
  anyQuery,
  anyWord,
  conceptOf,
  plainFilter,
  queryFor,
  sorts,
} from '../support/search/random-queries.ts'
import { expectDistinct, openPair, type Pair, type TestedEngine } from './tested-engine.ts'

const boards = [
  { seed: 1, size: 0 },
  { seed: 2, size: 1 },
  { seed: 3, size: 60 },
  { seed: 4, size: 400 },
  { seed: 5, size: 1_200 },
  { seed: 6, size: 1_201 },
  // Enough for words that thousands of listings have.
  { seed: 7, size: 9_000 },
]

const broadFilter = anyKind.map(plainFilter)
const noConcepts = fc.constant<Concept[]>([])

const kindsOfQueries: Record<string, fc.Arbitrary<EngineQuery>> = {
  'with any concepts and filters': anyQuery(fc.array(anyConcept, { maxLength: 4 }), anyFilter),
  'with many matches': anyQuery(fc.array(anyConcept, { minLength: 1, maxLength: 2 }), broadFilter),
  'with several words, so that partial matches follow': anyQuery(
    fc.array(anyWord, { minLength: 2, maxLength: 6, size: 'max' }),
    broadFilter,
  ).map((query) => ({ ...query, partial: true })),
  'without words': anyQuery(noConcepts, anyFilter),
  'without words and filters': anyQuery(noConcepts, broadFilter),
  'on some days, in event order': anyQuery(noConcepts, anyEventFilter, fc.constant('soonest')),
  'with fields': anyQuery(fc.array(anyWord, { maxLength: 1 }), anyFieldFilter),
  'near a place': anyQuery(
    fc.array(anyConcept, { maxLength: 1 }),
    fc.record({ kind: anyKind, near: anyCircle }).map(({ kind, near }) => ({ ...plainFilter(kind), near })),
    fc.constantFrom('distance', 'relevance', 'newest'),
  ),
}

const anyCalendar: fc.Arbitrary<CalendarQuery> = fc.record({
  concepts: fc.array(anyWord, { maxLength: 1 }),
  now: anyNow,
  filter: anyFilter.map(({ days: _days, hideEnded: _ended, ...filter }) => ({ ...filter, kind: 'event' })),
  from: fc.integer({ min: -20, max: 2 }).map((days) => addDays(today, days)),
  to: fc.integer({ min: 2, max: 21 }).map((days) => addDays(today, days)),
  limit: fc.constantFrom(0, 1, 3, 20),
})

export function testQueries(engine: TestedEngine) {
  for (const { seed, size } of boards)
    describe(`with ${size} listings`, slowUnless(size === engine.sampleBoard), () => {
      let pair: Pair
      beforeAll(async () => {
        pair = await openPair(engine)
        await pair.load(createDocuments(seed, size))
      })
      afterAll(() => pair.close())
      const numRuns = size < 10 ? 5 : size > 5_000 ? 4 : 30

      for (const [name, query] of Object.entries(kindsOfQueries))
        test(`finds what the reference finds ${name}`, () =>
          fc.assert(
            fc.asyncProperty(query, (asked) => pair.expectSame(asked)),
            { numRuns },
          ))

      test('finds the events of each day', () =>
        fc.assert(
          fc.asyncProperty(anyCalendar, (asked) => pair.expectSameDays(asked)),
          { numRuns },
        ))

      test('finds nothing twice and leaves out nothing on the pages of a list', async () => {
        const concepts = [conceptOf('clean'), conceptOf('dog')]
        for (const sort of sorts) {
          const query = queryFor({ concepts, sort, filter: plainFilter('event'), partial: true })
          const all = await pair.search({ ...query, limit: 2_000 })
          const paged = []
          for (let offset = 0; offset < all.hits.length + 30; offset += 30)
            paged.push(...(await pair.search({ ...query, offset, limit: 30 })).hits)
          expectDistinct(paged)
          expect(paged.map(({ id }) => id)).toEqual(all.hits.map(({ id }) => id))
          expect(all.full + all.partial).toBe(all.hits.length)
        }
      })
    })

  describe('with fields', () => {
    let pair: Pair
    const [document] = createDocuments(1, 1)
    const number = (id: string) => [0, 1, 2, 3, 4].find((at) => idOf(at) === id)
    async function load(changes: Partial<SearchDocument>[]) {
      if (!document) throw new Error('There is no document.')
      const plain = { ...document, choices: [], numbers: {}, reachKm: null }
      await pair.load(
        changes.map((changed, at) => ({
          ...plain,
          id: idOf(at),
          kind: 'service',
          dates: null,
          posted: `2026-10-0${9 - at}T00:00:00Z`,
          ...changed,
        })),
      )
    }
    beforeAll(async () => {
      pair = await openPair(engine)
    })
    afterAll(() => pair.close())

    test('finds who travels to the center, with the distance of the town', async () => {
      await load([
        { place: 8, reachKm: 60 },
        { place: 8, reachKm: 20 },
        { place: 9, reachKm: 1_500 },
        { place: 6 },
        { place: 10, reachKm: 5_000 },
      ])
      const near = { latitude: 40, longitude: -100, km: 5 }
      const { hits } = await pair.search(
        queryFor({ filter: { ...plainFilter('service'), near }, sort: 'distance' }),
      )
      expect(hits.map(({ id }) => number(id))).toEqual([3, 0, 2])
      expect(hits.map(({ km }) => Math.round(km ?? -1))).toEqual([0, 35, 989])
    })

    test('orders by a number, those without one last', async () => {
      await load([
        {},
        { numbers: { years: 0 } },
        { numbers: { years: -3.5 } },
        { numbers: { years: 12 } },
        {},
      ])
      const orderOf = async (descending: boolean) =>
        (await pair.idsOf(queryFor({ sort: { key: 'years', descending } }))).map(number)
      expect(await orderOf(false)).toEqual([2, 1, 3, 0, 4])
      expect(await orderOf(true)).toEqual([3, 1, 2, 0, 4])
    })

    test('counts the choices of a field as if it was not filtered by it', async () => {
      const [home, online, yes] = ['travel:home', 'travel:online', 'licensed:yes']
      await load([{ choices: [home, yes] }, { choices: [online] }, { choices: [home, online] }, {}])
      const filter = { ...plainFilter('service'), choices: [[home]] }
      const facets = { topicsUnder: [], placesUnder: [], choices: [home, online, yes, 'licensed:no'] }
      const found = await pair.search(queryFor({ filter, facets }))
      expect(found.full).toBe(2)
      expect(new Map(found.facets?.choices)).toEqual(
        new Map([
          [home, 2],
          [online, 2],
          [yes, 1],
        ]),
      )
    })
  })

  describe('with listings that are posted at the same time', () => {
    let pair: Pair
    const posted = '2026-10-01T00:00:00Z'
    const documents = createDocuments(8, 300).map((document) => ({ ...document, posted, price: 5 }))
    beforeAll(async () => {
      pair = await openPair(engine)
      await pair.load(documents)
    })
    afterAll(() => pair.close())

    test('has each on one page of a list', async () => {
      for (const sort of sorts) {
        const filter: EngineFilter = plainFilter('service')
        const paged = []
        for (let offset = 0; offset < documents.length; offset += 12)
          paged.push(...(await pair.search(queryFor({ sort, filter, offset }))).hits)
        expectDistinct(paged)
        expect(paged.length).toBe(documents.filter(({ kind }) => kind === 'service').length)
      }
    })
  })
}
