import { offeredKinds } from '../../../shared/offered-kinds.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Logger } from '../../platform/log.ts'
import type { Module } from '../../platform/module.ts'
import type { Catalog } from '../catalog/service.ts'
import type { ListingService } from '../listings/service.ts'
import type { SearchService } from '../search/service.ts'
import { createSuggestions, indexPlaces, indexTopics } from './service.ts'

type Options = {
  search: SearchService
  listings: ListingService
  catalog: Catalog
  settings: CurrentSettings
  log: Logger
}

/** What the search field suggests. */
export function searchSuggestionsModule({ search, listings, catalog, settings, log }: Options) {
  /** Words can be those of ads that the site no longer shows. */
  async function findsAny(searchtext: string): Promise<boolean> {
    if (settings().kinds === 'both') return true
    const pages = offeredKinds(settings()).map((kind) =>
      listings.page(null, kind, { searchtext }, { page: 1, limit: 1 }),
    )
    return (await Promise.all(pages)).some(({ total }) => total > 0)
  }

  const topics = catalog.derived(function* (snapshot) {
    yield
    return indexTopics(snapshot.categories())
  })
  const places = catalog.derived(
    (snapshot) => indexPlaces({ locations: snapshot.locations(), cities: snapshot.offeredCities() }),
    (snapshot) => snapshot.locations(),
  )
  const suggest = createSuggestions({
    topics: () => topics(),
    places: () => places(),
    countTopics: () => listings.countByTopic({}),
    vocabulary: search.vocabulary,
    findsAny,
    log,
  })
  return { handlers: { suggest: ({ query }) => suggest(query.q) } } satisfies Module
}
