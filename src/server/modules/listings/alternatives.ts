/** What to try when a search finds nothing: each filter removed, the nearest place with results, and related topics. */
import type { AlternativeSearch } from '../../../shared/search.ts'
import type { Catalog, NamedFilter } from '../catalog/service.ts'
import type { IndexFilter, SearchOutcome, SearchRequest, SearchService } from '../search/service.ts'
import type { SearchFilter } from './search-filter.ts'

type Failed = {
  search: SearchService
  catalog: Catalog
  request: SearchRequest
  filter: SearchFilter
  outcome: SearchOutcome
}

const maxRelatedTopics = 3

/** Returns the changes of the search that have results, the smallest change first. */
export async function findAlternatives(failed: Failed): Promise<AlternativeSearch[]> {
  const found = await Promise.all([
    withoutFilters(failed),
    withoutParts(failed),
    nearestPlace(failed),
    relatedTopics(failed),
  ])
  return found.flat()
}

/** A removable filter: its label, the parameters of the URL that it clears, and the filter without it. */
type Removable = {
  label: string
  clears: (keyof SearchFilter)[]
  without: (filter: IndexFilter) => IndexFilter
}

const withoutIds =
  (...parts: (keyof NamedFilter)[]) =>
  (filter: IndexFilter): IndexFilter => ({
    ...filter,
    ids: Object.fromEntries(
      Object.entries(filter.ids).filter(([part]) => !parts.includes(part as keyof NamedFilter)),
    ),
  })

const removables: Removable[] = [
  {
    label: 'in any category',
    clears: ['category', 'subcategory'],
    without: withoutIds('category', 'subcategory'),
  },
  {
    label: 'anywhere',
    clears: ['country', 'state', 'city'],
    without: withoutIds('country', 'state', 'city'),
  },
  {
    label: 'at any distance',
    clears: ['near', 'within'],
    without: (filter) => ({ ...filter, near: undefined }),
  },
  {
    label: 'at any price',
    clears: ['price_min', 'price_max', 'free'],
    without: (filter) => ({ ...filter, price: undefined }),
  },
  {
    label: 'with or without pictures',
    clears: ['pictures'],
    without: (filter) => ({ ...filter, pictures: undefined }),
  },
  {
    label: 'on any day',
    clears: ['when', 'from', 'to', 'hide_ended'],
    without: (filter) => ({ ...filter, days: undefined, hideEnded: undefined }),
  },
]

async function withoutFilters({ search, request, filter }: Failed): Promise<AlternativeSearch[]> {
  const active = removables.filter(({ clears }) =>
    clears.some((name) => filter[name] !== undefined && filter[name] !== ''),
  )
  const found = await Promise.all(
    active.map(async ({ label, clears, without }) => {
      const { full } = await search.find({ ...request, ...countOnly, filter: without(request.filter) })
      const set = Object.fromEntries(clears.map((name) => [name, '']))
      return { reason: 'without-filter' as const, label, set, total: full }
    }),
  )
  return found.filter(({ total }) => total > 0)
}

/** The search without what its text says about days, the price, or a postal code. */
async function withoutParts({ search, request, outcome }: Failed): Promise<AlternativeSearch[]> {
  const parts = [
    { label: 'on any day', part: outcome.days },
    { label: 'at any price', part: outcome.price },
    { label: 'at any distance', part: outcome.near },
  ]
  const found = await Promise.all(
    parts.map(async ({ label, part }) => {
      if (!part || part.rest === '') return []
      const { full } = await search.find({ ...request, ...countOnly, text: part.rest })
      return [{ reason: 'without-filter' as const, label, set: { searchtext: part.rest }, total: full }]
    }),
  )
  return found.flat().filter(({ total }) => total > 0)
}

const countOnly = { offset: 0, limit: 0, facets: 'none', partial: false } as const

/** How many towns around the center are considered. */
const maxTowns = 400

/** The town with results that is nearest to the place that was searched. */
async function nearestPlace({ search, catalog, request, outcome }: Failed): Promise<AlternativeSearch[]> {
  const center =
    request.filter.near ??
    outcome.near?.circle ??
    centerOf(catalog, outcome.place?.ids ?? request.filter.ids.city)
  if (!center) return []
  const filter = { ...withoutIds('country', 'state', 'city')(request.filter), near: undefined }
  const text =
    outcome.near?.rest ??
    (outcome.place ? request.text.replace(outcome.place.typed, ' ').trim() : request.text)
  const { facets } = await search.find({ ...request, ...countOnly, text, filter, facets: 'all' })
  const towns = await search.nearestTowns(center.latitude, center.longitude, maxTowns)
  const town = towns.find(({ id }) => (facets?.places.get(id) ?? 0) > 0)
  if (!town) return []
  const { country, state, city } = placeNames(catalog, town.id)
  const set = { searchtext: text, country, state, city, near: '', within: '' }
  const total = facets?.places.get(town.id) ?? 0
  return [{ reason: 'nearest-place', label: `in ${town.name}`, set, total }]
}

/** The first of the places that is a town, with its coordinates. */
const centerOf = (catalog: Catalog, ids: number[] = []) =>
  catalog.places().cities.find(({ id }) => ids.includes(id)) ?? null

function placeNames(catalog: Catalog, cityId: number) {
  const { countries, states, cities } = catalog.places()
  const city = cities.find(({ id }) => id === cityId)
  const state = states.find(({ id }) => id === city?.state_id)
  const country = countries.find(({ id }) => id === state?.country_id)
  return { country: country?.name ?? '', state: state?.name ?? '', city: city?.name ?? '' }
}

/** The other subcategories of what the text or the filter is about, with all their listings in the same place. */
async function relatedTopics({ search, catalog, request, outcome }: Failed): Promise<AlternativeSearch[]> {
  const about = [
    ...outcome.topics,
    ...(request.filter.ids.subcategory ?? []),
    ...(request.filter.ids.category ?? []),
  ]
  const categories = catalog
    .categories()
    .filter(({ _id, subcategories }) =>
      about.some((id) => id === Number(_id) || subcategories.some((sub) => Number(sub.id) === id)),
    )
  if (categories.length === 0) return []
  const { facets } = await search.find({
    ...{ ...request, ...countOnly, text: '', facets: 'all' as const },
    filter: withoutIds('category', 'subcategory')(request.filter),
  })
  return categories
    .flatMap((category) =>
      category.subcategories.map(({ id, name }) => ({
        ...{ reason: 'related-topic' as const, label: name },
        set: { searchtext: '', category: category.name, subcategory: name },
        total: facets?.topics.get(Number(id)) ?? 0,
      })),
    )
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
    .slice(0, maxRelatedTopics)
}
