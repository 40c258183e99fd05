/** Ends a compressed archive with its SHA-256, in a skippable frame of zstd, which decoders ignore. */
import { createHash, type Hash } from 'node:crypto'
import { Transform } from 'node:stream'

const digestBytes = 32
/** The number of a skippable frame (RFC 8878, section 3.1.2), then the length of its content. */
const header = Buffer.from([0x5c, 0x2a, 0x4d, 0x18, digestBytes, 0, 0, 0])
const frameBytes = header.length + digestBytes

const frameOf = (hash: Hash): Buffer => Buffer.concat([header, hash.digest()])

export function appendDigestFrame(): Transform {
  const hash = createHash('sha256')
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      hash.update(chunk)
      callback(null, chunk)
    },
    flush: (callback) => callback(null, frameOf(hash)),
  })
}

/** Passes on everything before the frame, then fails unless the frame has its hash. */
export function checkDigestFrame(): Transform {
  const hash = createHash('sha256')
  let heldBack = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      const bytes = Buffer.concat([heldBack, chunk])
      const end = Math.max(0, bytes.length - frameBytes)
      heldBack = bytes.subarray(end)
      hash.update(bytes.subarray(0, end))
      callback(null, bytes.subarray(0, end))
    },
    flush(callback) {
      const isIntact = heldBack.equals(frameOf(hash))
      callback(isIntact ? null : new Error('its checksum differs'))
    },
  })
}
