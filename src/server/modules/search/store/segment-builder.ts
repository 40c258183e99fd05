/** Builds a segment in memory from the listings that it is to contain. Knows nothing of the database. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Columns, createColumns } from '../index/columns.ts'
import { termsOfDays } from '../index/event-days.ts'
import { indexedWordsOf, termsOf } from '../language/words.ts'
import { type IndexedListing, newestFirst, seriesDaysOf, setColumns } from './indexed-listing.ts'

/** Ascending slots. `bodies` has those whose description contains the term but whose title does not. */
export type TermSlots = { titles: number[]; bodies: number[] }

export type BuiltSegment = {
  size: number
  columns: Columns
  /** The ids of the listings by slot. */
  ids: string[]
  terms: Map<string, TermSlots>
  /** How many listings contain each word as written. */
  words: Map<string, number>
}

/** A word as written, with what the index stores for it. */
type Word = { terms: Term[]; listings: number; lastSlot: number }

/** With the last slots, because reading the ends of the lists takes longer than everything else. */
type Term = TermSlots & { lastTitle: number; lastBody: number }

type BuildOptions = {
  /** Says which listings count in `words`. */
  hasNewWords?: (listing: IndexedListing) => boolean
}

/** The process stays responsive: this many listings take a few milliseconds. */
const listingsPerTurn = 100

/** Returns a segment with these listings, at most `maxSegmentSize`, from newest to oldest. Between them, the process does other work. */
export async function buildSegment(
  listings: readonly IndexedListing[],
  options?: BuildOptions,
): Promise<BuiltSegment> {
  const builder = createBuilder(listings.length, options)
  for (const [index, listing] of listings.toSorted(newestFirst).entries()) {
    if (index % listingsPerTurn === listingsPerTurn - 1) await nextTurn()
    builder.add(listing)
  }
  return builder.finish()
}

function createBuilder(size: number, { hasNewWords = () => true }: BuildOptions = {}) {
  const columns = createColumns(size)
  const ids: string[] = []
  const terms = new Map<string, Term>()
  const words = new Map<string, Word>()

  const slotsOf = (term: string): Term => {
    let slots = terms.get(term)
    if (!slots) {
      slots = { titles: [], bodies: [], lastTitle: -1, lastBody: -1 }
      terms.set(term, slots)
    }
    return slots
  }
  const wordOf = (text: string): Word => {
    let word = words.get(text)
    if (!word) {
      word = { terms: termsOf(text).map(slotsOf), listings: 0, lastSlot: -1 }
      words.set(text, word)
    }
    return word
  }

  return {
    /** Adds the next listing, which must not be newer than the previous one. */
    add(listing: IndexedListing) {
      const slot = ids.push(listing.id) - 1
      setColumns(columns, slot, listing)
      const days = seriesDaysOf(listing)
      if (days) for (const term of termsOfDays(days)) slotsOf(term).titles.push(slot)
      const counted = hasNewWords(listing) ? 1 : 0
      for (const text of indexedWordsOf(listing.title)) {
        const word = wordOf(text)
        if (word.lastSlot === slot) continue
        word.lastSlot = slot
        word.listings += counted
        for (const term of word.terms) {
          if (term.lastTitle === slot) continue
          term.lastTitle = slot
          term.titles.push(slot)
        }
      }
      for (const text of indexedWordsOf(listing.description)) {
        const word = wordOf(text)
        if (word.lastSlot === slot) continue
        word.lastSlot = slot
        word.listings += counted
        for (const term of word.terms) {
          if (term.lastTitle === slot || term.lastBody === slot) continue
          term.lastBody = slot
          term.bodies.push(slot)
        }
      }
    },
    finish(): BuiltSegment {
      const counts = new Map<string, number>()
      for (const [text, { listings }] of words) counts.set(text, listings)
      return { size: ids.length, columns, ids, terms, words: counts }
    },
  }
}
