import { describe, expect, test } from 'vitest'
import { tokenize } from '../../../platform/tokenize.ts'
import { createCatalogTerms } from './catalog-terms.ts'
import { readEnglishWords } from './english-words.ts'
import { isFiller, meansFreeOfCharge } from './filler.ts'
import { relatedTo } from './related-words.ts'
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

describe('the terms of the catalog', () => {
  const terms = createCatalogTerms([
    { id: 1, name: 'Home & Repair Services', subcategories: [{ id: 2, name: 'Plumbing Repairs' }] },
    {
      id: 3,
      name: 'Photography',
      subcategories: [
        { id: 4, name: 'Math Tutoring' },
        { id: 5, name: 'Home Bakers' },
      ],
    },
    { id: 6, name: 'Baking', subcategories: [] },
  ])
  test('name topics, subcategories more than categories', () => {
    expect(terms.topicsOf(stem('repair'))).toEqual([
      { id: 1, weight: 0.6 },
      { id: 2, weight: 1 },
    ])
    expect(terms.topicsOf(stem('services'))).toEqual([])
    expect(terms.topicsOf('and')).toEqual([])
  })
  test.each([
    ['plumber', 'plumbing'],
    ['plumbers', 'plumbing'],
    ['photographer', 'photography'],
    ['photography', 'photographer'],
    ['baker', 'baking'],
    ['baking', 'baker'],
  ])('relate %s to %s', (word, other) => {
    expect(terms.professionsOf(word)).toContain(other)
  })
  test('relate no other words', () => {
    expect(terms.professionsOf('flower')).toEqual([])
  })
})

test('there are many common English words, without misspelled ones', async () => {
  const words = new Set((await readEnglishWords()).map(([word]) => word))
  expect(words.size).toBeGreaterThan(20_000)
  expect(words.has('horse')).toBe(true)
  expect(['bycicle', 'plummer', 'recieve'].filter((word) => words.has(word))).toEqual([])
})
