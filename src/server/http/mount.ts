/** Puts every row of the contract on the web: the query string and the path in, the reply out. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Call, type CallName, calls } from '../../shared/calls.ts'
import type { Viewer } from '../../shared/policy.ts'
import type { Dispatch } from './dispatch.ts'
import { etagOf } from './etag.ts'

/** The two answers that are large and change only with the catalogue; browsers keep them and ask whether they hold. */
const revalidated = new Set<CallName>([
  'listCategories',
  'listLocations',
  'getLocation',
  'getCategory',
  'getSingleCategory',
])

export type ViewerOf = (request: FastifyRequest) => Promise<Viewer | null>

export function mountContract(app: FastifyInstance, dispatch: Dispatch, viewerOf: ViewerOf) {
  for (const [name, endpoint] of Object.entries(calls) as [CallName, Call][]) {
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
      async handler(request, reply) {
        const { params, query } = request
        const viewer = await viewerOf(request)
        const answer = await dispatch(name, { params, query } as never, viewer)
        if (revalidated.has(name)) return sendRevalidated(request, reply, answer)
        return reply.header('cache-control', cacheControlFor(viewer)).send(answer)
      },
    })
  }
}

/** What somebody who is signed in is shown may be meant for them alone: nothing between keeps it. */
export const cacheControlFor = (viewer: Viewer | null) => (viewer ? 'private, no-store' : 'no-cache')

function sendRevalidated(request: FastifyRequest, reply: FastifyReply, answer: unknown) {
  const text = JSON.stringify(answer)
  const etag = etagOf(text)
  reply.header('etag', etag).header('cache-control', 'public, max-age=60, stale-while-revalidate=86400')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}
