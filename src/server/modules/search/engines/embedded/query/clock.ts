/** What time it is at each place, and which events are over then. */
import { dayIn, daysBetween } from '../../../../../../shared/days.ts'
import type { Day, Instant, SearchTree } from '../../../engine.ts'
import type { Segment } from '../segment.ts'
import { type Columns, columnFlags } from '../segment-buffer.ts'
import { addSlot, type Bitset, createBitset } from '../slots.ts'

export type Clock = {
  /** Seconds since 2000-01-01 UTC. */
  now: number
  /** The local day by the id of a place, in days since 2000-01-01. */
  todayOf: Uint16Array
  /** The distinct local days, in ascending order. */
  days: number[]
}

/** Returns a day in days since 2000-01-01, also one that no column can hold. */
export const dayNumberOf = (day: Day): number => daysBetween('2000-01-01', day)

const epoch = Date.UTC(2000, 0, 1)
const maxUint32 = 0xffff_ffff

/** Returns the second in which an instant is, since 2000-01-01 UTC, within what a column can hold. */
export const secondOf = (instant: Instant): number =>
  Math.min(Math.max(Math.floor((Date.parse(instant) - epoch) / 1000), 0), maxUint32)

/** No local day begins between two of these instants: the offsets of all time zones are quarters of an hour. */
const quarterMs = 15 * 60_000

/** Returns a function that tells what time it is everywhere. */
export function createClock({ places }: Pick<SearchTree, 'places'>): (instant: Instant) => Clock {
  const zones = [...new Set(places.map(({ timeZone }) => timeZone))]
  const size = places.reduce((max, { id }) => Math.max(max, id), 0) + 1
  let latest: { quarter: number; key: string; todayOf: Uint16Array; days: number[] } | null = null

  return (instant) => {
    const date = new Date(instant)
    const quarter = Math.floor(date.getTime() / quarterMs)
    if (latest?.quarter !== quarter) {
      const todayIn = new Map(zones.map((zone) => [zone, dayNumberOf(dayIn(zone, date))]))
      const key = [...todayIn.values()].join()
      if (latest?.key === key) latest = { ...latest, quarter }
      else {
        const todayOf = new Uint16Array(size)
        for (const { id, timeZone } of places) todayOf[id] = todayIn.get(timeZone) ?? 0
        latest = { quarter, key, todayOf, days: [...new Set(todayIn.values())].sort((a, b) => a - b) }
      }
    }
    return { now: secondOf(instant), todayOf: latest.todayOf, days: latest.days }
  }
}

/** Whether an event is over with all of its dates. */
export function isOver({ endsAt, endDay, place }: Columns, slot: number, { now, todayOf }: Clock): boolean {
  const end = endsAt[slot] ?? 0
  return end > 0 ? end <= now : (endDay[slot] ?? 0) < (todayOf[place[slot] ?? 0] ?? 0)
}

/** The slots that are over from `since` until another one is, in seconds, while it is these days everywhere. */
type Over = { slots: Bitset; since: number; until: number; todayOf: Uint16Array }

const overByColumns = new WeakMap<Columns, Over>()

/** Returns the events that are over with all of their dates: the same object until another one is. */
export function slotsOver({ columns }: Segment, clock: Clock): Bitset {
  const known = overByColumns.get(columns)
  const { now, todayOf } = clock
  if (known && known.todayOf === todayOf && known.since <= now && now < known.until) return known.slots
  const slots = createBitset()
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

/** Returns the listings at whose place it is this day. Remembers them for the day. */
export function slotsAtDay({ columns }: Segment, { todayOf, days }: Clock, today: number): Bitset {
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
