/**
 * Categories and places, held in memory: every list call turns names into ids through it, and it changes only with a
 * new version of the program. Knows nothing of listings.
 */
import type { Category, Location } from '../../../shared/catalog.ts'
import { notFound } from '../../../shared/errors.ts'
import type { Database } from '../../platform/database/database.ts'
import { nestCatalog, readCatalog, type StoredCatalog } from './queries.ts'

/** What a listing is filtered by, as names. A name may belong to several rows: many states have a Springfield. */
export type NamedFilter = {
  category?: string | undefined
  subcategory?: string | undefined
  country?: string | undefined
  state?: string | undefined
  city?: string | undefined
}

/**
 * The same as ids, each part only within the one above it: a subcategory of the category, a state of the country.
 * A part that is not there does not filter; an empty one matches nothing.
 */
export type IdFilter = { [Part in keyof NamedFilter]?: number[] }

/** What a listing is about and where it is, as stored and as the wire says it. */
export type Taxonomy = {
  ids: {
    category_id: number
    subcategory_id: number | null
    country_id: number
    state_id: number | null
    city_id: number | null
  }
  names: {
    category: string
    subcategory: string | null
    country: string
    state: string | null
    city: string | null
  }
}

export type Catalog = {
  categories: () => Category[]
  getCategory: (idOrSlug: string) => Category
  getCategoryByName: (name: string) => Category
  locations: () => Location[]
  getLocation: (idOrSlug: string) => Location
  idsOf: (names: NamedFilter) => IdFilter
  namesOf: (ids: Taxonomy['ids']) => Taxonomy['names']
  /** Whether there is anything to choose below the parts that are chosen. */
  offeredBelow: (chosen: NamedFilter) => Record<'subcategory' | 'state' | 'city', boolean>
}

export async function createCatalog(database: Database): Promise<Catalog> {
  const stored = await readCatalog(database)
  const { categories, locations } = nestCatalog(stored)
  const index = indexNames(stored)
  const nameOf = indexIds(stored)
  const findById = <Row extends { _id: string; slug: string }>(rows: Row[], idOrSlug: string) =>
    rows.find((row) => row._id === idOrSlug || row.slug === idOrSlug)

  return {
    categories: () => categories,
    locations: () => locations,
    getCategory(idOrSlug) {
      const category = findById(categories, idOrSlug)
      if (!category) throw notFound('category')
      return category
    },
    getCategoryByName(name) {
      const category = categories.find((candidate) => sameName(candidate.name) === sameName(name))
      if (!category) throw notFound('category')
      return category
    },
    getLocation(idOrSlug) {
      const location = findById(locations, idOrSlug)
      if (!location) throw notFound('location')
      return location
    },
    idsOf(names) {
      const filter: IdFilter = {}
      for (const part of parts) {
        const name = names[part]
        if (!name) continue
        const above = ancestors[part].find((ancestor) => filter[ancestor])
        const within = above && new Set(filter[above])
        const bearers = index[part].get(sameName(name)) ?? []
        filter[part] = bearers
          .filter((row) => !within || row.lineage.some((id) => within.has(id)))
          .map((row) => row.id)
      }
      return filter
    },
    offeredBelow({ category = '', country = '', state = '' }) {
      const named = <Row extends { name: string }>(rows: Row[] | undefined, name: string) =>
        rows?.find((row) => sameName(row.name) === sameName(name))
      const states = named(locations, country)?.state
      return {
        subcategory: Boolean(named(categories, category)?.subcategories.length),
        state: Boolean(states?.length),
        city: Boolean(named(states, state)?.cities.length),
      }
    },
    namesOf: ({ category_id, subcategory_id, country_id, state_id, city_id }) => ({
      category: nameOf.topic.get(category_id) ?? '',
      subcategory: nameOf.topic.get(subcategory_id ?? 0) ?? null,
      country: nameOf.place.get(country_id) ?? '',
      state: nameOf.place.get(state_id ?? 0) ?? null,
      city: nameOf.place.get(city_id ?? 0) ?? null,
    }),
  }
}

/** Names are compared as people type them: `new york` is New York. */
const sameName = (name: string) => name.toLowerCase()

const parts = ['category', 'subcategory', 'country', 'state', 'city'] as const
type Part = (typeof parts)[number]
/** What a part lies within, the nearest first. */
const ancestors: Record<Part, Part[]> = {
  category: [],
  subcategory: ['category'],
  country: [],
  state: ['country'],
  city: ['state', 'country'],
}

/** A row under its name, with the ids of all that it lies within. */
type Bearer = { id: number; lineage: number[] }

function indexNames(stored: StoredCatalog): Record<Part, Map<string, Bearer[]>> {
  const byName = <Row extends { id: number; name: string }>(
    rows: Row[],
    lineageOf: (row: Row) => number[],
  ) => {
    const groups = Map.groupBy(rows, (row) => sameName(row.name))
    return new Map(
      [...groups].map(([name, group]) => [
        name,
        group.map((row) => ({ id: row.id, lineage: lineageOf(row) })),
      ]),
    )
  }
  const countryOf = new Map(stored.states.map((state) => [state.id, state.country_id]))
  return {
    category: byName(stored.categories, () => []),
    subcategory: byName(stored.subcategories, (row) => [row.category_id]),
    country: byName(stored.countries, () => []),
    state: byName(stored.states, (row) => [row.country_id]),
    city: byName(stored.cities, (row) => [row.state_id, countryOf.get(row.state_id) ?? 0]),
  }
}

/** Names by id: topics share one series of ids, and so do places. */
function indexIds(stored: StoredCatalog) {
  const index = (...tables: { id: number; name: string }[][]) =>
    new Map(tables.flat().map(({ id, name }) => [id, name]))
  return {
    topic: index(stored.categories, stored.subcategories),
    place: index(stored.countries, stored.states, stored.cities),
  }
}
