/** The first listings of a selection in an order, from all shards, and the events of each day. */
import type { CalendarQuery, EngineDay } from '../../engine.ts'
import { dayNumberOf } from '../../relative-days.ts'
import type { Engine } from './cluster.ts'
import { type Key, newestFirst, onDay } from './expressions.ts'
import type { Rows } from './host.ts'
import { matchAll, type Selection, select, selectFiltered } from './statements.ts'

/** Later rows are not listed: each shard would have to sort all before them. */
const maxOffset = 20_000

/** A listing with what it is ordered by. */
export type Found = { id: string; place: number; keys: number[] }

/** Returns the listings at an offset, and how many there are. With several shards, each returns all that could be on the page. */
export async function findPage(
  { query, shards }: Engine,
  selection: Selection,
  order: Key[],
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; page: Found[] }> {
  const isListed = limit > 0 && offset <= maxOffset
  const skipped = shards === 1 && isListed ? offset : 0
  const known = new Set(selection.columns.map(({ name }) => name))
  const statement = {
    ...selection,
    columns: [...selection.columns, ...order.filter(({ name }) => !known.has(name))],
    values,
    order,
    offset: skipped,
    limit: isListed ? offset + limit - skipped : 1,
  }
  const found = await query(({ listings }) => [select(listings, statement), 'SHOW META'])
  const total = found.reduce((sum, [, meta = []]) => sum + totalOf(meta), 0)
  if (!isListed) return { total, page: [] }
  const names = [...values, ...statement.columns.map(({ name }) => name)]
  const rows = found.flatMap(([list = []]) => list.map((row) => readFound(row, names, order)))
  const sorted = shards === 1 ? rows : rows.sort((a, b) => compare(a, b, order))
  return { total, page: sorted.slice(offset - skipped, offset - skipped + limit) }
}

const values = ['uuid', 'place_id']

function readFound(row: Rows[number], names: string[], order: Key[]): Found {
  const value = (name: string) => row[names.indexOf(name)] ?? ''
  const keys = order.map(({ name }) => Number(value(name)))
  return { id: value('uuid'), place: Number(value('place_id')), keys }
}

function compare(a: Found, b: Found, order: Key[]): number {
  for (const [at, { descending }] of order.entries()) {
    const [one = 0, other = 0] = [a.keys[at], b.keys[at]]
    if (one !== other) return one < other === descending ? 1 : -1
  }
  return a.id < b.id ? 1 : -1
}

const totalOf = (meta: Rows) => Number(meta.find(([name]) => name === 'total_found')?.[1] ?? 0)

export async function findByDay(engine: Engine, query: CalendarQuery): Promise<EngineDay[]> {
  const [first, last] = [dayNumberOf(query.from), dayNumberOf(query.to)]
  const days = Array.from({ length: Math.max(last - first + 1, 0) }, (_, at) => first + at)
  const filter = { ...query.filter, days: undefined, hideEnded: false }
  const selection = matchAll(selectFiltered(filter, query.now, engine.tree), query.concepts)
  return Promise.all(days.map(findDay))

  async function findDay(day: number): Promise<EngineDay> {
    if (!selection || query.filter.kind !== 'event') return { total: 0, ids: [] }
    const { isOn, time } = onDay(day)
    const columns = [...selection.columns, { name: 'is_on', value: isOn }]
    const order = [{ name: 'time_on_day', value: time, descending: false }, ...newestFirst]
    const found = { ...selection, columns, conditions: [...selection.conditions, 'is_on=1'] }
    const { total, page } = await findPage(engine, found, order, { offset: 0, limit: query.limit })
    return { total, ids: page.map(({ id }) => id) }
  }
}
