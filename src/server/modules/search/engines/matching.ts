/** What every engine does alike: which topics and places lie under others or within a circle, how much a match is worth, and the days of a series. */
import { LRUCache } from 'lru-cache'
import { distanceKm } from '../../../../shared/distance.ts'
import type { Choice, Circle, Day, DocumentDates, SearchTree, WordCount } from '../engine.ts'
import { dayNumberOf } from '../relative-days.ts'

/** The ids of the topics, or of the places. */
export type Branch = {
  /** The id above each; 0 for the top level. That of a merged one is the entry for which it stands. */
  parents: Uint32Array
  /** The ids under each. Those under 0 are the top level. */
  children: Map<number, number[]>
  /** What each merged one stands for. */
  standsFor: Map<number, number>
  /** The most recently used sets, by their lists. */
  known: LRUCache<string, IdSet>
}

export type Tree = {
  topics: Branch
  places: Branch
  towns: Town[]
  /** The most recently used circles. */
  circles: LRUCache<string, Nearby>
}

/** Returns a function that makes a value of what `read` returns, again when that is another object. */
export function onChangeOf<Source extends object, Value>(
  read: () => Source,
  make: (source: Source) => Value,
): () => Value {
  let latest: { source: Source; value: Value } | null = null
  return () => {
    const source = read()
    if (latest?.source !== source) latest = { source, value: make(source) }
    return latest.value
  }
}

type Place = SearchTree['places'][number]
type Town = { id: number; latitude: number; longitude: number }

/** `runs` has the first and the last of ids that follow each other: a state's towns are one run. */
export type IdSet = { runs: Uint32Array }

/** Enough for the places and topics of most queries: the slots of a large set have 8 kB in each segment. */
const maxKnownSets = 100
/** People search around few towns. With the towns that ship, a circle has 50 kB. */
const maxKnownCircles = 20

export function createTree({ topics, places }: SearchTree): Tree {
  const circles = new LRUCache<string, Nearby>({ max: maxKnownCircles })
  const towns = places.filter((place): place is Place & Town => place.latitude !== null)
  return { topics: branchOf(topics), places: branchOf(places), towns, circles }
}

const branches = new WeakMap<SearchTree['topics'], Branch>()

/** Returns the same for the same nodes: places mostly stay when topics change. */
function branchOf(nodes: SearchTree['topics']): Branch {
  const branch = branches.get(nodes) ?? createBranch(nodes)
  branches.set(nodes, branch)
  return branch
}

function createBranch(nodes: SearchTree['topics']): Branch {
  const parents = new Uint32Array(nodes.reduce((max, { id }) => Math.max(max, id), 0) + 1)
  const children = new Map<number, number[]>()
  const standingFor = new Map<number, number>()
  for (const { id, parent, standsFor } of nodes) {
    const above = standsFor ?? parent ?? 0
    parents[id] = above
    if (standsFor) standingFor.set(id, standsFor)
    const siblings = children.get(above)
    if (siblings) siblings.push(id)
    else children.set(above, [id])
  }
  return { parents, children, standsFor: standingFor, known: new LRUCache({ max: maxKnownSets }) }
}

/** Returns the ids that lie under at least one id of each list. An empty list leaves none. */
export function idsUnder(branch: Branch, lists: readonly (readonly number[])[]): IdSet {
  const key = lists.map((ids) => ids.join()).join(' and ')
  const existing = branch.known.get(key)
  if (existing) return existing
  // The last list is mostly the narrowest: a city, after its state and country.
  const others = lists.slice(0, -1)
  const candidates = [...collectIds(branch, lists.at(-1) ?? [])]
  const ids = candidates.filter((id) =>
    others.every((list) => pathFrom(branch, id).some((above) => list.includes(above))),
  )
  const set = setOf(ids)
  branch.known.set(key, set)
  return set
}

function collectIds({ parents, children }: Branch, ids: readonly number[]): Set<number> {
  const found = new Set(ids.filter((id) => id > 0 && id < parents.length))
  // Iterating over a set also reads what is added meanwhile.
  for (const id of found) for (const child of children.get(id) ?? []) found.add(child)
  return found
}

/** Returns an id and those above it, up to the top level. */
export function pathFrom({ parents }: Branch, id: number): number[] {
  const path = [id]
  for (let at = parents[id]; at; at = parents[at]) path.push(at)
  return path
}

function setOf(ids: readonly number[]): IdSet {
  const bounds: number[] = []
  for (const id of Uint32Array.from(ids).sort()) {
    if (bounds.at(-1) === id - 1) bounds[bounds.length - 1] = id
    else bounds.push(id, id)
  }
  return { runs: Uint32Array.from(bounds) }
}

/**
 * The towns of a circle. By the ids of all towns, `km` has their distances from its center, and `rank` 1 for the nearest, equal for equal
 * distances. That of other places is missing or infinite.
 */
export type Nearby = { towns: number[]; ids: IdSet; rank: Uint32Array; km: Float64Array }

/** Returns the towns of a circle. */
export function townsIn(tree: Tree, circle: Circle): Nearby {
  const key = `${circle.latitude} ${circle.longitude} ${circle.km}`
  const nearby = tree.circles.get(key) ?? findTowns(tree, circle)
  tree.circles.set(key, nearby)
  return nearby
}

function findTowns({ towns }: Tree, center: Circle): Nearby {
  const sorted = towns.map((town) => ({ id: town.id, km: distanceKm(center, town) }))
  sorted.sort((a, b) => a.km - b.km)
  const size = 1 + sorted.reduce((max, { id }) => Math.max(max, id), 0)
  const rank = new Uint32Array(size)
  const kmOf = new Float64Array(size).fill(Number.POSITIVE_INFINITY)
  let current = 0
  let previous = -1
  for (const { id, km } of sorted) {
    if (km !== previous) current++
    rank[id] = current
    kmOf[id] = km
    previous = km
  }
  const inCircle = sorted.filter(({ km }) => km <= center.km).map(({ id }) => id)
  return { towns: inCircle, ids: setOf(inCircle), rank, km: kmOf }
}

// ── Choices ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Returns the key of the field of a choice. */
export const fieldOf = (choice: Choice): string => choice.slice(0, choice.indexOf(':'))

// ── Weights ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The weight of a match, by the field in which a concept is found. */
export const fieldWeights = { title: 1, topic: 0.8, place: 0.6, text: 0.4 } as const

/** Scores are integers, in units of 1/4,096, so that sums and bounds of scores compare exactly. */
export const scoreUnit = 4_096

/** A concept that names a topic says what is wanted; other words mostly say how or when. It weighs this many times as much. */
const topicFactor = 2

/** Rarity changes in steps of 1.6 %, so that a query keeps its scores while single listings come and go. */
const raritySteps = 64

/**
 * Returns what each concept is worth: rare ones more. `matches` has the number of listings that match each. A concept that no listing
 * matches weighs as much as the most common other one. It says nothing about what was meant, and with the weight of a rare word it would
 * leave no partial match.
 */
export function rarityOf(
  concepts: readonly { topics: readonly unknown[] }[],
  matches: readonly number[],
  listings: number,
): number[] {
  const mostCommon = Math.max(...matches)
  return concepts.map(({ topics }, at) => {
    const rarity = Math.log(1 + listings / (1 + (matches[at] || mostCommon)))
    return (topics.length > 0 ? topicFactor : 1) * (Math.round(raritySteps * rarity) / raritySteps)
  })
}

/** The most partial matches that follow the full ones. */
export const maxPartialMatches = 200

/**
 * Returns how many concepts are essential: a listing that matches none of the first ones cannot reach `weight`. The weights of the
 * concepts are in descending order.
 */
export function countEssential(weights: readonly number[], weight: number): number {
  let essential = weights.length
  for (let rest = 0; essential > 1; essential--) {
    rest += weights[essential - 1] ?? 0
    if (rest >= weight) break
  }
  return essential
}

// ── Days ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The last day that engines store, in the year 2179: a day takes 16 bits, and one number stands for no day. */
export const maxStoredDay = 65_534

/** Returns the number of a day, or the nearest one that engines store. */
export const storedDay = (day: Day): number => Math.min(Math.max(dayNumberOf(day), 0), maxStoredDay)

/** A series with more days is indexed with the first of them. */
const maxSeriesDays = 4_000

/** Returns the distinct days of a series; none for an event that takes place once. */
export function daysOfSeries({ series }: DocumentDates): number[] {
  const days = new Set<number>()
  for (const [first, last] of series?.toSorted() ?? [])
    for (let day = storedDay(first); day <= storedDay(last) && days.size < maxSeriesDays; day++) days.add(day)
  return [...days]
}

// ── Words ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

const maxWords = 100_000
/** From this many listings on, a word of a single one is more often a typo or a name. */
const manyListings = 1_000

/** Implements `words` of the contract. */
export const mostCommon = (words: readonly WordCount[], listings: number): WordCount[] =>
  words
    .filter(([, count]) => count > 1 || listings < manyListings)
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, maxWords)
