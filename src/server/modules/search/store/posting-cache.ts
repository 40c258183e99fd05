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
    const found = new Map(rows.flat().map(({ term, postings }) => [term, decodeSegments(postings)]))
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

/**
 * The postings of a term in one value, because an old, rare term has a few bytes in each of a hundred segments. Of each segment: its id,
 * the number of bytes of its titles and of its bodies, and these.
 */
const encodedSegments = sql<Buffer>`string_agg(
  int4send(segment_id) || int4send(coalesce(octet_length(titles), 0)) || int4send(coalesce(octet_length(bodies), 0))
    || coalesce(titles, '') || coalesce(bodies, ''), '')`

type PostingRow = { term: string; postings: Buffer }

function decodeSegments(bytes: Buffer): SegmentPostings[] {
  const segments: SegmentPostings[] = []
  for (let at = 0; at < bytes.length; ) {
    const titles = at + 12
    const bodies = titles + bytes.readInt32BE(at + 4)
    const end = bodies + bytes.readInt32BE(at + 8)
    segments.push({
      segment: bytes.readInt32BE(at),
      titles: bodies > titles ? bytes.subarray(titles, bodies) : null,
      bodies: end > bodies ? bytes.subarray(bodies, end) : null,
    })
    at = end
  }
  return segments
}

/** Also returns postings of segments that are being built or were replaced. */
const readPostings = ({ preparedQuery }: Database, terms: readonly string[]) =>
  preparedQuery(
    'search-postings',
    () => sql<PostingRow>`
      select term, ${encodedSegments} as postings from search_posting
      where term = any (${placeholder('terms')}::text[]) group by term`,
    { terms },
  )

const readPostingsOf = ({ preparedQuery }: Database, terms: readonly string[], segments: readonly number[]) =>
  preparedQuery(
    'search-postings-of-segments',
    () => sql<PostingRow>`
      select term, ${encodedSegments} as postings from search_posting
      where term = any (${placeholder('terms')}::text[]) and segment_id = any (${placeholder('segments')}::int[])
      group by term`,
    { terms, segments },
  )

/** What an entry takes besides its postings: its place in the cache, its objects, and the term. */
const bytesPerTerm = 500

const bytesOf = ({ packed }: TermPostings): number => bytesPerTerm + packed.buffer.byteLength
