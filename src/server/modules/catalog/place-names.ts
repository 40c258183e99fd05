/** Finds places by name: those of the catalog, and codes and nicknames from `catalog/place-names.txt`. */
import { readFileSync } from 'node:fs'
import { foldName } from '../../../shared/text-normalization.ts'
import { tokenize } from '../../platform/tokenize.ts'

/** Names that find a place as well, such as the English one. */
type OtherNames = { other_names?: string[] }

/** Places as rows. A country's code is such as `US`; coordinates are in degrees. */
export type CatalogPlaces = {
  countries: (OtherNames & { id: number; code: string; name: string; slug?: string })[]
  states: (OtherNames & { id: number; country_id: number; name: string })[]
  cities: (OtherNames & {
    id: number
    state_id: number
    name: string
    latitude: number
    longitude: number
    population: number
  })[]
}

export type NamedPlace = {
  level: 'country' | 'state' | 'city'
  /** Several for a region, such as the boroughs of New York City. The first is its center. */
  ids: number[]
  /** `Austin, Texas`, `Texas`, or the name of a region. */
  name: string
  /** That of the largest city of a region, and of all cities in the catalog of a state or country. */
  population: number
  /** Whether a code or a nickname was matched, such as TX, Philly, or the second word of `austin tx`. */
  code: boolean
}

/** `length` is how many words the name has. The most populous place comes first. */
export type PlaceMatch = { length: number; places: NamedPlace[] }

export type PlaceNames = {
  /** Returns the longest name that starts at `tokens[at]`, and its places. */
  match: (tokens: string[], at: number) => PlaceMatch | null
  /** Every word of every name, each once. */
  words: () => Iterable<string>
}

/** One line of the file: other names of one place, or of a region. */
export type PlaceNameLine = { names: string[]; targets: string[]; line: number }

const file = new URL('../../../../catalog/place-names.txt', import.meta.url)
/** The most words that a name has, with its state. */
const maxWords = 8

let fileText: string | null = null

const readFileText = (): string => {
  fileText ??= readFileSync(file, 'utf8')
  return fileText
}

/** Builds the names of places, in steps, with those of the file. */
export const buildPlaceNames = (places: CatalogPlaces): Generator<void, PlaceNames> =>
  createPlaceNames(readFileText(), places)

/** Returns the names of the places that a code or nickname of the file stands for, such as `mt`. */
export const meaningsOf = (folded: string): string[] =>
  parsePlaceNames(readFileText()).flatMap(({ names, targets }) =>
    names.some((name) => foldName(name) === folded) ? targets : [],
  )

/** Parses `name, name = Target; Target`. Throws an error that names the line if the text is malformed. */
export function parsePlaceNames(text: string): PlaceNameLine[] {
  return text.split('\n').flatMap((content, index) => {
    if (content.trim() === '' || content.startsWith('#')) return []
    const [names, targets, ...rest] = content.split('=')
    const split = (list: string, separator: string) => list.split(separator).map((each) => each.trim())
    const line = { names: split(names ?? '', ','), targets: split(targets ?? '', ';'), line: index + 1 }
    if (rest.length > 0 || [...line.names, ...line.targets].includes(''))
      throw new Error(`place names, line ${line.line}: expected "name, name = Place; Place"`)
    return [line]
  })
}

/** A place with the states that it is in; for a state or a country, those that it consists of. */
type Entry = NamedPlace & { states: ReadonlySet<number> }

/** How many names are added between two slices of time. */
const namesPerStep = 50

/** Skips places that are not in the catalog. Throws if the text is malformed. */
export function* createPlaceNames(text: string, places: CatalogPlaces): Generator<void, PlaceNames> {
  const byName = new Map<string, Entry[]>()
  const known = new Set<string>()
  const add = (name: string, entry: Entry) => {
    for (const variant of variantsOf(name)) {
      for (const word of variant) known.add(word)
      const key = variant.join(' ')
      const entries = byName.get(key) ?? []
      if (!entries.includes(entry)) byName.set(key, [...entries, entry])
    }
  }

  const byTarget = new Map<string, Entry>()
  let added = 0
  for (const { entry, names } of entriesOf(places)) {
    if (added++ % namesPerStep === 0) yield
    for (const name of names) add(name, entry)
    byTarget.set(entry.name, entry)
  }
  for (const { names, targets } of parsePlaceNames(text)) {
    const found = targets.flatMap((target) => byTarget.get(target) ?? [])
    const region = found.length > 0 ? regionOf(names[0] ?? '', found) : null
    if (region) for (const name of names) add(name, region)
  }

  const lookUp = (tokens: string[], from: number, to: number) =>
    byName.get(tokens.slice(from, to).join(' ')) ?? []

  /** Returns the places of a name that are in the state or country after it, and where that ends. */
  const keepInside = (tokens: string[], end: number, candidates: Entry[]) => {
    for (let to = Math.min(tokens.length, end + maxWords); to > end; to--) {
      for (const parent of lookUp(tokens, end, to)) {
        const inside = candidates.filter((place) => place.level !== parent.level && contains(parent, place))
        if (parent.level !== 'city' && inside.length > 0)
          return { to, inside: inside.map((place) => ({ ...place, code: place.code || parent.code })) }
      }
    }
    return null
  }

  return {
    match(tokens, at) {
      for (let end = Math.min(tokens.length, at + maxWords); end > at; end--) {
        let candidates = lookUp(tokens, at, end)
        if (candidates.length === 0) continue
        let to = end
        // Twice: a state, then a country.
        for (let step = 0; step < 2; step++) {
          const kept = keepInside(tokens, to, candidates)
          if (kept) ({ to, inside: candidates } = kept)
        }
        return { length: to - at, places: withoutParts(candidates).map(withoutStates).sort(byPopulation) }
      }
      return null
    },
    words: () => known,
  }
}

const byPopulation = (a: NamedPlace, b: NamedPlace) => b.population - a.population
const withoutStates = ({ states: _, ...place }: Entry): NamedPlace => place
const contains = (parent: Entry, place: Entry) => [...place.states].some((id) => parent.states.has(id))

/** Leaves out a place that belongs to another candidate: New York City is part of the region of that name. */
const withoutParts = (candidates: Entry[]): Entry[] =>
  candidates.filter((place, index) => {
    return !candidates.some((other, position) => {
      if (other.level !== place.level || other === place) return false
      const covers = place.ids.every((id) => other.ids.includes(id))
      return covers && (other.ids.length > place.ids.length || position < index)
    })
  })

/** Yields the places of the catalog, each with the names that find it. */
function* entriesOf({
  countries,
  states,
  cities,
}: CatalogPlaces): Generator<{ entry: Entry; names: string[] }> {
  const populations = new Map<number, number>()
  for (const { state_id, population } of cities)
    populations.set(state_id, population + (populations.get(state_id) ?? 0))
  const stateById = new Map(
    states.map((state) => [state.id, { name: state.name, inside: new Set([state.id]) }]),
  )
  const entryOf = (
    level: Entry['level'],
    place: OtherNames & { id: number; name: string },
    population: number,
    inside: ReadonlySet<number>,
    name = place.name,
  ) => ({
    entry: { level, ids: [place.id], name, population, code: false, states: inside },
    names: [place.name, ...(place.other_names ?? [])],
  })
  for (const country of countries) {
    const inside = states.filter((state) => state.country_id === country.id).map(({ id }) => id)
    const population = inside.reduce((sum, state) => sum + (populations.get(state) ?? 0), 0)
    yield entryOf('country', country, population, new Set(inside))
  }
  for (const state of states)
    yield entryOf(
      'state',
      state,
      populations.get(state.id) ?? 0,
      stateById.get(state.id)?.inside ?? new Set(),
    )
  for (const city of cities) {
    const { name, inside = new Set<number>() } = stateById.get(city.state_id) ?? {}
    yield entryOf('city', city, city.population, inside, fullName(city.name, name))
  }
}

/** Returns `Austin, Texas`. */
export const fullName = (city: string, state: string | undefined): string =>
  state ? `${city}, ${state}` : city

/** Returns the place of a line of the file. Places of several levels make no region: the first level counts. */
function regionOf(name: string, found: Entry[]): Entry {
  const [first] = found
  if (!first) throw new Error('unreachable: a region has a place')
  const parts = found.filter(({ level }) => level === first.level)
  return {
    level: first.level,
    ids: parts.flatMap(({ ids }) => ids),
    name: parts.length > 1 ? name : first.name,
    population: Math.max(...parts.map(({ population }) => population)),
    code: true,
    states: new Set(parts.flatMap(({ states }) => [...states])),
  }
}

const abbreviations = [
  ['saint', 'st'],
  ['sainte', 'ste'],
  ['fort', 'ft'],
  ['mount', 'mt'],
] as const
/** Only the first word of a name is a direction: `N Las Vegas`. */
const directions: Record<string, string> = { north: 'n', south: 's', east: 'e', west: 'w' }

/** Returns the ways to write a name: `St. John's` also as saint johns. Names match exactly: the stem of Reading is an ordinary word. */
function variantsOf(name: string): string[][] {
  const spellings = new Set([name, name.replace(/['’‘]/g, ' '), name.replace(/\./g, '')])
  const variants = [...spellings].map((spelling) => tokenize(spelling))
  for (const [long, short] of abbreviations)
    for (const words of [...variants]) {
      if (words.includes(long)) variants.push(words.map((word) => (word === long ? short : word)))
      if (words.length > 1 && words.includes(short))
        variants.push(words.map((word) => (word === short ? long : word)))
    }
  for (const [first = '', ...rest] of [...variants]) {
    const direction = directions[first]
    if (direction && rest.length > 0) variants.push([direction, ...rest])
  }
  const distinct = new Map(
    variants.filter((words) => words.length > 0).map((words) => [words.join(' '), words]),
  )
  return [...distinct.values()]
}
