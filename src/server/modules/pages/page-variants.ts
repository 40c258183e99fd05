/** One page in the encodings that its readers accept. Each is made when it is first asked for. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import {
  type BrotliOptions,
  brotliCompress,
  brotliDecompress,
  gunzip,
  gzip,
  constants as zlibConstants,
} from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

export type PageVariants = {
  /** Returns the page in this encoding. Concurrent calls share the work. */
  get: (encoding: Encoding) => Promise<Buffer> | Buffer
  /** Returns a strong ETag. Encodings are different bytes, so each has its own. */
  etag: (encoding: Encoding) => string
  /** The bytes that are held. */
  bytes: () => number
}

/** Many pages are opened once: this takes two thirds of the time of the next quality, for 5 % more bytes. */
const brotliQuality = 3
/** 64 kB: a larger window makes a page no smaller, but needs more memory while it is compressed. */
const brotliWindowBits = 16

const compressBrotli = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)

const compress: Record<Encoding, (page: Buffer) => Promise<Buffer>> = {
  br: (page) =>
    compressBrotli(page, {
      params: {
        [zlibConstants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [zlibConstants.BROTLI_PARAM_LGWIN]: brotliWindowBits,
        [zlibConstants.BROTLI_PARAM_MODE]: zlibConstants.BROTLI_MODE_TEXT,
        [zlibConstants.BROTLI_PARAM_SIZE_HINT]: page.length,
      },
    }),
  gzip: promisify(gzip),
  identity: async (page) => page,
}
const decompress: Record<Encoding, (page: Buffer) => Promise<Buffer>> = {
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
  identity: async (page) => page,
}

/**
 * Holds only encodings that were asked for: nearly every browser accepts Brotli, which takes a sixth of the memory of the
 * page itself. `onResize` is called when the number of bytes has changed.
 */
export function createPageVariants(page: Buffer, onResize: () => void): PageVariants {
  const hash = createHash('sha1').update(page).digest('base64url')
  const made = new Map<Encoding, Buffer>()
  const making = new Map<Encoding, Promise<Buffer>>()
  /** The page itself, until it was asked for in some encoding. */
  const source: { page: Buffer | null } = { page }

  async function readPage(): Promise<Buffer> {
    if (source.page) return source.page
    const [[encoding, variant] = []] = made
    if (!encoding || !variant) throw new Error('unreachable: the page is kept until there is a variant')
    return decompress[encoding](variant)
  }

  async function make(encoding: Encoding): Promise<Buffer> {
    try {
      const variant = await compress[encoding](await readPage())
      made.set(encoding, variant)
      source.page = null
      onResize()
      return variant
    } finally {
      making.delete(encoding)
    }
  }

  return {
    get(encoding) {
      const variant = made.get(encoding)
      if (variant) return variant
      const pending = making.get(encoding) ?? make(encoding)
      making.set(encoding, pending)
      return pending
    },
    etag: (encoding) => `"${hash}${encoding === 'identity' ? '' : `-${encoding}`}"`,
    bytes: () => [...made.values()].reduce((sum, { length }) => sum + length, source.page?.length ?? 0),
  }
}
