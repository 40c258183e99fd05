/** Random series for property tests: their first day, their rule, and their times. */
import fc from 'fast-check'
import { isDay } from '../../../src/shared/days.ts'
import { type Recurrence, weekdays } from '../../../src/shared/recurrence/recurrence.ts'

const two = (value: number) => String(value).padStart(2, '0')
/** The day from which on the first one by the rule is searched. */
export const someDay = fc
  .record({
    year: fc.integer({ min: 2024, max: 2032 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 31 }),
  })
  .map(({ year, month, day }) => `${year}-${two(month)}-${two(day)}`)
  .filter(isDay)
// Clocks change around midnight and at two.
const someTime = fc.record({
  hour: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 23 })),
  minute: fc.constantFrom(0, 1, 15, 30, 59),
})
/** Such as `19:30`. */
export const timeText = someTime.map(({ hour, minute }) => `${two(hour)}:${two(minute)}`)

const none = { days: [], monthDay: null, nth: null, until: null, count: null }
const interval = fc.integer({ min: 1, max: 5 })
/** A rule that does not end. */
export const pattern: fc.Arbitrary<Recurrence> = fc.oneof(
  interval.map((every) => ({ ...none, frequency: 'daily' as const, interval: every })),
  fc
    .record({ interval, days: fc.subarray([...weekdays]) })
    .map((rest) => ({ ...none, ...rest, frequency: 'weekly' as const })),
  fc
    .record({ interval, monthDay: fc.constantFrom(-1, 1, 15, 28, 29, 30, 31) })
    .map((rest) => ({ ...none, ...rest, frequency: 'monthly' as const })),
  fc
    .record({
      interval,
      nth: fc.record({ position: fc.constantFrom(-1, 1, 2, 3, 4, 5), day: fc.constantFrom(...weekdays) }),
    })
    .map((rest) => ({ ...none, ...rest, frequency: 'monthly' as const })),
)
/** How it ends: not at all, after a number of dates, or after a number of days. */
export const end = fc.oneof(
  fc.constant({}),
  fc.integer({ min: 1, max: 40 }).map((count) => ({ count })),
  fc.integer({ min: 0, max: 399 }).map((length) => ({ length })),
)
