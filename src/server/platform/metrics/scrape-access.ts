import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isLoopbackRequest } from '../http/loopback.ts'

/**
 * Returns whether a request may read the metrics: one from this machine that no proxy has forwarded, or one with the
 * token. A proxy on this machine that adds no header is recognized by the site's own host name, unless it replaces it.
 */
export function mayScrape(request: FastifyRequest, token: string | null): boolean {
  return isLoopbackRequest(request) || (token !== null && hasToken(request, token))
}

/** Compares hashes, whose lengths are equal, in constant time. */
function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const sent = /^Bearer (\S{1,500})$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  return token !== '' && timingSafeEqual(sha256(sent), sha256(token))
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()
