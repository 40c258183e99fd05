/** How a search text can be read, and what a reading does to the filter and the order of a search. */
import { isFiller } from './language/filler.ts'
import type { Knowledge } from './language/knowledge.ts'
import { tokenize } from './language/words.ts'
import type { IndexFilter, IndexSort, ParsedQuery, RecognizedDays } from './types.ts'
import { type UnderstandOptions, understand } from './understand.ts'

/** `today` is the site's day, counted from 2000-01-01. */
type Asked = { text: string; verbatim: boolean; filter: IndexFilter; today?: number }

type Readings = { parsed: ParsedQuery; main: ParsedQuery | null; others: ParsedQuery[] }

/**
 * Returns how a text can be read. The likeliest reading has a place and days as filters. The main clause of a sentence counts if no
 * listing matches all of it; the others, in which these words are ordinary ones, only if nothing else is found: `food truck friday`
 * may be the name of an event.
 */
export function readingsOf(known: Knowledge, { text, verbatim, filter, today = 0 }: Asked): Readings {
  const isPlaceChosen = Boolean(filter.near ?? filter.ids.country ?? filter.ids.state ?? filter.ids.city)
  const read = (options: UnderstandOptions) =>
    understand(text, known, { verbatim, places: !isPlaceChosen, today, ...options })
  const parsed = read({})
  // Services have no days, so there these words only matter beside others.
  if (parsed.days && filter.kind === 'service' && asksForNothing({ ...parsed, days: null }))
    return { parsed: read({ days: false }), main: null, others: [] }
  const main = parsed.hasClauses ? read({ mainClause: true }) : null
  return {
    parsed,
    main: main && !asksForNothing(main) ? main : null,
    others: [
      ...(isFree(parsed) ? [{ ...parsed, price: null }] : []),
      ...(parsed.days && filter.kind === 'event' && mayBeWords(parsed.days) ? [read({ days: false })] : []),
      ...(parsed.place ? [read({ places: false })] : []),
    ],
  }
}

/** Whether a text has no words, such as `?!`. */
export const asksForNothing = ({ concepts, place, price, days, near }: ParsedQuery) =>
  concepts.length === 0 && !(place ?? price ?? days ?? near)

/** Whether the words for days say something else, too: Friday, but not tonight, and not May 5. */
const mayBeWords = ({ typed }: RecognizedDays) => !/\d/.test(typed) && !tokenize(typed).every(isFiller)

export const namesTopic = ({ concepts }: ParsedQuery) => concepts.some(({ topics }) => topics.length > 0)

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
export function narrow(filter: IndexFilter, { place, price, days, near }: ParsedQuery): IndexFilter {
  return {
    ...filter,
    ids: place ? { ...filter.ids, [place.level]: place.ids } : filter.ids,
    price: filter.price ?? price?.range,
    days: filter.kind === 'event' ? (filter.days ?? days?.days) : undefined,
    near: filter.near ?? near?.circle,
  }
}

/** Nothing is more relevant than another to a text that only filters: the nearest come first, or the soonest. */
export function sortOf(
  { sort, filter }: { sort: IndexSort; filter: IndexFilter },
  { concepts, near }: ParsedQuery,
): IndexSort {
  if (sort !== 'relevance' || concepts.length > 0) return sort
  if (near) return 'distance'
  return filter.kind === 'event' ? 'soonest' : 'newest'
}
