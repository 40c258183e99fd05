import type { AdSuggestion } from '../../../shared/contract/browse.ts'
import { readerLanguage } from '../../../shared/language.ts'
import { maxAdSuggestions } from '../../../shared/limits.ts'
import { memoize } from '../../../shared/memoize.ts'
import { offeredKinds } from '../../../shared/offered-kinds.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Logger } from '../../platform/log.ts'
import type { Module } from '../../platform/module.ts'
import { type Catalog, postalCodesIn } from '../catalog/service.ts'
import type { ListingService } from '../listings/service.ts'
import type { SearchService } from '../search/service.ts'
import { createSuggestions, indexPlaces, indexTopics, withLocalNames } from './service.ts'

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

  async function findAds(searchtext: string): Promise<AdSuggestion[]> {
    const pages = offeredKinds(settings()).map(async (kind) => {
      const { rows } = await listings.page(null, kind, { searchtext }, { page: 1, limit: maxAdSuggestions })
      return rows.map(({ _id, title, city, state }) => ({ kind, id: _id, title, place: city ?? state }))
    })
    const [first = [], second = []] = await Promise.all(pages)
    // One of the second kind, if there are both.
    return [...first.slice(0, maxAdSuggestions - Math.min(second.length, 1)), ...second].slice(
      0,
      maxAdSuggestions,
    )
  }

  const topics = catalog.derived(function* (snapshot) {
    yield
    const indexed = indexTopics(snapshot.categories())
    return memoize(() => withLocalNames(indexed))
  })
  const places = catalog.derived(
    function* (snapshot) {
      const sources = { locations: snapshot.locations(), cities: snapshot.offeredCities() }
      const indexed = yield* indexPlaces(sources)
      return memoize(() => withLocalNames(indexed))
    },
    (snapshot) => snapshot.locations(),
  )
  const suggest = createSuggestions({
    topics: () => topics()(readerLanguage()),
    places: () => places()(readerLanguage()),
    countTopics: () => listings.countByTopic({}),
    vocabulary: search.vocabulary,
    ads: findAds,
    townOfCode: (text) => findOnlyCode(text, catalog.places().countries)?.name ?? null,
    findsAny,
    log,
  })
  return { handlers: { suggest: ({ query }) => suggest(query.q, query.only) } } satisfies Module
}

/** Returns the town of a text that is a postal code. */
function findOnlyCode(text: string, countries: readonly { code: string }[]) {
  const codes = countries.map(({ code }) => code)
  const [found] = postalCodesIn(text, codes)
  return found?.code === text.trim() ? found.town : null
}
