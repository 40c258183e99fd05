/** Mounts every row of the contract as an HTTP route. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { CallName } from '../../../shared/contract/endpoint.ts'
import { catalogCalls, contract, type Endpoint } from '../../../shared/contract.ts'
import type { Viewer } from '../../../shared/policy.ts'
import { networkOf } from './client-network.ts'
import { compiledSchema } from './compiled-schemas.ts'
import type { Dispatch } from './dispatch.ts'
import { etagOf, isNotModified } from './etag.ts'
import type { RequestContext } from './handlers.ts'

/** Returns the viewer of a request. May refresh the session cookie on the reply. */
export type ViewerOf = (request: FastifyRequest, reply: FastifyReply) => Promise<Viewer | null>

export type Sessions = {
  viewerOf: ViewerOf
  /** Returns the Set-Cookie headers that delete a browser's session cookie. */
  expiredCookies: () => string[]
}

/** The parameters of a paginated call that select its page. */
const PageSchema = z.object({ page: z.int(), limit: z.int() })

const jsonType = 'application/json; charset=utf-8'

type Call = (request: FastifyRequest, context: RequestContext) => Promise<unknown>

export function mountContractRoutes(app: FastifyInstance, dispatch: Dispatch, sessions: Sessions) {
  for (const [name, endpoint] of Object.entries(contract) as [CallName, Endpoint][]) {
    const call: Call = ({ params, query, body }, context) =>
      dispatch(name, { params, query, body } as never, context)
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
      config: endpoint.budget ? { budget: endpoint.budget } : {},
      handler: handlerOf(name, call, endpoint, sessions),
    })
  }
}

function handlerOf(name: CallName, call: Call, endpoint: Endpoint, sessions: Sessions) {
  if (catalogCalls.has(name)) return sendCatalog(call)
  return endpoint.maxAge === undefined
    ? sendFresh(call, endpoint, sessions)
    : sendPublic(call, endpoint.maxAge)
}

/** Sends a reply that is the same for every viewer, so no session is read or refreshed. */
function sendPublic(call: Call, maxAge: number) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const result = await call(request, { ...visitor, network: networkOf(request.ip) })
    return reply.header('cache-control', `public, max-age=${maxAge}`).send(result)
  }
}

function sendFresh(call: Call, endpoint: Endpoint, { viewerOf, expiredCookies }: Sessions) {
  const { status, paginated, streamed, query } = endpoint
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const viewer = await viewerOf(request, reply)
    const result = await call(request, {
      viewer,
      forgetSession: () => void reply.header('set-cookie', expiredCookies()),
      network: networkOf(request.ip),
      idempotencyKey: headerOf(request, 'idempotency-key'),
      ifMatch: headerOf(request, 'if-match'),
      cookie: request.headers.cookie,
    })
    const cacheControl = endpoint.method === 'GET' ? cacheControlFor(viewer) : 'private, no-store'
    reply.code(status ?? 200).header('cache-control', cacheControl)
    if (streamed) return reply.type(jsonType).send(Readable.from(result as AsyncIterable<string>))
    if (!paginated) return reply.send(result)
    const { rows, total } = result as { rows: unknown; total: number }
    const parameters = query && compiledSchema(query).parse(request.query)
    const { page, limit } = PageSchema.parse(parameters)
    const link = pageLinks(urlWith(request, Object(parameters)), page, Math.ceil(total / limit))
    return reply.headers({ 'x-total-count': total, link }).send(rows)
  }
}

/**
 * Returns the URL with only the parameters that the call knows, as parsed: unknown ones would make the `Link` header longer
 * than clients accept, and put a stranger's text in it.
 */
function urlWith({ url, query }: FastifyRequest, parameters: Record<string, unknown>): string {
  const given = Object.entries(parameters).filter(([name]) => name in Object(query))
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return `${url.split('?', 1)[0]}?${search}`
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Returns the Cache-Control header. A signed-in viewer may get private data, which no cache may store. */
export const cacheControlFor = (viewer: Viewer | null) => (viewer ? 'private, no-store' : 'no-cache')

const visitor: RequestContext = { viewer: null, forgetSession: () => {} }

/** Sends a part of the catalog, which is the same for every viewer until the process restarts. */
function sendCatalog(call: Call) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const text = JSON.stringify(await call(request, visitor))
    reply.header('cache-control', 'public, max-age=60, stale-while-revalidate=86400')
    if (isNotModified(request, reply, etagOf(text))) return reply.send()
    return reply.type(jsonType).send(text)
  }
}

/**
 * Returns the `Link` header (RFC 8288) of one page of a list: the URLs of the first, previous, next, and last page, as
 * far as they exist, relative to `url`, whose other parameters they keep.
 */
export function pageLinks(url: string, page: number, totalPages: number): string {
  const [path = '', search = ''] = url.split('?', 2)
  const linkTo = (relation: string, target: number) => {
    const query = new URLSearchParams(search)
    query.set('page', String(target))
    return `<${path}?${query}>; rel="${relation}"`
  }
  const last = Math.max(1, totalPages)
  const links = [linkTo('first', 1)]
  if (page > 1) links.push(linkTo('prev', Math.min(page - 1, last)))
  if (page < last) links.push(linkTo('next', page + 1))
  return [...links, linkTo('last', last)].join(', ')
}
