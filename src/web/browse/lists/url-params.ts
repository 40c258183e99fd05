/** Reads a list's tab and page from the URL, leniently: someone may have typed it or cut it off. Changes other parameters. */

import { lastReachablePage, maxPage, maxReachable } from '../../../shared/limits.ts'
import type { Kind } from '../../../shared/listing.ts'
import { isOffered } from '../../../shared/offered-kinds.ts'
import type { PageSettings } from '../../../shared/settings/table.ts'
import type { LoaderContext } from '../../framework/loading.ts'

export type ListingTab = 'services' | 'events'

export const kindOfTab: Record<ListingTab, Kind> = { services: 'service', events: 'event' }

export const otherTab: Record<ListingTab, ListingTab> = { services: 'events', events: 'services' }

/** The value of `tab` in the URL, where the services need none. */
export const tabParam = (tab: ListingTab) => (tab === 'events' ? tab : undefined)

/** Returns the tabs of the kinds that the site offers. */
export const offeredTabs = (settings: PageSettings): ListingTab[] =>
  (['services', 'events'] as const).filter((tab) => isOffered(settings, kindOfTab[tab]))

export function readTab({ query, settings }: Pick<LoaderContext, 'query' | 'settings'>): ListingTab {
  const tabs = offeredTabs(settings)
  return tabs.find((tab) => tab === query.get('tab')) ?? tabs[0] ?? 'services'
}

/** Returns page 1 unless the parameter is a positive integer. */
export function readPage(query: URLSearchParams, name = 'page'): number {
  const text = query.get(name) ?? ''
  return /^0*[1-9]\d*$/.test(text) ? Math.min(Number(text), maxPage) : 1
}

/** Returns the page to load of a public list: the API rejects those after the last that a large list shows. */
export const clampPage = (page: number) => Math.min(page, lastReachablePage)

/** Returns the page of a public list that is shown for `page`: of a large list, its last one instead of a later one. */
export const displayedPage = (page: number, { total }: { total: number }) =>
  total > maxReachable ? clampPage(page) : page

/** Returns the path of the first page of a list with some parameters changed; null removes one. */
export function pathWith(
  { pathname, search }: { pathname: string; search: string },
  changes: Record<string, string | null>,
): string {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries({ page: null, eventsPage: null, ...changes })) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  return query.size > 0 ? `${pathname}?${query}` : pathname
}
