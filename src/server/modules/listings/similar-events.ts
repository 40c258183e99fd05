/**
 * Finds the events that are most like one, and to which one can still go. PostgreSQL would read and sort all events of a topic, so the
 * search engine finds them.
 */
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { IdFilter } from '../catalog/service.ts'
import type { SearchService } from '../search/service.ts'
import { createFoundReader } from './found-listings.ts'
import type { ListedRow } from './list-query.ts'
import { filterOfIds } from './search-filter.ts'
import { type Likeness, similarRead, tiersOf } from './similar-services.ts'

/** How many events of a tier are considered. The engine does not know which are sold out or canceled. */
const tierSize = 3 * similarRead
/** Of most tiers, the first few are enough. */
const firstRows = similarRead + 2

type Options = { database: Database; search: SearchService; clock: Clock }

/** Returns a function that returns one event more than are shown. The most similar come first, and of these the soonest. */
export function createSimilarEvents({ database, search, clock }: Options) {
  const readFound = createFoundReader(database)

  const findIn = (ids: IdFilter) =>
    search.find({
      text: '',
      verbatim: true,
      filter: { ...filterOfIds('event', ids), hideEnded: true },
      now: clock().toISOString(),
      sort: 'soonest',
      offset: 0,
      limit: tierSize,
      facets: null,
      partial: false,
      fresh: true,
    })

  return async (like: Likeness): Promise<ListedRow[]> => {
    const found = new Map<string, ListedRow>()
    const read = new Set<string>()
    for (const ids of tiersOf(like)) {
      const { hits } = await findIn(ids)
      // Each tier contains those before it.
      const others = hits.filter(({ id }) => !read.has(id))
      for (const some of [others.slice(0, firstRows), others.slice(firstRows)]) {
        if (found.size >= similarRead) break
        for (const { id } of some) read.add(id)
        for (const { place: _, ...row } of await readFound('event', some))
          if (isOpen(row)) found.set(row._id, row)
      }
      if (found.size >= similarRead) break
    }
    return [...found.values()].slice(0, similarRead)
  }
}

const isOpen = ({ canceled, event_availability }: ListedRow) => !canceled && event_availability !== 'soldout'
