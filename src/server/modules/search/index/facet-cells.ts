/**
 * Numbers the pairs of a category and a state that listings have. Each pair is a cell. Counting a listing for both facets then reads
 * one small number and increments one counter. There are about a thousand cells, and tens of thousands of places.
 */
import type { Columns } from './columns.ts'
import type { IndexTaxonomy } from './taxonomy.ts'

/** The cell of each slot of a segment. */
type CellColumn = Uint16Array | Uint32Array

type CellTable = {
  /** By cell: the id of the category, and of the state, or of the country for a listing without a state. */
  categories: number[]
  states: number[]
  /** Returns the cells of a segment, computed once for its columns. */
  columnOf: (columns: Columns) => CellColumn
}

const tables = new WeakMap<IndexTaxonomy, CellTable>()

/** Returns the cells of the listings seen so far. A cell keeps its number. */
export function cellsOf(taxonomy: IndexTaxonomy): CellTable {
  const existing = tables.get(taxonomy)
  if (existing) return existing
  const table = createTable(taxonomy)
  tables.set(taxonomy, table)
  return table
}

function createTable({ topicParent, placeParent }: IndexTaxonomy): CellTable {
  const categories: number[] = []
  const states: number[] = []
  const numbers = new Map<number, number>()
  const known = new WeakMap<Columns, CellColumn>()
  const categoryOf = Uint32Array.from(topicParent, (parent, id) => parent || id)
  const stateOf = Uint32Array.from(placeParent, (parent, id) => (placeParent[parent] ? parent : id))

  function numberOf(category: number, state: number): number {
    const key = category * stateOf.length + state
    const existing = numbers.get(key)
    if (existing !== undefined) return existing
    const number = categories.push(category) - 1
    states.push(state)
    numbers.set(key, number)
    return number
  }

  return {
    categories,
    states,
    columnOf(columns) {
      const existing = known.get(columns)
      if (existing) return existing
      const { topic, place } = columns
      const cells = topic.map((id, slot) => numberOf(categoryOf[id] ?? 0, stateOf[place[slot] ?? 0] ?? 0))
      const column = categories.length > maxUint16 ? cells : Uint16Array.from(cells)
      known.set(columns, column)
      return column
    },
  }
}

const maxUint16 = 65_535
