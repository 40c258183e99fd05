/** The topics and places as of one moment, in memory: every list turns names into ids. */
import type { Category, Location, State } from '../../../shared/contract/catalog.ts'
import type { Coordinates } from '../../../shared/distance.ts'
import { notFound } from '../../../shared/errors.ts'
import { foldName } from '../../../shared/text-normalization.ts'
import { buildTopics } from './categories/topics.ts'
import type { CatalogPlaces } from './place-names.ts'
import type { StoredCatalog } from './queries.ts'
import { offeredRegions } from './regions.ts'

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

const levels = ['category', 'subcategory', 'country', 'state', 'city'] as const
export type CatalogLevel = (typeof levels)[number]
/** The levels above each, the nearest first. */
const above: Record<CatalogLevel, CatalogLevel[]> = {
  category: [],
  subcategory: ['category'],
  country: [],
  state: ['country'],
  city: ['state', 'country'],
}

/** An entry of any level. `ancestors` are the ids above it, the nearest first. */
export type CatalogNode = {
  id: number
  level: CatalogLevel
  name: string
  ancestors: number[]
  timeZone: string | null
  /** Null for all but towns. */
  coordinates: Coordinates | null
}

/** Topics and places have ids of their own: the same number can be both. */
type Nodes = { topics: Map<number, CatalogNode>; places: Map<number, CatalogNode> }

export type CatalogSnapshot = Generated<ReturnType<typeof buildSnapshot>>
type Generated<Work> = Work extends Generator<void, infer Result> ? Result : never

/** How many rows are read between two slices of time. */
const rowsPerStep = 200

/** Builds a snapshot in steps: a large catalog takes long. `onlyRegions` is the setting. */
export function* buildSnapshot(stored: StoredCatalog, onlyRegions = '') {
  const nodes = yield* collectNodes(stored)
  const index = yield* indexNames(stored, nodes)
  const topics = buildTopics(stored, nodes.topics)
  const categories = topics.offered()
  const { locations, cities, unoffered } = yield* nestOffered(stored, onlyRegions)
  const places = yield* currentPlaces(stored, nodes)
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
    offeredCities: (): CatalogPlaces['cities'] => cities,
    /** All places but merged ones, also those that the site does not offer. */
    places: (): CatalogPlaces => places,
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

    currentIds,
    /** Returns why a new listing cannot be in a place; null if it can. */
    placeRefusal({ country_id, state_id, city_id }: PlaceIds): string | null {
      const refused = [country_id, state_id, city_id].find((id) => unoffered.has(id ?? 0))
      const node = nodes.places.get(refused ?? 0)
      return node ? `This site has no new ads in ${node.name}. Please choose another place.` : null
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

type LevelRow = {
  id: number
  name: string
  merged_into: number | null
  time_zone?: string | null
  latitude?: number
  longitude?: number
}

/** Returns the entries by id. */
function* collectNodes(stored: StoredCatalog) {
  const nodes: Nodes = { topics: new Map(), places: new Map() }
  function* add<Row extends LevelRow>(
    level: CatalogLevel,
    rows: Row[],
    parentOf: (row: Row) => number | null,
  ) {
    const entries = level === 'category' || level === 'subcategory' ? nodes.topics : nodes.places
    for (const [at, row] of rows.entries()) {
      if (at % rowsPerStep === 0) yield
      const parent = entries.get(parentOf(row) ?? 0)
      const { id, name, time_zone: timeZone = null, latitude, longitude } = row
      const ancestors = parent ? [parent.id, ...parent.ancestors] : []
      const coordinates = latitude === undefined || longitude === undefined ? null : { latitude, longitude }
      entries.set(id, { id, level, name, ancestors, timeZone, coordinates })
    }
    // After all rows of the level, because one can be merged into a later one, and that into another one.
    const byId = new Map(rows.filter(({ merged_into }) => merged_into !== null).map((row) => [row.id, row]))
    for (const row of byId.values()) {
      let target = row.merged_into ?? row.id
      while (byId.has(target)) target = byId.get(target)?.merged_into ?? row.id
      const node = entries.get(target)
      if (node) entries.set(row.id, node)
    }
  }
  yield* add('category', stored.categories, () => null)
  yield* add('subcategory', stored.subcategories, (row) => row.category_id)
  followBecame(stored, nodes.topics)
  yield* add('country', stored.countries, () => null)
  yield* add('state', stored.states, (row) => row.country_id)
  yield* add('city', stored.cities, (row) => row.state_id)
  return nodes
}

/** Lets topics that have become ones of the other level stand for those. */
function followBecame({ categories, subcategories }: StoredCatalog, topics: Map<number, CatalogNode>) {
  const became = new Map([...categories, ...subcategories].map((row) => [row.id, row.became]))
  for (const [id, node] of topics) {
    let target: CatalogNode | undefined = node
    for (let next = became.get(node.id); next; next = target && became.get(target.id))
      target = topics.get(next)
    if (target) topics.set(id, target)
  }
}

/** Returns the entries by their folded names, also by those of what is merged into them. */
function* indexNames(stored: StoredCatalog, nodes: Nodes) {
  function* byName(rows: (LevelRow & { other_names?: string[] })[], entries: Map<number, CatalogNode>) {
    const found = new Map<string, CatalogNode[]>()
    for (const [at, { id, name, other_names = [] }] of rows.entries()) {
      if (at % rowsPerStep === 0) yield
      const node = entries.get(id)
      if (!node) continue
      for (const each of [name, ...other_names]) {
        const key = foldName(each)
        const known = found.get(key)
        if (!known) found.set(key, [node])
        else if (!known.includes(node)) known.push(node)
      }
    }
    return found
  }
  return {
    category: yield* byName(stored.categories, nodes.topics),
    subcategory: yield* byName(stored.subcategories, nodes.topics),
    country: yield* byName(stored.countries, nodes.places),
    state: yield* byName(stored.states, nodes.places),
    city: yield* byName(stored.cities, nodes.places),
  }
}

/** Returns, by the id of each entry, those of merged ones whose listings are still moving to it. */
function aliasesOf({ moving }: StoredCatalog, { topics, places }: Nodes) {
  const aliases = Object.fromEntries(levels.map((level) => [level, new Map<number, number[]>()])) as Record<
    CatalogLevel,
    Map<number, number[]>
  >
  for (const { isTopic, id } of moving) {
    const target = (isTopic ? topics : places).get(id)
    if (!target || target.id === id) continue
    const known = aliases[target.level].get(target.id) ?? []
    aliases[target.level].set(target.id, [...known, id])
  }
  return aliases
}

/** Returns the divisions of towns that were merged into a town of another division, by what they stand for now. */
function formerParents({ cities }: StoredCatalog, { places }: Nodes) {
  const parents = new Map<CatalogNode, number[]>()
  for (const { id, state_id, merged_into } of cities) {
    const node = merged_into === null ? undefined : places.get(id)
    const parent = places.get(state_id)?.id
    if (!node || parent === undefined || node.ancestors.includes(parent)) continue
    parents.set(node, [...(parents.get(node) ?? []), parent])
  }
  return parents
}

/** Returns the places that the site offers, as the API sends them: countries with states and cities. */
function* nestOffered(stored: StoredCatalog, onlyRegions: string) {
  const chosen = offeredRegions(onlyRegions, stored)
  const isWithin = ({ id }: { id: number }) => chosen?.has(id) ?? true
  const isOffered = ({ id, retired, merged_into }: StoredCatalog['cities'][number] | Retirable) =>
    !retired && merged_into === null && id > 0
  yield
  const statesOf = Map.groupBy(
    stored.states.filter((row) => isOffered(row) && isWithin(row)),
    (row) => row.country_id,
  )
  const states = new Set([...statesOf.values()].flat().map(({ id }) => id))
  const countries = stored.countries.filter((row) => isOffered(row) && isWithin(row))
  const regions = new Set([...states, ...countries.map(({ id }) => id)])
  const unoffered = new Set(
    [...stored.countries, ...stored.states].map(({ id }) => id).filter((id) => !regions.has(id)),
  )
  const cities: CatalogPlaces['cities'] = []
  const citiesOf = new Map<number, { name: string }[]>()
  for (const [at, row] of stored.cities.entries()) {
    if (at % rowsPerStep === 0) yield
    if (row.retired) unoffered.add(row.id)
    if (!isOffered(row) || !states.has(row.state_id)) continue
    cities.push(row)
    const siblings = citiesOf.get(row.state_id)
    if (siblings) siblings.push({ name: row.name })
    else citiesOf.set(row.state_id, [{ name: row.name }])
  }
  return {
    cities,
    /** Places where nobody can post. The towns of such a region are not among them. */
    unoffered,
    locations: countries.map(
      ({ id, name, slug, division_term: term }): Location => ({
        _id: String(id),
        name,
        slug,
        ...(term && term !== 'state' && { term }),
        state: (statesOf.get(id) ?? []).map(
          (state): State => ({
            _id: String(state.id),
            id: String(state.id),
            name: state.name,
            slug: state.slug,
            cities: citiesOf.get(state.id) ?? [],
          }),
        ),
      }),
    ),
  }
}
type Retirable = { id: number; retired: boolean; merged_into: number | null }

/** Returns the places that are not merged, with the names of what is merged into them. */
function* currentPlaces(stored: StoredCatalog, nodes: Nodes) {
  const mergedNames = new Map<number, string[]>()
  for (const { id, name, other_names, merged_into } of [
    stored.countries,
    stored.states,
    stored.cities,
  ].flat()) {
    if (merged_into === null) continue
    const target = nodes.places.get(id)?.id ?? id
    mergedNames.set(target, [...(mergedNames.get(target) ?? []), name, ...other_names])
  }
  yield
  function* current<Row extends Retirable & { other_names: string[] }>(rows: Row[]) {
    const found: Row[] = []
    for (const [at, row] of rows.entries()) {
      if (at % rowsPerStep === 0) yield
      if (row.merged_into !== null) continue
      const more = mergedNames.get(row.id)
      found.push(more ? { ...row, other_names: [...row.other_names, ...more] } : row)
    }
    return found
  }
  return {
    countries: yield* current(stored.countries),
    states: yield* current(stored.states),
    cities: yield* current(stored.cities),
  } satisfies CatalogPlaces
}
