import { expect, test } from 'vitest'
import { smallSite } from '../../../../../test/support/search/small-site.ts'
import { joinCompounds, joinOf, splitCompounds } from './compounds.ts'
import { readWords } from './query-words.ts'
import { createVocabulary } from './vocabulary.ts'

const split = (text: string) => splitCompounds(readWords(text), smallSite)

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
  const words = splitCompounds(readWords(text), { ...smallSite, vocabulary })
  expect(words.map(({ word }) => word)).toEqual(expected)
})

test.each([
  ['pot luck', 'potluck'],
  ['camp fire', 'campfire'],
  ['handy man', 'handyman'],
  ['phot ographer', 'photographer'],
])('joins %s', (text, joined) => {
  expect(joinCompounds(readWords(text), smallSite)[0]?.joined).toBe(joined)
})

test.each(['pot, luck', 'dog house', 'car pet taxi', '"pot luck"', 'a part', 'potluck'])(
  'does not join %s',
  (text) => {
    expect(joinOf(readWords(text), 0, smallSite)).toBeNull()
  },
)
