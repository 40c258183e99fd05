/**
 * Remembers which listings of large segments match popular concepts. What is meant by the name of a topic has many synonyms, whose
 * postings are combined for every search. The result depends on nothing but the segment's listings, which never change.
 */
import { LRUCache } from 'lru-cache'
import { type Bitset, positionOf, unite, type WordList } from './bitset.ts'
import { keyOf } from './object-keys.ts'
import { slotCount } from './posting.ts'
import type { Segment } from './segment.ts'
import { takeBitset } from './working-sets.ts'

/** What the cache needs of a concept with its weight. `sources` is the number of sources of all levels. */
type CachedConcept = { key: () => string; sources: number; levels: readonly unknown[] }

/** The slots that match, in ascending order, and the level of each. */
type StoredMatch = { slots: Uint16Array; levels: Uint8Array }

export type ConceptCache = {
  /**
   * Returns, by level, the slots that match at that level or a better one; null if they are not stored. Of the result, only the
   * listed words are valid.
   */
  get: (concept: CachedConcept, segment: Segment, list: WordList) => Bitset[] | null
  /** Returns whether to store a match: if it takes long to find and another query has looked for it. Notes the concept. */
  isWanted: (concept: CachedConcept, segment: Segment) => boolean
  /** Stores the match of a concept in all words of a segment. */
  set: (concept: CachedConcept, segment: Segment, match: Bitset[]) => void
}

type ConceptCacheLimits = {
  /** The least number of listings of a segment, and of the sources of a concept. */
  minSegmentSize: number
  minSources: number
}

const defaultLimits: ConceptCacheLimits = { minSegmentSize: 8_192, minSources: 5 }
const maxBytes = 10 * 1024 * 1024
/** Restoring more takes as long as finding them. */
const maxStoredSlots = 16_384
/** The key of a concept has about 1 kB. */
const maxKnownConcepts = 1_000

/** `first` is the concept of the query that looked for it first. */
type KnownConcept = { id: number; first: WeakRef<CachedConcept> }

export function createConceptCache({ minSegmentSize, minSources } = defaultLimits): ConceptCache {
  const matches = new LRUCache<string, StoredMatch>({
    maxSize: maxBytes,
    sizeCalculation: ({ slots }) => 500 + 3 * slots.length,
  })
  const known = new LRUCache<string, KnownConcept>({ max: maxKnownConcepts })
  let lastId = 0
  const isLarge = (concept: CachedConcept, segment: Segment) =>
    segment.removed !== null && segment.size >= minSegmentSize && concept.sources >= minSources
  const keyIn = (segment: Segment, { id }: KnownConcept) => `${id} ${keyOf(segment.columns)}`

  return {
    get(concept, segment, list) {
      const found = isLarge(concept, segment) ? known.get(concept.key()) : undefined
      const stored = found && matches.get(keyIn(segment, found))
      return stored ? restore(stored, concept.levels.length, list) : null
    },
    isWanted(concept, segment) {
      if (!isLarge(concept, segment)) return false
      const found = known.get(concept.key())
      if (found) return found.first.deref() !== concept
      known.set(concept.key(), { id: ++lastId, first: new WeakRef(concept) })
      return false
    },
    set(concept, segment, match) {
      const found = known.get(concept.key())
      const stored = store(match)
      if (found && stored) matches.set(keyIn(segment, found), stored)
    },
  }
}

/** Returns null if there are too many slots. */
function store(match: Bitset[]): StoredMatch | null {
  const any = match.at(-1)
  const count = any ? slotCount(any) : 0
  if (count > maxStoredSlots) return null
  const slots = new Uint16Array(count)
  const levels = new Uint8Array(count)
  let stored = 0
  for (let index = 0; any && index < any.length; index++) {
    for (let word = any[index] ?? 0; word !== 0; word &= word - 1) {
      const bit = word & -word
      let level = 0
      while (((match[level]?.[index] ?? -1) & bit) === 0) level++
      slots[stored] = index * 32 + positionOf(bit)
      levels[stored++] = level
    }
  }
  return { slots, levels }
}

function restore({ slots, levels }: StoredMatch, count: number, list: WordList): Bitset[] {
  if (slots.length === 0) return []
  const match = Array.from({ length: count }, () => takeBitset(null))
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0
    const target = match[levels[at] ?? 0]
    if (target) target[slot >>> 5] = (target[slot >>> 5] ?? 0) | (1 << (slot & 31))
  }
  for (let level = 1; level < count; level++) {
    const [better, target] = [match[level - 1], match[level]]
    if (better && target) unite(target, better, list)
  }
  return match
}
