/** The events of each day. */
import type { CalendarQuery, EngineDay } from '../../engine.ts'
import { dayNumberOf } from '../../relative-days.ts'
import type { Engine } from './cluster.ts'
import { newestFirst, onDay } from './expressions.ts'
import { findPage } from './page.ts'
import { matchAll, selectFiltered } from './statements.ts'

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
