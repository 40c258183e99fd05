/** Categories and places, in memory: every list turns names into ids, and only a new version of the program changes them. */
import type { Category, Location } from '../../../shared/contract/catalog.ts'
import { notFound } from '../../../shared/errors.ts'
import { foldName } from '../../../shared/text-normalization.ts'
import type { Database } from '../../platform/database/database.ts'
import { type CatalogPlaces, loadPlaceNames } from './place-names.ts'
import { type Center, findPostalCodes } from './postal-codes.ts'
import { nestCatalog, readCatalog, type StoredCatalog } from './queries.ts'
import { createTowns } from './towns.ts'

/** The filters of a list, as names. A name can belong to several rows: many states have a Springfield. */
export type NamedFilter = {
  category?: string | undefined
  subcategory?: string | undefined
  country?: string | undefined
  state?: string | undefined
  city?: string | undefined
}

/** The filters as ids, each within the level above it. A missing part does not filter; an empty one matches nothing. */
export type IdFilter = { [Part in keyof NamedFilter]?: number[] }

/** The category and place of a listing, as stored and as sent. */
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

export type Catalog = Awaited<ReturnType<typeof createCatalog>>

export type { CatalogPlaces, NamedPlace, PlaceMatch, PlaceNames } from './place-names.ts'

/** Returns what can be a postal code in a text, and its town. */
export const postalCodesIn: typeof findPostalCodes = findPostalCodes

export async function createCatalog(database: Database) {
  const rows = await readCatalog(database)
  const { categories, locations } = nestCatalog(rows)
  const index = indexNames(rows)
  const nameOf = indexIds(rows)
  const zoneOf = new Map(
    [rows.countries, rows.states, rows.cities].flat().map(({ id, time_zone }) => [id, time_zone]),
  )
  const placeNames = lazy(() => loadPlaceNames(rows))
  const towns = lazy(async () => createTowns(rows, await placeNames()))
  const findById = <Item extends { _id: string; slug: string }>(items: Item[], idOrSlug: string) =>
    items.find((row) => row._id === idOrSlug || row.slug === idOrSlug)

  return {
    categories: (): Category[] => categories,

    /** Returns the ids of these subcategories, of these categories with their subcategories, or of all topics. */
    topicIds({ category, subcategory }: Pick<IdFilter, 'category' | 'subcategory'>): number[] {
      if (subcategory) return subcategory
      if (!category) return nameOf.topicIds
      const chosen = categories.filter(({ _id }) => category.includes(Number(_id)))
      return chosen.flatMap(({ _id, subcategories }) =>
        [_id, ...subcategories.map(({ id }) => id)].map(Number),
      )
    },
    locations: (): Location[] => locations,
    places: (): CatalogPlaces => rows,

    getCategory(idOrSlug: string): Category {
      const category = findById(categories, idOrSlug)
      if (!category) throw notFound('category')
      return category
    },

    getCategoryByName(name: string): Category {
      const category = categories.find((candidate) => foldName(candidate.name) === foldName(name))
      if (!category) throw notFound('category')
      return category
    },

    getLocation(idOrSlug: string): Location {
      const location = findById(locations, idOrSlug)
      if (!location) throw notFound('location')
      return location
    },

    idsOf(names: NamedFilter): IdFilter {
      const filter: IdFilter = {}
      for (const part of parts) {
        const name = names[part]
        if (!name) continue
        const ancestor = ancestors[part].find((candidate) => filter[candidate])
        const allowed = ancestor && new Set(filter[ancestor])
        const matches = index[part].get(foldName(name)) ?? []
        filter[part] = matches
          .filter((row) => !allowed || row.ancestors.some((id) => allowed.has(id)))
          .map((row) => row.id)
      }
      return filter
    },

    /** Returns whether the chosen parts have subcategories, states, and cities to choose from. */
    availableChoices({ category = '', country = '', state = '' }: NamedFilter) {
      const findByName = <Item extends { name: string }>(items: Item[] | undefined, name: string) =>
        items?.find((item) => foldName(item.name) === foldName(name))
      const states = findByName(locations, country)?.state
      return {
        subcategory: Boolean(findByName(categories, category)?.subcategories.length),
        state: Boolean(states?.length),
        city: Boolean(findByName(states, state)?.cities.length),
      }
    },

    namesOf: ({
      category_id,
      subcategory_id,
      country_id,
      state_id,
      city_id,
    }: Taxonomy['ids']): Taxonomy['names'] => ({
      category: nameOf.topic.get(category_id) ?? '',
      subcategory: nameOf.topic.get(subcategory_id ?? 0) ?? null,
      country: nameOf.place.get(country_id) ?? '',
      state: nameOf.place.get(state_id ?? 0) ?? null,
      city: nameOf.place.get(city_id ?? 0) ?? null,
    }),

    /** Returns the IANA time zone of the smallest known place, such as `America/Chicago`. */
    timeZoneOf: ({
      country_id,
      state_id,
      city_id,
    }: Pick<Taxonomy['ids'], 'country_id' | 'state_id' | 'city_id'>): string =>
      zoneOf.get(city_id ?? 0) ?? zoneOf.get(state_id ?? 0) ?? zoneOf.get(country_id) ?? 'UTC',

    /** Finds places by their names, codes, and nicknames. They are read when first needed. */
    placeNames,

    /** Returns the town that a text names: by its name, a postal code, or coordinates; null if there is none. */
    findTown: async (text: string): Promise<Center | null> => (await towns()).find(text),

    /** Returns the towns that are closest to a point, the nearest first. */
    nearestTowns: async (latitude: number, longitude: number, count: number) =>
      (await towns()).nearest(latitude, longitude, count),
  }
}

/** Returns a function that calls `read` once. */
function lazy<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | null = null
  return () => {
    value ??= read()
    return value
  }
}

const parts = ['category', 'subcategory', 'country', 'state', 'city'] as const
type Part = (typeof parts)[number]
/** The levels above each part, the nearest first. */
const ancestors: Record<Part, Part[]> = {
  category: [],
  subcategory: ['category'],
  country: [],
  state: ['country'],
  city: ['state', 'country'],
}

/** A row, with the ids of all levels above it. */
type IndexedRow = { id: number; ancestors: number[] }

function indexNames(stored: StoredCatalog): Record<Part, Map<string, IndexedRow[]>> {
  const byName = <Row extends { id: number; name: string }>(
    rows: Row[],
    ancestorsOf: (row: Row) => number[],
  ) => {
    const groups = Map.groupBy(rows, (row) => foldName(row.name))
    return new Map(
      [...groups].map(([name, group]) => [
        name,
        group.map((row) => ({ id: row.id, ancestors: ancestorsOf(row) })),
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

/** Indexes names by id. Categories and subcategories share one id sequence, and so do all places. */
function indexIds(stored: StoredCatalog) {
  const index = (...tables: { id: number; name: string }[][]) =>
    new Map(tables.flat().map(({ id, name }) => [id, name]))
  const topic = index(stored.categories, stored.subcategories)
  return {
    topic,
    topicIds: [...topic.keys()],
    place: index(stored.countries, stored.states, stored.cities),
  }
}
