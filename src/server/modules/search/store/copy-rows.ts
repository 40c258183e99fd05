/** Writes rows with COPY in PostgreSQL's binary format, which is several times as fast as INSERT. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** A column of a binary row. */
export type Field = { bytes: Uint8Array } | { integer: number } | { text: string } | { uuid: string } | null

const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
/** The signature, no flags, and no extension. */
const header = Buffer.concat([signature, Buffer.alloc(8)])
/** A row with -1 columns. */
const trailer = Buffer.from([0xff, 0xff])
const partBytes = 256 * 1024

/** Adds rows to `target`, such as `search_slot (segment_id, slot)`. The types of the columns must match the fields. */
export async function copyRows(
  client: pg.ClientBase,
  target: string,
  rows: Iterable<readonly Field[]>,
): Promise<void> {
  const copy = client.query(copyFrom(`copy ${target} from stdin (format binary)`))
  await pipeline(Readable.from(encodeRows(rows), { objectMode: false }), copy)
}

function* encodeRows(rows: Iterable<readonly Field[]>): Generator<Buffer> {
  yield header
  let part = Buffer.allocUnsafe(partBytes)
  let at = 0
  const reserve = function* (bytes: number): Generator<Buffer> {
    if (at + bytes <= part.length) return
    if (at > 0) yield part.subarray(0, at)
    part = Buffer.allocUnsafe(Math.max(partBytes, bytes))
    at = 0
  }
  for (const row of rows) {
    yield* reserve(2)
    at = part.writeInt16BE(row.length, at)
    for (const field of row) {
      yield* reserve(4 + maxBytesOf(field))
      at = writeField(part, at, field)
    }
  }
  if (at > 0) yield part.subarray(0, at)
  yield trailer
}

function maxBytesOf(field: Field): number {
  if (field === null) return 0
  if ('bytes' in field) return field.bytes.length
  if ('integer' in field) return 4
  return 'uuid' in field ? 16 : field.text.length * 3
}

/** Returns the position after the field. */
function writeField(part: Buffer, at: number, field: Field): number {
  if (field === null) return part.writeInt32BE(-1, at)
  const start = at + 4
  if ('bytes' in field) {
    part.set(field.bytes, start)
    return part.writeInt32BE(field.bytes.length, at) + field.bytes.length
  }
  if ('integer' in field) return part.writeInt32BE(field.integer, part.writeInt32BE(4, at))
  const length =
    'uuid' in field ? part.write(field.uuid.replaceAll('-', ''), start, 'hex') : part.write(field.text, start)
  part.writeInt32BE(length, at)
  return start + length
}
