import { expect, test } from 'vitest'
import { decidingTiers, similarRead, tiersOf } from './similar-services.ts'

const like = { category_id: 1, subcategory_id: 2, state_id: 3 }
const found = (last: Partial<typeof like>, count = similarRead) => [
  ...Array.from({ length: count - 1 }, () => like),
  { ...like, ...last },
]
const tiers = [
  { subcategory: [2], state: [3] },
  { category: [1], state: [3] },
  { subcategory: [2] },
  { category: [1] },
]

test.each([
  ['a full list of the same topic and state', {}, 1],
  ['one of another topic', { subcategory_id: 7 }, 2],
  ['one of another state', { state_id: 8 }, 3],
  ['one of another topic and state', { subcategory_id: 7, state_id: 8 }, 4],
])('with %s depends on %j and what is closer', (_name, last, count) => {
  expect(tiersOf(like)).toEqual(tiers)
  expect(decidingTiers(like, found(last))).toEqual(tiers.slice(0, count))
})

test('a list that is not full depends on the whole category', () => {
  expect(decidingTiers(like, found({}, similarRead - 1))).toEqual(tiers)
  expect(decidingTiers(like, [])).toEqual(tiers)
})

test('a listing without a subcategory or a state has fewer tiers', () => {
  expect(decidingTiers({ ...like, subcategory_id: null, state_id: null }, [])).toEqual([{ category: [1] }])
})
