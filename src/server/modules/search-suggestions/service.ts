/** What the search field suggests while someone types: topics, places, and words of listings. */

import type {
  AdSuggestion,
  PlaceSuggestion,
  Suggestions,
  TopicCount,
  TopicSuggestion,
} from '../../../shared/contract/browse.ts'
import type { Category, Location } from '../../../shared/contract/catalog.ts'
import { maxSuggestions } from '../../../shared/limits.ts'
import { localName } from '../../../shared/local-names.ts'
import { foldName } from '../../../shared/text-normalization.ts'
import type { Logger } from '../../platform/log.ts'
import type { CatalogPlaces } from '../catalog/service.ts'
import { isSearchUnavailable } from '../search/service.ts'

/** Returns the words that begin with a prefix, the most common first. */
type WordSource = { withPrefix: (prefix: string, limit: number) => { word: string }[] }
const noWords: WordSource = { withPrefix: () => [] }

export type SuggestionSources = {
  /** Return what can be suggested of the catalog as it is now. */
  topics: () => Indexed<Topic>[]
  places: () => Indexed<Place>[]
  /** Counts the public listings of every topic. */
  countTopics: () => Promise<TopicCount[]>
  /** Returns the words of public listings. While the search is unavailable, none are suggested. */
  vocabulary: () => Promise<WordSource>
  /** Returns the best matches of a text. */
  ads: (text: string) => Promise<AdSuggestion[]>
  /** Returns the full name of the town of a postal code; null for another text. */
  townOfCode: (text: string) => string | null
  /** Whether a search for a text finds listings. */
  findsAny: (text: string) => Promise<boolean>
  log: Pick<Logger, 'warn'>
}

type PlaceSources = { locations: Location[]; cities: CatalogPlaces['cities'] }

type Suggest = (text: string, only?: 'places') => Promise<Suggestions>

const nothing: Suggestions = { topics: [], places: [], words: [], ads: [] }
/** A shorter text finds half of the ads. */
const minAdLetters = 3

/** How many of each group are shown if every group has enough. What one leaves goes to the others. */
const shares = { topics: 3, places: 2, words: 3 } as const

/** `context` may follow the name, such as the state of a city. It does not match alone. */
type Named = { name: string; context?: string }
type Topic = Named & { id: string; suggestion: TopicSuggestion }
type Place = Named & { other_names?: string[] | undefined; population: number; suggestion: PlaceSuggestion }
/** `texts` are those whose beginnings find the item. */
type Indexed<Item> = { item: Item; texts: string[] }

export function createSuggestions(sources: SuggestionSources): Suggest {
  let latestCounts = new Map<string, number>()

  /** Returns the number of listings of each topic, by its id; the latest known ones if they cannot be read. */
  async function readCounts(): Promise<ReadonlyMap<string, number>> {
    try {
      const counts = await sources.countTopics()
      latestCounts = new Map(counts.map(({ id, services, events }) => [id, services + events]))
    } catch (error) {
      // Only the order of the topics depends on the counts.
      sources.log.warn({ err: error }, 'The listings of topics could not be counted for suggestions.')
    }
    return latestCounts
  }

  function placesFor(text: string, prefix: string, onlyTowns: boolean): PlaceSuggestion[] {
    const town = sources.townOfCode(text)
    return best(
      sources.places(),
      town ? normalizePrefix(town) : prefix,
      ({ population }) => population,
      ({ suggestion }) => !onlyTowns || suggestion.city !== null,
    )
  }

  async function readAds(text: string, prefix: string): Promise<AdSuggestion[]> {
    if (prefix.length < minAdLetters) return []
    try {
      return await sources.ads(text)
    } catch (error) {
      // The rest is still of use.
      if (!isSearchUnavailable(error)) sources.log.warn({ err: error }, 'No ads could be suggested.')
      return []
    }
  }

  return async (text, only) => {
    const prefix = normalizePrefix(text)
    if (prefix === '') return nothing
    const places = placesFor(text, prefix, only === 'places')
    if (only === 'places') return { ...nothing, places }
    const [countOf, ads, vocabulary] = await Promise.all([
      readCounts(),
      readAds(text, prefix),
      sources.vocabulary().catch((error: unknown) => {
        if (isSearchUnavailable(error)) return noWords
        throw error
      }),
    ])
    const words = completions(prefix, vocabulary)
    const isShown = await Promise.all(words.map(sources.findsAny))
    const topics = best(sources.topics(), prefix, ({ id }) => countOf.get(id) ?? 0)
    return { ...balanced({ topics, places, words: words.filter((_, at) => isShown[at]) }), ads }
  }
}

/** How many names are indexed between two slices of time. */
const namesPerStep = 50

/** Returns the places that the site offers, in steps. */
export function* indexPlaces(sources: PlaceSources): Generator<void, Indexed<Place>[]> {
  const places: Indexed<Place>[] = []
  for (const place of placesOf(sources)) {
    if (places.length % namesPerStep === 0) yield
    places.push(toIndexed(place))
  }
  return places
}

/** Returns the topics that the site offers. */
export const indexTopics = (categories: Category[]): Indexed<Topic>[] =>
  categories
    .flatMap(({ _id, name, slug, subcategories }): Topic[] => [
      { id: _id, name, suggestion: { name, slug, category: null } },
      ...subcategories.map((sub) => ({
        id: sub.id,
        name: sub.name,
        suggestion: { name: sub.name, slug: sub.slug, category: { name, slug } },
      })),
    ])
    .map(toIndexed)

/** Returns items that can also be found by what the reader calls them. Towns have one name in all languages. */
export const withLocalNames = <Item extends Named>(indexed: Indexed<Item>[]): Indexed<Item>[] =>
  indexed.map((each) => {
    const { name, context } = each.item
    const local = context === undefined ? localName(name) : name
    return local === name ? each : { ...each, texts: [...each.texts, ...endingsOf(local)] }
  })

/** Yields what the site offers. A city can be followed by its state: "austin tex". */
function* placesOf({ locations, cities }: PlaceSources): Generator<Place> {
  const byState = Map.groupBy(cities, (city) => city.state_id)
  const populationOf = (id: string) =>
    (byState.get(Number(id)) ?? []).reduce((total, { population }) => total + population, 0)
  for (const { name, slug, state: states } of locations) {
    const country = { name, slug }
    const population = states.reduce((total, { _id }) => total + populationOf(_id), 0)
    yield { name, population, suggestion: { country, state: null, city: null } }
    for (const state of states)
      yield {
        name: state.name,
        population: populationOf(state._id),
        suggestion: { country, state: state.name, city: null },
      }
    for (const state of states) {
      for (const { name: city, population, other_names } of byState.get(Number(state._id)) ?? [])
        yield {
          name: city,
          other_names,
          context: state.name,
          population,
          suggestion: { country, state: state.name, city },
        }
    }
  }
}

/** Returns what matches, the highest rank first; equal ranks stay in the order of the catalog. */
function best<Item extends Named & { suggestion: unknown }>(
  indexed: Indexed<Item>[],
  prefix: string,
  rankOf: (item: Item) => number,
  isWanted: (item: Item) => boolean = () => true,
): Item['suggestion'][] {
  return indexed
    .filter(({ item, texts }) => isWanted(item) && texts.some((text) => text.startsWith(prefix)))
    .map(({ item }) => ({ item, rank: rankOf(item) }))
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
function balanced({ topics, places, words }: Omit<Suggestions, 'ads'>): Omit<Suggestions, 'ads'> {
  const nameOfPlace = ({ city, state, country }: PlaceSuggestion) => city ?? state ?? country.name
  const named = [...topics.map(({ name }) => name), ...places.map(nameOfPlace)]
  const names = new Set(named.map(normalizePrefix))
  const others = words.filter((word) => !names.has(word))
  let left = maxSuggestions
  for (const [group, share] of [
    [topics, shares.topics],
    [places, shares.places],
    [others, shares.words],
  ] as const)
    left -= Math.min(group.length, share)
  /** Returns the share of a group, and of what the others leave as much as it needs. */
  const take = <Item>(group: Item[], share: number) => {
    const more = Math.max(0, Math.min(left, group.length - share))
    left -= more
    return group.slice(0, share + more)
  }
  return {
    topics: take(topics, shares.topics),
    places: take(places, shares.places),
    words: take(others, shares.words),
  }
}

/** Words that people write in two ways. */
const spellings: Record<string, string> = { st: 'saint', ft: 'fort', mt: 'mount' }

function toIndexed<Item extends Named & { other_names?: string[] | undefined }>(item: Item): Indexed<Item> {
  const { name, other_names = [], context } = item
  const after = context ? ` ${normalizePrefix(context)}` : ''
  return {
    item,
    texts: [...new Set([name, ...other_names].flatMap(endingsOf))].map((ending) => ending + after),
  }
}

/** Returns the name from each of its words to the end, such as "lessons" of "Guitar Lessons", in both spellings of "St.". */
function endingsOf(name: string): string[] {
  const words = normalizePrefix(name).split(' ')
  const long = words.map((word) => spellings[word] ?? word)
  const short = words.map((word) => Object.keys(spellings).find((key) => spellings[key] === word) ?? word)
  return [words, long, short].flatMap((variant) => variant.map((_, start) => variant.slice(start).join(' ')))
}

/** Returns the text in lowercase without accents, apostrophes, and other punctuation. */
const normalizePrefix = (text: string): string =>
  foldName(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
