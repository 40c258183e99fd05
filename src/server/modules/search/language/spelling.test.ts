import { describe, expect, test } from 'vitest'
import { smallSite } from '../../../../../test/support/search/small-site.ts'
import type { Lexicon } from './lexicon.ts'
import { english } from './query-languages.ts'
import { readWords } from './query-words.ts'
import { correctedText, correctTypos, joinCompounds, joinOf, splitCompounds } from './spelling.ts'
import { createVocabulary } from './vocabulary.ts'

function correct(text: string, lexicon: Lexicon = smallSite, incompleteLast = false): string | null {
  const words = readWords(text, english)
  return correctedText(text, words, correctTypos(words, lexicon, incompleteLast))
}

describe('corrects', () => {
  test.each([
    ['plummer', 'plumber'],
    ['plubmer', 'plumber'],
    ['plummers', 'plumbers'],
    ['fotografer', 'photographer'],
    ['bycicle', 'bicycle'],
    ['electritian', 'electrician'],
    ['Baby siter, tonight!', 'Baby sitter, tonight!'],
    ['dog waker', 'dog walker'],
    ['yoga in phildelphia', 'yoga in philadelphia'],
    ['new yrok', 'new york'],
    ['swiming', 'swimming'],
    ['weding fotografy', 'wedding photography'],
  ])('%s → %s', (text, corrected) => {
    expect(correct(text)).toBe(corrected)
  })
})

describe('keeps', () => {
  test.each([
    ...[
      'plumber',
      'plumbing',
      'wok',
      '2025',
      'jewellery',
      'horse',
      'theory',
      '"plummer"',
      'near me',
      'looking for',
    ],
    ...['pot luck', 'philly', 'xqzvkwpt', 'пианино'],
  ])('%s', (text) => {
    expect(correct(text)).toBeNull()
  })
})

test('corrects a rare word if a similar one is far more common', () => {
  const knowing = (plummer: number, plumber: number) => ({
    ...smallSite,
    vocabulary: createVocabulary([
      ['plummer', plummer],
      ['plumber', plumber],
    ]),
  })
  expect(correct('plummer', knowing(2, 500))).toBe('plumber')
  expect(correct('plummer', knowing(2, 150))).toBeNull()
})

test.each([
  ['mobtle', 2, 'mobile'],
  ['mobtle', 20, null],
  // It is a word of the language.
  ['cello', 2, null],
  ['mobe', 2, null],
])('corrects a short word that sounds otherwise, %s in %i listings, to %s', (word, listings, corrected) => {
  const vocabulary = createVocabulary([
    [word, listings],
    ['mobile', 5_000],
    ['hello', 5_000],
    ['move', 5_000],
  ])
  expect(correct(word, { ...smallSite, vocabulary })).toBe(corrected)
})

describe('corrects a word of the language that makes a phrase with its neighbor', () => {
  test.each([
    ['car wish', 'car wash'],
    ['dog waller', 'dog walker'],
    ['food tuck', 'food truck'],
    ['mow lawn card', 'mow lawn care'],
    // A phrase as it is.
    ['yard work', null],
    // Alone, it means what it says.
    ['tuck', null],
    ['"food tuck"', null],
  ])('%s → %s', (text, corrected) => {
    expect(correct(text)).toBe(corrected)
  })

  test('unless many listings have it', () => {
    const vocabulary = createVocabulary([
      ['food', 500],
      ['tuck', 30],
      ['truck', 400],
    ])
    expect(correct('food tuck', { ...smallSite, vocabulary })).toBeNull()
  })
})

test('corrects a lone word that no listing has to one of the catalog that sounds the same', () => {
  const vocabulary = createVocabulary([
    ['tailer', 0],
    ['tailor', 3],
  ])
  const synonyms: Lexicon['synonyms'] = {
    match: ([word]) => (word === 'tailor' ? { length: 1, targets: [{ topic: 1, weight: 1 }] } : null),
  }
  expect(correct('tailer', { ...smallSite, synonyms, vocabulary })).toBe('tailor')
  expect(correct('tailer jobs', { ...smallSite, synonyms, vocabulary })).toBeNull()
})

test.each([
  [0, 'gardener'],
  // A surname.
  [1, null],
])('corrects the name of a small town that %i listings have to %s', (listings, corrected) => {
  const vocabulary = createVocabulary([
    ['gardner', listings],
    ['gardener', 30],
  ])
  const synonyms: Lexicon['synonyms'] = {
    match: ([word]) => (word === 'gardener' ? { length: 1, targets: [{ topic: 1, weight: 1 }] } : null),
  }
  expect(correct('gardner', { ...smallSite, synonyms, vocabulary })).toBe(corrected)
  expect(correct('gardner tomorrow', { ...smallSite, synonyms, vocabulary })).toBe(
    corrected && 'gardener tomorrow',
  )
})

test('of equally likely words, the one that begins like the typed one was meant', () => {
  const vocabulary = createVocabulary([
    ['tailor', 1],
    ['tiler', 1],
  ])
  expect(correct('tailer', { ...smallSite, vocabulary })).toBe('tailor')
})

test('does not correct a word that the visitor may still be typing', () => {
  expect(correct('photograph', smallSite, true)).toBeNull()
  expect(correct('babysit', smallSite, true)).toBeNull()
  expect(correct('plummer', smallSite, true)).toBe('plumber')
})

const split = (text: string) => splitCompounds(readWords(text, english), smallSite)

test.each([
  ['dogwalker', ['dog', 'walker']],
  ['dogwalkers', ['dog', 'walkers']],
  ['foodtruck friday', ['food', 'truck', 'friday']],
  ['sanfrancisco', ['san', 'francisco']],
  ['wifi', ['wi', 'fi']],
])('splits %s', (text, expected) => {
  const words = split(text)
  expect(words.map(({ word }) => word)).toEqual(expected)
  expect(words[0]?.joined).toBe(text.split(' ')[0])
})

test.each(['carpet', 'birthday', 'weekend', 'plumber', 'xqzvk', '"dogwalker"', '2026', 'theory'])(
  'does not split %s',
  (text) => {
    expect(split(text)).toHaveLength(1)
  },
)

test.each([
  ['concerrts', ['concerrts']],
  ['fencerepair', ['fence', 'repair']],
  ['fencerepairs', ['fence', 'repairs']],
])('with misspelled words in its listings, splits %s into %s', (text, expected) => {
  const vocabulary = createVocabulary([
    ['concerts', 5_000],
    ['concer', 2],
    ['rts', 2],
    ['fence', 300],
    ['repair', 2_000],
    ['repairs', 40],
  ])
  const words = splitCompounds(readWords(text, english), { ...smallSite, vocabulary })
  expect(words.map(({ word }) => word)).toEqual(expected)
})

test.each([
  ['pot luck', 'potluck'],
  ['camp fire', 'campfire'],
  ['handy man', 'handyman'],
  ['phot ographer', 'photographer'],
])('joins %s', (text, joined) => {
  expect(joinCompounds(readWords(text, english), smallSite)[0]?.joined).toBe(joined)
})

test.each(['pot, luck', 'dog house', 'car pet taxi', '"pot luck"', 'a part', 'potluck'])(
  'does not join %s',
  (text) => {
    expect(joinOf(readWords(text, english), 0, smallSite)).toBeNull()
  },
)
