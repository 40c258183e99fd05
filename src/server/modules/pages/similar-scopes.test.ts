import { expect, test } from 'vitest'
import { maxSimilarListings } from '../../../shared/limits.ts'
import { filtersOfSimilar } from './similar-scopes.ts'

const subject = { category: 'Pets', subcategory: 'Dogs', country: 'US', state: 'Texas' }
const rows = (last: Partial<typeof subject>, count = maxSimilarListings) => [
  ...Array.from({ length: count - 1 }, () => subject),
  { ...subject, ...last },
]
const tiers = [
  { category: 'Pets', subcategory: 'Dogs', country: 'US', state: 'Texas' },
  { category: 'Pets', country: 'US', state: 'Texas' },
  { category: 'Pets', subcategory: 'Dogs' },
  { category: 'Pets' },
]

test.each([
  ['a full list of the same topic and state', {}, 1],
  ['one of another topic', { subcategory: 'Cats' }, 2],
  ['one of another state', { state: 'Ohio' }, 3],
  ['one of another topic and state', { subcategory: 'Cats', state: 'Ohio' }, 4],
])('with %s depends on %j and what is closer', (_name, last, count) => {
  expect(filtersOfSimilar(subject, rows(last))).toEqual(tiers.slice(0, count))
})

test('a list that is not full depends on the whole category', () => {
  expect(filtersOfSimilar(subject, rows({}, maxSimilarListings - 1))).toEqual(tiers)
  expect(filtersOfSimilar(subject, [])).toEqual(tiers)
})

test('a listing without a subcategory or a state has fewer tiers', () => {
  expect(filtersOfSimilar({ ...subject, subcategory: null, state: null }, [])).toEqual([{ category: 'Pets' }])
})
