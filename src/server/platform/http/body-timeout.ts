/**
 * Gives up on bodies that do not come: of a request as a whole after a while, and of an upload, which may take minutes
 * over a slow line, once nothing of it has come for as long. (Node itself ends both after `maxRequestMs`.)
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body may take as long as it needs, while it goes on coming. */
    slowBody?: boolean
  }
}

export const maxRequestMs = 5 * 60_000
export const defaultBodyTimeoutMs = 30_000
const checksPerPatience = 30

/** HTTP has a status of its own for it. */
class TooSlowError extends AppError {
  constructor() {
    super('invalid', 'What was sent did not arrive in time. Please check your connection and try again.')
  }
  override get status(): number {
    return 408
  }
}

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
  let [came, patience] = [raw.socket.bytesRead, checksPerPatience]
  const timer = setInterval(() => {
    if (slowBody && raw.socket.bytesRead !== came)
      [came, patience] = [raw.socket.bytesRead, checksPerPatience]
    patience -= 1
    if (patience > 0) return
    clearInterval(timer)
    giveUp(request, reply)
  }, bodyTimeoutMs / checksPerPatience).unref()
  const stop = () => clearInterval(timer)
  raw.once('end', stop).once('close', stop)
}

/** Whoever reads the body is told, and answers. When nobody does, it has been answered, and the rest is not waited for. */
function giveUp({ raw }: FastifyRequest, reply: FastifyReply) {
  if (reply.sent || raw.listenerCount('error') === 0) return void raw.destroy()
  reply.header('connection', 'close')
  raw.emit('error', new TooSlowError())
}
