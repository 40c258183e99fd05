/** Closes the connections of a server that stops, so that no client is left in doubt about its request. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import { rawResponse } from './client-errors.ts'

/** How long a client may take to read the refusal and close its side. */
const lingerMs = 2_000

// A client whose request is on its way reads this as its response, and so knows that the request was not accepted and may
// be repeated (RFC 9110, section 15.5.9). Others close the connection.
const notAccepted = new AppError(
  'unavailable',
  'The site is restarting and has not accepted this request. Please try again.',
  undefined,
  { status: 408 },
)
const notFinished = new AppError(
  'unavailable',
  'The site is restarting, and your request did not finish in time. Please check whether it worked before you repeat it.',
)

/** Call it before adding hooks. */
export function createClosingConnections(app: FastifyInstance, headers: Record<string, string>) {
  let closing = false
  /** The open connections with their unanswered requests. */
  const pending = new Map<Socket, Set<ServerResponse>>()
  const refused = new WeakSet<Socket>()

  app.server.on('connection', (socket: Socket) => {
    pending.set(socket, new Set())
    socket.once('close', () => pending.delete(socket))
  })
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    if (refused.has(socket)) return void reply.hijack()
    if (closing) reply.header('connection', 'close')
    const { raw: response } = reply
    pending.get(socket)?.add(response)
    response.once('close', () => pending.get(socket)?.delete(response))
    done()
  })

  function refuse(socket: Socket, reason: AppError) {
    refused.add(socket)
    // Destroying the socket at once would discard a response that the client has yet to read.
    socket.end(rawResponse(headers, reason))
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }

  return {
    /** Closes each connection with its next response from now on. */
    closeWithResponses() {
      closing = true
    },
    /** Closes the connections without a request in progress. A request that is on its way gets a refusal. */
    refuseIdle() {
      for (const [socket, responses] of pending)
        if (responses.size === 0 && !refused.has(socket)) refuse(socket, notAccepted)
    },
    /** Closes all connections. A request whose response has not begun gets an error that says so. */
    abandonAll() {
      for (const [socket, responses] of pending) {
        const hasBegun = [...responses].some(({ headersSent }) => headersSent)
        if (hasBegun) socket.destroy()
        else if (!refused.has(socket)) refuse(socket, responses.size > 0 ? notFinished : notAccepted)
      }
    },
  }
}
