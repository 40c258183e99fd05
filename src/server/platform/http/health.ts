import type { FastifyInstance } from 'fastify'
import pTimeout from 'p-timeout'

/** A part that must work before requests may be sent here, by the name that `/readyz` shows. */
export type Readiness = Record<string, () => Promise<boolean>>

/**
 * `/healthz`: the process lives. `/readyz`: it can serve. They are asked every few seconds by whatever watches over
 * the process, so neither is logged nor limited.
 */
export function mountHealth(app: FastifyInstance, parts: Readiness, isDraining: () => boolean) {
  app.get('/healthz', { logLevel: 'silent' }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const names = Object.keys(parts)
    const ready = await Promise.all(Object.values(parts).map(isReady))
    const draining = isDraining()
    const allReady = !draining && ready.every(Boolean)
    return reply
      .code(allReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: draining ? 'stopping' : allReady ? 'ready' : 'not ready',
        ...Object.fromEntries(names.map((name, index) => [name, ready[index]])),
      })
  })
}

const isReady = (check: () => Promise<boolean>): Promise<boolean> =>
  pTimeout(check(), { milliseconds: 1500, fallback: () => false }).catch(() => false)
