import { describe, expect, test } from 'vitest'
import { smallSite } from '../../../../../test/support/search/small-site.ts'
import { english } from './query-languages.ts'
import { readWords } from './query-words.ts'
import { recognizePlace, recognizePostalCode } from './recognize-place.ts'

const recognize = (text: string) => {
  const { place, words } = recognizePlace(text, readWords(text, english), smallSite)
  return place && { name: place.name, typed: place.typed, rest: words.map(({ word }) => word).join(' ') }
}

describe('recognizes a place', () => {
  test.each([
    ['barber austin tx', 'Austin, Texas', 'austin tx', 'barber'],
    ['barber austin, Texas', 'Austin, Texas', 'austin, Texas', 'barber'],
    ['cleaning nyc', 'New York City', 'nyc', 'cleaning'],
    ['Philly fair', 'Philadelphia', 'Philly', 'fair'],
    ['austin barber', 'Austin', 'austin', 'barber'],
    ['yoga in Mobile', 'Mobile', 'in Mobile', 'yoga'],
    ['mobile al mechanic', 'Mobile, Alabama', 'mobile al', 'mechanic'],
    ['tutor near downtown Reading', 'Reading', 'near downtown Reading', 'tutor'],
    ['piano lessons la', 'Los Angeles', 'la', 'piano lessons'],
    ['movers, OR', 'Oregon', 'OR', 'movers'],
    ['Yoga ME', 'Maine', 'ME', 'yoga'],
    ['dog walker brooklyn please', 'Brooklyn', 'brooklyn', 'dog walker please'],
    ['portland, or', 'Portland, Oregon', 'portland, or', ''],
    ['moving from austin to dallas', 'Dallas', 'dallas', 'moving from austin to'],
    ['ontario', 'Ontario', 'ontario', ''],
  ])('%s', (text, name, typed, rest) => {
    expect(recognize(text)).toEqual({ name, typed, rest })
  })
})

describe('does not take words for a place', () => {
  test.each([
    ...[
      'mobile mechanic',
      'reading tutor',
      'orange juice',
      'someone to help me',
      'dog walker or sitter',
      'yoga ok',
    ],
    ...['HELP ME', 'photos in spring', 'fun in the park', 'portrait of linda', '"austin"', 'plumber'],
  ])('%s', (text) => {
    expect(recognize(text)).toBeNull()
  })
})

test('returns all places of a name, unless one is far larger', () => {
  const idsOf = (text: string) => recognizePlace(text, readWords(text, english), smallSite).place?.ids.length
  expect(idsOf('springfield')).toBeGreaterThan(3)
  expect(idsOf('portland')).toBe(2)
  expect(idsOf('philadelphia')).toBe(1)
})

const recognizeCode = (text: string) => recognizePostalCode(text, readWords(text, english), smallSite)

test.each([
  ['78704', 'Austin, Texas', 'mi', ''],
  ['plumber 78704', 'Austin, Texas', 'mi', 'plumber'],
  ['plumber near 78704-1234', 'Austin, Texas', 'mi', 'plumber'],
  ['78704 plumber', 'Austin, Texas', 'mi', 'plumber'],
  ['yoga M5V 2T6', 'Toronto, Ontario', 'km', 'yoga'],
  ['yoga in m5v2t6', 'Toronto, Ontario', 'km', 'yoga'],
  ['yoga M5V', 'Toronto, Ontario', 'km', 'yoga'],
  ['m5v', 'Toronto, Ontario', 'km', ''],
])('finds the town of %s', (text, name, unit, rest) => {
  const { near, words } = recognizeCode(text)
  expect(near).toMatchObject({ name, unit, rest, circle: { km: unit === 'km' ? 25 : 25 * 1.609344 } })
  expect(words.map(({ word }) => word).join(' ')).toBe(rest)
})

describe('finds none in', () => {
  test.each([
    '00000',
    '1234',
    '123456',
    'B2B networking',
    'a1c test',
    'h2o aerobics',
    'p2p',
    '"78704"',
    'k9s unit',
    'pizza',
  ])('%s', (text) => {
    expect(recognizeCode(text)).toEqual({ near: null, words: readWords(text, english) })
  })
})
