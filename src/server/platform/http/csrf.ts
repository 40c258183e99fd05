import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../shared/errors.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses writes that another site's page sends in the name of somebody who is signed in here: browsers say where a
 * write comes from. Programs say nothing and carry nobody's cookies but their own.
 */
export function rejectCrossOrigin(
  app: FastifyInstance,
  { publicUrl, production }: { publicUrl: string; production: boolean },
) {
  const own = new URL(publicUrl).origin
  const isOwn = (origin: string) => origin === own || (!production && isLoopback(origin))
  app.addHook('onRequest', (request, _reply, done) => {
    const { origin, 'sec-fetch-site': site } = request.headers
    const strange = origin === undefined ? site === 'cross-site' : !isOwn(origin)
    if (safe.has(request.method) || !strange) return done()
    done(
      new AppError('forbidden', 'This was sent from another site. Please open our own page and try again.'),
    )
  })
}

/** On a developer's machine the same server answers to several names. */
function isLoopback(origin: string): boolean {
  return /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin)
}
