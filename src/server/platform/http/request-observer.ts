/** Counts and logs every request until its last byte, also those that no hook sees: a URL that cannot be decoded. */
import type { Socket } from 'node:net'
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { loggableUrl } from '../logging/loggable-url.ts'
import { truncate } from '../logging/redact.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { networkOf } from './client-network.ts'
import { isOwnRequest } from './internal-requests.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The pattern of the page that was rendered: one route of the server serves all pages. */
    pagePattern?: string
  }
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
const loggedLevels = new Set(['info', 'debug', 'trace'])
const maxUserAgentLength = 150

/** The request that a connection is working on. `written` counts the bytes of all its responses. */
type ConnectionState = { request: FastifyRequest | null; started: number; written: number }

type EndedRequest = { method: string; route: string; status: string; ms: number; bytes: number }

export class RequestObserver extends LogController {
  readonly #metrics: Metrics
  readonly #connections = new WeakMap<Socket, ConnectionState>()

  constructor(metrics: Metrics) {
    super()
    this.#metrics = metrics
  }

  /** Fastify calls this before anything else. */
  override incomingRequest(request: FastifyRequest) {
    if (isOwnRequest(request)) return
    this.#metrics.requestsInProgress.inc()
    const connection = this.#connectionOf(request.raw.socket)
    connection.request = request
    connection.started = performance.now()
  }

  /** Fastify calls this when a response is complete, except for one of `frameworkErrors`. */
  override requestCompleted(_error: unknown, request: FastifyRequest, reply: FastifyReply) {
    this.#end(request.raw.socket, request, String(reply.raw.statusCode))
  }

  /** One listener per connection instead of one per request, of which a connection has many. */
  #connectionOf(socket: Socket): ConnectionState {
    const existing = this.#connections.get(socket)
    if (existing) return existing
    const connection = { request: null, started: 0, written: socket.bytesWritten }
    this.#connections.set(socket, connection)
    // Node keeps the address of a closed connection only if it has been read before, and the log needs it.
    void socket.remoteAddress
    // A client that disconnects before the response is complete: Fastify then calls nothing.
    socket.once('close', () => {
      const { request } = this.#connectionOf(socket)
      if (request) this.#end(socket, request, 'aborted')
    })
    return connection
  }

  #end(socket: Socket, request: FastifyRequest, status: string) {
    const connection = this.#connectionOf(socket)
    if (connection.request !== request) return
    connection.request = null
    const { bytesWritten } = socket
    const ended = {
      method: methods.has(request.method) ? request.method : 'other',
      route: routeOf(request),
      status,
      ms: performance.now() - connection.started,
      // A connection that is closed forgets what it has not sent.
      bytes: Math.max(0, bytesWritten - connection.written || 0),
    }
    connection.written = bytesWritten
    this.#count(ended)
    if (loggedLevels.has(request.log.level)) logRequest(request, ended)
  }

  #count({ method, route, status, ms, bytes }: EndedRequest) {
    const { requestsInProgress, responseBytes, requests, requestDuration } = this.#metrics
    requestsInProgress.dec()
    responseBytes.inc(bytes)
    requests.inc({ method, route, status })
    requestDuration.observe({ method, route }, ms / 1000)
  }
}

/** Built files have a route each, and their names change with every build. */
const fileRoute = /^\/(assets|api\/docs)\/.+/

function routeOf(request: FastifyRequest): string {
  const pattern = request.pagePattern ?? request.routeOptions?.url
  if (!pattern) return '(no route)'
  return pattern.replace(fileRoute, '/$1/*')
}

function logRequest(request: FastifyRequest, { method, route, status, ms, bytes }: EndedRequest) {
  request.log.info(
    {
      method,
      url: loggableUrl(request.url),
      route,
      status: status === 'aborted' ? status : Number(status),
      ms: Math.round(ms * 10) / 10,
      bytes,
      network: networkOf(request.ip),
      userAgent: truncate(request.headers['user-agent'] ?? '', maxUserAgentLength),
    },
    'Request',
  )
}
