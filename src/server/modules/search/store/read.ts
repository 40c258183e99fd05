/**
 * The index as searches read it: the columns of all listings in memory, the postings of terms when a search needs them, and
 * the changes that are not merged yet. Every search sees what was committed before it began, by any server.
 */
import { AppError } from '../../../../shared/errors.ts'
import { coalesce } from '../../../platform/database/coalesce.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Segment } from '../index/segment.ts'
import type { Position } from '../types.ts'
import { type FoundListing, readListingIds } from './found-listings.ts'
import { createLiveSegments, type FieldPostings, type LiveSegments } from './live-segments.ts'
import { postingsOfSegment } from './packed-postings.ts'
import { createPostingCache, type PostingCache, type TermPostings } from './posting-cache.ts'
import { firstSnapshot, type IndexChanges, noGeneration, readChanges } from './read-changes.ts'
import { type ColumnsInUse, type DiskSegment, loadSegments, withoutSlots } from './stored-segments.ts'

/** The index with the postings that a query needs. */
type LoadedIndex = {
  segments: Segment[]
  postingsOf: (term: string, segment: Segment) => FieldPostings
  /** The number of listings that visitors can see. */
  documentCount: number
  /** The number of listings that contain a loaded term, approximately. */
  listingsWith: (term: string) => number
}

/** The index at one instant. It stays valid for a minute. */
export type IndexView = Pick<LoadedIndex, 'segments' | 'documentCount'> & {
  /** Changes when listings are merged or rebuilt, about once a minute if there are changes. */
  generation: string
  /** Loads the postings of these terms. Concurrent loads of a term share one query. */
  load: (terms: Iterable<string>) => Promise<LoadedIndex>
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

const defaultCacheBytes = 28 * 1024 * 1024

/** Returns a reader. All requests of a process share one, because it holds 36 bytes per listing in memory. */
export function openIndexReader(database: Database, cacheBytes = defaultCacheBytes): IndexReader {
  const shared: Shared = { columns: new Map(), postings: createPostingCache(cacheBytes), lastLiveId: 0 }
  const primary = createServerReader(database, shared)
  const { onOneServer } = database
  if (!onOneServer) return { withView: async (search) => search(await primary()) }
  const readers = { primary, replica: createServerReader(database, shared) }
  return { withView: (search) => onOneServer(async (server) => search(await readers[server]())) }
}

/** What the primary and its replica have in common. */
type Shared = { columns: ColumnsInUse; postings: PostingCache; lastLiveId: number }

type State = {
  generation: string
  snapshot: string
  disk: Map<number, DiskSegment>
  /** The same array as long as the segments are the same. */
  segmentIds: readonly number[]
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
      const disk = await loadSegments(database, shared.columns, found.generation)
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
      segmentIds: [...disk.keys()],
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

const storedPostings = (term: TermPostings | undefined, segment: number) =>
  term && postingsOfSegment(term.packed, segment)

const noPostings: FieldPostings = { titles: null, bodies: null }

function createView(
  database: Database,
  { postings }: Shared,
  { generation, disk, segmentIds, live }: Pick<State, 'generation' | 'disk' | 'segmentIds' | 'live'>,
): IndexView {
  const liveSegments = new Map(live.segments().map((segment) => [segment.id, segment]))
  const segments: Segment[] = [...[...disk.values()].map(({ segment }) => segment), ...liveSegments.values()]
  let documentCount = 0
  for (const { listings } of [...disk.values(), ...liveSegments.values()]) documentCount += listings
  const located = <Hit extends Position>(position: Hit) => ({
    ...position,
    id: liveSegments.get(position.segment)?.ids[position.slot] ?? null,
  })
  return {
    generation,
    segments,
    documentCount,
    async load(terms) {
      // Holding them here keeps them available even if the cache evicts them.
      const loaded = await postings.load(database, segmentIds, terms)
      return {
        segments,
        documentCount,
        postingsOf: (term, { id }) =>
          (id < 0 ? liveSegments.get(id)?.postings.get(term) : storedPostings(loaded.get(term), id)) ??
          noPostings,
        listingsWith(term) {
          let listings = loaded.get(term)?.listings ?? 0
          for (const segment of liveSegments.values()) listings += segment.postings.get(term)?.listings ?? 0
          return listings
        },
      }
    },
    located,
    listingIds: (positions) => readListingIds(database, positions.map(located)),
  }
}
