/**
 * Combines small segments into larger ones, and rewrites segments of which much is deleted. The number of segments grows with the
 * logarithm of the number of listings, and each listing is rewritten as many times.
 */
import { openSegment, postingAt, type Segment } from './segment.ts'
import type { Columns, Sections } from './segment-buffer.ts'
import { type Field, hasSlot, maxSegmentSize, positionOf } from './slots.ts'
import { createSegmentWriter } from './write-segment.ts'

/** Segments whose numbers of listings have the same logarithm to this base are of the same tier. */
const tierBase = 4
const maxSegmentsPerTier = 2
const maxDeletedShare = 0.3

type SegmentSize = Pick<Segment, 'size' | 'listings'>

/** Returns the segments to combine or to rewrite; null for none. Takes the smallest ones first. */
export function chooseGroup<Size extends SegmentSize>(segments: readonly Size[]): Size[] | null {
  const sorted = segments.toSorted((a, b) => a.listings - b.listings)
  for (const tier of Map.groupBy(sorted, tierOf).values()) {
    if (tier.length <= maxSegmentsPerTier) continue
    const group: Size[] = []
    let total = 0
    for (const segment of tier) {
      total += segment.listings
      if (total <= maxSegmentSize) group.push(segment)
    }
    if (group.length > 1) return group
  }
  const wasteful = sorted.find(({ size, listings }) => size - listings > maxDeletedShare * size)
  return wasteful ? [wasteful] : null
}

const tierOf = ({ listings }: SegmentSize) => Math.floor(Math.log(Math.max(1, listings)) / Math.log(tierBase))

/** A segment that is combined, with the new slot of each of its slots: -1 for deleted ones. */
type Source = { segment: Segment; newSlots: Int32Array }

/** Returns a segment with the listings of these, and the new slots of each of them. Yields often, for `runInSlices`. */
export function* combineSegments(
  id: number,
  segments: readonly Segment[],
): Generator<void, { segment: Segment; newSlots: Int32Array[] }> {
  const sources = segments.map((segment) => ({ segment, newSlots: new Int32Array(segment.size).fill(-1) }))
  const sum = (of: (sections: Sections) => number) =>
    segments.reduce((total, { sections }) => total + of(sections), 0)
  const terms = sum(({ hashes }) => hashes.length)
  const writer = createSegmentWriter({
    size: segments.reduce((total, { listings }) => total + listings, 0),
    terms,
    textUnits: sum(({ texts }) => texts.length),
    // A bitset begins at an even number.
    postingUnits: sum(({ postings }) => postings.length) + 2 * terms,
  })
  yield* placeListings(sources, writer)
  yield* combineTerms(sources, writer)
  const buffer = yield* writer.finish(yield* combineWords(segments))
  return { segment: openSegment(id, buffer), newSlots: sources.map(({ newSlots }) => newSlots) }
}

type Writer = ReturnType<typeof createSegmentWriter>

/** Each source is in the order of slots already. */
function* placeListings(sources: Source[], { columns, ids }: Writer): Generator<void, void> {
  const next = sources.map(({ segment }) => nextSlot(segment, 0))
  for (let newSlot = 0; newSlot < columns.flags.length; newSlot++) {
    let first = -1
    for (let at = 0; at < sources.length; at++) if (isBefore(sources, next, at, first)) first = at
    const source = sources[first]
    const slot = next[first]
    if (!source || slot === undefined) throw new Error('Segments have fewer listings than they say.')
    const { segment, newSlots } = source
    copyColumns(segment.columns, slot, columns, newSlot)
    ids.set(segment.sections.ids.subarray(4 * slot, 4 * slot + 4), 4 * newSlot)
    newSlots[slot] = newSlot
    next[first] = nextSlot(segment, slot + 1)
    yield
  }
}

/** Copies the columns of a slot. */
function copyColumns(from: Columns, slot: number, to: Columns, newSlot: number): void {
  for (const name of Object.keys(to) as (keyof Columns)[]) to[name][newSlot] = from[name][slot] ?? 0
}

function nextSlot({ size, deleted }: Segment, from: number): number {
  let slot = from
  while (deleted && slot < size && hasSlot(deleted, slot)) slot++
  return slot
}

/** Returns whether the next listing of source `a` comes before that of source `b`, or there is no source `b`. */
function isBefore(sources: Source[], next: number[], a: number, b: number): boolean {
  const [left, right] = [sources[a]?.segment, sources[b]?.segment]
  const [leftSlot = 0, rightSlot = 0] = [next[a], next[b]]
  if (!left || leftSlot >= left.size) return false
  if (!right) return true
  const difference = (left.columns.posted[leftSlot] ?? 0) - (right.columns.posted[rightSlot] ?? 0)
  if (difference !== 0) return difference > 0
  for (let word = 0; word < 4; word++) {
    const leftWord = left.sections.ids[4 * leftSlot + word] ?? 0
    const rightWord = right.sections.ids[4 * rightSlot + word] ?? 0
    if (leftWord !== rightWord) return leftWord > rightWord
  }
  return false
}

/** The next term of a source. */
type Head = { source: Source; at: number; hash: number; text: string }

function* combineTerms(sources: Source[], { addTerm }: Writer): Generator<void, void> {
  const heads = sources.map((source) => ({ source, at: -1, hash: 0, text: '' }))
  for (const head of heads) advance(head)
  const titles = createMovedSlots()
  const bodies = createMovedSlots()
  for (;;) {
    const first = heads.reduce((a, b) => (a.hash < b.hash || (a.hash === b.hash && a.text <= b.text) ? a : b))
    const { hash, text } = first
    if (hash === ended) return
    titles.clear()
    bodies.clear()
    for (const head of heads) {
      if (head.hash !== hash || head.text !== text) continue
      titles.add(head, 'titles')
      bodies.add(head, 'bodies')
      advance(head)
      yield
    }
    addTerm({ hash, text, titles: titles.sorted(), bodies: bodies.sorted() })
  }
}

/** More than any hash. */
const ended = 2 ** 32

function advance(head: Head) {
  const { hashes, texts, textStarts } = head.source.segment.sections
  const at = ++head.at
  head.hash = hashes[at] ?? ended
  head.text = String.fromCharCode(...texts.subarray(textStarts[at], textStarts[at + 1]))
}

/** The new slots of a term, in a buffer that terms share. */
function createMovedSlots() {
  const slots = new Uint16Array(maxSegmentSize)
  let count = 0
  let isSorted = true

  function move(newSlot: number) {
    if (newSlot < 0) return
    isSorted &&= count === 0 || (slots[count - 1] ?? 0) < newSlot
    slots[count++] = newSlot
  }

  return {
    clear() {
      count = 0
      isSorted = true
    },
    add({ source: { segment, newSlots }, at }: Head, field: Field) {
      const posting = postingAt(segment.sections, at, field) ?? new Uint16Array()
      if (posting instanceof Uint16Array) {
        for (let index = 0; index < posting.length; index++) move(newSlots[posting[index] ?? 0] ?? -1)
        return
      }
      for (let index = 0; index < posting.length; index++)
        for (let word = posting[index] ?? 0; word !== 0; word &= word - 1)
          move(newSlots[index * 32 + positionOf(word & -word)] ?? -1)
    },
    sorted(): Uint16Array {
      const moved = slots.subarray(0, count)
      return isSorted ? moved : moved.sort()
    },
  }
}

/** A word that is expected in fewer listings is left out. */
const minExpected = 0.5

/** Returns the words of segments with the numbers of listings that are expected to remain: nobody knows the words of a deleted one. */
export function* combineWords(segments: readonly Segment[]): Generator<void, [string, number][]> {
  const counts = new Map<string, number>()
  for (const { words, listings, size } of segments) {
    const share = listings / size
    for (const [word, count] of words()) {
      counts.set(word, (counts.get(word) ?? 0) + count * share)
      yield
    }
  }
  for (const [word, count] of counts) {
    if (count < minExpected) counts.delete(word)
    yield
  }
  return [...counts]
}
