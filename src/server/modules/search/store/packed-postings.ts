/**
 * The postings of one term in all segments, in one buffer. One array for each segment would take several times the memory of
 * the slots of a typical term.
 */
import {
  bitsetBytes,
  decodedLength,
  decodeInto,
  type Field,
  type Posting,
  postingAt,
  slotCount,
} from '../index/posting.ts'

/**
 * A view of the beginning of the buffer: for each segment with the term its id, the byte at which its titles start, and the
 * number of bytes of its titles and of its bodies, which follow. Each posting starts at a multiple of 4.
 */
export type PackedPostings = Uint32Array<ArrayBuffer>

/** The postings of one segment. Those that were not packed before are encoded. */
export type SegmentPostings = { segment: number } & Record<Field, Posting | Uint8Array | null>

const entryLength = 4
/** Most searched words that are misspelled occur nowhere. */
const emptyPostings: PackedPostings = new Uint32Array(0)

/** Returns the postings of each segment in one buffer of `allocate`, which may be longer and have any content. */
export function packPostings(
  segments: readonly SegmentPostings[],
  allocate = (bytes: number) => new ArrayBuffer(bytes),
): PackedPostings {
  if (segments.length === 0) return emptyPostings
  const lengths: number[] = []
  for (const { titles, bodies } of segments) lengths.push(lengthOf(titles), lengthOf(bodies))
  const tableLength = segments.length * entryLength
  const bytes = lengths.reduce((sum, length) => sum + padded(length), tableLength * 4)
  const table = new Uint32Array(allocate(bytes), 0, tableLength)
  let start = tableLength * 4
  for (const [at, { segment, titles, bodies }] of segments.entries()) {
    const titleBytes = lengths[2 * at] ?? 0
    const bodyBytes = lengths[2 * at + 1] ?? 0
    table[at * entryLength] = segment
    table[at * entryLength + 1] = start
    table[at * entryLength + 2] = titleBytes
    table[at * entryLength + 3] = bodyBytes
    write(postingAt(table.buffer, start, titleBytes), titles)
    start += padded(titleBytes)
    write(postingAt(table.buffer, start, bodyBytes), bodies)
    start += padded(bodyBytes)
  }
  return table
}

const lengthOf = (posting: Posting | Uint8Array | null): number =>
  posting === null ? 0 : posting instanceof Uint8Array ? decodedLength(posting) : posting.byteLength

function write(target: Posting, posting: Posting | Uint8Array | null): void {
  if (posting instanceof Uint8Array) decodeInto(target, posting)
  else if (posting) target.set(posting)
}

/** Returns the posting of a segment, as a view of the buffer; null if no listing has the term in this field. */
export function postingOfSegment(packed: PackedPostings, segment: number, field: Field): Posting | null {
  for (let at = 0; at < packed.length; at += entryLength)
    if (packed[at] === segment) return viewAt(packed, at, field)
  return null
}

/** Returns the postings of each segment that has any, as views of the buffer. */
export function unpackPostings(packed: PackedPostings): SegmentPostings[] {
  const segments: SegmentPostings[] = []
  for (let at = 0; at < packed.length; at += entryLength)
    segments.push({
      segment: packed[at] ?? 0,
      titles: viewAt(packed, at, 'titles'),
      bodies: viewAt(packed, at, 'bodies'),
    })
  return segments
}

/** Returns the number of listings in all segments. One with the term in its title and its body counts twice. */
export function countListings(packed: PackedPostings): number {
  let listings = 0
  for (let at = 0; at < packed.length; at += entryLength)
    listings += countAt(packed, at, 'titles') + countAt(packed, at, 'bodies')
  return listings
}

function countAt(packed: PackedPostings, at: number, field: Field): number {
  const bytes = bytesAt(packed, at, field)
  if (bytes < bitsetBytes) return bytes / 2
  const bitset = viewAt(packed, at, field)
  return bitset ? slotCount(bitset) : 0
}

function viewAt(packed: PackedPostings, at: number, field: Field): Posting | null {
  const bytes = bytesAt(packed, at, field)
  if (bytes === 0) return null
  const start = packed[at + 1] ?? 0
  return postingAt(packed.buffer, field === 'titles' ? start : start + padded(packed[at + 2] ?? 0), bytes)
}

const bytesAt = (packed: PackedPostings, at: number, field: Field) =>
  packed[field === 'titles' ? at + 2 : at + 3] ?? 0

const padded = (bytes: number) => (bytes + 3) & ~3
