import type { Logger } from '../../platform/log.ts'
import type { Module } from '../../platform/module.ts'
import type { Catalog } from '../catalog/service.ts'
import type { ListingService } from '../listings/service.ts'
import type { SearchService } from '../search/service.ts'
import { createSuggestions, indexSuggestions } from './service.ts'

type Options = { search: SearchService; listings: ListingService; catalog: Catalog; log: Logger }

/** What the search field suggests. */
export function searchSuggestionsModule({ search, listings, catalog, log }: Options) {
  const suggest = createSuggestions({
    names: catalog.derived((snapshot) =>
      indexSuggestions({
        categories: snapshot.categories(),
        locations: snapshot.locations(),
        cities: snapshot.places().cities,
      }),
    ),
    countTopics: () => listings.countByTopic({}),
    vocabulary: search.vocabulary,
    log,
  })
  return { handlers: { suggest: ({ query }) => suggest(query.q) } } satisfies Module
}
