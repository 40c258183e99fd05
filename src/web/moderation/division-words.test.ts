import { expect, test } from 'vitest'
import { pluralOf } from './division-words.ts'

test.each([
  ['state', 'states'],
  ['county', 'counties'],
  ['parish', 'parishes'],
])('several of a %s are %s', (one, many) => {
  expect(pluralOf(one)).toBe(many)
})
