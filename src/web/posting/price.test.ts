import { expect, test } from 'vitest'
import { readPrice, writePrice } from './price.ts'

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
])('%j is %d', (text, price) => {
  expect(readPrice(text)).toBe(price)
})

test.each(['', '  ', '$', 'free', '1.200', '1,2,3', '12-15', '1e3', '0x10', '٣٥', '1,20,0', '--5', '.'])(
  '%j is no price',
  (text) => {
    expect(readPrice(text)).toBeNull()
  },
)

test.each([0, 35, 12.5, 0.05, 9_999_999.99])('%d is read as it is written', (price) => {
  expect(readPrice(writePrice(price))).toBe(price)
})
