/** Which slots of a segment match a concept, and how well. */
import { type Bitset, intersect, unite, type WordList } from './bitset.ts'
import type { Level, Source, WeightedConcept } from './concepts.ts'
import { addGroups } from './groups.ts'
import { addListed, type Field } from './posting.ts'
import type { SearchIndex } from './search-index.ts'
import { type Segment, setsOf } from './segment.ts'
import { takeBitset, takeListed, takeWordList } from './working-sets.ts'

/** By level of the concept: the slots that match at that level or a better one. Empty if no slot matches. */
export type ConceptMatch = Bitset[]

/** Matches a concept. Of the result, only the listed words are valid. */
export function matchConcept(
  index: SearchIndex,
  segment: Segment,
  concept: WeightedConcept,
  list: WordList,
): ConceptMatch {
  const { concepts } = index
  const stored = concepts?.get(concept, segment, list)
  if (stored) return stored
  if (!concepts?.isWanted(concept, segment)) return findMatch(index, segment, concept, list)
  const match = findMatch(index, segment, concept, takeWordList(segment.size))
  concepts.set(concept, segment, match)
  return match
}

function findMatch(
  index: SearchIndex,
  segment: Segment,
  { levels }: WeightedConcept,
  list: WordList,
): ConceptMatch {
  const match: ConceptMatch = []
  let isEmpty = true
  for (const { sources } of levels) {
    const slots = takeListed(match.at(-1) ?? null, list)
    for (const source of sources) if (addSource(slots, index, segment, source, list)) isEmpty = false
    match.push(slots)
  }
  return isEmpty ? [] : match
}

/** Returns the slots that match at any level. */
export const anyLevel = (match: ConceptMatch): Bitset => match.at(-1) ?? takeBitset(null)

/** Returns the gain of a slot; 0 if it does not match. */
export function gainOf(levels: Level[], match: ConceptMatch, slot: number): number {
  const bit = 1 << (slot & 31)
  for (let level = 0; level < match.length; level++) {
    if (((match[level]?.[slot >>> 5] ?? 0) & bit) !== 0) return levels[level]?.gain ?? 0
  }
  return 0
}

/**
 * Adds the slots that match a source. Returns false if the segment has none. `target` has the slots of better levels already: with
 * a term in the title, if the source is that term anywhere.
 */
function addSource(
  target: Bitset,
  index: SearchIndex,
  segment: Segment,
  source: Source,
  list: WordList,
): boolean {
  if ('topics' in source) return addGroups(target, setsOf(segment).topics, source.topics)
  if ('places' in source) return addGroups(target, setsOf(segment).places, source.places)
  const [first, ...others] = source.terms
  if (first === undefined) return false
  const within = source.field === 'anywhere' ? source.within : null
  const fields = source.field === 'title' ? titles : others.length === 0 ? bodies : anywhere
  if (others.length === 0 && !within) return addTerm(target, index, segment, first, fields, list)
  const common = takeListed(null, list)
  if (!addTerm(common, index, segment, first, fields, list)) return false
  for (const term of others) {
    const slots = takeListed(null, list)
    if (!addTerm(slots, index, segment, term, fields, list)) return false
    intersect(common, slots, list)
  }
  if (within) {
    const slots = takeListed(null, list)
    addGroups(slots, setsOf(segment).topics, within)
    intersect(common, slots, list)
  }
  unite(target, common, list)
  return true
}

const titles: Field[] = ['titles']
const bodies: Field[] = ['bodies']
const anywhere: Field[] = ['titles', 'bodies']

function addTerm(
  target: Bitset,
  index: SearchIndex,
  segment: Segment,
  term: string,
  fields: Field[],
  list: WordList,
): boolean {
  let isEmpty = true
  for (const field of fields) {
    const posting = index.postingOf(term, segment, field)
    if (!posting) continue
    isEmpty = false
    addListed(target, posting, list)
  }
  return !isEmpty
}
