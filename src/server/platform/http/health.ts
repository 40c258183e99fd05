import type { FastifyInstance } from 'fastify'
import pTimeout from 'p-timeout'
import type { WriteGuard } from '../database/write-guard.ts'
import { isSafeMethod } from './csrf.ts'

/** Checks that must pass before the process may receive requests, by the names that `/readyz` shows. */
type ReadinessChecks = Record<string, () => Promise<boolean>>

const checkTimeoutMs = 1_500

/** Mounts `/healthz` (the process is alive) and `/readyz` (it can serve requests). Monitoring polls them: they log nothing. */
export function mountHealth(app: FastifyInstance, checks: ReadinessChecks, isDraining: () => boolean) {
  app.get('/healthz', { logLevel: 'silent' }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await passes(check)] as const),
    )
    const draining = isDraining()
    const ready = !draining && results.every(([, passed]) => passed)
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: draining ? 'stopping' : ready ? 'ready' : 'not ready',
        ...Object.fromEntries(results),
      })
  })
}

const passes = (check: () => Promise<boolean>): Promise<boolean> =>
  pTimeout(check(), { milliseconds: checkTimeoutMs, fallback: () => false }).catch(() => false)

/** Fails requests that write while there is no space for it, before they use the last of it. */
export function rejectWritesWithoutSpace(app: FastifyInstance, { requireSpace }: WriteGuard) {
  app.addHook('onRequest', async ({ method }) => {
    if (!isSafeMethod(method)) await requireSpace()
  })
}
