/**
 * The buffer of a segment: a header and then one section for each column and each part of the dictionary. It is written to files and read
 * from them as it is.
 */
import { crc32 } from 'node:zlib'

/** What filters, orders, and facets need of each listing, by slot. */
export type Columns = {
  /** The sum of `columnFlags` that apply. */
  flags: Uint8Array
  /** The id of the subcategory, or of the category without one. */
  topic: Uint32Array
  /** The id of the city, else of the state, else of the country. */
  place: Uint32Array
  /** Seconds since 2000-01-01 UTC. */
  posted: Uint32Array
  /** The price in cents. */
  price: Uint32Array
  /** Seconds since 2000-01-01 UTC at which an event is over, with all of its dates; 0 if it ends with its last day. */
  endsAt: Uint32Array
  /** Days since 2000-01-01, of a series those of its current date; `noDay` for services. */
  startDay: Uint16Array
  endDay: Uint16Array
  /** Minutes after midnight plus one; 0 for all day. */
  startMinute: Uint16Array
  /** Minutes after midnight; 1440 without an end time. */
  endMinute: Uint16Array
}

/** A series has several dates. On which days it takes place is in postings (`event-days.ts`). */
export const columnFlags = { event: 1, free: 2, pictures: 4, stale: 8, series: 16 } as const

/** Stands for the missing dates of a service: after `maxStoredDay`. */
export const noDay = 65_535

/** The number of everything that a segment has. */
export type SegmentCounts = {
  size: number
  terms: number
  /** The length of the texts of all terms. */
  textUnits: number
  postingUnits: number
  words: number
  /** The length of the texts of all words. */
  wordBytes: number
}

/** A view of each part of a segment's buffer. */
export type Sections = {
  columns: Columns
  /** The four words of each id, the highest first. */
  ids: Uint32Array
  /** The slots in the order of the last word of their ids, which is random in every kind of UUID. */
  byId: Uint16Array
  /** The hashes of the terms in ascending order. Terms with the same hash are in the order of their text. */
  hashes: Uint32Array
  /** Where the text of each term begins, and where the last one ends. */
  textStarts: Uint32Array
  /** Where the postings of each term begin: titles, then bodies. A bitset begins at an even number. */
  postingStarts: Uint32Array
  /** The number of slots in each posting. */
  titles: Uint32Array
  bodies: Uint32Array
  /** UTF-16. */
  texts: Uint16Array
  wordCounts: Float32Array
  /** UTF-8, one word on each line. */
  words: Uint8Array
  postings: Uint16Array
}

/** Says what the buffer of a segment has, and which version of it. A new version makes every engine rebuild its index. */
export const segmentFormat = 0x4342_0004
/** The format, the length, the checksum of what follows the header, and the counts. */
const headerBytes = 48

type ArrayType<View> = {
  BYTES_PER_ELEMENT: number
  new (buffer: ArrayBuffer, at: number, length: number): View
}
type Take = <View>(type: ArrayType<View>, length: number) => View

/** Takes the sections one after the other. */
function takeSections(counts: SegmentCounts, take: Take): Sections {
  const { size, terms } = counts
  return {
    columns: {
      topic: take(Uint32Array, size),
      place: take(Uint32Array, size),
      posted: take(Uint32Array, size),
      price: take(Uint32Array, size),
      endsAt: take(Uint32Array, size),
      startDay: take(Uint16Array, size),
      endDay: take(Uint16Array, size),
      startMinute: take(Uint16Array, size),
      endMinute: take(Uint16Array, size),
      flags: take(Uint8Array, size),
    },
    ids: take(Uint32Array, 4 * size),
    byId: take(Uint16Array, size),
    hashes: take(Uint32Array, terms),
    textStarts: take(Uint32Array, terms + 1),
    postingStarts: take(Uint32Array, terms),
    titles: take(Uint32Array, terms),
    bodies: take(Uint32Array, terms),
    texts: take(Uint16Array, counts.textUnits),
    wordCounts: take(Float32Array, counts.words),
    words: take(Uint8Array, counts.wordBytes),
    postings: take(Uint16Array, counts.postingUnits),
  }
}

/** Each section begins at a multiple of 4. */
function sectionsOf(buffer: ArrayBuffer, counts: SegmentCounts): Sections {
  let at = headerBytes
  return takeSections(counts, (type, length) => {
    const start = at
    at += alignedBytes(type, length)
    return new type(buffer, start, length)
  })
}

const alignedBytes = (type: ArrayType<unknown>, length: number) =>
  Math.ceil((type.BYTES_PER_ELEMENT * length) / 4) * 4

function bytesOf(counts: SegmentCounts): number {
  let bytes = headerBytes
  takeSections(counts, (type, length) => {
    bytes += alignedBytes(type, length)
    return new type(new ArrayBuffer(0), 0, 0)
  })
  return bytes
}

/** Returns an empty buffer for a segment, with its sections. */
export function createSegmentBuffer(counts: SegmentCounts): { buffer: ArrayBuffer; sections: Sections } {
  const buffer = new ArrayBuffer(bytesOf(counts))
  const { size, terms, textUnits, postingUnits: units, words, wordBytes } = counts
  headerOf(buffer).set([segmentFormat, buffer.byteLength, 0, size, terms, textUnits, units, words, wordBytes])
  return { buffer, sections: sectionsOf(buffer, counts) }
}

const checksumAt = 2

const headerOf = (buffer: ArrayBuffer) => new Uint32Array(buffer, 0, headerBytes / 4)

const checksumOf = (buffer: ArrayBuffer) => crc32(new Uint8Array(buffer, headerBytes))

/** Sets the checksum of a buffer that is complete, for `readSegment`. */
export function sealSegment(buffer: ArrayBuffer): Uint8Array<ArrayBuffer> {
  headerOf(buffer)[checksumAt] = checksumOf(buffer)
  return new Uint8Array(buffer)
}

/** Thrown for files that are damaged, or that another version wrote. */
export class UnreadableIndex extends Error {}

/** Throws `UnreadableIndex` if a buffer is not what `sealSegment` returned. */
export function verifySegment(buffer: ArrayBuffer): void {
  if (buffer.byteLength < headerBytes) throw new UnreadableIndex('A segment has no header.')
  const [version, bytes, checksum] = headerOf(buffer)
  if (version !== segmentFormat)
    throw new UnreadableIndex(`A segment has format ${version}, not ${segmentFormat}.`)
  if (bytes !== buffer.byteLength)
    throw new UnreadableIndex(`A segment has ${buffer.byteLength} bytes, not ${bytes}.`)
  if (checksum !== checksumOf(buffer) || bytes !== bytesOf(countsOf(buffer)))
    throw new UnreadableIndex('A segment is damaged.')
}

function countsOf(buffer: ArrayBuffer): SegmentCounts {
  const [, , , size = 0, terms = 0, textUnits = 0, units = 0, words = 0, wordBytes = 0] = headerOf(buffer)
  return { size, terms, textUnits, postingUnits: units, words, wordBytes }
}

/** Returns the sections of a buffer that has a header. */
export const sectionsIn = (buffer: ArrayBuffer): Sections => sectionsOf(buffer, countsOf(buffer))
