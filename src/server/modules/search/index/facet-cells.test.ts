import { describe, expect, test } from 'vitest'
import { createColumns } from './columns.ts'
import { cellsOf } from './facet-cells.ts'

/** Categories 1 to 300. Country 1 with the states 2 to 301, each with one city, from 302 on. */
const taxonomy = {
  topicParent: new Uint32Array(301),
  placeParent: Uint32Array.from({ length: 602 }, (_, id) => (id < 2 ? 0 : id < 302 ? 1 : id - 300)),
  latitude: new Float32Array(602),
  longitude: new Float32Array(602),
}

function columnsWith(listings: { topic: number; place: number }[]) {
  const columns = createColumns(listings.length)
  columns.topic.set(listings.map(({ topic }) => topic))
  columns.place.set(listings.map(({ place }) => place))
  return columns
}

describe('the cell of a listing', () => {
  test('has its category and state, or its country without a state', () => {
    const { columnOf, categories, states } = cellsOf({ ...taxonomy })
    const cells = columnOf(
      columnsWith([
        { topic: 7, place: 302 },
        { topic: 7, place: 2 },
        { topic: 8, place: 1 },
      ]),
    )
    expect([...cells].map((cell) => [categories[cell], states[cell]])).toEqual([
      [7, 2],
      [7, 2],
      [8, 1],
    ])
  })

  test('is right with more cells than fit into 16 bits, also in earlier segments', () => {
    const { columnOf, categories, states } = cellsOf({ ...taxonomy })
    const early = columnsWith([{ topic: 3, place: 5 }])
    columnOf(early)
    const all = Array.from({ length: 90_000 }, (_, at) => ({
      topic: 1 + (at % 300),
      place: 302 + Math.floor(at / 300),
    }))
    for (const listings of [all.slice(0, 45_000), all.slice(45_000)]) {
      const cells = columnOf(columnsWith(listings))
      expect([...cells].every((cell, at) => categories[cell] === listings[at]?.topic)).toBe(true)
      expect([...cells].every((cell, at) => states[cell] === (listings[at]?.place ?? 0) - 300)).toBe(true)
    }
    expect(categories).toHaveLength(90_000)
    const [cell = -1] = columnOf(early)
    expect([categories[cell], states[cell]]).toEqual([3, 5])
  })
})
