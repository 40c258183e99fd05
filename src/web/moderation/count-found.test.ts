import { expect, test } from 'vitest'
import { countFound } from './count-found.ts'

test.each([
  [1, '', '1 person'],
  [2_000, '', '2,000 people'],
  [1_999, 'ana', '1,999 people'],
  [2_000, 'ana', '2,000 people or more'],
])('%i of “%s” are told as “%s”', (total, search, told) => {
  expect(countFound(total, search, 'person', 'people')).toBe(told)
})
