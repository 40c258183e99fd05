import { expect, test } from 'vitest'
import { msg } from '../../shared/translate.ts'
import { summarizeTotal } from './list-screen.tsx'

test.each([
  [1, '', '1 user'],
  [2_000, '', '2,000 users'],
  [1_999, 'ana', '1,999 users'],
  [2_000, 'ana', 'At least 2,000 users'],
])('summarizes a total of %i for the search “%s” as “%s”', (total, search, summary) => {
  expect(summarizeTotal(total, search, msg('{count, plural, one {# user} other {# users}}'))).toBe(summary)
})
