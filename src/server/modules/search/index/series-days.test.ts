import { expect, test } from 'vitest'
import { type DayUnit, unitsOf } from './event-days.ts'
import { seriesIn } from './filter-days.ts'
import { slotCount } from './posting.ts'
import { clockAt, createBoard } from './random-board.ts'
import { addAllDays, readSeriesDays } from './series-days.ts'

const today = 9_800
const { index } = createBoard(1_000, [2_000], clockAt(today))
const [segment] = index.segments
if (!segment) throw new Error('The board has no segment.')

/** Returns the number of series on each day, and how many days were read from postings for it. */
function countDays(from: number, days: number) {
  let read = 0
  const units = unitsOf({ from, to: from + days - 1 })
  const postingOf = (unit: DayUnit) => {
    read++
    return seriesIn(unit, index, segment as NonNullable<typeof segment>)
  }
  const known = readSeriesDays(segment as NonNullable<typeof segment>, units, postingOf)
  if (!known) throw new Error('The board has too few series.')
  const totals = new Int32Array(days)
  addAllDays(known, from, totals)
  const expected = units.map((unit) => {
    const posting = seriesIn(unit, index, segment as NonNullable<typeof segment>)
    return posting ? slotCount(posting) : 0
  })
  return { totals: [...totals], expected, read }
}

test('days are right in any order of ranges, also after older ones were discarded', () => {
  const ranges = [
    ...Array.from({ length: 25 }, (_, at) => today - 300 + at * 32),
    // Part of them is known, and another part is not.
    ...Array.from({ length: 40 }, (_, at) => today - 310 + ((at * 7) % 20) * 33),
  ]
  let found = 0
  for (const from of ranges) {
    const { totals, expected } = countDays(from, 42)
    expect(totals).toEqual(expected)
    found += totals.reduce((sum, total) => sum + total, 0)
  }
  expect(found).toBeGreaterThan(1_000)
})

test('a day with series is read once', () => {
  countDays(today, 30)
  const again = countDays(today, 30)
  expect(again.read).toBe(again.expected.filter((total) => total === 0).length)
})
