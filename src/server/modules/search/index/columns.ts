/** The columns of a segment: what filters, orders, and facets need of each listing, by slot. */

export type Columns = {
  /** The sum of `columnFlags` that apply. */
  flags: Uint8Array
  /** The id of the subcategory, or of the category without one. */
  topic: Uint32Array
  /** The id of the city, else of the state, else of the country. */
  place: Uint32Array
  /** Seconds since 2000-01-01 UTC. */
  posted: Uint32Array
  /** In cents. */
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

/** Stands for the missing dates of a service. */
export const noDay = 65_535

const version = 2
const headerLength = 8
const bytesPerListing = 5 * 4 + 4 * 2 + 1

/** Returns empty columns for `size` listings. */
export const createColumns = (size: number): Columns =>
  columnsOn(new ArrayBuffer(headerLength + size * bytesPerListing), size)

/** Encodes columns as a header (version and size, 4 bytes each) and the columns, in little-endian order. */
export function encodeColumns(columns: Columns): Uint8Array {
  const size = columns.flags.length
  const buffer = new ArrayBuffer(headerLength + size * bytesPerListing)
  const header = new DataView(buffer)
  header.setUint32(0, version, true)
  header.setUint32(4, size, true)
  const copy = columnsOn(buffer, size)
  copy.flags.set(columns.flags)
  copy.topic.set(columns.topic)
  copy.place.set(columns.place)
  copy.posted.set(columns.posted)
  copy.price.set(columns.price)
  copy.endsAt.set(columns.endsAt)
  copy.startDay.set(columns.startDay)
  copy.endDay.set(columns.endDay)
  copy.startMinute.set(columns.startMinute)
  copy.endMinute.set(columns.endMinute)
  return new Uint8Array(buffer)
}

/** Returns the columns of encoded bytes. Throws a RangeError if they have another version or length. */
export function decodeColumns(bytes: Uint8Array): Columns {
  if (bytes.length < headerLength) throw new RangeError('The columns of a segment have no header.')
  // A copy, because a column of 4-byte numbers must start at a multiple of 4, and a Buffer can start anywhere.
  const { buffer } = new Uint8Array(bytes)
  const header = new DataView(buffer)
  const stored = header.getUint32(0, true)
  const size = header.getUint32(4, true)
  if (stored !== version)
    throw new RangeError(`The columns of a segment have version ${stored}, not ${version}.`)
  if (bytes.length !== headerLength + size * bytesPerListing)
    throw new RangeError(`The columns of ${size} listings cannot have ${bytes.length} bytes.`)
  return columnsOn(buffer, size)
}

/** The widest columns come first, so that each starts at a multiple of its width. */
function columnsOn(buffer: ArrayBuffer, size: number): Columns {
  const narrow = headerLength + size * 20
  return {
    topic: new Uint32Array(buffer, headerLength, size),
    place: new Uint32Array(buffer, headerLength + size * 4, size),
    posted: new Uint32Array(buffer, headerLength + size * 8, size),
    price: new Uint32Array(buffer, headerLength + size * 12, size),
    endsAt: new Uint32Array(buffer, headerLength + size * 16, size),
    startDay: new Uint16Array(buffer, narrow, size),
    endDay: new Uint16Array(buffer, narrow + size * 2, size),
    startMinute: new Uint16Array(buffer, narrow + size * 4, size),
    endMinute: new Uint16Array(buffer, narrow + size * 6, size),
    flags: new Uint8Array(buffer, narrow + size * 8, size),
  }
}
