/** The meaning of a query, without regard for speed: tests compare `runQuery` with it. Reads one listing at a time. */

import { type DayRange, daysOfWhen } from '../relative-days.ts'
import type { Concept, IndexClock, IndexFilter, IndexQuery, IndexResult } from '../types.ts'
import { unitsOf } from './event-days.ts'
import { type Board, type BoardListing, coordinates, placeParents, topicParents } from './random-board.ts'

type Judged = { listing: BoardListing; isFull: boolean; weight: number; score: number; km: number | null }

/** Returns what `runQuery` must return. */
export function runNaiveQuery(board: Board, query: IndexQuery): IndexResult {
  const counts = query.concepts.map((concept) => countMatches(board, concept))
  const documents = board.index.documentCount
  const weights = counts.map(
    (count, at) =>
      (query.concepts[at]?.topics.length ? 2 : 1) *
      (Math.round(64 * Math.log(1 + documents / (1 + (count || Math.max(...counts))))) / 64),
  )
  const total = sum(weights)
  const judge = (listing: BoardListing): Judged => {
    const qualities = query.concepts.map((concept) => qualityOf(concept, listing))
    const boostGain = Math.round(0.6 * (weights.length > 0 ? Math.max(...weights.map(toUnits)) : 4_096))
    const isBoosted = query.boost ? isUnder(placeParents, listing.place, query.boost.ids) : false
    const score =
      sum(weights.map((weight, at) => toUnits(weight * (qualities[at] ?? 0)))) + (isBoosted ? boostGain : 0)
    return {
      listing,
      isFull: qualities.every((quality) => quality !== null),
      weight: sum(weights.map((weight, at) => (qualities[at] === null ? 0 : toUnits(weight)))),
      score: listing.isStale ? Math.floor(score / 2) : score,
      km: query.filter.near ? kmTo(query.filter.near, listing.place) : null,
    }
  }
  const passing = (filter: IndexFilter) =>
    board.listings.filter((listing) => passes(listing, filter, query.clock)).map(judge)
  const judged = passing(query.filter)
  const full = judged.filter(({ isFull }) => isFull).sort(compareBy(query))
  const units = sum(weights.map(toUnits))
  const partial = judged
    .filter(({ isFull, weight }) => !isFull && weight * 2 >= units)
    .sort((a, b) => b.weight - a.weight || b.score - a.score || newestFirst(a.listing, b.listing))
    .slice(0, 200)
  const fills = full.length >= query.offset + query.limit || query.concepts.length < 2
  const page = [...full, ...(fills ? [] : partial)].slice(query.offset, query.offset + query.limit)
  return {
    hits: page.map(({ listing, isFull, weight, km }) => ({
      segment: 100 + listing.segment,
      slot: listing.slot,
      matched: isFull || total === 0 ? 1 : weight / units,
      km,
      placeId: listing.place,
    })),
    full: full.length,
    partial: fills ? 0 : partial.length,
    facets:
      query.facets !== 'none' ? facetsOf(query, passing, full.length > 0 || fills ? [] : partial) : null,
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const toUnits = (score: number) => Math.round(score * 4_096)

function countMatches({ index }: Board, { alternatives, topics, places = [] }: Concept): number {
  const ids = topics.map(({ id }) => id)
  const inTopics = index.segments
    .flatMap(({ columns }) => [...columns.topic])
    .filter((topic) => isUnder(topicParents, topic, ids)).length
  const inPlaces = index.segments
    .flatMap(({ columns }) => [...columns.place])
    .filter((place) => isUnder(placeParents, place, places)).length
  const inText = alternatives.map(({ terms }) =>
    terms.length === 0 ? 0 : Math.min(...terms.map((term) => index.listingsWith(term))),
  )
  return Math.min(index.documentCount, inTopics + inPlaces + sum(inText))
}

/** Returns the best weight of a field in which the concept matches, or null. */
function qualityOf(
  { alternatives, topics, places = [] }: Concept,
  { title, body, topic, place }: BoardListing,
): number | null {
  const qualities = topics
    .filter(({ id }) => isUnder(topicParents, topic, [id]))
    .map(({ weight }) => weight * 0.8)
  if (isUnder(placeParents, place, places)) qualities.push(0.6)
  for (const { terms, weight, within } of alternatives) {
    if (terms.length === 0) continue
    const countsInBody = !within || isUnder(topicParents, topic, within)
    if (terms.every((term) => title.includes(term))) qualities.push(weight)
    else if (countsInBody && terms.every((term) => title.includes(term) || body.includes(term)))
      qualities.push(weight * 0.4)
  }
  return qualities.length === 0 ? null : Math.max(...qualities)
}

function passes(listing: BoardListing, filter: IndexFilter, clock: IndexClock): boolean {
  const { ids, price, pictures, near } = filter
  const lies = (parents: number[], id: number, list: number[] | undefined) =>
    !list || isUnder(parents, id, list)
  if (listing.isDeleted || listing.isEvent !== (filter.kind === 'event')) return false
  if (!lies(topicParents, listing.topic, ids.category)) return false
  if (!lies(topicParents, listing.topic, ids.subcategory)) return false
  if (!lies(placeParents, listing.place, ids.country)) return false
  if (!lies(placeParents, listing.place, ids.state)) return false
  if (!lies(placeParents, listing.place, ids.city)) return false
  if (price && (listing.price < price.min || listing.price > price.max)) return false
  if (pictures && !listing.hasPictures) return false
  if (listing.isEvent && !takesPlace(listing, filter, clock)) return false
  return !near || (kmTo(near, listing.place) ?? Number.POSITIVE_INFINITY) <= near.km
}

const isOver = ({ endsAt, endDay }: BoardListing, today: number, { now }: IndexClock) =>
  endsAt > 0 ? endsAt <= now : endDay < today

const todayOf = ({ place }: BoardListing, clock: IndexClock) => clock.todayOf[place] ?? 0

/** Returns the days of the filter where the listing is. */
function rangeOf({ days, hideEnded }: IndexFilter, today: number): DayRange | null {
  if (!days) return null
  const { from, to } = 'when' in days ? daysOfWhen(days.when, today) : days
  return { from: hideEnded ? Math.max(from, today) : from, to }
}

function takesPlace(listing: BoardListing, filter: IndexFilter, clock: IndexClock): boolean {
  const today = todayOf(listing, clock)
  if (filter.hideEnded && isOver(listing, today, clock)) return false
  const range = rangeOf(filter, today)
  if (!range) return true
  const { startDay, endDay, days } = listing
  if (!days) return startDay <= range.to && endDay >= range.from
  return days.some(
    (day) =>
      day >= range.from &&
      day <= range.to &&
      // Its date of today is over if a later one is the current one.
      !(filter.hideEnded && day === today && startDay > today),
  )
}

function isUnder(parents: number[], id: number, ids: number[]): boolean {
  return id !== 0 && (ids.includes(id) || isUnder(parents, parents[id] ?? 0, ids))
}

/** Returns the distance by the spherical law of cosines. */
function kmTo(center: { latitude: number; longitude: number }, place: number): number | null {
  const city = coordinates[place]
  if (!city) return null
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const cosine =
    Math.sin(radians(center.latitude)) * Math.sin(radians(city.latitude)) +
    Math.cos(radians(center.latitude)) *
      Math.cos(radians(city.latitude)) *
      Math.cos(radians(city.longitude - center.longitude))
  return 6_371.0088 * Math.acos(Math.min(1, cosine))
}

const newestFirst = (a: BoardListing, b: BoardListing) =>
  b.posted - a.posted || a.segment - b.segment || a.slot - b.slot

function compareBy({ sort, clock, filter }: IndexQuery): (a: Judged, b: Judged) => number {
  const byDistance = (a: Judged, b: Judged) => (a.km ?? 0) - (b.km ?? 0)
  const compare = {
    newest: () => 0,
    relevance: (a: Judged, b: Judged) => b.score - a.score || byDistance(a, b),
    distance: byDistance,
    'price-asc': (a: Judged, b: Judged) => a.listing.price - b.listing.price,
    'price-desc': (a: Judged, b: Judged) => b.listing.price - a.listing.price,
    soonest: (a: Judged, b: Judged) =>
      filter.kind === 'event' ? compareEvents(a.listing, b.listing, filter, clock) : 0,
  }[sort]
  return (a, b) => compare(a, b) || newestFirst(a.listing, b.listing)
}

function compareEvents(a: BoardListing, b: BoardListing, filter: IndexFilter, clock: IndexClock): number {
  const [one, other] = [shownDates(a, filter, clock), shownDates(b, filter, clock)]
  const byGroup = one.group - other.group
  if (byGroup !== 0) return byGroup
  const byDay = one.group === 0 ? one.start - other.start : one.end - other.end
  if (one.group === 2) return -byDay
  return byDay || (one.group === 0 ? a.startMinute - b.startMinute : a.endMinute - b.endMinute)
}

/** The date of an event on the days of the filter, and its group: upcoming, on, or over. */
function shownDates(listing: BoardListing, filter: IndexFilter, clock: IndexClock) {
  const today = todayOf(listing, clock)
  const range = rangeOf(filter, today)
  const { startDay, endDay, days } = listing
  if (!range || !days || (startDay <= range.to && endDay >= range.from)) {
    const group = isOver(listing, today, clock) ? 2 : startDay >= today ? 0 : 1
    return { start: startDay, end: endDay, group }
  }
  const inRange = days.filter((day) => day >= range.from && day <= range.to)
  const unitOf = (day: number | undefined) => unitsOf(range).find(({ to }) => to >= (day ?? 0))
  if (endDay < range.from) {
    const day = unitOf(inRange[0])?.from ?? 0
    return { start: day, end: day, group: 0 }
  }
  const day = unitOf(inRange.at(-1))?.to ?? 0
  return { start: day, end: day, group: 2 }
}

/** `shown` are partial matches that are counted instead of the full ones. */
function facetsOf(
  { filter, facets }: IndexQuery,
  passing: (filter: IndexFilter) => Judged[],
  shown: Judged[],
): IndexResult['facets'] {
  const fullUnder = (changed: Partial<IndexFilter>) => {
    const counted =
      shown.length > 0 ? shown : passing({ ...filter, ...changed }).filter(({ isFull }) => isFull)
    return counted.map(({ listing }) => listing)
  }
  const { country, state, city, category, subcategory } = filter.ids
  const count = (ids: number[], parents: number[]) => {
    const counts = new Map<number, number>()
    for (const id of ids) {
      for (let at = id; at !== 0; at = parents[at] ?? 0) counts.set(at, (counts.get(at) ?? 0) + 1)
    }
    return counts
  }
  const anyTopic = fullUnder({ ids: withoutUndefined({ country, state, city }) })
  const anyPlace = fullUnder(facets === 'places' ? {} : { ids: withoutUndefined({ category, subcategory }) })
  return {
    topics: count(
      anyTopic.map(({ topic }) => topic),
      topicParents,
    ),
    places: count(
      anyPlace.map(({ place }) => place),
      placeParents,
    ),
    free: fullUnder({ price: undefined }).filter(({ price }) => price === 0).length,
    pictures: fullUnder({ pictures: undefined }).filter(({ hasPictures }) => hasPictures).length,
  }
}

const withoutUndefined = (ids: Record<string, number[] | undefined>): IndexFilter['ids'] =>
  Object.fromEntries(Object.entries(ids).filter(([, list]) => list !== undefined))
