/** What an address says about a list, read leniently: a stranger may have typed or cut it. */

import { maxPage } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'

export type ListingTab = 'services' | 'events'

export const kindOfTab: Record<ListingTab, Kind> = { services: 'service', events: 'event' }

export const readTab = (query: URLSearchParams): ListingTab =>
  query.get('tab') === 'events' ? 'events' : 'services'

/** Anything but a positive whole number means the first page. */
export function readPage(query: URLSearchParams, name = 'page'): number {
  const text = query.get(name) ?? ''
  return /^0*[1-9]\d*$/.test(text) ? Math.min(Number(text), maxPage) : 1
}
