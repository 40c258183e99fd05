/** The topics and places as of one moment, in memory: every list turns names into ids. */

import type { Category, Location, State } from '../../../shared/contract/catalog.ts'
import { notFound } from '../../../shared/errors.ts'
import { foldName } from '../../../shared/text-normalization.ts'
import { t } from '../../../shared/translate.ts'
import { buildTopics } from './categories/topics.ts'
import {
  aliasesOf,
  type CatalogLevel,
  type CatalogNode,
  collectTopics,
  formerParents,
  indexNames,
  levels,
  type Nodes,
} from './nodes.ts'
import type { BuiltPlaces } from './offered-places.ts'
import { buildOwnNames } from './own-names.ts'
import type { CatalogPlaces } from './place-names.ts'
import type { StoredCatalog } from './queries.ts'

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

type PlaceIds = Pick<Taxonomy['ids'], 'country_id' | 'state_id' | 'city_id'>

/** The levels above each, the nearest first. */
const above: Record<CatalogLevel, CatalogLevel[]> = {
  category: [],
  subcategory: ['category'],
  country: [],
  state: ['country'],
  city: ['state', 'country'],
}

export type CatalogSnapshot = Generated<ReturnType<typeof buildSnapshot>>
type Generated<Work> = Work extends Generator<void, infer Result> ? Result : never

/** Builds a snapshot in steps from what is stored and the places that were built of it. */
export function* buildSnapshot(stored: StoredCatalog, places: BuiltPlaces) {
  const nodes: Nodes = { topics: yield* collectTopics(stored), places: places.nodes }
  const index = {
    category: yield* indexNames(stored.categories, nodes.topics),
    subcategory: yield* indexNames(stored.subcategories, nodes.topics),
    country: places.country,
    state: places.state,
    city: places.city,
  }
  const topics = buildTopics(stored, nodes.topics)
  const ownNames = buildOwnNames(stored)
  const categories = topics.offered()
  const { locations, cities, unoffered } = places.offered
  const aliases = aliasesOf(stored, nodes)
  const cameFrom = formerParents(stored, nodes)
  const topicIds = [...nodes.topics.keys()]
  const findById = <Item extends { _id: string; slug: string }>(
    items: Item[],
    entries: Map<number, CatalogNode>,
    idOrSlug: string,
    bySlug: ReadonlyMap<string, number>,
  ) => {
    const node = entries.get(/^\d+$/.test(idOrSlug) ? Number(idOrSlug) : (bySlug.get(idOrSlug) ?? 0))
    return node && items.find(({ _id }) => _id === String(node.id))
  }
  const slugs = {
    country: new Map(stored.countries.map(({ id, slug }) => [slug, id])),
  }
  const idOf = (node: CatalogNode | undefined) => node?.id ?? null

  /** Returns the ids with those of merged entries replaced by what they stand for. */
  function currentIds(ids: Taxonomy['ids']): Taxonomy['ids'] {
    const topic = nodes.topics.get(ids.subcategory_id ?? ids.category_id)
    const category_id = topic?.ancestors[0] ?? topic?.id ?? ids.category_id
    const city = nodes.places.get(ids.city_id ?? 0)
    const state = nodes.places.get(city?.ancestors[0] ?? ids.state_id ?? 0)
    return {
      category_id,
      subcategory_id: topic?.ancestors.length ? topic.id : null,
      country_id: idOf(nodes.places.get(state?.ancestors[0] ?? ids.country_id)) ?? ids.country_id,
      state_id: idOf(state),
      city_id: idOf(city),
    }
  }

  const snapshot = {
    /** The categories that the site offers. */
    categories: (): Category[] => categories,

    /** Returns the ids of these subcategories, of these categories with their subcategories, or of all topics. */
    topicIds({ category, subcategory }: Pick<IdFilter, 'category' | 'subcategory'>): number[] {
      if (subcategory) return subcategory
      if (!category) return topicIds
      return [...nodes.topics]
        .filter(([id, node]) => [id, node.id, ...node.ancestors].some((each) => category.includes(each)))
        .map(([id]) => id)
    },
    /** The countries that the site offers, with their states and cities. */
    locations: (): Location[] => locations,
    /** The names of the home town; null if the site has none. */
    homeTown: () => places.home,
    offeredCities: (): CatalogPlaces['cities'] => cities,
    /** All places but merged ones, also those that the site does not offer. */
    places: (): CatalogPlaces => places.current,
    /** All topics and places by id; a merged one is the entry that it stands for. */
    nodes: (): Nodes => nodes,

    getCategory(idOrSlug: string): Category {
      const category = topics.find('slug', idOrSlug)
      if (!category) throw notFound('category')
      return category
    },

    getCategoryByName(name: string): Category {
      const category = topics.find('name', name)
      if (!category) throw notFound('category')
      return category
    },

    getLocation(idOrSlug: string): Location {
      const location = findById(locations, nodes.places, idOrSlug, slugs.country)
      if (!location) throw notFound('location')
      return location
    },

    /** Returns the countries with their states, and only the cities of the chosen state: those of all are megabytes. */
    placesToChoose({ country = '', state = '' }: Pick<NamedFilter, 'country' | 'state'>): Location[] {
      const isChosen = (name: string, chosen: string) => foldName(name) === foldName(chosen)
      const hasCities = (location: Location, { name }: State) =>
        isChosen(name, state) && (country === '' || isChosen(location.name, country))
      return locations.map((location) => ({
        ...location,
        state: location.state.map((each) => (hasCities(location, each) ? each : { ...each, cities: [] })),
      }))
    },

    /** Returns what names mean. The id of an entry is followed by those of merged ones whose listings are still moving to it. */
    idsOf(given: NamedFilter): IdFilter {
      const names = { ...given, ...topics.currentNames(given) }
      const filter: IdFilter = {}
      for (const level of levels) {
        const name = names[level]
        if (!name) continue
        const ancestor = above[level].find((candidate) => filter[candidate])
        const allowed = ancestor && new Set(filter[ancestor])
        const matches = index[level].get(foldName(name)) ?? []
        const isAllowed = (id: number) => allowed?.has(id) ?? true
        const found = matches
          .filter((node) => !allowed || node.ancestors.some(isAllowed) || cameFrom.get(node)?.some(isAllowed))
          .map(({ id }) => id)
        filter[level] = found.concat(found.flatMap((id) => aliases[level].get(id) ?? []))
      }
      return filter
    },

    /** Returns the names of a place as they are now. A name that no place has, or that a place still has, stays. */
    currentPlace({ country, state, city }: NamedFilter): Pick<NamedFilter, 'country' | 'state' | 'city'> {
      const given = { country, state, city }
      const ids = snapshot.idsOf(given)
      const part = (['city', 'state', 'country'] as const).find((each) => given[each])
      const found = (part ? (ids[part] ?? []) : []).flatMap((id) => nodes.places.get(id) ?? [])
      const [node] = found
      const isThere = ({ name, ancestors: [above] }: CatalogNode) =>
        foldName(name) === foldName(part ? (given[part] ?? '') : '') &&
        (part !== 'city' || !state || above === undefined || ids.state?.includes(above))
      if (!part || !node || found.some(isThere)) return given
      const named = { [part]: node.name }
      for (const above of node.ancestors.flatMap((id) => nodes.places.get(id) ?? []))
        if (given[above.level as 'country' | 'state']) named[above.level] = above.name
      return { ...given, ...named }
    },

    /** Returns what the divisions of a country are called, such as `province`. */
    divisionTerm: (country: number): string =>
      stored.countries.find(({ id }) => id === country)?.division_term ?? 'state',

    /** Returns the slug of the country to which one leads; null for none. */
    currentCountrySlug(slug: string): string | null {
      const id = nodes.places.get(slugs.country.get(slug) ?? 0)?.id
      return stored.countries.find((country) => country.id === id)?.slug ?? null
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

    /** Returns what admins call topics and fields in a language, by their names. */
    ownNames,

    currentIds,
    /** Returns why a new listing cannot be in a place; null if it can. */
    placeRefusal({ country_id, state_id, city_id }: PlaceIds): string | null {
      const refused = [country_id, state_id, city_id].find((id) => unoffered.has(id ?? 0))
      const node = nodes.places.get(refused ?? 0)
      return node
        ? t('This site has no new ads in {place}. Please choose another place.', { place: node.name })
        : null
    },
    currentNames: topics.currentNames,
    currentTopicPath: topics.currentPath,
    topicRefusal: topics.refusal,
    searchedTopics: topics.searched,
    categoryIcons: () => topics.icons,

    namesOf(ids: Taxonomy['ids']): Taxonomy['names'] {
      const { category_id, subcategory_id, country_id, state_id, city_id } = currentIds(ids)
      const topic = (id: number | null) => nodes.topics.get(id ?? 0)?.name
      const place = (id: number | null) => nodes.places.get(id ?? 0)?.name
      return {
        category: topic(category_id) ?? '',
        subcategory: topic(subcategory_id) ?? null,
        country: place(country_id) ?? '',
        state: place(state_id) ?? null,
        city: place(city_id) ?? null,
      }
    },

    /** Returns the IANA time zone of the smallest known place, such as `America/Chicago`. */
    timeZoneOf({ country_id, state_id, city_id }: PlaceIds): string {
      const zone = (id: number | null) => nodes.places.get(id ?? 0)?.timeZone
      return zone(city_id) ?? zone(state_id) ?? zone(country_id) ?? 'UTC'
    },
  }
  return snapshot
}
