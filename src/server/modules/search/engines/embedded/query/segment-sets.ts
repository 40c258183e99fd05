/** Sets of a segment's slots that follow from its columns, such as those by topic and by place, and from what time it is. */

import { dayIn } from '../../../../../../shared/days.ts'
import type { FlagField } from '../../../../../../shared/list-filters.ts'
import type { Instant, SearchTree } from '../../../engine.ts'
import { dayNumberOf } from '../../../relative-days.ts'
import type { IdSet } from '../../matching.ts'
import type { Segment } from '../segment.ts'
import { type Columns, columnFlags } from '../segment-buffer.ts'
import {
  addPosting,
  addRange,
  addSlot,
  type Bitset,
  type BlockList,
  createBitset,
  hasSlot,
  intersect,
  positionIn,
  slotsBy,
  takeBitset,
} from '../slots.ts'

type SegmentSets = {
  events: Bitset
  series: Bitset
  free: Bitset
  /** The listings that have a field, by its name. */
  flags: Record<FlagField, Bitset>
  topics: Groups
  places: Groups
  /** The topic and the place of each slot, in the order of `places.slots` and of `topics.slots`. */
  topicsByPlace: Uint32Array
  placesByTopic: Uint32Array
}

const setsByColumns = new WeakMap<Columns, SegmentSets>()

/** Returns the sets of a segment, computed once for its columns: 32 kB, and 12 bytes per listing. */
export function setsOf({ columns }: Segment): SegmentSets {
  const existing = setsByColumns.get(columns)
  if (existing) return existing
  const [topics, places] = [groupSlots(columns.topic), groupSlots(columns.place)]
  const sets = {
    events: slotsWithFlag(columns, columnFlags.event),
    series: slotsWithFlag(columns, columnFlags.series),
    free: slotsWithFlag(columns, columnFlags.free),
    flags: { pictures: slotsWithFlag(columns, columnFlags.pictures) },
    topics,
    places,
    topicsByPlace: Uint32Array.from(places.slots, (slot) => columns.topic[slot] ?? 0),
    placesByTopic: Uint32Array.from(topics.slots, (slot) => columns.place[slot] ?? 0),
  }
  setsByColumns.set(columns, sets)
  return sets
}

function slotsWithFlag({ flags }: Columns, flag: number): Bitset {
  const bitset = createBitset()
  for (let slot = 0; slot < flags.length; slot++) if ((flags[slot] ?? 0) & flag) addSlot(bitset, slot)
  return bitset
}

/** The listings that visitors see, and how many each topic and place has, in the order of the ids of the groups. */
type Visible = { over: Bitset | null; slots: Bitset; topics: Uint32Array; places: Uint32Array }

const visibleEvents = new WeakMap<Segment, Visible>()
const visibleServices = new WeakMap<Segment, Visible>()

/**
 * Returns the events that are not in `over`, or the services, without deleted ones. Remembers them: a segment with other deletions is
 * another object, and so is `over` when another event is over.
 */
export function visibleOf(segment: Segment, events: boolean, over: Bitset | null): Visible {
  const known = events ? visibleEvents : visibleServices
  const existing = known.get(segment)
  if (existing && existing.over === over) return existing
  const sets = setsOf(segment)
  const slots = createBitset()
  addRange(slots, segment.size)
  for (let index = 0; index < slots.length; index++) {
    const ofKind = events ? (sets.events[index] ?? 0) : ~(sets.events[index] ?? 0)
    const hidden = (segment.deleted?.[index] ?? 0) | (over?.[index] ?? 0)
    slots[index] = (slots[index] ?? 0) & ofKind & ~hidden
  }
  const [topics, places] = [countVisible(sets.topics, slots), countVisible(sets.places, slots)]
  const visible = { over, slots, topics, places }
  known.set(segment, visible)
  return visible
}

function countVisible({ ids, starts, slots }: Groups, visible: Bitset): Uint32Array {
  const counts = new Uint32Array(ids.length)
  for (let group = 0; group < ids.length; group++) {
    let count = 0
    const end = starts[group + 1] ?? 0
    for (let at = starts[group] ?? 0; at < end; at++) if (hasSlot(visible, slots[at] ?? 0)) count++
    counts[group] = count
  }
  return counts
}

// ── Topics and places ───────────────────────────────────────────────────────────────────────────────────────────────────

/** The slots of each id of a column: those of `ids[at]` are `slots` from `starts[at]` to `starts[at + 1] - 1`. */
export type Groups = {
  ids: Uint32Array
  starts: Uint32Array
  slots: Uint16Array
  /** The slots of the sets that queries use. */
  known: WeakMap<IdSet, SlotsOfIds>
}

export function groupSlots(column: Uint32Array): Groups {
  const slots = slotsBy(column)
  const ids: number[] = []
  const starts: number[] = []
  for (let at = 0; at < slots.length; at++) {
    const id = column[slots[at] ?? 0] ?? 0
    if (id === ids.at(-1)) continue
    ids.push(id)
    starts.push(at)
  }
  starts.push(slots.length)
  return { ids: Uint32Array.from(ids), starts: Uint32Array.from(starts), slots, known: new WeakMap() }
}

/**
 * The slots whose id is in a set: in `Groups.slots` from `ranges[at]` to `ranges[at + 1] - 1`, for each even `at`. As a bitset, too, if
 * they are many.
 */
type SlotsOfIds = { ranges: number[]; count: number; bitset: Bitset | null }

/** From this many slots on, combining a bitset costs less than reading the slots. */
const minStoredSlots = 1_024

/** Returns the slots whose id is in a set. */
export function slotsOfIds(groups: Groups, set: IdSet): SlotsOfIds {
  const existing = groups.known.get(set)
  if (existing) return existing
  const found: SlotsOfIds = { ranges: rangesOf(groups, set), count: 0, bitset: null }
  for (let at = 0; at < found.ranges.length; at += 2)
    found.count += (found.ranges[at + 1] ?? 0) - (found.ranges[at] ?? 0)
  if (found.count >= minStoredSlots) {
    found.bitset = createBitset()
    addRanges(found.bitset, groups, found.ranges)
  }
  groups.known.set(set, found)
  return found
}

function rangesOf({ ids, starts }: Groups, { runs }: IdSet): number[] {
  const ranges: number[] = []
  for (let at = 0; at < runs.length; at += 2) {
    const first = positionIn(ids, runs[at] ?? 0)
    const end = positionIn(ids, (runs[at + 1] ?? 0) + 1, first)
    if (end > first) ranges.push(starts[first] ?? 0, starts[end] ?? 0)
  }
  return ranges
}

function addRanges(target: Bitset, { slots }: Groups, ranges: number[]): void {
  for (let at = 0; at < ranges.length; at += 2) {
    const end = ranges[at + 1] ?? 0
    for (let index = ranges[at] ?? 0; index < end; index++) addSlot(target, slots[index] ?? 0)
  }
}

/** Adds the slots whose id is in a set. Returns false if there are none. */
export function addGroups(target: Bitset, groups: Groups, set: IdSet): boolean {
  const { ranges, count, bitset } = slotsOfIds(groups, set)
  if (bitset) addPosting(target, bitset)
  else addRanges(target, groups, ranges)
  return count > 0
}

/** Removes the slots whose id is not in a set. */
export function keepGroups(slots: Bitset, groups: Groups, set: IdSet, list: BlockList): void {
  const { bitset, ranges } = slotsOfIds(groups, set)
  const members = bitset ?? takeBitset(null)
  if (!bitset) addRanges(members, groups, ranges)
  intersect(slots, members, list)
}

// ── Time ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What time it is at each place. */
export type Clock = {
  /** Seconds since 2000-01-01 UTC. */
  now: number
  /** The local day by the id of a place, in days since 2000-01-01. */
  todayOf: Uint16Array
  /** The distinct local days, in ascending order. */
  days: number[]
}

const epoch = Date.UTC(2000, 0, 1)
const maxUint32 = 0xffff_ffff
/** In every time zone, days begin at a quarter of an hour of UTC. */
const quarterHourMs = 900_000

/** Returns the second in which an instant is, since 2000-01-01 UTC, within what a column can hold. */
export const secondOf = (instant: Instant): number =>
  Math.min(Math.max(Math.floor((Date.parse(instant) - epoch) / 1000), 0), maxUint32)

/**
 * Returns a function that returns what time it is everywhere. While no day changes, `todayOf` is the same object, for what is remembered by
 * it, whatever else changes in the tree.
 */
export function createClock(tree: () => Pick<SearchTree, 'places'>): (instant: Instant) => Clock {
  type Days = { places: SearchTree['places']; quarter: number; todayOf: Uint16Array; days: number[] }
  let latest: Days | null = null

  function readDays(places: SearchTree['places'], quarter: number, date: Date): Days {
    const zones = [...new Set(places.map(({ timeZone }) => timeZone))]
    const todayIn = new Map(zones.map((zone) => [zone, dayNumberOf(dayIn(zone, date))]))
    const todayOf = new Uint16Array(places.reduce((max, { id }) => Math.max(max, id), 0) + 1)
    for (const { id, timeZone } of places) todayOf[id] = todayIn.get(timeZone) ?? 0
    if (latest?.todayOf.length === todayOf.length && todayOf.every((day, id) => day === latest?.todayOf[id]))
      return { ...latest, places, quarter }
    return { places, quarter, todayOf, days: [...new Set(todayIn.values())].sort((a, b) => a - b) }
  }

  return (instant) => {
    const { places } = tree()
    const date = new Date(instant)
    const quarter = Math.floor(date.getTime() / quarterHourMs)
    if (latest?.quarter !== quarter || latest.places !== places) latest = readDays(places, quarter, date)
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
