/** Puts every row of the contract on the web: the query string and the path in, the reply out. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type CallName, catalogCalls } from '../../../shared/calls.ts'
import { contract, type Endpoint } from '../../../shared/contract.ts'
import type { Viewer } from '../../../shared/policy.ts'
import type { Dispatch } from './dispatch.ts'
import { etagOf } from './etag.ts'
import type { RequestContext } from './handlers.ts'
import { networkOf } from './ip-rate-limit.ts'

const maxCached = 200

export type ViewerOf = (request: FastifyRequest, reply: FastifyReply) => Promise<Viewer | null>

export type Sessions = {
  viewerOf: ViewerOf
  /** The Set-Cookie headers that make a browser forget its session. */
  expiredCookies: string[]
}

export function mountContractRoutes(app: FastifyInstance, dispatch: Dispatch, sessions: Sessions) {
  for (const [name, endpoint] of Object.entries(contract) as [CallName, Endpoint][]) {
    const ask: Ask = async ({ params, query, body }, asker) =>
      dispatch(name, { params, query, body } as never, asker)
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
      handler: catalogCalls.has(name) ? sendCached(ask) : sendFresh(ask, endpoint, sessions),
    })
  }
}

type Ask = (request: FastifyRequest, asker: RequestContext) => Promise<unknown>

function sendFresh(ask: Ask, { status, paginated }: Endpoint, { viewerOf, expiredCookies }: Sessions) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const viewer = await viewerOf(request, reply)
    const forgetSession = () => void reply.header('set-cookie', expiredCookies)
    const answer = await ask(request, {
      viewer,
      forgetSession,
      network: networkOf(request.ip),
      idempotencyKey: headerOf(request, 'idempotency-key'),
      ifMatch: headerOf(request, 'if-match'),
    })
    reply.code(status ?? 200).header('cache-control', cacheControlFor(viewer))
    if (!paginated) return reply.send(answer)
    const { rows, total } = answer as { rows: unknown; total: number }
    return reply.header('x-total-count', total).send(rows)
  }
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** What somebody who is signed in is shown may be meant for them alone: nothing between keeps it. */
export const cacheControlFor = (viewer: Viewer | null) => (viewer ? 'private, no-store' : 'no-cache')

/** Nobody in particular. */
const visitor: RequestContext = { viewer: null, forgetSession: () => {} }

/** The catalog is the same for everybody and as long as this process lives: each answer is written once. */
function sendCached(ask: Ask) {
  const written = new Map<string, { text: string; etag: string }>()
  return async (request: FastifyRequest, reply: FastifyReply) => {
    let answer = written.get(request.url)
    if (!answer) {
      const text = JSON.stringify(await ask(request, visitor))
      answer = { text, etag: etagOf(text) }
      // There are a few dozen; whoever makes up others by adding parameters empties what is kept.
      if (written.size >= maxCached) written.clear()
      written.set(request.url, answer)
    }
    const { text, etag } = answer
    reply.header('etag', etag).header('cache-control', 'public, max-age=60, stale-while-revalidate=86400')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  }
}
