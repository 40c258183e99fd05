/** The Fastify instance: its timeouts and limits, request ids, and the errors that no hook or handler sees. */
import { randomBytes } from 'node:crypto'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import type { Config } from '../../config/environment.ts'
import { defaultBodyTimeoutMs, maxRequestMs } from './body-timeout.ts'
import { addHeaders, securityHeaders } from './security-headers.ts'

const maxBodyBytes = 256 * 1024
/** Closes sockets that have been inactive for this long. */
const connectionTimeoutMs = 60_000
const maxEventLoopDelayMs = 2_000

export type ServerSettings = Pick<Config, 'logLevel' | 'trustProxy' | 'publicUrl' | 'imageHost'>

/** Creates a server that opens no port and sends the security headers and a request id with every response. */
export function createServer(settings: ServerSettings, isDraining: () => boolean): FastifyInstance {
  const { logLevel, trustProxy, publicUrl, imageHost } = settings
  const headers = securityHeaders(publicUrl, imageHost)
  const app = Fastify({
    logger: { level: logLevel, redact: ['req.headers.cookie', 'req.headers.authorization'] },
    genReqId: createRequestIds(),
    trustProxy,
    requestTimeout: maxRequestMs,
    http: { headersTimeout: defaultBodyTimeoutMs, connectionsCheckingInterval: 5_000 },
    connectionTimeout: connectionTimeoutMs,
    bodyLimit: maxBodyBytes,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500, querystringParser: parseQueryString },
    frameworkErrors(_error, request, reply) {
      // Fastify runs no hooks for a URL that it cannot decode, so the headers are set here.
      const response = reply as FastifyReply
      void response
        .code(400)
        .headers({ ...headers, 'x-request-id': request.id })
        .send(badUrl.toReply())
    },
  })
  addHeaders(app, headers, isDraining)
  // Calls take JSON. Without a parser, plain text is rejected as an unsupported media type.
  app.removeContentTypeParser('text/plain')
  return app
}

const badUrl = new AppError('invalid', 'This address is not valid. Please check it.')

/** Rejects requests with 503 while the event loop is overloaded. */
export async function shedLoad(app: FastifyInstance) {
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    pressureHandler() {
      throw new AppError('unavailable', 'The site is very busy right now. Please try again in a few seconds.')
    },
  })
}

/** Returns a generator of request ids: eight random bytes that identify this process, then a counter. */
function createRequestIds() {
  const processId = randomBytes(8).toString('base64url')
  let count = 0
  return () => {
    count += 1
    return `${processId}-${count.toString(36)}`
  }
}

/** Parses a query string. Repeated parameters become lists, which the schemas reject by name; nothing is nested. */
function parseQueryString(text: string): Record<string, string | string[]> {
  // Without a prototype, a parameter named `__proto__` is an ordinary key.
  const query: Record<string, string | string[]> = Object.create(null)
  for (const [key, value] of new URLSearchParams(text)) {
    const earlier = query[key]
    query[key] = earlier === undefined ? value : [earlier, value].flat()
  }
  return query
}
