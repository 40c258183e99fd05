/** Sends pages in the encoding that the client prefers. */
import { brotliCompressSync, brotliDecompressSync, gzipSync, constants as zlib } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isNotModified } from '../../platform/http/etag.ts'
import { languageVary } from '../../platform/language/request-language.ts'

/** Nearly every browser accepts Brotli, which takes a sixth of the memory of the page itself. */
export type CachedPage = { pattern: string; hash: string; brotli: Uint8Array }

type Encoding = 'br' | 'gzip' | 'identity'

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
        [zlib.BROTLI_PARAM_QUALITY]: brotliQuality,
        [zlib.BROTLI_PARAM_LGWIN]: brotliWindowBits,
        [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
        [zlib.BROTLI_PARAM_SIZE_HINT]: page.length,
      },
    }),
  gzip: (page) => gzipSync(page, { level: gzipLevel }),
  identity: (page) => page,
}

/** As @fastify/compress chooses for other responses. */
const negotiator = new Negotiator({ supportedValues: ['br', 'gzip'] })

/** Sends a cached page, or 304 if the client has it already. */
export function sendCachedPage(request: FastifyRequest, reply: FastifyReply, { hash, brotli }: CachedPage) {
  const encoding = negotiate(request, reply)
  // Encodings are different bytes, so each has a strong ETag of its own.
  const etag = `"${hash}${encoding === 'identity' ? '' : `-${encoding}`}"`
  if (isNotModified(request, reply, etag)) return reply.send()
  const body = encoding === 'br' ? brotli : compressPage[encoding](brotliDecompressSync(brotli))
  return sendAs(encoding, reply, body)
}

/** Sends a page that was rendered for this request. */
export function sendOnce(request: FastifyRequest, reply: FastifyReply, html: string) {
  const encoding = negotiate(request, reply)
  return sendAs(encoding, reply, compressPage[encoding](Buffer.from(html)))
}

function negotiate(request: FastifyRequest, reply: FastifyReply): Encoding {
  reply.header('vary', ['accept-encoding', ...languageVary(request)].join(', '))
  // A client that names no encoding may not know any.
  const accepted = request.headers['accept-encoding'] ?? ''
  const chosen = negotiator.negotiate(accepted.toLowerCase().replace(/\*|x-gzip/g, 'gzip'))
  return (chosen as Encoding | null) ?? 'identity'
}

function sendAs(encoding: Encoding, reply: FastifyReply, body: Uint8Array) {
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(body)
}
