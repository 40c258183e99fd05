import { expect, test } from 'vitest'
import { unitsOf } from './event-days.ts'
import { createPosting, slotsOf } from './posting.ts'
import { clockAt, createBoard } from './random-board.ts'
import type { SearchIndex } from './search-index.ts'
import { type Segment, setsOf } from './segment.ts'
import { addAllDays, readSeriesDays, unitOfSeries } from './series-days.ts'

const today = 9_800

function boardWithSeries(): { index: SearchIndex; segment: Segment } {
  const { index } = createBoard(1_000, [2_000], clockAt(today))
  const [segment] = index.segments
  if (!segment) throw new Error('The board has no segment.')
  return { index, segment }
}

/** Every fifth series takes place on a day, another fifth on the next. */
function seriesOn(day: number, segment: Segment): number[] {
  return [...slotsOf(setsOf(segment).series)].filter((slot) => (slot + day) % 5 === 0)
}

/** Counts the series of a segment on each day. */
function countDays({ index, segment }: ReturnType<typeof boardWithSeries>, from: number, days: number) {
  let read = 0
  const postingOf = (term: string) => {
    read += 1
    return createPosting(seriesOn(Number(term.split(':')[1]), segment))
  }
  const units = unitsOf({ from, to: from + days - 1 })
  const totals = new Int32Array(days)
  addAllDays(readSeriesDays({ ...index, postingOf }, segment, units), from, totals)
  return { totals: [...totals], expected: units.map((unit) => seriesOn(unit.from, segment).length), read }
}

test('days are right in any order of ranges, also after others were discarded', () => {
  const board = boardWithSeries()
  let read = 0
  for (let at = 0; at < 60; at += 1) {
    const { totals, expected, read: more } = countDays(board, today + ((at * 7) % 25) * 31, 42)
    expect(totals).toEqual(expected)
    expect(Math.min(...totals)).toBeGreaterThan(0)
    read += more
  }
  // All of the ranges together have 786 days.
  expect(read).toBeGreaterThan(786)
})

test('a range that begins with days that were read before all others is complete', () => {
  const board = boardWithSeries()
  const first = 320 * 32
  countDays(board, first, 32)
  for (let block = 10; block < 25; block += 1) countDays(board, first + block * 32, 32)
  const { totals, expected, read } = countDays(board, first, 42)
  expect(totals).toEqual(expected)
  expect(read).toBe(10)
})

test('each day is read once', () => {
  const board = boardWithSeries()
  expect(countDays(board, today, 42).read).toBe(42)
  expect(countDays(board, today + 20, 42).read).toBe(20)
  expect(countDays(board, today, 62).read).toBe(0)
})

test('of several units in which a series takes place, the first and the last are found', () => {
  const { index, segment } = boardWithSeries()
  const units = unitsOf({ from: today - 40, to: today + 400 })
  const taking = new Map(
    units.map((unit, at) => [
      unit.term,
      [...slotsOf(setsOf(segment).series)].filter((slot) => (slot + at) % 7 < 3),
    ]),
  )
  const postingOf = (term: string) => createPosting(taking.get(term) ?? [])
  const known = readSeriesDays({ ...index, postingOf }, segment, units)
  const { series } = setsOf(segment)
  for (const which of ['first', 'last'] as const) {
    for (const slot of slotsOf(series)) {
      const those = units.filter(({ term }) => taking.get(term)?.includes(slot))
      expect(unitOfSeries(known, slot, which)).toBe(those.at(which === 'first' ? 0 : -1))
    }
  }
})
