/** Counts the full matches of each topic, place, and choice. */
import type { Choice, EngineFacets, FacetCount, FacetRequest } from '../../../engine.ts'
import type { Branch, IdSet, Tree } from '../../matching.ts'
import { type ChoicesBySlot, choicesOf, numberOf, type Segment } from '../segment.ts'
import {
  addSlot,
  type Bitset,
  type BlockList,
  countCommonSlots,
  maxSegmentSize,
  positionOf,
  releaseBitsets,
  takeBitset,
  takeBlocks,
} from '../slots.ts'
import { type FacetPart, type FilteredSlots, type PreparedFilter, partOf, partsOf } from './filter.ts'
import { type Groups, setsOf, slotsOfIds, slotsOver, visibleOf } from './segment-sets.ts'

/** Whether a facet is not requested, counts visible listings of the kind by topic and place only, or counts matches. */
type Source = 'none' | 'visible' | 'matches'

/** The facets of a query. Each count ignores the part of the filter that it would replace. */
export type FacetPlan = {
  request: FacetRequest
  topics: Source
  places: Source
  /** The requested choices by their part of the filter. */
  choices: Map<FacetPart, Choice[]>
  /** The parts of the filter that a facet ignores. */
  ignored: FacetPart[]
}

export function planFacets(request: FacetRequest, concepts: unknown[], filter: PreparedFilter): FacetPlan {
  const parts = partsOf(filter)
  const { ids, days, nearby, ranges, flags, numbers } = filter
  const hasDays = days !== null && days.ranges.length > 0
  const isOfFields = filter.choices.size > 0 || numbers.length > 0
  const hasOthers =
    ids || hasDays || nearby || ranges.price || ranges.posted || flags.length > 0 || isOfFields
  const isPlain = concepts.length === 0 && !hasOthers
  const { topicsUnder, placesUnder, inPlaces = false } = request
  const source: Source = isPlain ? 'visible' : 'matches'
  const topics = topicsUnder.length > 0 ? source : 'none'
  const isNarrowed = inPlaces && filter.places !== null
  const places = placesUnder.length === 0 ? 'none' : isNarrowed ? 'matches' : source
  const choices = Map.groupBy(new Set(request.choices), partOf)
  const ignored = parts.filter((part) => {
    if (part === 'topics') return topics === 'matches'
    if (part === 'places') return places === 'matches' && !inPlaces
    return part === 'price' || part === 'pictures' || choices.has(part)
  })
  return { request, topics, places, choices, ignored }
}

/** Counts of the current query by id. Queries run one at a time to their end, so there is one set of counts. */
let topicCounts = new Uint32Array(0)
let placeCounts = new Uint32Array(0)
/** Counts of choices by their numbers, for the matches of the filter without each part. Most parts do not filter, and share those of `null`. */
const choiceCounts = new Map<FacetPart | null, Uint32Array>()
/** Those of earlier queries. */
const spareCounts: Uint32Array[] = []
let free = 0
let pictures = 0

/** Starts counting. */
export function startFacets({ topics, places }: Tree): void {
  topicCounts = emptyCounts(topicCounts, topics.parents.length)
  placeCounts = emptyCounts(placeCounts, places.parents.length)
  spareCounts.push(...choiceCounts.values())
  choiceCounts.clear()
  free = 0
  pictures = 0
}

const emptyCounts = (counts: Uint32Array<ArrayBuffer>, length: number) =>
  counts.length === length ? counts.fill(0) : new Uint32Array(length)

/** Adds the listings of a segment to the facets that count visible ones: topics in the places of the filter, and places of its topics. */
export function countVisible(plan: FacetPlan, filter: PreparedFilter, segment: Segment): void {
  if (plan.topics !== 'visible' && plan.places !== 'visible') return
  const { events, days, topics, places } = filter
  const visible = visibleOf(segment, events, days && slotsOver(segment, days.clock))
  const sets = setsOf(segment)
  if (plan.topics === 'visible') {
    if (places) countGroups(topicCounts, sets.topicsByPlace, sets.places, places, visible.slots)
    else addCounts(topicCounts, sets.topics.ids, visible.topics)
  }
  if (plan.places === 'visible') {
    if (topics) countGroups(placeCounts, sets.placesByTopic, sets.topics, topics, visible.slots)
    else addCounts(placeCounts, sets.places.ids, visible.places)
  }
}

/** Counts the visible slots of a set by `counted`, which has an id for each of `groups.slots`: memory is read in its order. */
function countGroups(
  counts: Uint32Array,
  counted: Uint32Array,
  groups: Groups,
  set: IdSet,
  visible: Bitset,
): void {
  const { slots } = groups
  const { ranges } = slotsOfIds(groups, set)
  for (let at = 0; at < ranges.length; at += 2) {
    const end = ranges[at + 1] ?? 0
    for (let index = ranges[at] ?? 0; index < end; index++) {
      const slot = slots[index] ?? 0
      const id = counted[index] ?? 0
      counts[id] = (counts[id] ?? 0) + (((visible[slot >>> 5] ?? 0) >>> (slot & 31)) & 1)
    }
  }
}

/** Adds the matches of a segment. */
export function countMatches(plan: FacetPlan, slots: FilteredSlots, segment: Segment, list: BlockList): void {
  const { columns } = segment
  const sets = setsOf(segment)
  const topicSlots = slots.without('topics')
  const placeSlots = plan.request.inPlaces ? slots.all : slots.without('places')
  const inTopics = plan.topics === 'matches' ? listSlots(topicSlots, list) : null
  if (inTopics) countIds(topicCounts, inTopics, columns.topic)
  if (plan.places === 'matches') {
    const isListed = inTopics && topicSlots === placeSlots
    countIds(placeCounts, isListed ? inTopics : listSlots(placeSlots, list), columns.place)
  }
  free += countCommonSlots(slots.without('price'), sets.free, list)
  pictures += countCommonSlots(slots.without('pictures'), sets.flags.pictures, list)
  if (plan.choices.size > 0) countChoices(plan, slots, segment, list)
}

function countChoices({ choices }: FacetPlan, slots: FilteredSlots, segment: Segment, list: BlockList): void {
  const having = choicesOf(segment)
  const { starts, ends, values } = having
  const counted = new Set<Bitset>()
  for (const part of choices.keys()) {
    const matches = slots.without(part)
    if (counted.has(matches)) continue
    counted.add(matches)
    const counts = countsWithout(matches === slots.all ? null : part)
    const listed = listSlots(matches, list)
    // Slots that are far apart: the first choice of each in a loop of their own, as `listSlots` explains.
    const isSparse = listed.length * 16 < segment.size
    if (isSparse) countFirst(counts, listed, having)
    const skipped = isSparse ? 1 : 0
    for (let at = 0; at < listed.length; at++) {
      const slot = listed[at] ?? 0
      const end = ends[slot] ?? 0
      for (let index = (starts[slot] ?? 0) + skipped; index < end; index++) {
        const number = values[index] ?? 0
        counts[number] = (counts[number] ?? 0) + 1
      }
    }
  }
}

function countFirst(counts: Uint32Array, slots: Uint16Array, { starts, ends, values }: ChoicesBySlot): void {
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0
    const start = starts[slot] ?? 0
    if (start === ends[slot]) continue
    const number = values[start] ?? 0
    counts[number] = (counts[number] ?? 0) + 1
  }
}

function countsWithout(part: FacetPart | null): Uint32Array {
  const counts = choiceCounts.get(part) ?? spareCounts.pop()?.fill(0) ?? new Uint32Array(maxSegmentSize)
  choiceCounts.set(part, counts)
  return counts
}

/** Counts single listings, such as the partial matches of a query. Documents are numbered as in `run-query.ts`. */
export function countDocuments(
  plan: FacetPlan,
  tree: Tree,
  segments: readonly Segment[],
  documents: readonly number[],
): EngineFacets {
  startFacets(tree)
  for (const [position, segment] of segments.entries()) {
    releaseBitsets()
    const all = takeBitset(null)
    for (const document of documents)
      if (Math.floor(document / maxSegmentSize) === position) addSlot(all, document % maxSegmentSize)
    const counted: FacetPlan = { ...plan, topics: 'matches', places: 'matches' }
    countMatches(counted, { all, without: () => all }, segment, takeBlocks(segment.size))
  }
  return finishFacets(plan, tree)
}

/** Returns the requested counts, each including those of the ids under it. */
export function finishFacets({ request, choices }: FacetPlan, tree: Tree): EngineFacets {
  const { topicsUnder, placesUnder } = request
  const topics = rollUp(topicCounts, tree.topics)
  const places = rollUp(placeCounts, tree.places)
  const under = ({ children }: Branch, parents: (number | null)[]) =>
    [...new Set(parents)].flatMap((parent) => children.get(parent ?? 0) ?? [])
  const wantedPlaces = placesUnder === 'all' ? places.keys() : under(tree.places, placesUnder)
  return {
    topics: countsOf(topics, under(tree.topics, topicsUnder)),
    places: countsOf(places, wantedPlaces),
    free,
    pictures,
    choices: [...choices].flatMap(([part, wanted]) => {
      const counts = choiceCounts.get(part) ?? choiceCounts.get(null)
      return wanted
        .map((choice): [Choice, number] => [choice, counts?.[numberOf(choice)] ?? 0])
        .filter(([, count]) => count > 0)
    }),
  }
}

function countsOf(counts: Uint32Array, ids: Iterable<number>): FacetCount[] {
  const found: FacetCount[] = []
  for (const id of ids) {
    const count = counts[id] ?? 0
    if (count > 0) found.push([id, count])
  }
  return found
}

function addCounts(counts: Uint32Array, ids: Uint32Array, added: Uint32Array): void {
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] ?? 0
    counts[id] = (counts[id] ?? 0) + (added[at] ?? 0)
  }
}

const listedSlots = new Uint16Array(maxSegmentSize)

/** Lists the slots of a set. Reading a column in another loop lets the processor wait for many of its entries at once. */
function listSlots(slots: Bitset, { indexes, count }: BlockList): Uint16Array {
  let found = 0
  for (let at = 0; at < count; at++) {
    const index = indexes[at] ?? 0
    for (let word = slots[index] ?? 0; word !== 0; word &= word - 1)
      listedSlots[found++] = index * 32 + positionOf(word & -word)
  }
  return listedSlots.subarray(0, found)
}

function countIds(counts: Uint32Array, slots: Uint16Array, column: Uint32Array): void {
  for (let at = 0; at < slots.length; at++) {
    const id = column[slots[at] ?? 0] ?? 0
    counts[id] = (counts[id] ?? 0) + 1
  }
}

/** A merged entry counts for the one that it stands for. */
function rollUp(counts: Uint32Array, { parents, standsFor }: Branch): Uint32Array {
  const totals = new Uint32Array(counts.length)
  for (let id = 1; id < counts.length; id++) {
    const count = counts[id] ?? 0
    if (count === 0) continue
    for (let at = standsFor.get(id) ?? id; at !== 0; at = parents[at] ?? 0)
      totals[at] = (totals[at] ?? 0) + count
  }
  return totals
}
