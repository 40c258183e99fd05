import { expect, test } from 'vitest'
import { formatPriceInput, parsePrice, parsePriceUnit } from './price.ts'

test.each([
  ['35', 35],
  ['12.50', 12.5],
  [' 0 ', 0],
  ['.5', 0.5],
  ['35.', 35],
  ['$1,200', 1200],
  ['1,200.50', 1200.5],
  ['USD 9,999,999.99', 9_999_999.99],
  ['35 usd', 35],
  ['12,50 €', 12.5],
  ['1.200,50', 1200.5],
  ["1'200", 1200],
  ['-5', -5],
  ['12.345', 12.345],
])('parses %j as %d', (text, price) => {
  expect(parsePrice(text)).toBe(price)
})

test.each(['', '  ', '$', 'free', '1.200', '1,2,3', '12-15', '1e3', '0x10', '٣٥', '1,20,0', '--5', '.'])(
  'rejects %j',
  (text) => {
    expect(parsePrice(text)).toBeNull()
  },
)

test.each([0, 35, 12.5, 0.05, 9_999_999.99])('parses its own format of %d', (price) => {
  expect(parsePrice(formatPriceInput(price))).toBe(price)
})

test('reads the unit of the select, and no other text', () => {
  expect(parsePriceUnit('hour')).toBe('hour')
  expect(parsePriceUnit('from')).toBe('from')
  expect(parsePriceUnit('')).toBeNull()
  expect(parsePriceUnit('per hour')).toBeNull()
})
