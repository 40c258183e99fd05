/** How many listings have a term, and which words there are. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WordCount } from '../../src/server/modules/search/engine.ts'
import { boardTerms, createDocuments, idOf } from '../support/search/random-board.ts'
import { openPair, type Pair, type TestedEngine } from './tested-engine.ts'

const fresh = { fresh: false }
/** Up to this number, terms are counted exactly. */
const maxExactCount = 20
/** Other counts may be estimated. */
const tolerance = 0.4

const sorted = (counts: WordCount[]) => counts.toSorted(([a], [b]) => (a < b ? -1 : 1))

function expectAbout(actual: number | undefined, expected: number | undefined) {
  const wanted = expected ?? 0
  expect(actual ?? 0).toBeGreaterThanOrEqual(Math.floor(wanted * (1 - tolerance)))
  expect(actual ?? 0).toBeLessThanOrEqual(Math.ceil(wanted * (1 + tolerance)))
}

export function testWords(engine: TestedEngine) {
  describe('counts', () => {
    let pair: Pair
    beforeAll(async () => {
      pair = await openPair(engine)
    })
    afterAll(() => pair.close())

    async function expectCounts(terms: string[]) {
      const [actual, expected] = [
        await pair.tested.countTerms(terms, fresh),
        await pair.reference.countTerms(terms, fresh),
      ]
      expect(actual.length).toBe(terms.length)
      for (const [at, count] of expected.entries()) {
        if (count <= maxExactCount) expect(actual[at], terms[at]).toBe(count)
        else expectAbout(actual[at], count)
      }
    }

    test('the listings with a term, in the title or in the text', async () => {
      for (const [seed, size] of [
        [31, 0],
        [32, 40],
        [33, 700],
      ] as const) {
        await pair.load(createDocuments(seed, size))
        await expectCounts([...boardTerms, 'offer', '', 'two words', 'clean', 'clean'])
      }
      await expectCounts([])
    })

    test('the listings with a term after some were replaced and removed', async () => {
      await pair.load(createDocuments(34, 60))
      await pair.apply(createDocuments(35, 30).map((document) => ({ id: document.id, document })))
      await pair.apply(Array.from({ length: 20 }, (_, at) => ({ id: idOf(at), document: null })))
      await expectCounts(boardTerms)
    })

    test('the words as written, without numbers', async () => {
      const [first, second] = createDocuments(36, 2)
      if (!first || !second) throw new Error('There are no documents.')
      await pair.load([
        { ...first, title: 'Dogs and Wi-Fi', text: 'dogs dog 24' },
        { ...second, title: 'dogs', text: '' },
      ])
      expect(sorted(await pair.tested.words(fresh))).toEqual([
        ['and', 1],
        ['dog', 1],
        ['dogs', 2],
        ['fi', 1],
        ['wi', 1],
        ['wifi', 1],
      ])
    })

    test('the words of a larger site without those of a single listing', async () => {
      const documents = createDocuments(37, 1_500)
      await pair.load(documents.map((document, at) => ({ ...document, text: `${document.text} once${at}` })))
      const actual = new Map(await pair.tested.words(fresh))
      const expected = new Map(await pair.reference.words(fresh))
      expect([...actual.keys()].filter((word) => word.startsWith('once'))).toEqual([])
      for (const [word, count] of expected) if (count > maxExactCount) expectAbout(actual.get(word), count)
    })

    test('the words of changes', async () => {
      const [first, second] = createDocuments(38, 2)
      if (!first || !second) throw new Error('There are no documents.')
      await pair.load([first])
      await pair.apply([{ id: second.id, document: { ...second, title: 'Marimba' } }])
      expect(await pair.tested.words(fresh)).toContainEqual(['marimba', 1])
    })
  })
}
