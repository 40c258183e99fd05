/** The postings of a segment in memory, in four arrays: objects for each of its terms would be much work for the garbage collector. */
import { positionIn } from '../index/ascending.ts'
import { createPosting, type Field, minBitsetSlots, type Posting } from '../index/posting.ts'
import type { ListingTerms } from './live-terms.ts'

export type LivePostings = {
  /** Returns the posting of a term by its number; null if no listing has it in this field. */
  get: (term: number, field: Field) => Posting | null
  /** Returns the number of listings with a term. */
  listingsWith: (term: number) => number
}

/** Returns the postings of listings, whose terms are given by slot. */
export function createLivePostings(listings: readonly ListingTerms[]): LivePostings {
  const terms = distinctTerms(listings)
  // `slots` has those of the first term's titles, of its bodies, of the second term's titles, and so on. `starts` says where each begins.
  const starts = new Uint32Array(2 * terms.length + 1)
  for (const { titles, bodies } of listings) {
    for (const term of titles) count(starts, 2 * positionIn(terms, term) + 1)
    for (const term of bodies) count(starts, 2 * positionIn(terms, term) + 2)
  }
  for (let at = 1; at < starts.length; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0)
  const slots = new Uint16Array(starts.at(-1) ?? 0)
  const ends = starts.slice()
  for (const [slot, { titles, bodies }] of listings.entries()) {
    for (const term of titles) slots[count(ends, 2 * positionIn(terms, term))] = slot
    for (const term of bodies) slots[count(ends, 2 * positionIn(terms, term) + 1)] = slot
  }
  const large = new Map<number, Posting>()

  function postingAt(at: number): Posting | null {
    const start = starts[at] ?? 0
    const end = starts[at + 1] ?? 0
    if (start === end) return null
    const found = slots.subarray(start, end)
    if (found.length < minBitsetSlots) return found
    const posting = large.get(at) ?? createPosting(found)
    large.set(at, posting)
    return posting
  }

  return {
    get(term, field) {
      const at = positionIn(terms, term)
      return terms[at] === term ? postingAt(field === 'titles' ? 2 * at : 2 * at + 1) : null
    },
    listingsWith(term) {
      const at = positionIn(terms, term)
      return terms[at] === term ? (starts[2 * at + 2] ?? 0) - (starts[2 * at] ?? 0) : 0
    },
  }
}

/** Returns the terms of the listings in ascending order. */
function distinctTerms(listings: readonly ListingTerms[]): Uint32Array {
  const all = new Uint32Array(
    listings.reduce((sum, { titles, bodies }) => sum + titles.length + bodies.length, 0),
  )
  let length = 0
  for (const { titles, bodies } of listings) {
    all.set(titles, length)
    all.set(bodies, length + titles.length)
    length += titles.length + bodies.length
  }
  all.sort()
  let distinct = 0
  for (const term of all) if (distinct === 0 || all[distinct - 1] !== term) all[distinct++] = term
  return all.slice(0, distinct)
}

/** Adds one to a number and returns what it was. */
function count(numbers: Uint32Array, at: number): number {
  const before = numbers[at] ?? 0
  numbers[at] = before + 1
  return before
}
