/** The Fastify instance: its timeouts and limits, request ids, and the errors that no hook or handler sees. */

import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import { t } from '../../../shared/translate.ts'
import type { Config } from '../../config/environment.ts'
import { inReaderLanguage } from '../language/request-language.ts'
import { loggerOptions } from '../log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { defaultBodyTimeoutMs, maxRequestMs } from './body-timeout.ts'
import { createClientErrorHandler, rejectInvalidHeaders } from './client-errors.ts'
import { createClosingConnections } from './closing-connections.ts'
import { RequestObserver } from './request-observer.ts'
import { addHeaders, securityHeaders } from './security-headers.ts'

const maxBodyBytes = 256 * 1024
/** Closes sockets that have been inactive for this long. */
const connectionTimeoutMs = 60_000

/** Creates a server that opens no port and sends the security headers and a request id with every response. */
export function createServer(config: Config, metrics: Metrics, settings: CurrentSettings) {
  const { logLevel, workerNumber, trustProxy, publicUrl, imageHost } = config
  // Errors outside of pages show no map.
  const headers = securityHeaders(publicUrl, imageHost, '')
  const app: FastifyInstance = Fastify({
    logger: loggerOptions(logLevel, workerNumber?.toString()),
    logController: new RequestObserver(metrics),
    genReqId: createRequestIds(),
    trustProxy,
    requestTimeout: maxRequestMs,
    http: {
      headersTimeout: defaultBodyTimeoutMs,
      connectionsCheckingInterval: 5_000,
      requireHostHeader: false,
    },
    clientErrorHandler: createClientErrorHandler(headers),
    connectionTimeout: connectionTimeoutMs,
    bodyLimit: maxBodyBytes,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500, querystringParser: parseQueryString },
    frameworkErrors(error, request, reply) {
      // Fastify runs no hooks for a URL that it cannot decode or route, so the headers are set here.
      const response = reply as FastifyReply
      const status = error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? 414 : 400
      void response
        .code(status)
        .headers({ ...headers, 'x-request-id': request.id })
        .send(inReaderLanguage(request, badUrl).toReply())
    },
  })
  const connections = createClosingConnections(app, headers)
  let [mapStyleUrl, pageHeaders] = ['', headers]
  addHeaders(app, () => {
    const current = settings().mapStyleUrl
    if (current !== mapStyleUrl)
      [mapStyleUrl, pageHeaders] = [current, securityHeaders(publicUrl, imageHost, current)]
    return pageHeaders
  })
  rejectInvalidHeaders(app, headers)
  // Calls take JSON. Without a parser, plain text is rejected as an unsupported media type.
  app.removeContentTypeParser('text/plain')
  return { app, connections }
}

const badUrl = () => new AppError('invalid', t('This address is not valid. Please check it.'))

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
