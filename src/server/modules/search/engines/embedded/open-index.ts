/** The index while it changes: in memory, with a checkpoint in files every minute. */

import { runInSlices } from '../../../../platform/time-slices.ts'
import type { DocumentChange, EngineRebuild, EngineWriter, SearchDocument } from '../../engine.ts'
import { buildSegment } from './build-segment.ts'
import { chooseGroup, combineSegments } from './combine-segments.ts'
import { type IndexState, openIndexFiles } from './index-files.ts'
import { createEmbeddedIndex, type EmbeddedIndex, type Segment, withDeleted } from './segment.ts'
import { addSlot, type Bitset, createBitset, hasSlot, maxSegmentSize } from './slots.ts'

export type OpenIndex = {
  /** Returns the current index, which does not change anymore; null if there is none. */
  current: () => EmbeddedIndex | null
  writer: EngineWriter
  /** Leaves the files to the process that replaces this one. The index in memory still changes. */
  release: () => void
  /** Writes the last checkpoint. */
  close: () => Promise<void>
}

type Options = {
  /** Where the files are; null to keep the index in memory only. */
  folder: string | null
  log: { warn: (details: object, message: string) => void }
  /** How long after a change a checkpoint follows. */
  checkpointMs?: number
}

const defaultCheckpointMs = 60_000

/** Opens the index of the last checkpoint. Without one, or if it is damaged, there is no index, and the feed builds it. */
export async function openIndex({
  folder,
  log,
  checkpointMs = defaultCheckpointMs,
}: Options): Promise<OpenIndex> {
  const files = folder === null ? null : openIndexFiles(folder)
  let state =
    (await files?.load().catch(report('The search index cannot be read. It is built again.'))) ?? null
  let index = state && createEmbeddedIndex(state.segments)
  let saved = state?.position ?? null
  let lastId = Math.max(0, ...(state?.segments ?? []).map(({ id }) => id))
  let rebuild: EngineRebuild | null = null
  let combining: Promise<void> | null = null
  let checkpoint: NodeJS.Timeout | null = null
  let isClosed = false
  let isReleased = false
  const inOrder = createQueue()
  const savingInOrder = createQueue()
  const nextId = () => ++lastId

  function report(message: string) {
    return (error: unknown) => log.warn({ err: error }, message)
  }

  function publish(next: IndexState) {
    state = next
    index = createEmbeddedIndex(next.segments)
    if (files && !isClosed) checkpoint ??= setTimeout(() => void save(), checkpointMs).unref()
  }

  /** A checkpoint that fails, such as on a full disk, leaves the one before, and the next one tries again. */
  const save = () =>
    savingInOrder(async () => {
      if (checkpoint) clearTimeout(checkpoint)
      checkpoint = null
      const saving = state
      if (!files || !saving || isReleased) return
      await files.save(saving).then(() => {
        saved = saving.position
      }, report('The search index could not be stored.'))
    })

  async function apply(changes: readonly DocumentChange[], position: string) {
    const latest = new Map(changes.map(({ id, document }) => [id, document]))
    const added = await build([...latest.values()].filter((document) => document !== null))
    if (!state) throw new Error('There is no index to change.')
    publish({ segments: [...withoutListings(state.segments, latest.keys()), ...added], position })
    combining ??= combine()
      .catch(report('Segments of the search index could not be combined.'))
      .finally(() => {
        combining = null
      })
  }

  async function build(documents: SearchDocument[]): Promise<Segment[]> {
    const segments: Segment[] = []
    for (let at = 0; at < documents.length; at += maxSegmentSize)
      segments.push(await buildSegment(nextId(), documents.slice(at, at + maxSegmentSize)))
    return segments
  }

  /** Combines segments until there is nothing to combine. */
  async function combine() {
    for (;;) {
      const group = state && !isClosed ? chooseGroup(state.segments) : null
      if (!group) return
      const { segment, newSlots } = await runInSlices(combineSegments(nextId(), group))
      if (state) replaceGroup(state, group, { segment, newSlots })
    }
  }

  function replaceGroup(
    { segments, position }: IndexState,
    group: Segment[],
    { segment, newSlots }: { segment: Segment; newSlots: Int32Array[] },
  ) {
    const now = group.map(({ id }) => segments.find((other) => other.id === id))
    // A rebuild has replaced all of them, or one has no listings anymore.
    if (now.includes(undefined)) return
    const deleted = movedDeletions(now, newSlots)
    const combined = deleted ? withDeleted(segment, deleted) : segment
    const others = segments.filter((other) => !now.includes(other))
    publish({ segments: combined.listings > 0 ? [...others, combined] : others, position })
  }

  return {
    current: () => index,
    writer: {
      position: async () => (files ? saved : (state?.position ?? null)),
      apply: (changes, position) => inOrder(() => apply(changes, position)),
      async rebuild(restart = false) {
        if (!rebuild || restart)
          rebuild = createRebuild(nextId, async (segments, position) => {
            await inOrder(async () => publish({ segments, position }))
            rebuild = null
            await save()
          })
        return rebuild
      },
    },
    release() {
      isReleased = true
      files?.release()
    },
    async close() {
      isClosed = true
      await combining
      await inOrder(save)
      files?.release()
    },
  }
}

/** Runs one function after the other. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = last.then(run)
    last = result.catch(() => {})
    return result
  }
}

/** Returns the segments without listings. Those without any other are left out. */
function withoutListings(segments: readonly Segment[], ids: Iterable<string>): Segment[] {
  const deletedOf = new Map<Segment, Bitset>()
  for (const id of ids) {
    for (const segment of segments) {
      const slot = segment.slotOf(id)
      if (slot < 0) continue
      const deleted = deletedOf.get(segment) ?? segment.deleted?.slice() ?? createBitset()
      deletedOf.set(segment, deleted)
      addSlot(deleted, slot)
    }
  }
  return segments
    .map((segment) => {
      const deleted = deletedOf.get(segment)
      return deleted ? withDeleted(segment, deleted) : segment
    })
    .filter(({ listings }) => listings > 0)
}

/** Returns the new slots of listings that were deleted while their segments were combined; null for none. */
function movedDeletions(now: (Segment | undefined)[], newSlots: Int32Array[]): Bitset | null {
  let moved: Bitset | null = null
  for (const [at, segment] of now.entries()) {
    const deleted = segment?.deleted
    if (!deleted) continue
    for (const [slot, newSlot] of newSlots[at]?.entries() ?? [])
      if (newSlot >= 0 && hasSlot(deleted, slot)) {
        moved ??= createBitset()
        addSlot(moved, newSlot)
      }
  }
  return moved
}

/** So many segments of batches are combined at once. */
const maxPending = 32

function createRebuild(
  nextId: () => number,
  publish: (segments: Segment[], position: string) => Promise<void>,
): EngineRebuild {
  let finished: Segment[] = []
  let pending: Segment[] = []
  let added: string | null = null

  async function combinePending() {
    const [first] = pending
    if (!first) return
    const { segment } =
      pending.length > 1 ? await runInSlices(combineSegments(nextId(), pending)) : { segment: first }
    finished.push(segment)
    pending = []
  }

  return {
    position: async () => added,
    async add(documents, position) {
      const ids = documents.map(({ id }) => id)
      finished = withoutListings(finished, ids)
      pending = withoutListings(pending, ids)
      const listings = pending.reduce((sum, { size }) => sum + size, 0)
      if (pending.length === maxPending || listings + documents.length > maxSegmentSize)
        await combinePending()
      if (documents.length > 0) pending.push(await buildSegment(nextId(), documents))
      added = position
    },
    async finish(position) {
      await combinePending()
      await publish(finished, position)
    },
  }
}
