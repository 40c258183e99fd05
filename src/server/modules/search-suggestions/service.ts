/** What the search field suggests while someone types: topics, places, and words of listings. Reads only memory. */
import { LRUCache } from 'lru-cache'
import type {
  PlaceSuggestion,
  Suggestions,
  TopicCount,
  TopicSuggestion,
} from '../../../shared/contract/browse.ts'
import type { Category, Location } from '../../../shared/contract/catalog.ts'
import { maxSuggestions } from '../../../shared/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import type { CatalogPlaces } from '../catalog/service.ts'
import { isSearchUnavailable } from '../search/service.ts'
import { createPrefixIndex, normalizePrefix, type PrefixIndex } from './prefix-index.ts'

/** Returns the words that begin with a prefix, the most common first. */
type WordSource = { withPrefix: (prefix: string, limit: number) => { word: string }[] }
const noWords: WordSource = { withPrefix: () => [] }

export type SuggestionSources = {
  categories: Category[]
  locations: Location[]
  cities: CatalogPlaces['cities']
  /** Counts the public listings of every topic. */
  countTopics: () => Promise<TopicCount[]>
  /** Returns the words of public listings. While the search is unavailable, none are suggested. */
  vocabulary: () => Promise<WordSource>
  clock: Clock
}

export type Suggest = (text: string) => Promise<Suggestions>

/** How many of each group are shown if every group has enough. What one leaves goes to the others. */
const shares = { topics: 3, places: 2, words: 3 } as const

/** Counts change slowly, and only the order of topics depends on them. */
const countsTtlMs = 60_000

type Topic = { id: string; name: string; suggestion: TopicSuggestion }
type Place = { name: string; context?: string; population: number; suggestion: PlaceSuggestion }

export function createSuggestions(sources: SuggestionSources): Suggest {
  let indexes: { topics: PrefixIndex<Topic>; places: PrefixIndex<Place> } | null = null
  const counts = new LRUCache<'counts', ReadonlyMap<string, number>>({
    max: 1,
    ttl: countsTtlMs,
    ttlResolution: 0,
    perf: { now: () => sources.clock().getTime() },
    // Only the first suggestion waits for counts, and old ones are better than none.
    allowStale: true,
    allowStaleOnFetchRejection: true,
    fetchMethod: async () =>
      new Map((await sources.countTopics()).map(({ id, services, events }) => [id, services + events])),
  })

  return async (text) => {
    const prefix = normalizePrefix(text)
    if (prefix === '') return { topics: [], places: [], words: [] }
    indexes ??= {
      topics: createPrefixIndex(topicsOf(sources)),
      places: createPrefixIndex(placesOf(sources)),
    }
    const { topics, places } = indexes
    const [countOf, vocabulary] = await Promise.all([
      counts.forceFetch('counts'),
      sources.vocabulary().catch((error: unknown) => {
        if (isSearchUnavailable(error)) return noWords
        throw error
      }),
    ])
    return balanced({
      topics: best(topics, prefix, ({ id }) => countOf.get(id) ?? 0),
      places: best(places, prefix, ({ population }) => population),
      words: completions(prefix, vocabulary),
    })
  }
}

function topicsOf({ categories }: SuggestionSources): Topic[] {
  const topic = (id: string, suggestion: TopicSuggestion): Topic => ({
    id,
    name: suggestion.name,
    suggestion,
  })
  return categories.flatMap(({ _id, name, slug, subcategories }) => [
    topic(_id, { name, slug, category: null }),
    ...subcategories.map((sub) =>
      topic(sub.id, { name: sub.name, slug: sub.slug, category: { name, slug } }),
    ),
  ])
}

/** A city can be followed by its state: "austin tex". */
function placesOf({ locations, cities }: SuggestionSources): Place[] {
  const byState = Map.groupBy(cities, (city) => city.state_id)
  return locations.flatMap((location) => {
    const country = { name: location.name, slug: location.slug }
    const states = location.state.map((state) => {
      const own = byState.get(Number(state._id)) ?? []
      const inState = own.map(
        ({ name, population }): Place => ({
          name,
          context: state.name,
          population,
          suggestion: { country, state: state.name, city: name },
        }),
      )
      const population = own.reduce((sum, city) => sum + city.population, 0)
      const suggestion = { country, state: state.name, city: null }
      return { place: { name: state.name, population, suggestion }, inState }
    })
    const population = states.reduce((sum, { place }) => sum + place.population, 0)
    const whole: Place = {
      name: location.name,
      population,
      suggestion: { country, state: null, city: null },
    }
    return [whole, ...states.flatMap(({ place, inState }) => [place, ...inState])]
  })
}

/** Returns what matches, the highest rank first; equal ranks stay in the order of the catalog. */
function best<Item extends { name: string; suggestion: unknown }>(
  index: PrefixIndex<Item>,
  prefix: string,
  rankOf: (item: Item) => number,
): Item['suggestion'][] {
  return index
    .find(prefix)
    .map((item) => ({ item, rank: rankOf(item) }))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, maxSuggestions)
    .map(({ item }) => item.suggestion)
}

/** Returns the text with its last word completed. The text itself is no suggestion. */
function completions(prefix: string, words: WordSource): string[] {
  const start = prefix.lastIndexOf(' ') + 1
  return words
    .withPrefix(prefix.slice(start), maxSuggestions + 1)
    .map(({ word }) => prefix.slice(0, start) + word)
    .filter((text) => text !== prefix)
    .slice(0, maxSuggestions)
}

/** Shortens the groups to `maxSuggestions` in all. A word that is also the name of a topic or a place is left out. */
function balanced({ topics, places, words }: Suggestions): Suggestions {
  const nameOfPlace = ({ city, state, country }: PlaceSuggestion) => city ?? state ?? country.name
  const named = [...topics.map(({ name }) => name), ...places.map(nameOfPlace)]
  const names = new Set(named.map(normalizePrefix))
  const groups = { topics, places, words: words.filter((word) => !names.has(word)) }
  const sizes = { topics: 0, places: 0, words: 0 }
  const keys = ['topics', 'places', 'words'] as const
  for (const key of keys) sizes[key] = Math.min(groups[key].length, shares[key])
  for (const key of keys) {
    const left = maxSuggestions - sizes.topics - sizes.places - sizes.words
    sizes[key] += Math.min(left, groups[key].length - sizes[key])
  }
  return {
    topics: groups.topics.slice(0, sizes.topics),
    places: groups.places.slice(0, sizes.places),
    words: groups.words.slice(0, sizes.words),
  }
}
