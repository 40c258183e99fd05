/**
 * Segments in memory with the changes that are not merged yet. Few segments are rebuilt per change: each is much larger than
 * the next one.
 */
import { addSlot, type Bitset, createBitset, hasSlot } from '../index/bitset.ts'
import { createColumns } from '../index/columns.ts'
import type { Field, Posting } from '../index/posting.ts'
import type { Segment } from '../index/segment.ts'
import { maxSegmentSize } from '../types.ts'
import { type IndexedListing, newestFirst, setColumns } from './indexed-listing.ts'
import { createLivePostings, type LivePostings } from './live-postings.ts'
import { createTermNumbers, type ListingTerms } from './live-terms.ts'

type LiveSegment = Segment & {
  ids: readonly string[]
  /** The number of listings that are not deleted. */
  listings: number
  postings: LivePostings
}

/** A changed listing; null if visitors cannot see it any more. */
export type Change = { id: string; listing: IndexedListing | null }

/** A listing that is not deleted, and where it is. */
type Stored = { listing: IndexedListing; terms: ListingTerms; segment: number; slot: number }

/** A segment is rebuilt together with new listings until it has this many times as many. */
const growth = 4

export type LiveSegments = {
  apply: (changes: readonly Change[]) => void
  /** Returns the segments, which later changes leave as they are. */
  segments: () => readonly LiveSegment[]
  /** Returns the posting of a term in one of the segments, also in an earlier one; null if no listing has it in this field. */
  postingOf: (term: string, segment: LiveSegment, field: Field) => Posting | null
  /** Returns the number of listings of a segment that contain a term. */
  listingsWith: (term: string, segment: LiveSegment) => number
}

/** Creates an empty set. The ids of its segments are negative and come from `nextId`. */
export function createLiveSegments(nextId: () => number): LiveSegments {
  let segments: readonly LiveSegment[] = []
  const stored = new Map<string, Stored>()
  const numbers = createTermNumbers()

  function remove(ids: Iterable<string>) {
    const deleted = new Map<number, Bitset>()
    for (const id of ids) {
      const found = stored.get(id)
      if (!found) continue
      stored.delete(id)
      const current = segments.find((segment) => segment.id === found.segment)
      const set = deleted.get(found.segment) ?? current?.deleted?.slice() ?? createBitset()
      addSlot(set, found.slot)
      deleted.set(found.segment, set)
    }
    if (deleted.size > 0)
      segments = segments.map((segment) => {
        const set = deleted.get(segment.id)
        return set ? { ...segment, deleted: set, listings: countListings(segment.ids, set) } : segment
      })
  }

  function add(listings: Stored[]) {
    const rest = [...segments]
    let together = listings
    for (;;) {
      const last = rest.at(-1)
      if (!last || last.listings > growth * together.length) break
      if (last.listings + together.length > maxSegmentSize) break
      rest.pop()
      together = [...together, ...remaining(last)]
    }
    for (let first = 0; first < together.length; first += maxSegmentSize)
      rest.push(build(together.slice(first, first + maxSegmentSize)))
    segments = rest
  }

  const remaining = ({ ids, deleted }: LiveSegment): Stored[] =>
    ids.flatMap((id, slot) => (deleted && hasSlot(deleted, slot) ? [] : (stored.get(id) ?? [])))

  /** Moves the listings to a new segment. */
  function build(unsorted: Stored[]): LiveSegment {
    const listings = unsorted.sort((a, b) => newestFirst(a.listing, b.listing))
    const id = nextId()
    const columns = createColumns(listings.length)
    for (const [slot, entry] of listings.entries()) {
      entry.segment = id
      entry.slot = slot
      setColumns(columns, slot, entry.listing)
      stored.set(entry.listing.id, entry)
    }
    return {
      ...{ id, size: listings.length, listings: listings.length, columns, deleted: null, removed: null },
      ids: listings.map(({ listing }) => listing.id),
      postings: createLivePostings(listings.map(({ terms }) => terms)),
    }
  }

  return {
    segments: () => segments,
    apply(changes) {
      remove(changes.map(({ id }) => id))
      const listings = changes.flatMap(({ listing }) =>
        listing ? { listing, terms: numbers.read(listing), segment: 0, slot: 0 } : [],
      )
      if (listings.length > 0) add(listings)
    },
    postingOf(term, { postings }, field) {
      const number = numbers.get(term)
      return number === undefined ? null : postings.get(number, field)
    },
    listingsWith(term, { postings }) {
      const number = numbers.get(term)
      return number === undefined ? 0 : postings.listingsWith(number)
    },
  }
}

const countListings = (ids: readonly string[], deleted: Bitset): number =>
  ids.reduce((count, _id, slot) => count + (hasSlot(deleted, slot) ? 0 : 1), 0)
