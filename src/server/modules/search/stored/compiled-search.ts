/**
 * A search that is stored and compared with single listings, instead of being run. It means what `runQuery` means by a full
 * match, and what its text meant when it was compiled: later synonyms and typo corrections do not change it.
 */
import type { Kind } from '../../../../shared/listing.ts'
import { daysOfWhen, type RelativeDays } from '../relative-days.ts'
import { type IndexedListing, lastIndexDay, seriesDaysOf } from '../store/indexed-listing.ts'
import type { Concept, IndexClock, IndexFilter, ParsedQuery } from '../types.ts'
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
  when?: RelativeDays
  hideEnded?: true
  near?: { latitude: number; longitude: number; km: number }
}

/** `filter` contains what the text says about the price, the days, and the place. */
export function compileSearch(
  { kind, ids, price, pictures, days, hideEnded, near }: IndexFilter,
  { concepts, phrases }: Pick<ParsedQuery, 'concepts' | 'phrases'>,
): CompiledSearch {
  const defined = (lists: (number[] | undefined)[]) => lists.filter((list) => list !== undefined)
  return {
    kind,
    topics: defined([ids.category, ids.subcategory]),
    places: defined([ids.country, ids.state, ids.city]),
    concepts: concepts.map(compileConcept),
    phrases,
    ...(price && { price }),
    ...(pictures && { pictures }),
    ...(days && ('when' in days ? { when: days.when } : { days })),
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

/** Returns whether a search finds a listing. The checks that exclude most come first. */
export function matches(
  search: CompiledSearch,
  matched: MatchedListing,
  places: Places,
  clock: IndexClock,
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
    takesPlaceOn(search, listing, clock) &&
    search.concepts.every((concept) => matchesConcept(concept, matched)) &&
    search.phrases.every((phrase) =>
      [matched.titleTerms, matched.bodyTerms].some((terms) => includesPhrase(terms, phrase)),
    )
  )
}

function takesPlaceOn(
  { days, when, hideEnded }: CompiledSearch,
  listing: IndexedListing,
  { now, todayOf }: IndexClock,
): boolean {
  const today = todayOf[listing.place] ?? 0
  const { dates } = listing
  const { startDay, endDay } = dates ?? listing
  if (hideEnded && (dates ? dates.endsAt <= now : (endDay ?? lastIndexDay) < today)) return false
  const range = when ? daysOfWhen(when, today) : days
  if (!range) return true
  const from = hideEnded ? Math.max(range.from, today) : range.from
  const series = seriesDaysOf(listing)
  if (!series) return (startDay ?? lastIndexDay) <= range.to && (endDay ?? lastIndexDay) >= from
  // Its date of today is over if a later one is the current one.
  const isOver = (day: number) => hideEnded && day === today && (startDay ?? 0) > today
  return series.some((day) => day >= from && day <= range.to && !isOver(day))
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
