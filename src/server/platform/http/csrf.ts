import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../shared/errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects writes that a page of another site sends with a signed-in visitor's cookies. Browsers send the origin of a
 * write; other programs send none, and only their own cookies.
 */
export function rejectCrossOrigin(
  app: FastifyInstance,
  { publicUrl, production }: { publicUrl: string; production: boolean },
) {
  const ownOrigin = new URL(publicUrl).origin
  const isOwn = (origin: string) => origin === ownOrigin || (!production && isLoopback(origin))
  app.addHook('onRequest', (request, _reply, done) => {
    const { origin, 'sec-fetch-site': site } = request.headers
    const crossOrigin = origin === undefined ? site === 'cross-site' : !isOwn(origin)
    if (safeMethods.has(request.method) || !crossOrigin) return done()
    done(
      new AppError('forbidden', 'This request came from another site. Please open this site and try again.'),
    )
  })
}

/** On a developer's machine, the same server has several names. */
function isLoopback(origin: string): boolean {
  return /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin)
}
