/**
 * A search that is stored and compared with single listings, instead of being run. It means what `runQuery` means by a full
 * match, and what its text meant when it was compiled: later synonyms and typo corrections do not change it.
 */
import type { Kind } from '../../../../shared/listing.ts'
import type { EventDays } from '../../../../shared/search.ts'
import type { IdFilter } from '../../catalog/service.ts'
import { type IndexedListing, lastIndexDay } from '../store/indexed-listing.ts'
import type { Concept, IndexFilter, ParsedQuery } from '../types.ts'
import type { Places } from './places.ts'

type CompiledConcept = {
  /** Terms that must all occur; in the description only in these topics, if there are any. */
  alternatives: { terms: string[]; within?: number[] }[]
  topics: number[]
  places: number[]
}

export type CompiledSearch = {
  kind: Kind
  /** Each list must contain the listing's topic or place, or one above it. */
  topics: number[][]
  places: number[][]
  concepts: CompiledConcept[]
  phrases: string[][]
  /** In cents, inclusive. */
  price?: { min: number; max: number }
  pictures?: true
  /** In days since 2000-01-01. */
  days?: { from: number; to: number }
  when?: EventDays
  hideEnded?: true
  near?: { latitude: number; longitude: number; km: number }
}

/** `when` takes the place of the filter's days, because the days that it names change. */
export function compileSearch(
  { kind, ids, price, pictures, days, hideEnded, near }: IndexFilter,
  { concepts, phrases, place, free }: ParsedQuery,
  when: EventDays | undefined,
): CompiledSearch {
  const placed: IdFilter = place ? { ...ids, [place.level]: place.ids } : ids
  const defined = (lists: (number[] | undefined)[]) => lists.filter((list) => list !== undefined)
  const priced = price ?? (free ? { min: 0, max: 0 } : undefined)
  return {
    kind,
    topics: defined([ids.category, ids.subcategory]),
    places: defined([placed.country, placed.state, placed.city]),
    concepts: concepts.map(compileConcept),
    phrases,
    ...(priced && { price: priced }),
    ...(pictures && { pictures }),
    ...(when ? { when } : days && { days }),
    ...(hideEnded && { hideEnded }),
    ...(near && { near }),
  }
}

const compileConcept = ({ alternatives, topics, places = [] }: Concept): CompiledConcept => ({
  alternatives: alternatives
    .filter(({ terms }) => terms.length > 0)
    .map(({ terms, within }) => ({ terms, ...(within && { within }) })),
  topics: topics.map(({ id }) => id),
  places,
})

/** A listing with what comparing it needs more than once. */
export type MatchedListing = {
  listing: IndexedListing
  /** Its topic and place, and those above them. */
  topics: ReadonlySet<number>
  places: ReadonlySet<number>
  titleTerms: readonly string[]
  bodyTerms: readonly string[]
  inTitle: ReadonlySet<string>
  anywhere: ReadonlySet<string>
}

export type MatchDay = {
  /** Today, in days since 2000-01-01. */
  today: number
  daysOf: (when: EventDays) => { from: number; to: number }
}

/** Returns whether a search finds a listing. The checks that exclude most come first. */
export function matches(
  search: CompiledSearch,
  matched: MatchedListing,
  places: Places,
  day: MatchDay,
): boolean {
  const { listing } = matched
  if ((search.kind === 'event') !== listing.isEvent) return false
  for (const list of search.places) if (!containsAny(matched.places, list)) return false
  for (const list of search.topics) if (!containsAny(matched.topics, list)) return false
  const { price, near } = search
  if (price && (listing.cents < price.min || listing.cents > price.max)) return false
  if (search.pictures && !listing.pictures) return false
  if (near && !places.isNear(listing.place, near)) return false
  return (
    takesPlaceOn(search, listing, day) &&
    search.concepts.every((concept) => matchesConcept(concept, matched)) &&
    search.phrases.every((phrase) =>
      [matched.titleTerms, matched.bodyTerms].some((terms) => includesPhrase(terms, phrase)),
    )
  )
}

function takesPlaceOn({ days, when, hideEnded }: CompiledSearch, listing: IndexedListing, day: MatchDay) {
  const range = when ? day.daysOf(when) : days
  if (!range && !hideEnded) return true
  const from = Math.max(range?.from ?? 0, hideEnded ? day.today : 0)
  const { startDay, endDay } = listing
  return (startDay ?? lastIndexDay) <= (range?.to ?? lastIndexDay) && (endDay ?? lastIndexDay) >= from
}

function matchesConcept({ alternatives, topics, places }: CompiledConcept, matched: MatchedListing): boolean {
  if (containsAny(matched.topics, topics) || containsAny(matched.places, places)) return true
  return alternatives.some(({ terms, within }) => {
    if (terms.every((term) => matched.inTitle.has(term))) return true
    if (within && !containsAny(matched.topics, within)) return false
    return terms.every((term) => matched.anywhere.has(term))
  })
}

function containsAny(set: ReadonlySet<number>, ids: readonly number[]): boolean {
  for (const id of ids) if (set.has(id)) return true
  return false
}

/** Returns whether the terms of a phrase stand next to each other. */
export function includesPhrase(terms: readonly string[], phrase: readonly string[]): boolean {
  for (let start = 0; start + phrase.length <= terms.length; start += 1) {
    if (phrase.every((term, offset) => terms[start + offset] === term)) return true
  }
  return false
}
