/** What to try when a search finds nothing: each filter removed, the nearest place with results, and related topics. */
import { filtersOf, namesOf } from '../../../shared/list-filters.ts'
import type { Kind } from '../../../shared/listing.ts'
import { parseFieldFilters } from '../../../shared/listing-fields/filters.ts'
import { fieldParametersOf, parameterOf } from '../../../shared/listing-fields/parameters.ts'
import { localName } from '../../../shared/local-names.ts'
import type { AlternativeSearch } from '../../../shared/search.ts'
import { t } from '../../../shared/translate.ts'
import type { Catalog } from '../catalog/service.ts'
import type { SearchOutcome, SearchRequest, SearchService } from '../search/service.ts'
import { namedTown } from './facets.ts'
import { engineFilterOf, type LocatedFilter, type SearchFilter } from './search-filter.ts'

type Failed = LocatedFilter & {
  kind: Kind
  search: SearchService
  catalog: Catalog
  request: SearchRequest
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

/** A filter that can be removed. `clears` are its parameters in the URL. */
type Removable = { label: string; clears: (keyof SearchFilter)[] }

const removablesOf = ({ kind, filter, fields }: Failed): Removable[] => [
  // The fields are those of the category.
  { label: t('in any category'), clears: ['category', 'subcategory', ...fieldParametersOf(filter)] },
  { label: t('anywhere'), clears: ['country', 'state', 'city'] },
  ...[...Map.groupBy(filtersOf(kind), ({ without }) => without)].flatMap(([label, filters]) =>
    label ? { label: t(label), clears: filters.flatMap(namesOf) } : [],
  ),
  ...parseFieldFilters(fields, filter).map(({ field }) => ({
    label: t('without the filter “{field}”', { field: localName(field.label) }),
    clears: [parameterOf(field.key)],
  })),
]

async function withoutFilters(failed: Failed): Promise<AlternativeSearch[]> {
  const { search, catalog, kind, request, filter, center, fields } = failed
  const active = removablesOf(failed).filter(({ clears }) =>
    clears.some((name) => filter[name] !== undefined && filter[name] !== ''),
  )
  const found = await Promise.all(
    active.map(async ({ label, clears }) => {
      const cleared: ReadonlySet<string> = new Set(clears)
      const kept = Object.entries(filter).filter(([name]) => !cleared.has(name))
      const rest = Object.fromEntries(kept) as SearchFilter
      const located = { filter: rest, center: cleared.has('near') ? null : center, fields }
      const without = engineFilterOf(catalog, kind, located, new Date(request.now))
      const { full } = await search.find({ ...request, ...countOnly, filter: without })
      const set = Object.fromEntries(clears.map((name) => [name, '']))
      return { reason: 'without-filter' as const, label, set, total: full }
    }),
  )
  return found.filter(({ total }) => total > 0)
}

/** Returns the search without what its text says about days, the price, or a postal code. */
async function withoutParts({ search, request, outcome }: Failed): Promise<AlternativeSearch[]> {
  const parts = [
    { label: t('on any day'), part: outcome.days },
    { label: t('at any price'), part: outcome.price },
    { label: t('at any distance'), part: outcome.near },
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

const countOnly = { offset: 0, limit: 0, facets: null, partial: false } as const

/** How many towns around the center are considered. */
const maxTowns = 400

/** Returns the town with results that is nearest to the place of the search. */
async function nearestPlace({ search, catalog, request, outcome }: Failed): Promise<AlternativeSearch[]> {
  const placeIds = outcome.place?.ids ?? request.filter.places.flat()
  const center =
    request.filter.near ??
    outcome.near?.circle ??
    placeIds.flatMap((id) => catalog.nodes().places.get(id)?.coordinates ?? [])[0]
  if (!center) return []
  const text =
    outcome.near?.rest ??
    (outcome.place ? request.text.replace(outcome.place.typed, ' ').trim() : request.text)
  const { facets } = await search.find({
    ...request,
    ...countOnly,
    text,
    filter: { ...request.filter, places: [], near: undefined },
    facets: () => ({ topicsUnder: [], placesUnder: 'all' }),
  })
  const counts = new Map(facets?.places)
  const towns = catalog.nearestTowns(center.latitude, center.longitude, maxTowns)
  const town = towns.find(({ id }) => counts.has(id))
  const named = town && namedTown(catalog, town.id)
  if (!town || !named) return []
  const { country, state, name: city } = named
  const set = { searchtext: text, country, state, city, near: '', within: '' }
  const label = t('in {town}', { town: town.name })
  return [{ reason: 'nearest-place', label, set, total: counts.get(town.id) ?? 0 }]
}

/** Returns the other subcategories of what the text or the filter is about, with all their listings in the same place. */
async function relatedTopics(failed: Failed): Promise<AlternativeSearch[]> {
  const { search, catalog, request, outcome, filter } = failed
  const about = [...outcome.topics, ...request.filter.topics.flat()]
  const categories = catalog
    .categories()
    .filter(({ _id, subcategories }) =>
      about.some((id) => id === Number(_id) || subcategories.some((sub) => Number(sub.id) === id)),
    )
  if (categories.length === 0) return []
  const topicsUnder = categories.map(({ _id }) => Number(_id))
  const { facets } = await search.find({
    ...request,
    ...countOnly,
    text: '',
    filter: { ...request.filter, topics: [], choices: undefined, numbers: undefined },
    facets: () => ({ topicsUnder, placesUnder: [] }),
  })
  const counts = new Map(facets?.topics)
  const cleared = Object.fromEntries(fieldParametersOf(filter).map((name) => [name, '']))
  return categories
    .flatMap((category) =>
      category.subcategories.map(({ id, name }) => ({
        reason: 'related-topic' as const,
        label: name,
        set: { searchtext: '', category: category.name, subcategory: name, ...cleared },
        total: counts.get(Number(id)) ?? 0,
      })),
    )
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
    .slice(0, maxRelatedTopics)
}
