import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isLoopbackRequest } from '../http/loopback.ts'

export type ScrapeAccess = {
  /** A request with this token may read the metrics from anywhere; null: none may. */
  token: string | null
  /**
   * Whether this machine may read them without the token. Not in production: a proxy on this machine that adds no header
   * and replaces the host name makes every visitor look like this machine.
   */
  openToThisMachine: boolean
}

/** Returns whether a request may read the metrics. */
export const mayScrape = (request: FastifyRequest, { token, openToThisMachine }: ScrapeAccess): boolean =>
  (openToThisMachine && isLoopbackRequest(request)) || (token !== null && hasToken(request, token))

/** Compares hashes, whose lengths are equal, in constant time. */
function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const sent = /^Bearer (\S{1,500})$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  return token !== '' && timingSafeEqual(sha256(sent), sha256(token))
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()
