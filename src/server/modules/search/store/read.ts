/**
 * The index as searches read it: the columns of all listings in memory, the postings of terms when a search needs them, and
 * the changes that are not merged yet. Every search sees what was committed before it began, by any server.
 */
import { AppError } from '../../../../shared/errors.ts'
import { coalesce } from '../../../platform/database/coalesce.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Field, Posting } from '../index/posting.ts'
import type { Segment } from '../index/segment.ts'
import type { Position } from '../types.ts'
import { createBufferPool } from './buffer-pool.ts'
import { type FoundListing, readListingIds } from './found-listings.ts'
import { createLiveSegments, type LiveSegments } from './live-segments.ts'
import { postingOfSegment } from './packed-postings.ts'
import {
  createPostingCache,
  type PostingCache,
  type SegmentGroup,
  type TermPostings,
} from './posting-cache.ts'
import { firstSnapshot, type IndexChanges, noGeneration, readChanges } from './read-changes.ts'
import { type ColumnsInUse, type DiskSegment, loadSegments, withoutSlots } from './stored-segments.ts'

/** The index, or the segments of its newest listings, with the postings that a query needs. */
export type LoadedIndex = {
  segments: Segment[]
  postingOf: (term: string, segment: Segment, field: Field) => Posting | null
  /** The number of listings that visitors can see. */
  documentCount: number
  /** The number of listings that contain a loaded term, approximately. */
  listingsWith: (term: string) => number
}

/** The index at one instant. It stays valid for a minute. */
export type IndexView = Pick<LoadedIndex, 'segments' | 'documentCount'> & {
  /** Changes when listings are merged or rebuilt, about once a minute if there are changes. */
  generation: string
  /** The number of segments besides those of the newest listings. 0 on a site of up to two million listings. */
  olderSegments: number
  /** Loads the postings of these terms. Concurrent loads of a term share one query. */
  load: (terms: Iterable<string>) => Promise<LoadedIndex>
  /** Loads the postings that the segments of the newest listings have of these terms. */
  loadNewest: (terms: Iterable<string>) => Promise<LoadedIndex>
  /** Adds the id of a listing if this process knows it: if it is not in a stored segment. */
  located: <Hit extends Position>(position: Hit) => Hit & FoundListing
  /** Returns the ids of listings in the order of their positions; null for a listing that is gone. */
  listingIds: (positions: readonly Position[]) => Promise<(string | null)[]>
}

export type IndexReader = {
  /**
   * Runs `search` on the index with everything that was committed before the call. Throws `IndexNotBuilt` if the
   * index is not complete. With a replica, everything in `search` is read from the same server.
   */
  withView: <Result>(search: (view: IndexView) => Promise<Result>) => Promise<Result>
}

/** Thrown while a large site has no index. The server builds it before it starts. */
export class IndexNotBuilt extends AppError {
  constructor() {
    super('unavailable', 'The search is being prepared. Please try again in a minute.', undefined, {
      retryAfter: 30,
    })
  }
}

const cacheBytes = 28 * 1024 * 1024
/** Only searches for rare words, and those that find nothing else, read older listings. */
const olderCacheBytes = 14 * 1024 * 1024
/** As much as the caches evict while the longest searches run. */
const freeBytes = 8 * 1024 * 1024

/**
 * Returns a reader. All requests of a process share one, because it holds 36 bytes per listing in memory. `newest` is how many
 * listings can be loaded without the others if there are more than twice as many.
 */
export function openIndexReader(database: Database, newest = Number.POSITIVE_INFINITY): IndexReader {
  const buffers = createBufferPool(freeBytes)
  const postings = {
    newest: createPostingCache(cacheBytes, buffers),
    older: createPostingCache(olderCacheBytes, buffers),
  }
  const shared: Shared = { columns: new Map(), postings, newest, lastLiveId: 0 }
  const primary = createServerReader(database, shared)
  const { onOneServer } = database
  if (!onOneServer) return { withView: (search) => buffers.use(async () => search(await primary())) }
  const readers = { primary, replica: createServerReader(database, shared) }
  return {
    withView: (search) => buffers.use(() => onOneServer(async (server) => search(await readers[server]()))),
  }
}

/** What the primary and its replica have in common. */
type Shared = {
  columns: ColumnsInUse
  postings: { newest: PostingCache; older: PostingCache }
  newest: number
  lastLiveId: number
}

/** The stored segments of the newest listings, and the others. */
type SegmentGroups = { newest: SegmentGroup; older: SegmentGroup }

type State = {
  generation: string
  snapshot: string
  disk: Map<number, DiskSegment>
  /** The same as long as the segments are the same. */
  groups: SegmentGroups
  live: LiveSegments
  /** The content of each change, to recognize those that are returned again. */
  applied: Map<string, string>
  view: IndexView
}

/** More changes than this make every search slower until they are merged. */
const maxLiveChanges = 1000
const mergeRequestMs = 5000
const maxReloads = 10

/** Returns a function that returns the view of now. Concurrent calls share one query. */
function createServerReader(database: Database, shared: Shared): () => Promise<IndexView> {
  let state: State | null = null
  let mergeRequested = 0

  async function read(): Promise<IndexView> {
    let found = await readChanges(
      database,
      state?.generation ?? noGeneration,
      state?.snapshot ?? firstSnapshot,
    )
    for (let attempt = 0; state?.generation !== found.generation; attempt++) {
      if (!found.complete) throw new IndexNotBuilt()
      if (attempt === maxReloads) throw new Error('The search index changes too often.')
      // Segments are read after the changes. If they are of a later generation, all is read again.
      const disk = await loadSegments(database, shared.columns, found.generation, {
        disk: state?.disk ?? new Map(),
        unmerged: found.changes.flatMap(({ slots }) => slots),
      })
      if (disk) state = createState(found, disk)
      else found = await readChanges(database, noGeneration, firstSnapshot)
    }
    applyChanges(state, found)
    requestMerge(state.applied.size)
    return state.view
  }

  function createState({ generation }: IndexChanges, disk: Map<number, DiskSegment>): State {
    const created = {
      generation,
      snapshot: firstSnapshot,
      disk,
      groups: groupByAge([...disk.values()], shared.newest),
      live: createLiveSegments(() => --shared.lastLiveId),
      applied: new Map<string, string>(),
    }
    return { ...created, view: createView(database, shared, created) }
  }

  function applyChanges(current: State, { snapshot, changes }: IndexChanges) {
    current.snapshot = snapshot
    const fresh = changes.filter(({ id, listing }) => {
      const content = JSON.stringify(listing)
      if (current.applied.get(id) === content) return false
      current.applied.set(id, content)
      return true
    })
    if (fresh.length === 0) return
    current.disk = withoutSlots(
      current.disk,
      fresh.flatMap(({ slots }) => slots),
    )
    current.live.apply(fresh)
    current.view = createView(database, shared, current)
  }

  /** A job also merges every minute. */
  function requestMerge(changes: number) {
    if (changes < maxLiveChanges || performance.now() < mergeRequested + mergeRequestMs) return
    mergeRequested = performance.now()
    database.pool
      .query(`select graphile_worker.add_job('merge_search_index', job_key => 'merge_search_index')`)
      .catch(() => {})
  }

  return coalesce(read)
}

/** Returns the segments with at least this many of the newest listings, unless they have more than half of all listings. */
function groupByAge(disk: readonly DiskSegment[], listings: number): SegmentGroups {
  const postedOf = ({ segment }: DiskSegment) => segment.columns.posted[0] ?? 0
  const sorted = disk.toSorted((a, b) => postedOf(b) - postedOf(a))
  let count = 0
  let counted = 0
  while (count < listings && counted < sorted.length) count += sorted[counted++]?.listings ?? 0
  const total = disk.reduce((sum, segment) => sum + segment.listings, 0)
  const split = total > 2 * count ? counted : sorted.length
  const idsOf = (segments: DiskSegment[]) => segments.map(({ segment }) => segment.id)
  const older = idsOf(sorted.slice(split))
  return {
    newest: { ids: idsOf(sorted.slice(0, split)), isPart: older.length > 0 },
    older: { ids: older, isPart: true },
  }
}

const noTerms: ReadonlyMap<string, TermPostings> = new Map()

function createView(
  database: Database,
  { postings }: Shared,
  { generation, disk, groups, live }: Pick<State, 'generation' | 'disk' | 'groups' | 'live'>,
): IndexView {
  const liveSegments = new Map(live.segments().map((segment) => [segment.id, segment]))
  const stored = (ids: readonly number[]) => ids.flatMap((id) => disk.get(id) ?? [])
  const partOf = (segments: DiskSegment[]) => ({
    segments: [...segments.map(({ segment }) => segment), ...liveSegments.values()],
    documentCount: [...segments, ...liveSegments.values()].reduce((sum, { listings }) => sum + listings, 0),
  })
  const all = partOf([...disk.values()])
  const newest = groups.newest.isPart ? partOf(stored(groups.newest.ids)) : all
  const older = new Set(groups.older.ids)
  const located = <Hit extends Position>(position: Hit) => ({
    ...position,
    id: liveSegments.get(position.segment)?.ids[position.slot] ?? null,
  })
  // Holding the postings here keeps them available even if the cache evicts them.
  const loaded = (
    part: Pick<LoadedIndex, 'segments' | 'documentCount'>,
    ofNewest: ReadonlyMap<string, TermPostings>,
    ofOlder: ReadonlyMap<string, TermPostings>,
  ): LoadedIndex => ({
    ...part,
    postingOf(term, { id }, field) {
      const liveSegment = liveSegments.get(id)
      if (liveSegment) return live.postingOf(term, liveSegment, field)
      const postings = (older.has(id) ? ofOlder : ofNewest).get(term)
      return postings ? postingOfSegment(postings.packed, id, field) : null
    },
    listingsWith(term) {
      let listings = (ofNewest.get(term)?.listings ?? 0) + (ofOlder.get(term)?.listings ?? 0)
      for (const segment of liveSegments.values()) listings += live.listingsWith(term, segment)
      return listings
    },
  })
  return {
    generation,
    ...all,
    olderSegments: groups.older.ids.length,
    loadNewest: async (terms) =>
      loaded(newest, await postings.newest.load(database, groups.newest, terms), noTerms),
    async load(terms) {
      const wanted = new Set(terms)
      const [ofNewest, ofOlder] = await Promise.all([
        postings.newest.load(database, groups.newest, wanted),
        groups.newest.isPart ? postings.older.load(database, groups.older, wanted) : noTerms,
      ])
      return loaded(all, ofNewest, ofOlder)
    },
    located,
    listingIds: (positions) => readListingIds(database, positions.map(located)),
  }
}
