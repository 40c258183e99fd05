/** The events of each day: one statement counts them for all days, then one for each day with events returns the first. */
import type { CalendarQuery, EngineDay } from '../../engine.ts'
import { type Key, newestFirst, onDay } from './expressions.ts'
import { pageStatements } from './page.ts'
import type { Engine } from './search.ts'
import { matchAll, select, selectFiltered } from './statements.ts'
import { listingTable } from './tables.ts'
import { dayNumber } from './tree.ts'

export async function findByDay(
  { cluster, tree }: Engine,
  query: CalendarQuery,
  fresh: boolean,
): Promise<EngineDay[]> {
  const [first, last] = [dayNumber(query.from), dayNumber(query.to)]
  const days = Array.from({ length: Math.max(last - first + 1, 0) }, (_, at) => first + at)
  const filtered = selectFiltered({ ...query.filter, days: undefined, hideEnded: false }, query.now, tree)
  const selection = filtered && matchAll(filtered, query.concepts)
  const empty = days.map((): EngineDay => ({ total: 0, ids: [] }))
  if (!selection || days.length === 0 || query.filter.kind !== 'event') return empty
  const sums = days.map((day) => `SUM(${onDay(day).isOn})`)
  const counted = await cluster.query(
    (generation, shard) => [
      select(listingTable(generation, shard), { ...selection, values: sums, group: 'kind', limit: 1 }),
    ],
    fresh,
  )
  const totals = days.map((_, at) => counted.reduce((sum, [rows]) => sum + Number(rows?.[0]?.[at] ?? 0), 0))
  const pages = days.map((day, at) => (query.limit > 0 && totals[at] ? pageOfDay(day) : null))
  const found = pages.some((page) => page !== null)
    ? await cluster.query((generation, shard) => {
        const table = listingTable(generation, shard)
        return pages.flatMap((page) => page?.compose(table) ?? [])
      }, fresh)
    : []
  let read = 0
  return days.map((_, at) => {
    const start = read
    if (pages[at]) read += 2
    const page = pages[at]?.read(found.map((statements) => statements.slice(start, start + 2))).page ?? []
    return { total: totals[at] ?? 0, ids: page.map(({ id }) => id) }
  })

  function pageOfDay(day: number) {
    const { isOn, time } = onDay(day)
    const order: Key[] = [{ name: 'time_on_day', value: time, descending: false }, ...newestFirst]
    const columns = [...(selection?.columns ?? []), { name: 'is_on', value: isOn }]
    const conditions = [...(selection?.conditions ?? []), 'is_on=1']
    const page = { offset: 0, limit: query.limit, shards: cluster.shards }
    return pageStatements({ match: selection?.match ?? [], columns, conditions }, order, page)
  }
}
