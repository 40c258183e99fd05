/** Counts attempts to sign in. Says how and with what result, never who. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../../../platform/metrics/metrics.ts'
import { basePath } from './forward.ts'
import { providerIds } from './providers.ts'

/** The routes that end an attempt to sign in, by the way of signing in. */
const methodOf: Record<string, (request: FastifyRequest) => string> = {
  [`${basePath}/sign-in/email`]: () => 'password',
  [`${basePath}/magic-link/verify`]: () => 'link',
  [`${basePath}/callback/:provider`]: ({ params }) => {
    const { provider } = params as { provider?: string }
    return providerIds.find((id) => id === provider) ?? 'unknown'
  },
}

/** Must run before the routes are added. */
export function countSignIns(app: FastifyInstance, { signIns }: Metrics) {
  app.addHook('onRoute', (route) => {
    const readMethod = methodOf[route.url]
    if (!readMethod || route.method === 'HEAD') return
    const count = async (request: FastifyRequest, reply: FastifyReply) => {
      signIns.inc({ method: readMethod(request), outcome: outcomeOf(reply) })
    }
    route.onResponse = [route.onResponse ?? [], count].flat()
  })
}

function outcomeOf(reply: FastifyReply): string {
  const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String)
  if (cookies.some((cookie) => /session_token=[^;]/.test(cookie))) return 'success'
  if (reply.statusCode === 429) return 'limited'
  return reply.statusCode >= 500 ? 'error' : 'failure'
}
