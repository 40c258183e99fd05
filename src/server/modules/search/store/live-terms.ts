/** The terms of listings as numbers, so that those of many listings are counted and sorted in arrays of integers. */
import { termsOfDays } from '../index/event-days.ts'
import { termsOf } from '../language/words.ts'
import { type IndexedListing, seriesDaysOf } from './indexed-listing.ts'

/** Distinct terms. `bodies` has those that the description contains but the title does not. */
export type ListingTerms = { titles: Uint32Array; bodies: Uint32Array }

export type TermNumbers = {
  /** Returns the number of a term that a listing has; undefined for another term. */
  get: (term: string) => number | undefined
  /** Returns the terms of a listing. They are numbered from 0, in the order in which they are first seen. */
  read: (listing: IndexedListing) => ListingTerms
}

export function createTermNumbers(): TermNumbers {
  const numbers = new Map<string, number>()
  const numberOf = (term: string): number => {
    const known = numbers.get(term)
    if (known !== undefined) return known
    numbers.set(term, numbers.size)
    return numbers.size - 1
  }
  return {
    get: (term) => numbers.get(term),
    read(listing) {
      const titles = new Set(termsOf(listing.title).map(numberOf))
      for (const term of termsOfDays(seriesDaysOf(listing) ?? [])) titles.add(numberOf(term))
      const bodies = new Set(termsOf(listing.description).map(numberOf))
      return {
        titles: Uint32Array.from(titles),
        bodies: Uint32Array.from(bodies).filter((term) => !titles.has(term)),
      }
    },
  }
}
