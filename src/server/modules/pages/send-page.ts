/** Sends pages in the encoding that the client prefers. */
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { isNotModified } from '../../platform/http/etag.ts'
import type { CachedPage } from './page-cache.ts'
import { compressPage, type Encoding } from './page-variants.ts'

/** As @fastify/compress chooses for other responses. Browsers send a handful of values. */
const negotiator = new Negotiator({
  supportedValues: ['br', 'gzip'],
  cache: new LRUCache<string, string>({ max: 100 }),
})

/** Sends a cached page, or 304 if the client has it already. */
export function sendCachedPage(request: FastifyRequest, reply: FastifyReply, { variants }: CachedPage) {
  const encoding = negotiate(request, reply)
  if (isNotModified(request, reply, variants.etag(encoding))) return reply.send()
  return sendAs(encoding, reply, variants.get(encoding))
}

/** Sends a page that was rendered for this request. */
export function sendOnce(request: FastifyRequest, reply: FastifyReply, html: string) {
  const encoding = negotiate(request, reply)
  return sendAs(encoding, reply, compressPage[encoding](Buffer.from(html)))
}

function negotiate(request: FastifyRequest, reply: FastifyReply): Encoding {
  reply.header('vary', 'accept-encoding')
  return encodingOf(request.headers['accept-encoding'])
}

function sendAs(encoding: Encoding, reply: FastifyReply, body: Buffer) {
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(body)
}

/** A client that says nothing may not know any encoding. */
const encodingOf = (accepted = ''): Encoding =>
  (negotiator.negotiate(accepted.toLowerCase().replace(/\*|x-gzip/g, 'gzip')) as Encoding | null) ??
  'identity'
