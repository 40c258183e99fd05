import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Columns } from '../segment-buffer.ts'
import { eventKey, TopList } from './order.ts'

const today = 100
const clock = { now: 5_000, todayOf: Uint16Array.of(today), days: [today] }

type Event = { days: [start: number, end: number]; times?: [start: number, end: number]; endsAt?: number }

function keyOf({ days, times, endsAt = 0 }: Event): number {
  const columns: Columns = {
    flags: new Uint8Array(1),
    topic: new Uint32Array(1),
    place: new Uint32Array(1),
    posted: new Uint32Array(1),
    price: new Uint32Array(1),
    endsAt: Uint32Array.of(endsAt),
    startDay: Uint16Array.of(days[0]),
    endDay: Uint16Array.of(days[1]),
    startMinute: Uint16Array.of(times ? times[0] + 1 : 0),
    endMinute: Uint16Array.of(times ? times[1] : 1_440),
  }
  return eventKey({ sort: 'soonest', clock, nearby: null, ranges: [], lastToday: today }, columns, 0)
}

test.each<[string, Event, string, Event]>([
  ['an event today', { days: [100, 100] }, 'one tomorrow', { days: [101, 101] }],
  ['an event late today', { days: [100, 100], times: [1_439, 10] }, 'one that is on', { days: [50, 100] }],
  ['an event that is on', { days: [50, 5_000] }, 'one tomorrow', { days: [101, 101] }],
  ['an event tomorrow', { days: [101, 105] }, 'one the day after', { days: [102, 102] }],
  ['an event all day', { days: [101, 101] }, 'one at midnight', { days: [101, 101], times: [0, 60] }],
  ['one at 9', { days: [101, 101], times: [540, 600] }, 'one at 10', { days: [101, 101], times: [600, 610] }],
  ['an event that ends today', { days: [90, 100] }, 'one that ends tomorrow', { days: [99, 101] }],
  [
    'one that ends at 9',
    { days: [90, 100], times: [0, 540] },
    'one that ends at 10',
    { days: [90, 100], times: [0, 600] },
  ],
  ['an event that is on', { days: [50, 5_000] }, 'one that ended yesterday', { days: [99, 99] }],
  [
    'one that ends later',
    { days: [99, 100], endsAt: 5_001 },
    'one that just ended',
    { days: [100, 100], endsAt: 5_000 },
  ],
  ['an event that ended yesterday', { days: [10, 99] }, 'one that ended earlier', { days: [98, 98] }],
])('%s comes before %s', (_, first, _other, second) => {
  expect(keyOf(first)).toBeLessThan(keyOf(second))
})

test('events that start at the same time, or ended on the same day, or are on for longer than a week, are equal', () => {
  expect(keyOf({ days: [99, 108] })).toBe(keyOf({ days: [90, 900] }))
  expect(keyOf({ days: [100, 100] })).toBe(keyOf({ days: [100, 120] }))
  expect(keyOf({ days: [90, 95], times: [0, 60], endsAt: 5 })).toBe(keyOf({ days: [95, 95] }))
})

const anyEntries = fc.array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.nat(3)), { maxLength: 80 })

test('a list keeps the first entries, in whatever order they are added', () =>
  fc.assert(
    fc.property(anyEntries, fc.nat(20), fc.nat(20), (entries, offset, limit) => {
      const top = new TopList(offset + limit)
      for (const [document, [primary, secondary]] of entries.entries()) top.add(primary, secondary, document)
      const sorted = [...entries.entries()].sort(
        ([a, one], [b, other]) => one[0] - other[0] || one[1] - other[1] || a - b,
      )
      expect(top.takePage(offset)).toEqual(sorted.slice(offset, offset + limit).map(([document]) => document))
    }),
  ))
