import { describe, expect, test } from 'vitest'
import { smallSite } from '../../../../../test/support/search/small-site.ts'
import { tokenize } from '../../../platform/tokenize.ts'
import { english } from './query-languages.ts'
import { readWords } from './query-words.ts'
import { meansFreeOfCharge, recognizePrice } from './recognize-price.ts'

const recognize = (text: string) => recognizePrice(text, readWords(text, english), smallSite)

const upTo = (max: number) => ({ max })
const from = (min: number) => ({ min })
const between = (min: number, max: number) => ({ min, max })

test.each([
  ['yoga under $40', upTo(40), 'yoga'],
  ['yoga below 40 dollars', upTo(40), 'yoga'],
  ['yoga less than $40', upTo(40), 'yoga'],
  ['yoga cheaper than $40', upTo(40), 'yoga'],
  ['YOGA UP TO US$40', upTo(40), 'YOGA'],
  ['yoga for under 40 bucks', upTo(40), 'yoga'],
  ['yoga max $40', upTo(40), 'yoga'],
  ['yoga for $40 or less', upTo(40), 'yoga'],
  ['yoga no more than $40 an hour', upTo(40), 'yoga'],
  ['under $40/hr yoga', upTo(40), 'yoga'],
  ['yoga under $1,200.50', upTo(1200.5), 'yoga'],
  ['car under $2k', upTo(2000), 'car'],
  ['yoga < $40', upTo(40), 'yoga'],
  ['yoga under €40', upTo(40), 'yoga'],
  ['yoga over $40', from(40), 'yoga'],
  ['yoga at least 40 dollars', from(40), 'yoga'],
  ['yoga from $40', from(40), 'yoga'],
  ['yoga $40+', from(40), 'yoga'],
  ['yoga $40 and up', from(40), 'yoga'],
  ['yoga $20–50', between(20, 50), 'yoga'],
  ['yoga $20-$50', between(20, 50), 'yoga'],
  ['yoga 20-50 dollars', between(20, 50), 'yoga'],
  ['yoga $20 to $50', between(20, 50), 'yoga'],
  ['yoga between $20 and $50', between(20, 50), 'yoga'],
  ['yoga from $20 to $50 per person', between(20, 50), 'yoga'],
  ['free yoga', upTo(0), 'yoga'],
  ['yoga for free', upTo(0), 'yoga'],
  ['yoga free of charge', upTo(0), 'yoga'],
  ['free admission yoga', upTo(0), 'yoga'],
  ['free', upTo(0), ''],
])('understands the price of %s', (text, range, rest) => {
  const { price, words } = recognize(text)
  expect(price).toMatchObject({ rest })
  expect(price?.range).toEqual(range)
  expect(text).toContain(price?.typed)
  expect(words.map(({ word }) => word).join(' ')).toBe(rest.toLowerCase())
})

describe('finds no price in', () => {
  test.each([
    'kids under 5',
    'dating under 40',
    'cheap yoga',
    '5k run',
    '24/7 locksmith',
    'over 50 dance',
    'free range eggs',
    'gluten free cake',
    'free weights',
    'free estimates',
    'plumber free quote',
    '"free" yoga',
    'yoga "under $40"',
    '20-50',
    'between 20 and 50',
    '$50 to $20',
    'dollars',
    '$',
    'under $',
    '$20–50abc',
  ])('%s', (text) => {
    const { price, words } = recognize(text)
    expect(price).toBeNull()
    expect(words).toEqual(readWords(text, english))
  })
})

test('takes little time for any text', () => {
  const start = performance.now()
  for (const text of [
    '$1'.repeat(500),
    'between $1 and '.repeat(60),
    `under ${'9'.repeat(900)}`,
    '$ '.repeat(500),
  ])
    recognize(text)
  expect(performance.now() - start).toBeLessThan(200)
})

test.each([
  ['free concert', true],
  ['concert for free', true],
  ['complimentary concert', true],
  ['concert', false],
  ['gluten free cake', false],
  ['free weights', false],
  ['freedom', false],
])('whether %s is free of charge: %s', (text, expected) => {
  const words = tokenize(text)
  expect(words.some((_, at) => meansFreeOfCharge(words, at))).toBe(expected)
})
