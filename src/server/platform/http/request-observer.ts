/** Counts and logs every request until its last byte, also those that no hook sees: a URL that cannot be decoded. */
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

type EndedRequest = { method: string; route: string; status: string; ms: number; bytes: number }

export class RequestObserver extends LogController {
  readonly #metrics: Metrics

  constructor(metrics: Metrics) {
    super()
    this.#metrics = metrics
  }

  /** Fastify calls this before anything else. */
  override incomingRequest(request: FastifyRequest, { raw: response }: FastifyReply) {
    if (isOwnRequest(request)) return
    this.#metrics.requestsInProgress.inc()
    const { socket } = request.raw
    const { bytesWritten } = socket
    const started = performance.now()
    // Node keeps the address of a closed connection only if it has been read before, and the log needs it.
    void socket.remoteAddress
    let hasEnded = false
    const end = (status: string) => {
      if (hasEnded) return
      hasEnded = true
      const ended = {
        method: methods.has(request.method) ? request.method : 'other',
        route: routeOf(request),
        status,
        ms: performance.now() - started,
        // A connection that is closed forgets what it has not sent.
        bytes: Math.max(0, socket.bytesWritten - bytesWritten || 0),
      }
      this.#count(ended)
      if (loggedLevels.has(request.log.level)) logRequest(request, ended)
    }
    response.once('finish', () => end(String(response.statusCode)))
    // The client has disconnected before.
    response.once('close', () => end('aborted'))
  }

  override requestCompleted() {}

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
