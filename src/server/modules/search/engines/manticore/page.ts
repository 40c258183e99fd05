/** The first listings of a selection in an order, from all shards. */
import type { Key } from './expressions.ts'
import type { Rows } from './host.ts'
import { type Selection, select } from './statements.ts'
import { uuidOf } from './tables.ts'

/** Later rows are not listed: each shard would have to sort all before them. */
const maxOffset = 20_000

/** A listing with what it is ordered by. */
export type Found = {
  id: string
  topic: number
  place: number
  price: number
  pictures: boolean
  keys: (number | bigint)[]
}

export type PageStatements = {
  /** Two statements: rows, and their total. */
  compose: (table: string) => string[]
  read: (shards: Rows[][]) => { total: number; page: Found[] }
}

const foundValues = ['id_high', 'id_low', 'topic_id', 'place_id', 'price', 'pictures']

/** With several shards, each returns all rows that could be on the page. */
export function pageStatements(
  selection: Selection,
  order: Key[],
  { offset, limit, shards }: { offset: number; limit: number; shards: number },
): PageStatements {
  const isListed = limit > 0 && offset <= maxOffset
  const skipped = shards === 1 && isListed ? offset : 0
  const stored = order.filter(({ name, value }) => name === value).map(({ name }) => name)
  const values = [...new Set([...foundValues, ...stored])].filter(
    (name) => !selection.columns.some((column) => column.name === name),
  )
  const known = new Set(selection.columns.map(({ name }) => name))
  const columns = [
    ...selection.columns,
    ...order.filter(({ name, value }) => name !== value && !known.has(name)),
  ]
  const names = [...values, ...columns.map(({ name }) => name)]
  return {
    compose: (table) => [
      select(table, {
        ...selection,
        columns,
        values,
        order: order.map(({ name, descending }) => `${name} ${descending ? 'DESC' : 'ASC'}`).join(),
        offset: skipped,
        limit: isListed ? offset + limit - skipped : 1,
      }),
      'SHOW META',
    ],
    read(found) {
      const total = found.reduce((sum, [, meta = []]) => sum + totalOf(meta), 0)
      if (!isListed) return { total, page: [] }
      const rows = found.flatMap(([list = []]) => list.map((row) => readFound(row, names, order)))
      const sorted = shards === 1 ? rows : rows.sort((a, b) => compare(a, b, order))
      return { total, page: sorted.slice(offset - skipped, offset - skipped + limit) }
    },
  }
}

const totalOf = (meta: Rows) => Number(meta.find(([name]) => name === 'total_found')?.[1] ?? 0)

function readFound(row: Rows[number], names: string[], order: Key[]): Found {
  const text = (name: string) => row[names.indexOf(name)] ?? '0'
  return {
    id: uuidOf(BigInt(text('id_high')), BigInt(text('id_low'))),
    topic: Number(text('topic_id')),
    place: Number(text('place_id')),
    price: Number(text('price')),
    pictures: text('pictures') === '1',
    keys: order.map(({ name }) => (name.startsWith('id_') ? BigInt(text(name)) : Number(text(name)))),
  }
}

function compare(a: Found, b: Found, order: Key[]): number {
  for (const [at, { descending }] of order.entries()) {
    const [one = 0, other = 0] = [a.keys[at], b.keys[at]]
    if (one !== other) return one < other === descending ? 1 : -1
  }
  return 0
}
