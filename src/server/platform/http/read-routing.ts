/**
 * Decides which requests may read from a replica: those of visitors. Signed-in people always read the primary, so that they
 * see what they wrote on any device. A visitor who has just written carries the position of that write in a cookie, and
 * reads the primary until the replica has it.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ReadRouting } from '../database/replica.ts'
import { parseWalPosition, type WalPosition } from '../database/wal-position.ts'
import { isSafeMethod } from './csrf.ts'
import { sessionCookie } from './session-cookie.ts'

/** Not signed: a forged position only sends the reads of its own browser to the primary. */
const positionCookie = 'corkboard.read_after'
/** Longer than a replica that is in use can be behind. */
const positionCookieSeconds = 5 * 60

export function routeReadsByRequest(app: FastifyInstance, routing: ReadRouting, publicUrl: string) {
  const attributes = `Path=/; Max-Age=${positionCookieSeconds}; HttpOnly; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`

  app.addHook('onRequest', (request, _reply, done) => {
    routing.runRequest(mayReadReplica(request) ? { after: positionOf(request) } : null, done)
  })
  app.addHook('onSend', async (request, reply) => {
    if (isSafeMethod(request.method) || reply.statusCode >= 400) return
    // If the primary is lost right after the write, this response is still the truth.
    const position = await routing.writePosition().catch(() => null)
    if (position) reply.header('set-cookie', `${positionCookie}=${position}; ${attributes}`)
  })
}

const mayReadReplica = ({ method, headers }: FastifyRequest): boolean =>
  isSafeMethod(method) && headers.authorization === undefined && !headers.cookie?.includes(sessionCookie)

const positionPattern = new RegExp(`(?:^|;\\s*)${positionCookie.replace('.', '\\.')}=([^;]+)`)

const positionOf = ({ headers }: FastifyRequest): WalPosition | null =>
  parseWalPosition(positionPattern.exec(headers.cookie ?? '')?.[1])
