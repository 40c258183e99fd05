/** Which slots of a segment match a concept, and how well. */
import { type Bitset, intersect, skipEmptyWords, unite, type WordList } from '../bitset.ts'
import { type Columns, columnFlags } from '../columns.ts'
import { addListed, type Field } from '../posting.ts'
import type { Segment } from '../segment.ts'
import type { Source, WeightedConcept } from './concepts.ts'
import { addGroups, keepGroups } from './groups.ts'
import { setsOf } from './segment-sets.ts'
import { copyWordList, takeBitset } from './working-sets.ts'

/** By level of the concept: the slots that match at that level or a better one. Empty if no slot matches. */
export type ConceptMatch = Bitset[]

/** Slots that match every concept. `matches` is by concept. Only the listed words are valid. */
export type SegmentMatches = { slots: Bitset; list: WordList; matches: ConceptMatch[] }

/** Matches a concept. Of the result, only the listed words are valid. */
export function matchConcept(segment: Segment, { levels }: WeightedConcept, list: WordList): ConceptMatch {
  const match: ConceptMatch = []
  let isEmpty = true
  for (const { sources } of levels) {
    const slots = takeBitset(match.at(-1) ?? null)
    for (const source of sources) if (addSource(slots, segment, source, list)) isEmpty = false
    match.push(slots)
  }
  return isEmpty ? [] : match
}

/** Returns the gain of a slot; 0 if it does not match. */
function gainOf(concept: WeightedConcept | undefined, match: ConceptMatch | undefined, slot: number): number {
  if (!concept || !match) return 0
  const bit = 1 << (slot & 31)
  for (let level = 0; level < match.length; level++)
    if (((match[level]?.[slot >>> 5] ?? 0) & bit) !== 0) return concept.levels[level]?.gain ?? 0
  return 0
}

/**
 * Returns the score, by which relevance orders: the sum of the gains of a slot, or half of it for a stale service. Concepts that it does
 * not match gain nothing.
 */
export function scoreOf(
  concepts: readonly WeightedConcept[],
  matches: readonly ConceptMatch[],
  { flags }: Columns,
  slot: number,
): number {
  let score = 0
  for (let at = 0; at < matches.length; at++) score += gainOf(concepts[at], matches[at], slot)
  return ((flags[slot] ?? 0) & columnFlags.stale) === 0 ? score : score >> 1
}

/**
 * Adds the slots that match a source. Returns false if the segment has none. `target` has the slots of better levels already: with
 * a term in the title, if the source is that term anywhere.
 */
function addSource(target: Bitset, segment: Segment, source: Source, list: WordList): boolean {
  if ('topics' in source) return addGroups(target, setsOf(segment).topics, source.topics)
  if ('places' in source) return addGroups(target, setsOf(segment).places, source.places)
  const [first, ...others] = source.terms
  if (first === undefined) return false
  const within = source.field === 'anywhere' ? source.within : null
  const fields = source.field === 'title' ? titles : others.length === 0 ? bodies : anywhere
  if (others.length === 0 && !within) return addTerm(target, segment, first, fields, list)
  const common = takeBitset(null)
  if (!addTerm(common, segment, first, fields, list)) return false
  // The rarest term comes first, and leaves few words.
  const rest = copyWordList(list)
  for (const term of others) {
    skipEmptyWords(common, rest)
    const slots = takeBitset(null)
    if (rest.count === 0 || !addTerm(slots, segment, term, fields, rest)) return false
    intersect(common, slots, rest)
  }
  if (within) keepGroups(common, setsOf(segment).topics, within, rest)
  unite(target, common, rest)
  return true
}

const titles: Field[] = ['titles']
const bodies: Field[] = ['bodies']
const anywhere: Field[] = ['titles', 'bodies']

function addTerm(
  target: Bitset,
  segment: Segment,
  term: string,
  fields: readonly Field[],
  list: WordList,
): boolean {
  let isEmpty = true
  for (const field of fields) {
    const posting = segment.postingOf(term, field)
    if (!posting) continue
    isEmpty = false
    addListed(target, posting, list)
  }
  return !isEmpty
}
