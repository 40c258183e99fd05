/** Reads the whole content of an index, for comparisons. */

import type { EmbeddedIndex, Segment } from '../../../src/server/modules/search/engines/embedded/segment.ts'
import { hasSlot, slotsOf } from '../../../src/server/modules/search/engines/embedded/slots.ts'

/** What an index has of a listing: its columns, and those of some terms that it has. */
export type IndexedListing = { columns: Record<string, number>; titles: string[]; bodies: string[] }

/** Returns the listings by their ids. Throws if one is there twice, or cannot be found by its id. */
export function contentOf(
  { segments }: EmbeddedIndex,
  terms: readonly string[],
): Map<string, IndexedListing> {
  const content = new Map<string, IndexedListing>()
  for (const segment of segments) {
    const titles = listingsByTerm(segment, terms, 'titles')
    const bodies = listingsByTerm(segment, terms, 'bodies')
    for (let slot = 0; slot < segment.size; slot++) {
      if (segment.deleted && hasSlot(segment.deleted, slot)) continue
      const id = segment.idOf(slot)
      if (content.has(id) || segment.slotOf(id) !== slot) throw new Error(`The index has ${id} twice.`)
      const columns = Object.entries(segment.columns).map(([name, column]) => [name, column[slot]])
      const having = (by: Map<string, Set<number>>) => terms.filter((term) => by.get(term)?.has(slot))
      content.set(id, {
        columns: Object.fromEntries(columns),
        titles: having(titles),
        bodies: having(bodies),
      })
    }
  }
  return content
}

const listingsByTerm = (segment: Segment, terms: readonly string[], field: 'titles' | 'bodies') =>
  new Map(
    terms.map((term) => [
      term,
      new Set<number>(slotsOf(segment.postingOf(term, field) ?? new Uint16Array())),
    ]),
  )
