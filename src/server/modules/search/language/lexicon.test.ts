import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { smallSite } from '../../../../../test/support/search/small-site.ts'
import type { Catalog } from '../../catalog/service.ts'
import { SearchUnavailable, type WordCount } from '../engine.ts'
import { completionsOf, createLexiconReader, readEnglishWords, relatedTo } from './lexicon.ts'
import { english } from './query-languages.ts'
import { createVocabulary } from './vocabulary.ts'
import { stem } from './words.ts'

test.each([
  ['marath', ['marathon']],
  ['babys', ['babysitter']],
  ['phot', ['photographer', 'photos', 'photography']],
])('completes %s', (typed, expected) => {
  expect(completionsOf(typed, smallSite)).toEqual(expect.arrayContaining(expected))
})

test.each(['car', 'piano', 'm', '20', 'xqz', 'ok'])('does not complete %s', (typed) => {
  expect(completionsOf(typed, smallSite)).toEqual([])
})

test('completes a rare word to a far more common one only', () => {
  const vocabulary = createVocabulary([
    ['plumb', 2],
    ['plumbing', 400],
    ['plumber', 300],
    ['plumbago', 3],
  ])
  // Plumbing and plumb have the same stem.
  expect(completionsOf('plumb', { ...smallSite, vocabulary })).toEqual(['plumber'])
})

test('completes a word of the language to longer ones that name a topic', () => {
  const vocabulary = createVocabulary([
    ['elect', 0],
    ['electrician', 1],
    ['electorate', 1],
    ['plum', 2],
    ['plumber', 5],
    ['hand', 50],
    ['handyman', 60],
  ])
  expect(completionsOf('elect', { ...smallSite, vocabulary })).toEqual(['electrician'])
  expect(completionsOf('plum', { ...smallSite, vocabulary })).toEqual(['plumber'])
  expect(completionsOf('hand', { ...smallSite, vocabulary })).toEqual([])
})

test('returns at most eight, with different stems', () => {
  const vocabulary = createVocabulary(
    Array.from({ length: 50 }, (_, at) => [`ab${String.fromCharCode(97 + (at % 26), 97 + at)}`, at]),
  )
  expect(completionsOf('ab', { ...smallSite, vocabulary })).toHaveLength(8)
})

test('there are many common English words, without misspelled ones', () => {
  const words = new Set(readEnglishWords())
  expect(words.size).toBeGreaterThan(20_000)
  expect(words.has('horse')).toBe(true)
  expect(['bycicle', 'plummer', 'recieve'].filter((word) => words.has(word))).toEqual([])
})

test.each([
  ['cleaner', 'clean'],
  ['class', 'lesson'],
  ['bike', 'bicycle'],
  ['broken', 'repair'],
])('%s is related to %s', (word, other) => {
  expect([...relatedTo(stem(word))]).toContain(stem(other))
})
test('a word is not related to itself, and asking for repairs does not ask for problems', () => {
  expect([...relatedTo('bike')]).not.toContain('bike')
  expect([...relatedTo('repair')]).not.toContain('broken')
})

/** What the catalog derives for the lexicon, with one more name of a place. */
const { vocabulary: _, ...knownNames } = smallSite
const namesWith = (name: string) => ({
  ...knownNames,
  placeWords: new Set([name]),
  catalogWords: new Set([name]),
  commonWords: [new Set<string>()],
})

test('new names count at once, without reading the words of a large site again', async () => {
  let names = namesWith('austin')
  let readings = 0
  const catalog = { derived: () => () => names } as unknown as Catalog
  async function words(): Promise<WordCount[]> {
    readings += 1
    // Longer than a search waits for newer words.
    await delay(100)
    return [['piano', 3]]
  }
  const readLexicon = createLexiconReader({ words }, catalog, () => english)
  expect((await readLexicon()).placeWords).toContain('austin')

  names = namesWith('whitefish')
  const { placeWords, vocabulary } = await readLexicon()
  expect([...placeWords]).toEqual(['whitefish'])
  expect(['piano', 'whitefish', 'austin'].map((word) => vocabulary.count(word))).toEqual([3, 1, 1])
  expect(await readLexicon()).toBe(await readLexicon())
  expect(readings).toBe(1)
})

test('a search does not wait longer than usual for the first words, and later ones have them', async () => {
  const words = Promise.withResolvers<WordCount[]>()
  const catalog = { derived: () => () => namesWith('austin') } as unknown as Catalog
  const readLexicon = createLexiconReader({ words: () => words.promise }, catalog, () => english, {
    firstReadMs: 20,
  })
  await expect(readLexicon()).rejects.toBeInstanceOf(SearchUnavailable)
  words.resolve([['piano', 3]])
  expect((await readLexicon()).vocabulary.count('piano')).toBe(3)
})
