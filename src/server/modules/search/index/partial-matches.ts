/** Finds the listings that match most of a query's weight, but not every concept. */
import { type Bitset, positionOf, skipEmptyWords, unite, type WordList } from './bitset.ts'
import type { WeightedConcept } from './concepts.ts'
import { keepAll, keepDaysAndDistance, keepKind, type PreparedFilter } from './filter.ts'
import type { Boost } from './full-matches.ts'
import { anyLevel, type ConceptMatch, gainOf, matchConcept } from './match.ts'
import type { SearchIndex } from './search-index.ts'
import type { Segment } from './segment.ts'
import type { TopList } from './top-list.ts'
import { takeBitset, takeWordList } from './working-sets.ts'

/** The most partial matches that follow the full ones. */
export const maxPartialMatches = 200

/** Greater than every score: the matched weight times this, plus the score, orders by weight and then by score. */
const scoreRange = 2 ** 27

const maxUint32 = 0xffff_ffff

/** Which concepts a partial match needs: at least one of the first `essential`, and `minConcepts` in total. */
export type PartialPlan = { total: number; essential: number; minConcepts: number }

/** Testing for more concepts at once costs more than scoring the few listings that it would discard. */
const maxTestedConcepts = 4

/** Plans the search for partial matches of concepts with the greatest weight first. */
export function planPartialMatches(concepts: WeightedConcept[]): PartialPlan {
  const total = concepts.reduce((sum, { weight }) => sum + weight, 0)
  let minConcepts = 0
  for (let reached = 0; reached * 2 < total; minConcepts++) reached += concepts[minConcepts]?.weight ?? 0
  let essential = concepts.length
  let rest = 0
  while (essential > 1) {
    rest += concepts[essential - 1]?.weight ?? 0
    if (rest * 2 >= total) break
    essential--
  }
  return { total, essential, minConcepts: Math.max(1, Math.min(minConcepts, maxTestedConcepts)) }
}

/** Returns the share of the weight that an entry of the list matches, from 0 to 1. */
export const matchedShare = (primary: number, { total }: PartialPlan) =>
  total === 0 ? 1 : Math.floor(-primary / scoreRange) / total

/** Adds the partial matches of a segment to a list: by matched weight, then score, then newest. */
export function collectPartialMatches(
  top: TopList,
  index: SearchIndex,
  segment: Segment,
  concepts: WeightedConcept[],
  plan: PartialPlan,
  filter: PreparedFilter,
  boost: Boost | null,
  firstDocument: number,
): void {
  const list = takeWordList(segment.size)
  const candidates = takeBitset(null)
  const matches: ConceptMatch[] = []
  for (const concept of concepts.slice(0, plan.essential)) {
    const match = matchConcept(index, segment, concept, list)
    matches.push(match)
    unite(candidates, anyLevel(match), list)
  }
  keepKind(candidates, filter, segment, list)
  skipEmptyWords(candidates, list)
  if (list.count === 0) return
  for (const concept of concepts.slice(plan.essential)) {
    matches.push(matchConcept(index, segment, concept, list))
  }
  keepPartial(candidates, matches.map(anyLevel), plan.minConcepts, list)
  skipEmptyWords(candidates, list)
  keepDaysAndDistance(candidates, filter, segment, list)
  keepAll(candidates, filter, segment, list)
  const { place, posted } = segment.columns
  for (let at = 0; at < list.count; at++) {
    const base = (list.indexes[at] ?? 0) * 32
    for (let word = (candidates[base >>> 5] ?? 0) | 0; word !== 0; word &= word - 1) {
      const slot = base + positionOf(word & -word)
      let weight = 0
      let score = boost?.places[place[slot] ?? 0] ? boost.gain : 0
      for (let concept = 0; concept < matches.length; concept++) {
        const gain = gainOf(concepts[concept]?.levels ?? [], matches[concept] ?? [], slot)
        if (gain < 0) continue
        weight += concepts[concept]?.weight ?? 0
        score += gain
      }
      if (weight * 2 < plan.total) continue
      top.add(-(weight * scoreRange + score), maxUint32 - (posted[slot] ?? 0), firstDocument + slot)
    }
  }
}

/** Keeps the candidates that match at least `minConcepts` concepts, but not all. */
function keepPartial(candidates: Bitset, matches: Bitset[], minConcepts: number, list: WordList): void {
  /** By number: the slots of the word that match at least that many of the concepts read so far. */
  const atLeast = new Int32Array(minConcepts + 1)
  for (let at = 0; at < list.count; at++) {
    const index = list.indexes[at] ?? 0
    atLeast.fill(0)
    atLeast[0] = -1
    let all = -1
    for (let concept = 0; concept < matches.length; concept++) {
      const word = matches[concept]?.[index] ?? 0
      all &= word
      for (let number = minConcepts; number > 0; number--) {
        atLeast[number] = (atLeast[number] ?? 0) | ((atLeast[number - 1] ?? 0) & word)
      }
    }
    candidates[index] = (candidates[index] ?? 0) & (atLeast[minConcepts] ?? 0) & ~all
  }
}
