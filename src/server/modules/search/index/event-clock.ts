/**
 * Which events of a segment are over, and in which of them it is which day. Both follow from the columns and the clock, and stay
 * the same for minutes, so they are computed when that changes, not for each query.
 */
import type { IndexClock } from '../types.ts'
import { addSlot, type Bitset, createBitset } from './bitset.ts'
import { type Columns, columnFlags } from './columns.ts'
import type { Segment } from './segment.ts'

/** Whether an event is over with all of its dates. */
export function isOver(
  { endsAt, endDay, place }: Columns,
  slot: number,
  { now, todayOf }: IndexClock,
): boolean {
  const end = endsAt[slot] ?? 0
  return end > 0 ? end <= now : (endDay[slot] ?? 0) < (todayOf[place[slot] ?? 0] ?? 0)
}

/** The slots that are over from `since` until another one is, in seconds, while it is these days everywhere. */
type Over = { slots: Bitset; since: number; until: number; todayOf: Uint16Array }

const overByColumns = new WeakMap<Columns, Over>()

/** Returns the events that are over with all of their dates. */
export function slotsOver({ columns }: Segment, clock: IndexClock): Bitset {
  const known = overByColumns.get(columns)
  const { now, todayOf } = clock
  if (known && known.todayOf === todayOf && known.since <= now && now < known.until) return known.slots
  const slots = known ? known.slots.fill(0) : createBitset()
  let until = Number.POSITIVE_INFINITY
  for (let slot = 0; slot < columns.flags.length; slot++) {
    if (((columns.flags[slot] ?? 0) & columnFlags.event) === 0) continue
    const end = columns.endsAt[slot] ?? 0
    if (isOver(columns, slot, clock)) addSlot(slots, slot)
    else if (end > now && end < until) until = end
  }
  overByColumns.set(columns, { slots, since: now, until, todayOf })
  return slots
}

const daysByColumns = new WeakMap<Columns, { todayOf: Uint16Array; slots: Map<number, Bitset> }>()

/** Returns the listings at whose place it is this day. */
export function slotsAtDay({ columns }: Segment, { todayOf, days }: IndexClock, today: number): Bitset {
  let known = daysByColumns.get(columns)
  if (known?.todayOf !== todayOf) {
    const slots = new Map(days.map((day) => [day, createBitset()]))
    for (let slot = 0; slot < columns.place.length; slot++) {
      const bitset = slots.get(todayOf[columns.place[slot] ?? 0] ?? 0)
      if (bitset) addSlot(bitset, slot)
    }
    known = { todayOf, slots }
    daysByColumns.set(columns, known)
  }
  return known.slots.get(today) ?? createBitset()
}
