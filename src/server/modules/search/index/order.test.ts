import { expect, test } from 'vitest'
import { eventKey } from './order.ts'

const today = 100

test.each([
  ['an event today', [100, 100], 'one tomorrow', [101, 101]],
  ['an event tomorrow', [101, 105], 'one the day after', [102, 102]],
  ['an event far ahead', [9_000, 9_001], 'one that began yesterday', [99, 100]],
  ['an event that ends today', [90, 100], 'one that ends tomorrow', [99, 101]],
  ['an event that is on', [50, 5_000], 'one that ended yesterday', [99, 99]],
  ['an event that ended yesterday', [10, 99], 'one that ended earlier', [98, 98]],
])('%s comes before %s', (_, [firstStart = 0, firstEnd = 0], _other, [start = 0, end = 0]) => {
  expect(eventKey(firstStart, firstEnd, today)).toBeLessThan(eventKey(start, end, today))
})

test('events that start on the same day, or end on the same day after they began, are equal', () => {
  expect(eventKey(100, 100, today)).toBe(eventKey(100, 120, today))
  expect(eventKey(90, 100, today)).toBe(eventKey(99, 100, today))
  expect(eventKey(90, 95, today)).toBe(eventKey(95, 95, today))
})
