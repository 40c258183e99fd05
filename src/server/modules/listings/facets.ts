/** Names the facets that the engine counts by id. */
import type { Town } from '../../../shared/contract/browse.ts'
import { choicesOf, type ListingField } from '../../../shared/listing-fields/field.ts'
import { engineChoice, filterable } from '../../../shared/listing-fields/filters.ts'
import type { Facets, FacetValue } from '../../../shared/search.ts'
import type { Catalog, CatalogLevel, CatalogNode, IdFilter } from '../catalog/service.ts'
import type { EngineFacets, FacetRequest } from '../search/service.ts'

/** Counts are exact up to here. */
const maxFacetCount = 1_000
/** A page shows no more values of one facet. */
const maxFacetValues = 60

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
  return (counts: EngineFacets, chosen: IdFilter, fields: readonly ListingField[]): Facets => {
    const { topics, places } = catalog.nodes()
    const [countedTopics, countedPlaces] = [nodesOf(counts.topics, topics), nodesOf(counts.places, places)]
    const listingsWith = new Map(counts.choices)
    const isUnder = (parents: number[] | undefined) => (node: CatalogNode) =>
      parents?.includes(node.ancestors[0] ?? 0) ?? false
    return {
      categories: valuesOf(countedTopics, 'category', () => true),
      subcategories: valuesOf(countedTopics, 'subcategory', isUnder(chosen.category)),
      states: valuesOf(countedPlaces, 'state', chosen.country ? isUnder(chosen.country) : () => true),
      cities: valuesOf(countedPlaces, 'city', isUnder(chosen.state)),
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

type Counted = { node: CatalogNode; count: number }

/** Returns the entries of counted ids. The listings of a merged one count for what it stands for. */
function nodesOf(counts: readonly (readonly [number, number])[], nodes: ReadonlyMap<number, CatalogNode>) {
  const counted = new Map<CatalogNode, Counted>()
  for (const [id, count] of counts) {
    const node = nodes.get(id)
    if (node) counted.set(node, { node, count: count + (counted.get(node)?.count ?? 0) })
  }
  return [...counted.values()]
}

const capped = (count: number) => ({ count: Math.min(count, maxFacetCount), more: count > maxFacetCount })

/** Returns those of a level with listings, the most first, then in the order of their names. */
const valuesOf = (
  counted: Counted[],
  level: CatalogLevel,
  isShown: (node: CatalogNode) => boolean,
): FacetValue[] =>
  counted
    .filter(({ node, count }) => node.level === level && count > 0 && isShown(node))
    .sort((a, b) => b.count - a.count || a.node.name.localeCompare(b.node.name))
    .slice(0, maxFacetValues)
    .map(({ node, count }) => ({ name: node.name, ...capped(count) }))

/** Returns a town with the names of what it is in, or undefined for the id of another place. */
export function namedTown(catalog: Catalog, city_id: number) {
  const { coordinates } = catalog.nodes().places.get(city_id) ?? {}
  if (!coordinates) return undefined
  const unknown = { category_id: 0, subcategory_id: null, country_id: 0, state_id: null }
  const { city, state, country } = catalog.namesOf({ ...unknown, city_id })
  return { name: city ?? '', state: state ?? '', country, ...coordinates }
}

/** Names the counts of places which are towns, the most listings first. */
export function nameTowns(catalog: Catalog, counts: EngineFacets['places']): Town[] {
  const { places } = catalog.nodes()
  return nodesOf(counts, places)
    .flatMap(({ node, count }) => {
      const town = namedTown(catalog, node.id)
      return town ? [{ ...town, count }] : []
    })
    .sort((a, b) => b.count - a.count)
}
