/**
 * Segments in memory with the changes that are not merged yet. Few segments are rebuilt per change: each is much larger than
 * the next one.
 */
import { addSlot, type Bitset, createBitset, hasSlot } from '../index/bitset.ts'
import { createPosting, type Posting } from '../index/posting.ts'
import type { Segment } from '../index/segment.ts'
import { maxSegmentSize } from '../types.ts'
import type { IndexedListing } from './indexed-listing.ts'
import { buildSegment, type ListingWords, wordsOf } from './segment-builder.ts'

export type FieldPostings = { titles: Posting | null; bodies: Posting | null }

type LiveSegment = Segment & {
  ids: readonly string[]
  /** The number of listings that are not deleted. */
  listings: number
  postings: ReadonlyMap<string, FieldPostings & { listings: number }>
}

/** A changed listing; null if visitors cannot see it any more. */
export type Change = { id: string; listing: IndexedListing | null }

type Stored = { listing: IndexedListing; segment: number; slot: number }

/** A segment is rebuilt together with new listings until it has this many times as many. */
const growth = 4

export type LiveSegments = {
  apply: (changes: readonly Change[]) => void
  /** Returns the segments, which later changes leave as they are. */
  segments: () => readonly LiveSegment[]
}

/** Creates an empty set. The ids of its segments are negative and come from `nextId`. */
export function createLiveSegments(nextId: () => number): LiveSegments {
  let segments: readonly LiveSegment[] = []
  const stored = new Map<string, Stored>()
  const words = new WeakMap<IndexedListing, ListingWords>()
  const readWords = (listing: IndexedListing): ListingWords => {
    const known = words.get(listing)
    if (known) return known
    const read = wordsOf(listing)
    words.set(listing, read)
    return read
  }

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

  function add(listings: IndexedListing[]) {
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

  const remaining = ({ ids, deleted }: LiveSegment): IndexedListing[] =>
    ids.flatMap((id, slot) => (deleted && hasSlot(deleted, slot) ? [] : (stored.get(id)?.listing ?? [])))

  function build(listings: IndexedListing[]): LiveSegment {
    const byId = new Map(listings.map((listing) => [listing.id, listing]))
    const { size, columns, ids, terms } = buildSegment(listings, { readWords })
    const id = nextId()
    for (const [slot, uuid] of ids.entries()) {
      const listing = byId.get(uuid)
      if (listing) stored.set(uuid, { listing, segment: id, slot })
    }
    const postings = new Map<string, FieldPostings & { listings: number }>()
    for (const [term, { titles, bodies }] of terms)
      postings.set(term, {
        titles: titles.length > 0 ? createPosting(titles) : null,
        bodies: bodies.length > 0 ? createPosting(bodies) : null,
        listings: titles.length + bodies.length,
      })
    return { id, size, columns, deleted: null, removed: null, ids, listings: size, postings }
  }

  return {
    segments: () => segments,
    apply(changes) {
      remove(changes.map(({ id }) => id))
      const listings = changes.flatMap(({ listing }) => listing ?? [])
      if (listings.length > 0) add(listings)
    },
  }
}

const countListings = (ids: readonly string[], deleted: Bitset): number =>
  ids.reduce((count, _id, slot) => count + (hasSlot(deleted, slot) ? 0 : 1), 0)
