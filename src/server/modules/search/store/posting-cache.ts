/** The postings of terms, read from the database when a search needs them and cached by size. */
import DataLoader from 'dataloader'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { inOneTurn } from '../../../platform/database/batches.ts'
import { type Database, placeholder } from '../../../platform/database/database.ts'
import { InFlight } from '../../../platform/in-flight.ts'
import type { BufferPool } from './buffer-pool.ts'
import {
  countListings,
  type PackedPostings,
  packPostings,
  type SegmentPostings,
  unpackPostings,
} from './packed-postings.ts'

/** The postings of one term. */
export type TermPostings = {
  packed: PackedPostings
  /** The segments that were read, including those without the term. */
  segmentIds: readonly number[]
  /** The number of listings in all of them, including deleted ones. */
  listings: number
}

export type PostingCache = {
  /**
   * Returns the postings of terms in these segments. What searches miss at the same time is loaded with one query, or two after a
   * merge.
   */
  load: (
    database: Database,
    segments: SegmentGroup,
    terms: Iterable<string>,
  ) => Promise<Map<string, TermPostings>>
}

/** `isPart` says that the index has others, too. The groups of one generation must be the same objects. */
export type SegmentGroup = { ids: readonly number[]; isPart: boolean }

/** Loads terms that are not cached. */
type Loader = DataLoader<string, TermPostings>

/** Returns a cache for one group of segments, which changes when segments are merged. Postings are read within `buffers.use`. */
export function createPostingCache(maxBytes: number, buffers: BufferPool): PostingCache {
  const cache = new LRUCache<string, TermPostings>({
    maxSize: maxBytes,
    sizeCalculation: bytesOf,
    dispose: ({ packed }) => buffers.retire(packed.buffer),
  })
  const loaders = new WeakMap<SegmentGroup, Loader>()

  /** Terms that were read in an earlier generation lack only the segments of merges since then. */
  async function read(
    database: Database,
    { ids: segmentIds, isPart }: SegmentGroup,
    terms: readonly string[],
  ) {
    const known = new Map<string, TermPostings>()
    for (const term of terms) {
      const cached = cache.peek(term)
      if (cached) known.set(term, cached)
    }
    const readBefore = [...known.values()].map((postings) => new Set(postings.segmentIds))
    const missing = segmentIds.filter((id) => !readBefore.every((ids) => ids.has(id)))
    const unknown = terms.filter((term) => !known.has(term))
    const readUnknown = () =>
      isPart ? readPostingsOf(database, unknown, segmentIds) : readPostings(database, unknown)
    const rows = await Promise.all([
      unknown.length > 0 ? readUnknown() : [],
      missing.length > 0 ? readPostingsOf(database, [...known.keys()], missing) : [],
    ])
    const found = new Map<string, SegmentPostings[]>()
    for (const row of rows.flat()) {
      const ofTerm = found.get(row.term)
      if (ofTerm) ofTerm.push(row)
      else found.set(row.term, [row])
    }
    const current = new Set(segmentIds)
    return terms.map((term) => {
      const before = known.get(term)
      const all = [...(before ? unpackPostings(before.packed) : []), ...(found.get(term) ?? [])]
      const packed = packPostings(
        all.filter(({ segment }) => current.has(segment)),
        buffers.take,
      )
      const postings = { packed, segmentIds, listings: countListings(packed) }
      cache.set(term, postings)
      return postings
    })
  }

  /** The loader remembers which terms are being loaded, so that concurrent searches load each of them once. */
  function loaderOf(database: Database, segments: SegmentGroup): Loader {
    const existing = loaders.get(segments)
    if (existing) return existing
    const loader: Loader = new DataLoader(
      (terms) =>
        read(database, segments, terms).finally(() => {
          for (const term of terms) loader.clear(term)
        }),
      { ...inOneTurn, cacheMap: new InFlight<Promise<TermPostings>>() },
    )
    loaders.set(segments, loader)
    return loader
  }

  return {
    async load(database, segments, terms) {
      const loaded = new Map<string, TermPostings>()
      const missing: Promise<unknown>[] = []
      for (const term of new Set(terms)) {
        const cached = cache.get(term)
        if (cached?.segmentIds === segments.ids) loaded.set(term, cached)
        else
          missing.push(
            loaderOf(database, segments)
              .load(term)
              .then((postings) => loaded.set(term, postings)),
          )
      }
      await Promise.all(missing)
      return loaded
    },
  }
}

type PostingRow = { term: string; segment: number; titles: Buffer | null; bodies: Buffer | null }

/** Also returns postings of segments that are being built or were replaced. */
const readPostings = ({ preparedQuery }: Database, terms: readonly string[]) =>
  preparedQuery(
    'search-postings',
    () => sql<PostingRow>`
      select term, segment_id as segment, titles, bodies from search_posting
      where term = any (${placeholder('terms')}::text[])`,
    { terms },
  )

const readPostingsOf = ({ preparedQuery }: Database, terms: readonly string[], segments: readonly number[]) =>
  preparedQuery(
    'search-postings-of-segments',
    () => sql<PostingRow>`
      select term, segment_id as segment, titles, bodies from search_posting
      where term = any (${placeholder('terms')}::text[]) and segment_id = any (${placeholder('segments')}::int[])`,
    { terms, segments },
  )

/** What an entry takes besides its postings: its place in the cache, its objects, and the term. */
const bytesPerTerm = 500

const bytesOf = ({ packed }: TermPostings): number => bytesPerTerm + packed.buffer.byteLength
