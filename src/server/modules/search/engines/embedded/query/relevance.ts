/** Collects the best of a segment's matches by their score. */
import { positionOf } from '../bitset.ts'
import type { Segment } from '../segment.ts'
import type { WeightedConcept } from './concepts.ts'
import { type SegmentMatches, scoreOf } from './match.ts'
import { type Order, secondaryKey } from './order.ts'
import type { TopList } from './top-list.ts'

/**
 * Adds the slots to a list by relevance. Once the list is full, a listing must score at least as much as the last of
 * the list, and more if it is older. For each word, that tells which levels of each concept suffice if the others match
 * best, so words of 32 slots are mostly discarded without reading a slot.
 */
export function collectByRelevance(
  top: TopList,
  { slots, list, matches }: SegmentMatches,
  concepts: readonly WeightedConcept[],
  order: Order,
  segment: Segment,
  firstDocument: number,
): void {
  const { columns } = segment
  const bounds = createBounds(concepts)
  for (let at = 0; at < list.count; at++) {
    const index = list.indexes[at] ?? 0
    let word = slots[index] ?? 0
    if (word === 0) continue
    if (top.worstPrimary !== Number.POSITIVE_INFINITY) {
      const isOlder =
        !order.nearby &&
        secondaryKey(order, columns, index * 32 + positionOf(word & -word)) > top.worstSecondary
      const required = -top.worstPrimary + (isOlder ? 1 : 0)
      if (required > bounds.max) {
        // Scores only have to be greater further on, and the rest of the segment is older.
        if (isOlder) return
        continue
      }
      requireScore(bounds, concepts, required)
      for (let concept = 0; concept < matches.length; concept++) {
        word &= matches[concept]?.[bounds.levels[concept] ?? 0]?.[index] ?? 0
      }
    }
    for (; word !== 0; word &= word - 1) {
      const slot = index * 32 + positionOf(word & -word)
      const score = scoreOf(concepts, matches, columns, slot)
      if (-score <= top.worstPrimary) {
        top.add(-score, secondaryKey(order, columns, slot), firstDocument + slot)
      }
    }
  }
}

/** The greatest possible score, and by concept the worst level that a required score allows. */
type Bounds = { max: number; required: number; levels: Int32Array }

function createBounds(concepts: readonly WeightedConcept[]): Bounds {
  let max = 0
  for (const { levels } of concepts) max += levels[0]?.gain ?? 0
  return { max, required: Number.NEGATIVE_INFINITY, levels: new Int32Array(concepts.length) }
}

function requireScore(bounds: Bounds, concepts: readonly WeightedConcept[], required: number): void {
  if (bounds.required === required) return
  bounds.required = required
  for (let at = 0; at < concepts.length; at++) {
    const levels = concepts[at]?.levels ?? []
    const missing = bounds.max - required
    const best = levels[0]?.gain ?? 0
    let level = levels.length - 1
    while (level > 0 && best - (levels[level]?.gain ?? 0) > missing) level--
    bounds.levels[at] = level
  }
}
