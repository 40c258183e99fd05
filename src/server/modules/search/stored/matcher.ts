/**
 * Finds the stored searches that match one listing, without looking at most of them. Every search is filed under something that a
 * listing must have to match it, a term, a topic, or nothing, together with a place. A listing looks up all pairs of what it has,
 * and only the searches found there are compared with it.
 */
import type { IndexTaxonomy } from '../index/taxonomy.ts'
import { termsOf } from '../language/words.ts'
import type { IndexedListing } from '../store/indexed-listing.ts'
import type { IndexClock } from '../types.ts'
import { type CompiledSearch, type MatchedListing, matches } from './compiled-search.ts'
import { createPlaces } from './places.ts'

/** What stands for any place, and for a search that names no term and no topic. */
const anywhere = 0
const anything = '*'

export type Matcher = ReturnType<typeof createMatcher>

/** `Id` identifies a search to the caller. */
export function createMatcher(taxonomy: IndexTaxonomy) {
  const places = createPlaces(taxonomy)
  const searches = new Map<number, CompiledSearch>()
  const filed = new Map<string, number[]>()
  /** How many searches are filed under a term or topic: new ones are filed where there are few. */
  const load = new Map<string, number>()

  /** Returns the sets of keys under any of which a search can be filed: a matching listing has one key of each set. */
  function candidatesOf({ kind, topics, concepts }: CompiledSearch): string[][] {
    const byTopic = topics.map((ids) => ids.map(topicKey))
    const byConcept = concepts.map((concept) => [
      ...concept.alternatives.map(({ terms }) => termKey(longestOf(terms))),
      ...concept.topics.map(topicKey),
      // Its place is not a key, so every listing must look there.
      ...(concept.places.length > 0 ? [anything] : []),
    ])
    return [...byTopic, ...byConcept, [anything]].map((keys) =>
      [...new Set(keys)].map((key) => `${kind[0]}${key}`),
    )
  }

  function placeKeysOf({ places: lists, near }: CompiledSearch): number[] {
    const narrowest = lists.at(-1)
    if (narrowest) return narrowest
    return near ? [...places.statesIn(near)] : [anywhere]
  }

  const loadOf = (keys: string[]) =>
    keys.reduce((sum, key) => sum + (key.endsWith(anything) ? 1_000_000 : 1 + (load.get(key) ?? 0)), 0)

  function* keysOfListing({ listing, topics, anywhere: terms }: MatchedListing) {
    const kind = listing.isEvent ? 'e' : 's'
    yield kind + anything
    for (const topic of topics) yield kind + topicKey(topic)
    for (const term of terms) yield kind + termKey(term)
  }

  return {
    get size() {
      return searches.size
    },

    /** Adds a search. One that was added before is left as it is: searches do not change. */
    add(id: number, search: CompiledSearch): void {
      if (searches.has(id)) return
      searches.set(id, search)
      const [keys = []] = candidatesOf(search).sort((a, b) => loadOf(a) - loadOf(b))
      for (const key of keys) {
        load.set(key, 1 + (load.get(key) ?? 0))
        for (const place of placeKeysOf(search)) {
          const list = filed.get(`${key} ${place}`)
          if (list) list.push(id)
          else filed.set(`${key} ${place}`, [id])
        }
      }
    },

    /** Returns the ids of the searches that match, and how many were compared. */
    match(listing: IndexedListing, clock: IndexClock): { ids: Set<number>; compared: number } {
      const matched = prepare(listing)
      const placeKeys = [...matched.places, anywhere]
      const seen = new Set<number>()
      const ids = new Set<number>()
      for (const key of keysOfListing(matched)) {
        if (!load.has(key)) continue
        for (const place of placeKeys) {
          for (const id of filed.get(`${key} ${place}`) ?? []) {
            if (seen.has(id)) continue
            seen.add(id)
            const search = searches.get(id)
            if (search && matches(search, matched, places, clock)) ids.add(id)
          }
        }
      }
      return { ids, compared: seen.size }
    },
  }

  function prepare(listing: IndexedListing): MatchedListing {
    const titleTerms = termsOf(listing.title)
    const bodyTerms = termsOf(listing.description)
    return {
      ...{ listing, titleTerms, bodyTerms },
      topics: places.topicsAbove(listing.topic),
      places: places.placesAbove(listing.place),
      inTitle: new Set(titleTerms),
      anywhere: new Set([...titleTerms, ...bodyTerms]),
    }
  }
}

const topicKey = (id: number) => `#${id}`
const termKey = (term: string) => `:${term}`
/** Long terms are rarer. */
const longestOf = (terms: string[]) => terms.reduce((a, b) => (b.length > a.length ? b : a), '')
