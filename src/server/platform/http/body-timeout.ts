/** Aborts requests whose body does not arrive in time. An upload may take minutes, as long as bytes keep arriving. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import { msg, t } from '../../../shared/translate.ts'
import { inReaderLanguage } from '../language/request-language.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Restarts the body timeout whenever bytes arrive, for uploads. */
    slowBody?: boolean
  }
}

export const maxRequestMs = 5 * 60_000
export const defaultBodyTimeoutMs = 30_000
const checksPerTimeout = 30
export const requestTooSlow = msg('The request took too long. Please check your connection and try again.')

export function addBodyTimeout(app: FastifyInstance, bodyTimeoutMs: number) {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) watch(request, reply, bodyTimeoutMs)
    done()
  })
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function watch(request: FastifyRequest, reply: FastifyReply, bodyTimeoutMs: number) {
  const { raw, routeOptions } = request
  const { slowBody = false } = routeOptions.config
  let bytesReceived = raw.socket.bytesRead
  let checksLeft = checksPerTimeout
  const timer = setInterval(() => {
    if (slowBody && raw.socket.bytesRead !== bytesReceived) {
      bytesReceived = raw.socket.bytesRead
      checksLeft = checksPerTimeout
    }
    checksLeft -= 1
    if (checksLeft > 0) return
    clearInterval(timer)
    inReaderLanguage(request, () => abort(request, reply))
  }, bodyTimeoutMs / checksPerTimeout).unref()
  const stop = () => clearInterval(timer)
  raw.once('end', stop).once('close', stop)
}

/** Sends an error through the body's reader. With no reader left, the response is sent, so the rest is not awaited. */
function abort({ raw }: FastifyRequest, reply: FastifyReply) {
  if (reply.sent || raw.listenerCount('error') === 0) return void raw.destroy()
  reply.header('connection', 'close')
  raw.emit('error', new AppError('invalid', t(requestTooSlow), undefined, { status: 408 }))
}
