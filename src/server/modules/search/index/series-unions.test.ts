import { expect, test } from 'vitest'
import { addSlot, createBitset } from './bitset.ts'
import { type DayUnit, unitsOf } from './event-days.ts'
import { createPosting, slotsOf } from './posting.ts'
import { clockAt, createBoard } from './random-board.ts'
import { setsOf } from './segment.ts'
import { readSeriesDays } from './series-days.ts'
import { addSeriesIn } from './series-unions.ts'
import { takeWordList } from './working-sets.ts'

const today = 9_800

/** Units without any series are as rare as days without any event. */
const takesPlace = (slot: number, { from }: DayUnit) => from % 11 !== 0 && (slot * 7 + from) % 13 === 0

test.each([
  { of: 'all slots', isIn: () => true },
  { of: 'every third slot', isIn: (slot: number) => slot % 3 === 0 },
  { of: 'few slots', isIn: (slot: number) => slot % 97 === 0 },
])('among $of, the series of any range are found, in any order of ranges', ({ isIn }) => {
  const { index } = createBoard(1_000, [4_000], clockAt(today))
  const [segment] = index.segments
  if (!segment) throw new Error('The board has no segment.')
  const series = [...slotsOf(setsOf(segment).series)]
  const slots = createBitset()
  for (let slot = 0; slot < segment.size; slot += 1) if (isIn(slot)) addSlot(slots, slot)
  for (let round = 0; round < 300; round += 1) {
    const from = today + ((round * 37) % 101)
    const units = unitsOf({ from, to: from + ((round * 53) % 131) })
    const byTerm = new Map(units.map((unit) => [unit.term, unit]))
    const postingOf = (term: string) => {
      const unit = byTerm.get(term)
      const slotsOfUnit = unit ? series.filter((slot) => takesPlace(slot, unit)) : []
      return slotsOfUnit.length > 0 ? createPosting(slotsOfUnit) : null
    }
    const found = createBitset()
    addSeriesIn(
      readSeriesDays({ ...index, postingOf }, segment, units),
      found,
      slots,
      takeWordList(segment.size),
    )
    const expected = series.filter((slot) => isIn(slot) && units.some((unit) => takesPlace(slot, unit)))
    expect(slotsIn(found)).toEqual(expected)
  }
})

const slotsIn = (bitset: Int32Array): number[] =>
  [...bitset].flatMap((word, index) =>
    Array.from({ length: 32 }, (_, bit) => (word & (1 << bit) ? [index * 32 + bit] : [])).flat(),
  )
