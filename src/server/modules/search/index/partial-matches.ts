/** Finds the listings that match most of a query's weight, but not every concept. */
import { type Bitset, positionOf, skipEmptyWords, type WordList } from './bitset.ts'
import type { WeightedConcept } from './concepts.ts'
import { keepAll, keepDaysAndDistance, type PreparedFilter, uniteOfKind } from './filter.ts'
import { anyLevel, type ConceptMatch, matchConcept } from './match.ts'
import { type Boost, scoreOf } from './score.ts'
import type { SearchIndex } from './search-index.ts'
import type { Segment } from './segment.ts'
import type { TopList } from './top-list.ts'
import { takeBitset, takeWordList } from './working-sets.ts'

/** The most partial matches that follow the full ones. */
export const maxPartialMatches = 200

/** Greater than every score: the matched weight times this, plus the score, orders by weight and then by score. */
const scoreRange = 2 ** 27

const maxUint32 = 0xffff_ffff

/** Which concepts a match of at least `weight` needs: one of the first `essential`, and `minConcepts` in total. */
type Requirement = { weight: number; essential: number; minConcepts: number }

/** Testing for more concepts at once costs more than scoring the few listings that it would discard. */
const maxTestedConcepts = 4

export const totalWeight = (concepts: WeightedConcept[]) =>
  concepts.reduce((sum, { weight }) => sum + weight, 0)

/** Derives what a weight requires. The concepts with the greatest weight come first. */
function requireWeight(concepts: WeightedConcept[], weight: number): Requirement {
  let minConcepts = 0
  for (let reached = 0; reached < weight; minConcepts++) reached += concepts[minConcepts]?.weight ?? weight
  let essential = concepts.length
  for (let rest = 0; essential > 1; essential--) {
    rest += concepts[essential - 1]?.weight ?? 0
    if (rest >= weight) break
  }
  return { weight, essential, minConcepts: Math.max(1, Math.min(minConcepts, maxTestedConcepts)) }
}

/** Returns the share of the weight that an entry of the list matches, from 0 to 1. */
export const matchedShare = (primary: number, total: number) => (total === 0 ? 1 : weightOf(primary) / total)

const weightOf = (primary: number) => Math.floor(-primary / scoreRange)

/** Adds the partial matches of a segment to a list: by matched weight, then score, then newest. */
export function collectPartialMatches(
  top: TopList,
  index: SearchIndex,
  segment: Segment,
  concepts: WeightedConcept[],
  filter: PreparedFilter,
  boost: Boost | null,
  firstDocument: number,
): void {
  const half = Math.ceil(totalWeight(concepts) / 2)
  const listed = top.worstPrimary === Number.POSITIVE_INFINITY ? 0 : weightOf(top.worstPrimary)
  const requirement = requireWeight(concepts, Math.max(half, listed))
  const list = takeWordList(segment.size)
  const slots = takeBitset(null)
  const matches: ConceptMatch[] = []
  for (const concept of concepts.slice(0, requirement.essential))
    matches.push(matchConcept(index, segment, concept, list))
  uniteOfKind(
    slots,
    matches.flatMap((match) => match.at(-1) ?? []),
    filter,
    segment,
    list,
  )
  if (list.count === 0) return
  for (const concept of concepts.slice(requirement.essential)) {
    matches.push(matchConcept(index, segment, concept, list))
  }
  const found = matches.map(anyLevel)
  keepPartial(slots, found, requirement.minConcepts, list)
  skipEmptyWords(slots, list)
  keepDaysAndDistance(slots, filter, index, segment, list)
  keepAll(slots, filter, segment, list)
  const { posted } = segment.columns
  const weights = Int32Array.from(concepts, ({ weight }) => weight)
  for (let at = 0; at < list.count; at++) {
    const index = list.indexes[at] ?? 0
    for (let word = slots[index] ?? 0; word !== 0; word &= word - 1) {
      const bit = word & -word
      let weight = 0
      for (let concept = 0; concept < found.length; concept++) {
        if (((found[concept]?.[index] ?? 0) & bit) !== 0) weight += weights[concept] ?? 0
      }
      if (weight < requirement.weight) continue
      const slot = index * 32 + positionOf(bit)
      const score = scoreOf(concepts, matches, boost, segment.columns, slot)
      top.add(-(weight * scoreRange + score), maxUint32 - (posted[slot] ?? 0), firstDocument + slot)
    }
  }
}

/** Keeps the slots that match at least `minConcepts` concepts, but not all. */
function keepPartial(slots: Bitset, found: Bitset[], minConcepts: number, list: WordList): void {
  for (let at = 0; at < list.count; at++) {
    const index = list.indexes[at] ?? 0
    // The slots of the word that match at least one, two, three, or four of the concepts read so far.
    let one = 0
    let two = 0
    let three = 0
    let four = 0
    let all = -1
    for (let concept = 0; concept < found.length; concept++) {
      const word = found[concept]?.[index] ?? 0
      all &= word
      four |= three & word
      three |= two & word
      two |= one & word
      one |= word
    }
    const enough = minConcepts === 1 ? one : minConcepts === 2 ? two : minConcepts === 3 ? three : four
    slots[index] = (slots[index] ?? 0) & enough & ~all
  }
}
