/** Notices that a browser shows an ad, whether its page is rendered, cached, or built in the browser. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '../../platform/http/client-network.ts'
import { isOwnRequest } from '../../platform/http/internal-requests.ts'
import type { ViewCounter } from './view-counter.ts'

const pages = new Set(['/ad-details/:id', '/event-details/:id'])
const calls = new Set(['/api/service/:id', '/api/event/:id'])
const listingId = /^\/(?:api\/)?[a-z-]+\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:$|\?)/

export function countRequests(app: FastifyInstance, counter: Pick<ViewCounter, 'count'>) {
  app.addHook('onResponse', (request, { statusCode }, done) => {
    if ((statusCode === 200 || statusCode === 304) && isView(request)) {
      const id = listingId.exec(request.url)?.[1]
      if (id)
        counter.count({
          // A copy: part of a text keeps the whole one in memory, and an address can have thousands of characters.
          listingId: Buffer.from(id).toString(),
          network: networkOf(request.ip),
          userAgent: request.headers['user-agent'] ?? '',
          viewer: request.viewerId,
        })
    }
    done()
  })
}

/**
 * Returns whether a person looks. A browser that opens a page navigates, if it says what it does; one that stores a copy for offline use
 * does not. Within the site, the browser makes only the call. Whatever is loaded in advance may never be seen.
 */
function isView(request: FastifyRequest): boolean {
  const { method, headers } = request
  if (method !== 'GET' || isOwnRequest(request) || headers['sec-purpose'] || headers.purpose === 'prefetch')
    return false
  if (request.pagePattern !== undefined)
    return pages.has(request.pagePattern) && (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate'
  return calls.has(request.routeOptions.url ?? '') && headers['sec-fetch-site'] === 'same-origin'
}
