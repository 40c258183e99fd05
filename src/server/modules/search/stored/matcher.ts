/**
 * Finds the stored searches that match one listing, without looking at most of them. Every search is filed under something that a
 * listing must have to match it, a term, a topic, a choice, or nothing, together with a place. A listing looks up all pairs of what it has,
 * and only the searches found there are compared with it, by the rules of the index.
 */
import { kmPerDegree } from '../../../../shared/distance.ts'
import type { Choice, Concept, EngineFilter, Instant, SearchDocument, SearchTree } from '../engine.ts'
import { createDocumentMatcher } from '../engines/embedded/document-matcher.ts'
import { createTree, pathFrom, townsIn } from '../engines/matching.ts'
import { includesPhrase, termsOf } from '../language/words.ts'

/** A search as it is stored. It means what its text meant then: later synonyms and typo corrections do not change it. */
export type StoredSearch = { concepts: Concept[]; filter: EngineFilter; phrases: string[][] }

/** Stand for any place, and for a search that names no term and no topic. */
const anywhere = 0
const anything = '*'

/** Stands for a degree of latitude. It is no id of a place. Authors who travel may reach the centers in it. */
const bandOf = (latitude: number) => Math.floor(Math.min(Math.max(latitude, -90), 90)) - 91

export type Matcher = ReturnType<typeof createMatcher>

export function createMatcher(searchTree: SearchTree) {
  const tree = createTree(searchTree)
  const compareWith = createDocumentMatcher(searchTree)
  const searches = new Map<number, StoredSearch>()
  /** The ids of searches by key, then by place. */
  const filed = new Map<string, Map<number, number[]>>()
  /** How many searches are filed under a term or topic: new ones are filed where there are few. */
  const load = new Map<string, number>()

  function placeKeysOf({ filter: { places, near } }: StoredSearch): number[] {
    const narrowest = places.at(-1)
    if (narrowest) return narrowest
    if (!near) return [anywhere]
    const states = townsIn(tree, near).towns.map((town) => tree.places.parents[town] ?? 0)
    return [...new Set(states), bandOf(near.latitude)]
  }

  /** Returns the bands of latitude that an author travels to. */
  function bandsOf({ place, reachKm }: SearchDocument): number[] {
    const town = reachKm !== null && tree.towns.find(({ id }) => id === place)
    if (!town) return []
    const degrees = reachKm / kmPerDegree
    const [south, north] = [bandOf(town.latitude - degrees), bandOf(town.latitude + degrees)]
    return Array.from({ length: north - south + 1 }, (_, at) => south + at)
  }

  const loadOf = (keys: string[]) =>
    keys.reduce((sum, key) => sum + (key.endsWith(anything) ? 1_000_000 : 1 + (load.get(key) ?? 0)), 0)

  return {
    /** Adds a search. One that was added before is left as it is: searches do not change. */
    add(id: number, search: StoredSearch): void {
      if (searches.has(id)) return
      searches.set(id, search)
      const [keys = []] = candidatesOf(search).sort((a, b) => loadOf(a) - loadOf(b))
      for (const key of keys) {
        load.set(key, 1 + (load.get(key) ?? 0))
        const byPlace = filed.get(key) ?? new Map<number, number[]>()
        filed.set(key, byPlace)
        for (const place of placeKeysOf(search)) {
          const list = byPlace.get(place)
          if (list) list.push(id)
          else byPlace.set(place, [id])
        }
      }
    },

    /** Returns the ids of the searches that match at a time, and how many were compared. */
    async match(document: SearchDocument, now: Instant): Promise<{ ids: Set<number>; compared: number }> {
      const finds = await compareWith(document, now)
      const { title, text, language } = document
      // Phrases are compared as if all texts were English.
      const texts = [termsOf(title), termsOf(text)]
      const isEnglish = language === undefined || language === 'en'
      const terms = isEnglish ? texts.flat() : [...termsOf(title, language), ...termsOf(text, language)]
      const topics = pathFrom(tree.topics, document.topic)
      const placeKeys = [...pathFrom(tree.places, document.place), anywhere, ...bandsOf(document)]
      const seen = new Set<number>()
      const ids = new Set<number>()
      for (const key of keysOf(document, topics, terms)) {
        const byPlace = filed.get(key)
        if (!byPlace) continue
        for (const place of placeKeys) {
          for (const id of byPlace.get(place) ?? []) {
            if (seen.has(id)) continue
            seen.add(id)
            const search = searches.get(id)
            if (search && finds(search) && hasPhrases(texts, search)) ids.add(id)
          }
        }
      }
      return { ids, compared: seen.size }
    },
  }
}

/** Returns the sets of keys under any of which a search can be filed: a matching listing has one key of each set. */
function candidatesOf({ concepts, filter: { kind, topics, choices = [] } }: StoredSearch): string[][] {
  const byTopic = topics.map((ids) => ids.map(topicKey))
  const byChoice = choices.map((list) => list.map(choiceKey))
  const byConcept = concepts.map((concept) => [
    ...concept.alternatives.map(({ terms }) => termKey(longestOf(terms))),
    ...concept.topics.map(({ id }) => topicKey(id)),
    // Its place is not a key, so every listing must look there.
    ...(concept.places?.length ? [anything] : []),
  ])
  return [...byTopic, ...byChoice, ...byConcept, [anything]].map((keys) =>
    [...new Set(keys)].map((key) => kind[0] + key),
  )
}

function keysOf({ kind, choices }: SearchDocument, topics: number[], terms: string[]): string[] {
  const keys = [anything, ...topics.map(topicKey), ...choices.map(choiceKey), ...new Set(terms.map(termKey))]
  return keys.map((key) => kind[0] + key)
}

const hasPhrases = (texts: string[][], { phrases }: StoredSearch) =>
  phrases.every((phrase) => texts.some((terms) => includesPhrase(terms, phrase)))

const topicKey = (id: number) => `#${id}`
const choiceKey = (choice: Choice) => `=${choice}`
const termKey = (term: string) => `:${term}`
/** Long terms are rarer. */
const longestOf = (terms: string[]) => terms.reduce((a, b) => (b.length > a.length ? b : a), '')
