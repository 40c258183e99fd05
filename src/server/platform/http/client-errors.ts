/** Responds to requests that Node rejects before Fastify sees them, with the headers and the JSON of every other error. */
import { randomBytes } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import { requestTooSlow } from './body-timeout.ts'

type Headers = Record<string, string>

const malformed = new AppError('invalid', 'The request is not valid HTTP.')
const tooSlow = new AppError('invalid', requestTooSlow, undefined, { status: 408 })
const headersTooLarge = new AppError('invalid', 'The headers of the request are too large.', undefined, {
  status: 431,
})
const unknownExpectation = new AppError('invalid', 'The Expect header is not supported.', undefined, {
  status: 417,
})
const hostRequired = new AppError('invalid', 'The request must have one Host header.')

const errorsByCode: Record<string, AppError> = {
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
  HPE_HEADER_OVERFLOW: headersTooLarge,
}

/** Returns Fastify's handler of broken requests, which have a socket but no response. */
export const createClientErrorHandler =
  (headers: Headers) =>
  ({ code = '' }: NodeJS.ErrnoException, socket: Socket) => {
    if (code === 'ECONNRESET' || socket.destroyed) return
    if (!socket.writable) return void socket.destroy()
    const error = errorsByCode[code] ?? malformed
    socket.end(rawResponse(headers, error))
    // The rest of the request is not read. A client that keeps the connection open does not keep it alive.
    socket.destroySoon()
  }

/** Rejects, in our own words, what Node would reject in its. Requires `requireHostHeader: false`. */
export function rejectInvalidHeaders(app: FastifyInstance, headers: Headers) {
  const server: Server = app.server
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.stringify(unknownExpectation.toReply())
    response.writeHead(unknownExpectation.status, responseHeaders(headers, body)).end(body)
  })
  app.addHook('onRequest', (request, reply, done) => {
    const hosts = countHosts(request.raw.rawHeaders)
    if (hosts === 1 || (hosts === 0 && request.raw.httpVersion === '1.0')) return done()
    // Proxies that disagree about the host may also disagree about where the request ends.
    reply.header('connection', 'close')
    done(hostRequired)
  })
}

/** Counts the Host headers. Node's `headers` has the first one only. */
function countHosts(rawHeaders: string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}

/** Returns a whole HTTP response that closes the connection. */
export function rawResponse(headers: Headers, error: AppError): string {
  const body = JSON.stringify(error.toReply())
  const lines = Object.entries(responseHeaders(headers, body)).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body}`
}

const responseHeaders = (headers: Headers, body: string): Headers => ({
  ...headers,
  date: new Date().toUTCString(),
  'x-request-id': randomBytes(8).toString('base64url'),
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(body)),
  connection: 'close',
})
