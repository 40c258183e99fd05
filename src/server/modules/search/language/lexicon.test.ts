import { expect, test } from 'vitest'
import { smallSite } from '../../../../../test/support/search/small-site.ts'
import { completionsOf, readEnglishWords, relatedTo } from './lexicon.ts'
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
