/**
 * Decides which requests may read from a replica: those of visitors. Signed-in people always read the primary, so that they
 * see what they wrote on any device. A visitor who has written gets a cookie, and reads the primary for as long as a replica may lack
 * that write.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RunRequest } from '../database/replica.ts'
import { isSafeMethod } from './csrf.ts'
import { sessionCookie } from './session-cookie.ts'

/** Not signed: a forged one only sends the reads of its own browser to the primary. */
const writerCookie = 'corkboard.has_written'
/** No replica is read that is further behind (`DATABASE_REPLICA_MAX_LAG`). */
const writerCookieSeconds = 5 * 60

export function routeReadsByRequest(app: FastifyInstance, runRequest: RunRequest, publicUrl: string) {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const cookie = `${writerCookie}=1; Path=/; Max-Age=${writerCookieSeconds}; HttpOnly; SameSite=Lax${secure}`

  app.addHook('onRequest', (request, _reply, done) => {
    runRequest(mayReadReplica(request), done)
  })
  app.addHook('onSend', async (request, reply) => {
    if (!isSafeMethod(request.method) && reply.statusCode < 400) reply.header('set-cookie', cookie)
  })
}

const mayReadReplica = ({ method, headers: { authorization, cookie = '' } }: FastifyRequest): boolean =>
  isSafeMethod(method) &&
  authorization === undefined &&
  !cookie.includes(sessionCookie) &&
  !cookie.includes(writerCookie)
