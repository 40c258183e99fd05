/** Names the facets that the index counts by id. */
import type { Facets, FacetValue } from '../../../shared/search.ts'
import type { Catalog, IdFilter } from '../catalog/service.ts'
import type { FacetCounts, IdCounts } from '../search/service.ts'

/** Counts are exact up to here. */
const maxFacetCount = 1_000
/** A page shows no more values of one facet. */
const maxFacetValues = 60

/** `chosen` decides which levels are shown: subcategories of a chosen category, cities of a chosen state. */
export function nameFacets(counts: FacetCounts, chosen: IdFilter, catalog: Catalog): Facets {
  const categories = catalog.categories()
  const { states, cities } = catalog.places()
  const values = (named: { id: number; name: string }[], of: IdCounts): FacetValue[] =>
    named
      .flatMap(({ id, name }) => {
        const count = of.get(id) ?? 0
        return count > 0 ? [{ name, count }] : []
      })
      .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name))
      .slice(0, maxFacetValues)
      .map(({ name, count }) => ({ name, ...capped(count) }))
  const numbered = ({ _id, name }: { _id: string; name: string }) => ({ id: Number(_id), name })
  return {
    categories: values(categories.map(numbered), counts.topics),
    subcategories: values(
      categories
        .filter(({ _id }) => chosen.category?.includes(Number(_id)) ?? false)
        .flatMap(({ subcategories }) => subcategories.map(({ id, name }) => ({ id: Number(id), name }))),
      counts.topics,
    ),
    states: values(
      states.filter(({ country_id }) => chosen.country?.includes(country_id) ?? true),
      counts.places,
    ),
    cities: values(
      cities.filter(({ state_id }) => chosen.state?.includes(state_id) ?? false),
      counts.places,
    ),
    free: capped(counts.free),
    pictures: capped(counts.pictures),
  }
}

const capped = (count: number) => ({ count: Math.min(count, maxFacetCount), more: count > maxFacetCount })
