/** Names the facets that the engine counts by id. */
import type { Town } from '../../../shared/contract/browse.ts'
import { choicesOf, type ListingField } from '../../../shared/listing-fields/field.ts'
import { engineChoice, filterable } from '../../../shared/listing-fields/filters.ts'
import type { Facets, FacetValue } from '../../../shared/search.ts'
import type { Catalog, IdFilter } from '../catalog/service.ts'
import type { EngineFacets, FacetRequest } from '../search/service.ts'

/** Counts are exact up to here. */
const maxFacetCount = 1_000
/** A page shows no more values of one facet. */
const maxFacetValues = 60

type Named = { id: number; name: string }

/** Returns which facets a page shows: also the subcategories of a chosen category, and the cities of a chosen state. */
export const shownFacets = (
  catalog: Catalog,
  { category, country, state }: IdFilter,
  fields: readonly ListingField[],
): FacetRequest => ({
  topicsUnder: [null, ...(category ?? [])],
  placesUnder: [...(country ?? catalog.places().countries.map(({ id }) => id)), ...(state ?? [])],
  choices: filterable(fields).flatMap((field) => choicesOf(field).map(({ key }) => engineChoice(field, key))),
})

/** Returns a function that names the counts of `shownFacets`. */
export function createFacetNames(catalog: Catalog) {
  // In the order of names, because those with equal counts stay in it.
  const categories = catalog.categories().map(({ _id, name, subcategories }) => ({
    id: Number(_id),
    name,
    subcategories: byName(subcategories.map((sub) => ({ id: Number(sub.id), name: sub.name }))),
  }))
  const categoriesByName = byName(categories)
  const { states, cities } = catalog.places()
  const statesByName = byName(states)
  const citiesByState = Map.groupBy(byName(cities), ({ state_id }) => state_id)

  return (counts: EngineFacets, chosen: IdFilter, fields: readonly ListingField[]): Facets => {
    const [topics, places] = [new Map(counts.topics), new Map(counts.places)]
    const listingsWith = new Map(counts.choices)
    return {
      categories: valuesOf(categoriesByName, topics),
      subcategories: valuesOf(
        categories
          .filter(({ id }) => chosen.category?.includes(id) ?? false)
          .flatMap(({ subcategories }) => subcategories),
        topics,
      ),
      states: valuesOf(
        statesByName.filter(({ country_id }) => chosen.country?.includes(country_id) ?? true),
        places,
      ),
      cities: valuesOf(
        (chosen.state ?? []).flatMap((state) => citiesByState.get(state) ?? []),
        places,
      ),
      free: capped(counts.free),
      pictures: capped(counts.pictures),
      fields: fields.map((field) => ({
        key: field.key,
        choices: choicesOf(field).flatMap(({ key }) => {
          const count = listingsWith.get(engineChoice(field, key))
          return count ? [{ key, ...capped(count) }] : []
        }),
      })),
    }
  }
}

const byName = <Row extends Named>(rows: Row[]): Row[] =>
  rows.toSorted((a, b) => a.name.localeCompare(b.name))

const capped = (count: number) => ({ count: Math.min(count, maxFacetCount), more: count > maxFacetCount })

/** Returns those with listings, the most first. */
const valuesOf = (named: Named[], counts: ReadonlyMap<number, number>): FacetValue[] =>
  named
    .map(({ id, name }) => ({ name, count: counts.get(id) ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, maxFacetValues)
    .map(({ name, count }) => ({ name, ...capped(count) }))

/** Returns the towns of the catalog with the names of what they are in. */
export function namedTowns(catalog: Catalog) {
  const { countries, states, cities } = catalog.places()
  const countryNames = new Map(countries.map(({ id, name }) => [id, name]))
  const stateById = new Map(states.map((state) => [state.id, state]))
  return cities.map(({ id, state_id, name, latitude, longitude }) => {
    const state = stateById.get(state_id)
    const country = countryNames.get(state?.country_id ?? 0) ?? ''
    return { id, name, state: state?.name ?? '', country, latitude, longitude }
  })
}

/** Returns a function that names the counts of places which are towns, the most listings first. */
export function createTownNames(catalog: Catalog): (places: EngineFacets['places']) => Town[] {
  const towns = namedTowns(catalog)
  return (places) => {
    const counts = new Map(places)
    return towns
      .filter(({ id }) => counts.has(id))
      .map(({ id, ...town }) => ({ ...town, count: counts.get(id) ?? 0 }))
      .sort((a, b) => b.count - a.count)
  }
}
