/** How a search text can be read, and what a reading does to the filter and the order of a search. */

import { tokenize } from '../../platform/tokenize.ts'
import type { EngineFilter, EngineSort } from './engine.ts'
import { isFiller } from './language/filler.ts'
import type { Knowledge } from './language/knowledge.ts'
import type { ParsedQuery, RecognizedDays } from './language/parsed-query.ts'
import { isEmpty, nothingFound, type RunReading, type SearchOutcome, type SearchRequest } from './requests.ts'
import { type UnderstandOptions, understand } from './understand.ts'

type Readings = { parsed: ParsedQuery; main: ParsedQuery | null; others: ParsedQuery[] }

/**
 * Returns how a text can be read. The likeliest reading has a place and days as filters. The main clause of a sentence counts if no
 * listing matches all of it; the others, in which these words are ordinary ones, only if nothing else is found: `food truck friday`
 * may be the name of an event.
 */
export function readingsOf(known: Knowledge, request: SearchRequest): Readings {
  const { text, verbatim, filter, today } = request
  const isPlaceChosen = filter.near !== undefined || filter.places.length > 0
  const read = (options: UnderstandOptions) =>
    understand(text, known, { verbatim, places: !isPlaceChosen, today, ...options })
  const parsed = read({})
  // Services have no days, so there these words only matter beside others.
  if (parsed.days && filter.kind === 'service' && asksForNothing({ ...parsed, days: null }))
    return { parsed: read({ days: false }), main: null, others: [] }
  const main = parsed.hasClauses ? read({ mainClause: true }) : null
  const others = [
    ...(isFree(parsed) ? [{ ...parsed, price: null }] : []),
    ...(parsed.days && filter.kind === 'event' && mayBeWords(parsed.days) ? [read({ days: false })] : []),
    ...(parsed.place ? [read({ places: false })] : []),
  ]
  return {
    parsed,
    main: main && !asksForNothing(main) ? main : null,
    others: others.filter((reading) => !asksForNothing(reading)),
  }
}

/** Runs the readings of a text until one finds something, and returns it; the likeliest if none does. */
export async function firstThatFinds(
  { parsed, main, others }: Readings,
  request: SearchRequest,
  run: RunReading,
): Promise<{ reading: ParsedQuery; outcome: SearchOutcome }> {
  const first = {
    reading: parsed,
    outcome: asksForNothing(parsed) ? nothingFound : await run(parsed, request),
  }
  if (first.outcome.full > 0) return first
  if (main) {
    const outcome = await run(main, request)
    if (outcome.full > 0 || (!isEmpty(outcome) && namesTopic(main))) return { reading: main, outcome }
  }
  if (!isEmpty(first.outcome)) return first
  for (const reading of others) {
    const outcome = await run(reading, request)
    // Words that name days count only if listings have all of them.
    const isFound = parsed.days && !reading.days ? outcome.full > 0 : !isEmpty(outcome)
    if (isFound) return { reading, outcome }
  }
  return first
}

/** Whether a text has no words, such as `?!`. */
export const asksForNothing = ({ concepts, place, price, days, near }: ParsedQuery): boolean =>
  concepts.length === 0 && !(place ?? price ?? days ?? near)

/** Whether the words for days say something else, too: Friday, but not tonight, and not May 5. */
const mayBeWords = ({ typed }: RecognizedDays) => !/\d/.test(typed) && !tokenize(typed).every(isFiller)

const namesTopic = ({ concepts }: ParsedQuery) => concepts.some(({ topics }) => topics.length > 0)

const isFree = ({ price }: ParsedQuery) => price?.range.max === 0

/** A list without words: every listing that passes the filter matches. */
export const withoutWords: ParsedQuery = {
  concepts: [],
  phrases: [],
  place: null,
  corrected: null,
  price: null,
  days: null,
  near: null,
  hasClauses: false,
}

/** The filter, narrowed by what the text says. A filter that was chosen comes before it. */
export function narrow(filter: EngineFilter, { place, price, days, near }: ParsedQuery): EngineFilter {
  const isPriced = price !== null && !hasPrice(filter)
  return {
    ...filter,
    places: place ? [...filter.places, place.ids] : filter.places,
    ranges: isPriced ? [...filter.ranges, { field: 'price', ...price.range }] : filter.ranges,
    days: filter.kind === 'event' ? (filter.days ?? days?.days) : undefined,
    near: filter.near ?? near?.circle,
  }
}

export const hasPrice = ({ ranges }: Pick<EngineFilter, 'ranges'>): boolean =>
  ranges.some(({ field }) => field === 'price')

/** Nothing is more relevant than another to a text that only filters: the nearest come first, or the soonest. */
export function sortOf(
  { sort, filter }: { sort: EngineSort; filter: EngineFilter },
  { concepts, near }: ParsedQuery,
): EngineSort {
  if (sort !== 'relevance' || concepts.length > 0) return sort
  if (near) return 'distance'
  return filter.kind === 'event' ? 'soonest' : 'newest'
}
