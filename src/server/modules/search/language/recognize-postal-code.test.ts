import { describe, expect, test } from 'vitest'
import { readWords } from './query-words.ts'
import { recognizePostalCode } from './recognize-postal-code.ts'

const recognize = (text: string) => recognizePostalCode(text, readWords(text))

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
  const { near, words } = recognize(text)
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
    expect(recognize(text)).toEqual({ near: null, words: readWords(text) })
  })
})
