/** What the address of the dashboard says, read leniently: a stranger may have typed or cut it. */
import { maxSearchTextLength } from '../../shared/limits.ts'
import { readPage } from '../lists/url-params.ts'
import { paths } from '../paths.ts'
import { type TabId, tabs } from './tabs.ts'

export type View = { tab: TabId; search: string; sort: string; status: string; page: number }

/** Without a tab it is the first screen, which says what waits. */
export function readView(query: URLSearchParams): View | null {
  const tab = tabs.find(({ id }) => id === query.get('tab'))
  if (!tab) return null
  return {
    tab: tab.id,
    search: (query.get('search') ?? '').trim().slice(0, maxSearchTextLength),
    sort: query.get('sort') ?? '',
    status: query.get('status') ?? '',
    page: readPage(query),
  }
}

/** One of those that can be chosen: the first when the address names none of them. */
export function chosen<Value extends string>(labels: Record<Value, string>, value: string): Value {
  const values = Object.keys(labels) as Value[]
  // There is always a first: what can be chosen is written down in `tabs.ts`.
  return values.find((known) => known === value) ?? (values[0] as Value)
}

/** The address of a view; what stands there unasked is left out. */
export const viewPath = ({ tab, ...view }: Pick<View, 'tab'> & Partial<View>) => paths.admin({ tab, ...view })
