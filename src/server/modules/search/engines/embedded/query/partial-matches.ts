/** Finds the listings that match most of a query's weight, but not every concept. */
import {
  type Bitset,
  createBitset,
  maxSegmentSize,
  positionOf,
  skipEmptyWords,
  unite,
  type WordList,
} from '../bitset.ts'
import type { Segment } from '../segment.ts'
import type { WeightedConcept } from './concepts.ts'
import { keepAlways, keepKind, keepPart, partsOf } from './filter.ts'
import type { Plan } from './full-matches.ts'
import { matchConcept, scoreOf } from './match.ts'
import { TopList } from './top-list.ts'
import { releaseWorkingSets, takeBitset, takeWordList } from './working-sets.ts'

/** The most partial matches that follow the full ones. */
const maxPartialMatches = 200

/** Greater than every score: the matched weight times this, plus the score, orders by weight and then by score. */
const scoreRange = 2 ** 27

const maxUint32 = 0xffff_ffff

/** Which concepts a match of at least `weight` needs: one of the first `essential`, and `minConcepts` in total. */
type Requirement = { weight: number; essential: number; minConcepts: number }

/** Testing for more concepts at once costs more than scoring the few listings that it would discard. */
const maxTestedConcepts = 4

const totalWeight = (concepts: readonly WeightedConcept[]) =>
  concepts.reduce((sum, { weight }) => sum + weight, 0)

/** Derives what a weight requires. The concepts with the greatest weight come first. */
function requireWeight(concepts: readonly WeightedConcept[], weight: number): Requirement {
  let minConcepts = 0
  for (let reached = 0; reached < weight; minConcepts++) reached += concepts[minConcepts]?.weight ?? weight
  let essential = concepts.length
  for (let rest = 0; essential > 1; essential--) {
    rest += concepts[essential - 1]?.weight ?? 0
    if (rest >= weight) break
  }
  return { weight, essential, minConcepts: Math.max(1, Math.min(minConcepts, maxTestedConcepts)) }
}

const weightOf = (primary: number) => Math.floor(-primary / scoreRange)

/** Returns the partial matches, as documents: by matched weight, then score, then newest. */
export function findPartialMatches(plan: Plan): number[] {
  const top = new TopList(maxPartialMatches)
  for (const [position, segment] of plan.segments.entries()) {
    releaseWorkingSets()
    collectPartialMatches(top, plan, segment, position * maxSegmentSize)
  }
  return top.page(0)
}

function collectPartialMatches(
  top: TopList,
  { concepts, filter }: Plan,
  segment: Segment,
  firstDocument: number,
): void {
  const half = Math.ceil(totalWeight(concepts) / 2)
  const listed = top.worstPrimary === Number.POSITIVE_INFINITY ? 0 : weightOf(top.worstPrimary)
  const requirement = requireWeight(concepts, Math.max(half, listed))
  const list = takeWordList(segment.size)
  const slots = takeBitset(null)
  const matches = concepts
    .slice(0, requirement.essential)
    .map((concept) => matchConcept(segment, concept, list))
  for (const match of matches) {
    const any = match.at(-1)
    if (any) unite(slots, any, list)
  }
  skipEmptyWords(slots, list)
  keepKind(slots, filter, segment, list)
  skipEmptyWords(slots, list)
  if (list.count === 0) return
  for (const concept of concepts.slice(requirement.essential))
    matches.push(matchConcept(segment, concept, list))
  const found = matches.map((match) => match.at(-1) ?? noSlots)
  keepPartial(slots, found, requirement.minConcepts, list)
  skipEmptyWords(slots, list)
  keepAlways(slots, filter, segment, list)
  for (const part of partsOf(filter)) keepPart(slots, part, filter, segment, list)
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
      const score = scoreOf(concepts, matches, segment.columns, slot)
      top.add(-(weight * scoreRange + score), maxUint32 - (posted[slot] ?? 0), firstDocument + slot)
    }
  }
}

const noSlots = createBitset()

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
