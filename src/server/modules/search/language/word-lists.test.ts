import { expect, test } from 'vitest'
import { tokenize } from '../../../platform/tokenize.ts'
import { isFiller, meansFreeOfCharge, relatedTo } from './word-lists.ts'
import { stem } from './words.ts'

test.each(['need', 'someone', 'my', 'best', 'cheap', 'near', 'the', 'please'])('%s is filler', (word) => {
  expect(isFiller(word)).toBe(true)
})
test.each(['plumber', 'free', 'kids', 'repair', 'lessons', 'wedding'])('%s is not filler', (word) => {
  expect(isFiller(word)).toBe(false)
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
