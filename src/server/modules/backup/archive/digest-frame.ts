/** Ends a compressed archive with its SHA-256, in a skippable frame of zstd, which decoders ignore. */
import { createHash, type Hash } from 'node:crypto'

const digestBytes = 32
/** The number of a skippable frame (RFC 8878, section 3.1.2), then the length of its content. */
const header = Buffer.from([0x5c, 0x2a, 0x4d, 0x18, digestBytes, 0, 0, 0])
const frameBytes = header.length + digestBytes

const frameOf = (hash: Hash): Buffer => Buffer.concat([header, hash.digest()])

export async function* appendDigestFrame(chunks: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
  yield frameOf(hash)
}

/** Passes on everything before the frame, then throws unless the frame has its hash. */
export async function* checkDigestFrame(chunks: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  let heldBack = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([heldBack, chunk])
    const end = Math.max(0, bytes.length - frameBytes)
    heldBack = bytes.subarray(end)
    hash.update(bytes.subarray(0, end))
    if (end > 0) yield bytes.subarray(0, end)
  }
  if (!heldBack.equals(frameOf(hash))) throw new Error('its checksum differs')
}
