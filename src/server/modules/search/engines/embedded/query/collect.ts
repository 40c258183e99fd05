/** Collects the best of a segment's matches by price, distance, or age. */
import { type Bitset, positionOf, type WordList } from '../bitset.ts'
import type { Segment } from '../segment.ts'
import { type Order, primaryOf, secondaryKey } from './order.ts'
import type { TopList } from './top-list.ts'

/** Adds the slots to a list. `firstDocument` is the number of slot 0. */
export function collect(
  top: TopList,
  { slots, list }: { slots: Bitset; list: WordList },
  order: Order,
  { columns }: Segment,
  firstDocument: number,
): void {
  const key = primaryOf(order, columns)
  for (let at = 0; at < list.count; at++) {
    const index = list.indexes[at] ?? 0
    for (let word = slots[index] ?? 0; word !== 0; word &= word - 1) {
      const slot = index * 32 + positionOf(word & -word)
      const primary = key(slot)
      if (primary <= top.worstPrimary)
        top.add(primary, secondaryKey(order, columns, slot), firstDocument + slot)
      else if (order.sort === 'newest') return
    }
  }
}
