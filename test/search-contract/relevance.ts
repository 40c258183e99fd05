/** The rules of order by relevance, which every engine keeps, however it computes scores. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Concept, SearchDocument } from '../../src/server/modules/search/engine.ts'
import { idOf } from '../support/search/random-board.ts'
import { conceptOf, plainFilter, queryFor } from '../support/search/random-queries.ts'
import { openPair, type Pair, type TestedEngine } from './tested-engine.ts'

/** Other listings, so that words are rare. */
const others = 60

const documentOf = (number: number, changes: Partial<SearchDocument>): SearchDocument => ({
  id: idOf(number),
  kind: 'service',
  title: 'Something else',
  text: '',
  topic: 3,
  place: 6,
  posted: `2026-01-01T00:00:${String(number % 60).padStart(2, '0')}Z`,
  price: 20,
  pictures: false,
  choices: [],
  numbers: {},
  reachKm: null,
  stale: false,
  dates: null,
  ...changes,
})

export function testRelevance(engine: TestedEngine) {
  describe('orders by relevance', () => {
    let pair: Pair
    beforeAll(async () => {
      pair = await openPair(engine)
    })
    afterAll(() => pair.close())

    /** Returns the positions of the found documents in the given order. */
    async function orderOf(concepts: Concept[], documents: Partial<SearchDocument>[], changes = {}) {
      const filler = Array.from({ length: others }, (_, at) => documentOf(1_000 + at, {}))
      await pair.load([...documents.map((document, at) => documentOf(at, document)), ...filler])
      const ids = await pair.idsOf(
        queryFor({ concepts, sort: 'relevance', partial: true, limit: 100, ...changes }),
      )
      return ids.map((id) => documents.findIndex((_, at) => idOf(at) === id))
    }

    // Each time, what comes first was posted earlier than the rest.
    test('a word in the title before one in the text', async () => {
      expect(await orderOf([conceptOf('piano')], [{ title: 'Piano' }, { text: 'piano' }])).toEqual([0, 1])
    })

    test('a word in a short title before many in a text', async () => {
      const documents = [
        { title: 'One piano of ours, in the middle of a title' },
        { text: 'piano '.repeat(90) },
      ]
      expect(await orderOf([conceptOf('piano')], documents)).toEqual([0, 1])
    })

    test('a better alternative before a worse one', async () => {
      const concept = {
        ...conceptOf('piano'),
        alternatives: [
          { terms: ['piano'], weight: 1 },
          { terms: ['keyboard'], weight: 0.5 },
        ],
      }
      expect(await orderOf([concept], [{ title: 'Piano' }, { title: 'Keyboard' }])).toEqual([0, 1])
    })

    test('a topic between a word in the title and one in the text', async () => {
      const concept = { ...conceptOf('piano'), topics: [{ id: 4, weight: 1 }] }
      const documents = [{ title: 'Piano' }, { topic: 4 }, { text: 'piano' }]
      expect(await orderOf([concept], documents)).toEqual([0, 1, 2])
    })

    test('a topic above that of the listing', async () => {
      const concept = { ...conceptOf('piano'), topics: [{ id: 2, weight: 1 }] }
      expect(await orderOf([concept], [{ topic: 6 }, { topic: 2 }, { topic: 1 }])).toEqual([1, 0])
    })

    test('a place between a word in the title and one in the text', async () => {
      const concept = { ...conceptOf('piano'), places: [4] }
      const documents = [{ title: 'Piano' }, { place: 8 }, { text: 'piano' }]
      expect(await orderOf([concept], documents)).toEqual([0, 1, 2])
    })

    test('full matches before partial ones', async () => {
      const concepts = [conceptOf('piano'), conceptOf('lesson')]
      const documents = [{ text: 'piano lesson' }, { title: 'Piano' }, { title: 'Lesson' }]
      const [first, ...rest] = await orderOf(concepts, documents)
      expect(first).toBe(0)
      expect(rest.toSorted()).toEqual([1, 2])
    })

    test('partial matches of more words first', async () => {
      const concepts = [conceptOf('piano'), conceptOf('lesson'), conceptOf('guitar')]
      const documents = [{ title: 'Piano lesson' }, { title: 'Lesson guitar' }, { title: 'Piano' }]
      const found = await orderOf(concepts, documents)
      expect(found.slice(0, 2).toSorted()).toEqual([0, 1])
    })

    test('stale listings after others', async () => {
      const documents = [{ title: 'Piano' }, { title: 'Piano', stale: true }]
      expect(await orderOf([conceptOf('piano')], documents)).toEqual([0, 1])
    })

    test('equally good ones from newest to oldest', async () => {
      const documents = [{ title: 'Piano' }, { title: 'Piano' }, { title: 'Piano' }]
      expect(await orderOf([conceptOf('piano')], documents)).toEqual([2, 1, 0])
    })

    test('equally good ones from near to far', async () => {
      const near = { latitude: 40, longitude: -100, km: 2_000 }
      const documents = [
        { title: 'Piano', place: 6 },
        { title: 'Piano', place: 8 },
        { title: 'Piano', place: 9 },
      ]
      const filter = { ...plainFilter('service' as const), near }
      expect(await orderOf([conceptOf('piano')], documents, { filter })).toEqual([0, 1, 2])
    })
  })

  describe('matches', () => {
    let pair: Pair
    beforeAll(async () => {
      pair = await openPair(engine)
      await pair.load([
        documentOf(0, { title: 'Piano', text: 'lessons in the evening' }),
        documentOf(1, { title: 'Lessons', text: 'no instrument', topic: 6 }),
        documentOf(2, { title: 'Piano', topic: 6 }),
        documentOf(3, { text: 'My plumber plays the piano', topic: 6 }),
      ])
    })
    afterAll(() => pair.close())
    const found = async (concept: Concept) =>
      (await pair.idsOf(queryFor({ concepts: [concept] }))).map((id) =>
        [0, 1, 2, 3].find((at) => idOf(at) === id),
      )

    test('words of which one is in the title and one in the text', async () => {
      expect(await found(conceptOf('piano', 'lesson'))).toEqual([0])
    })

    test('words of the text only on the topics of an alternative', async () => {
      const within = (ids: number[]): Concept => ({
        ...conceptOf('piano'),
        alternatives: [{ terms: ['piano'], weight: 1, within: ids }],
      })
      expect(await found(within([1]))).toEqual([2, 0])
      expect(await found(within([2]))).toEqual([3, 2, 0])
      expect(await found(within([]))).toEqual([2, 0])
    })

    test('any alternative of a concept', async () => {
      const concept = {
        ...conceptOf('instrument'),
        alternatives: [
          { terms: ['instrument'], weight: 0.5 },
          { terms: ['plumber', 'piano'], weight: 1 },
        ],
      }
      expect(await found(concept)).toEqual([3, 1])
    })
  })
}
