import { expect, test } from 'vitest'
import { type DayUnit, unitsOf } from './event-days.ts'
import { createPosting, slotsOf } from './posting.ts'
import { clockAt, createBoard } from './random-board.ts'

import { type Segment, setsOf } from './segment.ts'
import { addAllDays, readSeriesDays } from './series-days.ts'

const today = 9_800

const segmentWithSeries = (): Segment => {
  const { segments } = createBoard(1_000, [2_000], clockAt(today)).index
  if (!segments[0]) throw new Error('The board has no segment.')
  return segments[0]
}

/** Every fifth series takes place on a day, another fifth on the next. */
function seriesOn({ from }: DayUnit, segment: Segment): number[] {
  return [...slotsOf(setsOf(segment).series)].filter((slot) => (slot + from) % 5 === 0)
}

/** Counts the series of a segment on each day. */
function countDays(segment: Segment, from: number, days: number) {
  let read = 0
  const units = unitsOf({ from, to: from + days - 1 })
  const known = readSeriesDays(segment, units, (unit) => {
    read += 1
    return createPosting(seriesOn(unit, segment))
  })
  if (!known) throw new Error('The segment has too few series.')
  const totals = new Int32Array(days)
  addAllDays(known, from, totals)
  return { totals: [...totals], expected: units.map((unit) => seriesOn(unit, segment).length), read }
}

test('days are right in any order of ranges, also after others were discarded', () => {
  const segment = segmentWithSeries()
  let read = 0
  for (let at = 0; at < 60; at += 1) {
    const { totals, expected, read: more } = countDays(segment, today + ((at * 7) % 25) * 31, 42)
    expect(totals).toEqual(expected)
    expect(Math.min(...totals)).toBeGreaterThan(0)
    read += more
  }
  // All of the ranges together have 786 days.
  expect(read).toBeGreaterThan(786)
})

test('a range that begins with days that were read before all others is complete', () => {
  const segment = segmentWithSeries()
  const first = 320 * 32
  countDays(segment, first, 32)
  for (let block = 10; block < 25; block += 1) countDays(segment, first + block * 32, 32)
  const { totals, expected, read } = countDays(segment, first, 42)
  expect(totals).toEqual(expected)
  expect(read).toBe(10)
})

test('each day is read once', () => {
  const segment = segmentWithSeries()
  expect(countDays(segment, today, 42).read).toBe(42)
  expect(countDays(segment, today + 20, 42).read).toBe(20)
  expect(countDays(segment, today, 62).read).toBe(0)
})
