/** One page in the encodings that its readers accept. Each is made when it is first requested. */
import { createHash } from 'node:crypto'
import {
  brotliCompressSync,
  brotliDecompressSync,
  gunzipSync,
  gzipSync,
  constants as zlibConstants,
} from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

export type PageVariants = {
  /** Returns the page in this encoding. */
  get: (encoding: Encoding) => Buffer
  /** Returns a strong ETag. Encodings are different bytes, so each has its own. */
  etag: (encoding: Encoding) => string
  /** The bytes that are held. */
  bytes: () => number
}

/** Many pages are opened once: this takes two thirds of the time of the next quality, for 5 % more bytes. */
const brotliQuality = 3
/** 256 kB, more than a page has. */
const brotliWindowBits = 18
/** Takes half the time of the default, for 9 % more bytes. */
const gzipLevel = 3

/** On this thread: handing a page to another one and back takes as long as compressing it. */
export const compressPage: Record<Encoding, (page: Buffer) => Buffer> = {
  br: (page) =>
    brotliCompressSync(page, {
      params: {
        [zlibConstants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [zlibConstants.BROTLI_PARAM_LGWIN]: brotliWindowBits,
        [zlibConstants.BROTLI_PARAM_MODE]: zlibConstants.BROTLI_MODE_TEXT,
        [zlibConstants.BROTLI_PARAM_SIZE_HINT]: page.length,
      },
    }),
  gzip: (page) => gzipSync(page, { level: gzipLevel }),
  identity: (page) => page,
}
const decompress: Record<Encoding, (page: Buffer) => Buffer> = {
  br: (page) => brotliDecompressSync(page),
  gzip: (page) => gunzipSync(page),
  identity: (page) => page,
}

/** Returns the bytes in a buffer of their own. Node takes small buffers from a pool, which stays in memory as long as any of them. */
function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

/**
 * Holds only encodings that were requested: nearly every browser accepts Brotli, which takes a sixth of the memory of the
 * page itself. `onResize` is called when the number of bytes has changed.
 */
export function createPageVariants(page: Buffer, onResize: () => void): PageVariants {
  const hash = createHash('sha1').update(page).digest('base64url')
  const made = new Map<Encoding, Buffer>()
  /** The page itself, until it was requested in some encoding. */
  const source: { page: Buffer | null } = { page }

  function readPage(): Buffer {
    if (source.page) return source.page
    const [[encoding, variant] = []] = made
    if (!encoding || !variant) throw new Error('unreachable: the page is kept until there is a variant')
    return decompress[encoding](variant)
  }

  function get(encoding: Encoding): Buffer {
    const existing = made.get(encoding)
    if (existing) return existing
    const variant = ownBytes(compressPage[encoding](readPage()))
    made.set(encoding, variant)
    source.page = null
    onResize()
    return variant
  }

  return {
    get,
    etag: (encoding) => `"${hash}${encoding === 'identity' ? '' : `-${encoding}`}"`,
    bytes: () => [...made.values()].reduce((sum, { length }) => sum + length, source.page?.length ?? 0),
  }
}
