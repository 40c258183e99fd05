import { describe, expect, test } from 'vitest'
import { indexedWordsOf, stem, termsOf } from './words.ts'

describe('stems a word', () => {
  test.each([
    ['walking', 'walks'],
    ['babies', 'baby'],
    ['nannies', 'nanny'],
    ['leaves', 'leaf'],
    ['mens', 'man'],
    ['children', 'childrens'],
    ['colour', 'color'],
    ['colouring', 'coloring'],
    ['theatre', 'theaters'],
    ['jewellery', 'jewelry'],
    ['neighbours', 'neighbor'],
  ])('%s and %s share a stem', (one, other) => {
    expect(stem(one)).toBe(stem(other))
  })

  test.each([
    ['organic', 'organ'],
    ['news', 'new'],
    ['party', 'part'],
  ])('%s and %s do not', (one, other) => {
    expect(stem(one)).not.toBe(stem(other))
  })

  test.each(['5k', '2026', 'ab', 'пианино', '钢琴'])('keeps %s', (word) => {
    expect(stem(word)).toBe(word)
  })
})

describe('returns the terms of a text', () => {
  test('without stop words, stemmed', () => {
    expect(termsOf('I am walking the dogs in your neighborhood')).toEqual(['walk', 'dog', 'neighborhood'])
  })
  test('with hyphenated words in parts and joined', () => {
    expect(termsOf('Wi-Fi and after-school care')).toEqual([
      'wi',
      'fi',
      'after',
      'school',
      'care',
      'wifi',
      'afterschool',
    ])
    expect(indexedWordsOf('A pop-up shop')).toEqual(['a', 'pop', 'up', 'shop', 'popup'])
  })
})
