/** Sends a cached page in the encoding that the client prefers, or 304 if the client has it already. */
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { isNotModified } from '../../platform/http/etag.ts'
import type { CachedPage } from './page-cache.ts'
import type { Encoding } from './page-variants.ts'

/** As @fastify/compress chooses for other responses. Browsers send a handful of values. */
const negotiator = new Negotiator({
  supportedValues: ['br', 'gzip'],
  cache: new LRUCache<string, string>({ max: 100 }),
})

export async function sendCachedPage(request: FastifyRequest, reply: FastifyReply, { variants }: CachedPage) {
  const encoding = encodingOf(request.headers['accept-encoding'])
  reply.header('vary', 'accept-encoding')
  if (isNotModified(request, reply, variants.etag(encoding))) return reply.send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(await variants.get(encoding))
}

/** A client that says nothing may not know any encoding. */
const encodingOf = (accepted = ''): Encoding =>
  (negotiator.negotiate(accepted.toLowerCase().replace(/\*|x-gzip/g, 'gzip')) as Encoding | null) ??
  'identity'
