import { expect, test } from 'vitest'
import { addDays, dayIn, daysBetween, isDay } from './days.ts'

test.each([
  ['2026-11-21T04:59:59Z', 'America/New_York', '2026-11-20'],
  ['2026-11-21T05:00:00Z', 'America/New_York', '2026-11-21'],
  // In summer New York is four hours behind.
  ['2026-07-01T03:59:59Z', 'America/New_York', '2026-06-30'],
  ['2026-07-01T04:00:00Z', 'America/New_York', '2026-07-01'],
  ['2026-12-31T12:00:00Z', 'Pacific/Kiritimati', '2027-01-01'],
  ['2026-01-01T10:59:59Z', 'Pacific/Pago_Pago', '2025-12-31'],
])('at %s, the day in %s is %s', (instant, zone, day) => {
  expect(dayIn(zone, new Date(instant))).toBe(day)
})

test.each([
  ['2026-11-20', 1, '2026-11-21'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2024-03-01', -1, '2024-02-29'],
])('%s plus %d days is %s', (day, count, sum) => {
  expect(addDays(day, count)).toBe(sum)
  expect(daysBetween(day, sum)).toBe(count)
})

test('tells days of the calendar from others', () => {
  expect(isDay('2024-02-29')).toBe(true)
  expect(isDay('2026-02-29')).toBe(false)
  expect(isDay('2026-13-01')).toBe(false)
})
