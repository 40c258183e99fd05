/**
 * The postings of one term in all segments, in one buffer. One array for each segment would take several times the memory of
 * the slots of a typical term.
 */
import { bitsetWords } from '../index/bitset.ts'
import { type Posting, slotCount } from '../index/posting.ts'
import type { FieldPostings } from './live-segments.ts'

/**
 * A view of the beginning of the buffer: for each segment with the term its id, the byte at which its titles start, and the
 * number of bytes of its titles and of its bodies, which follow. Each posting starts at a multiple of 4.
 */
export type PackedPostings = Uint32Array<ArrayBuffer>

const entryLength = 4
const bitsetBytes = bitsetWords * 4
const noPostings: FieldPostings = { titles: null, bodies: null }
/** Most searched words that are misspelled occur nowhere. */
const emptyPostings: PackedPostings = new Uint32Array(0)

/** Returns the postings of each segment in one buffer of `allocate`, which may be longer and have any content. */
export function packPostings(
  bySegment: ReadonlyMap<number, FieldPostings>,
  allocate = (bytes: number) => new ArrayBuffer(bytes),
): PackedPostings {
  if (bySegment.size === 0) return emptyPostings
  const tableLength = bySegment.size * entryLength
  let bytes = tableLength * 4
  for (const { titles, bodies } of bySegment.values()) bytes += paddedLength(titles) + paddedLength(bodies)
  const table = new Uint32Array(allocate(bytes), 0, tableLength)
  let at = 0
  let start = tableLength * 4
  for (const [segment, { titles, bodies }] of bySegment) {
    table.set([segment, start, titles?.byteLength ?? 0, bodies?.byteLength ?? 0], at)
    at += entryLength
    for (const posting of [titles, bodies]) {
      if (posting) copyTo(table.buffer, start, posting)
      start += paddedLength(posting)
    }
  }
  return table
}

/** Returns the postings of a segment, as views of the buffer. */
export function postingsOfSegment(packed: PackedPostings, segment: number): FieldPostings {
  for (let at = 0; at < packed.length; at += entryLength)
    if (packed[at] === segment) return viewAt(packed, at)
  return noPostings
}

/** Returns the postings of each segment that has any. */
export function unpackPostings(packed: PackedPostings): Map<number, FieldPostings> {
  const bySegment = new Map<number, FieldPostings>()
  for (let at = 0; at < packed.length; at += entryLength) bySegment.set(packed[at] ?? 0, viewAt(packed, at))
  return bySegment
}

/** Returns the number of listings in all segments. One with the term in its title and its body counts twice. */
export function countListings(packed: PackedPostings): number {
  let listings = 0
  for (const { titles, bodies } of unpackPostings(packed).values())
    listings += (titles ? slotCount(titles) : 0) + (bodies ? slotCount(bodies) : 0)
  return listings
}

function viewAt(packed: PackedPostings, at: number): FieldPostings {
  const start = packed[at + 1] ?? 0
  const titles = packed[at + 2] ?? 0
  return {
    titles: viewOf(packed.buffer, start, titles),
    bodies: viewOf(packed.buffer, start + padded(titles), packed[at + 3] ?? 0),
  }
}

/** A list of slots is always shorter than a bitset. */
const viewOf = (buffer: ArrayBuffer, start: number, bytes: number): Posting | null =>
  bytes === 0
    ? null
    : bytes === bitsetBytes
      ? new Int32Array(buffer, start, bitsetWords)
      : new Uint16Array(buffer, start, bytes / 2)

const copyTo = (buffer: ArrayBuffer, start: number, posting: Posting) =>
  new Uint8Array(buffer).set(new Uint8Array(posting.buffer, posting.byteOffset, posting.byteLength), start)

const padded = (bytes: number) => (bytes + 3) & ~3
const paddedLength = (posting: Posting | null) => padded(posting?.byteLength ?? 0)
