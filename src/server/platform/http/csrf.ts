/**
 * Rejects writes that a page of another site sends with a visitor's cookies (cross-site request forgery). `SameSite=Lax`
 * cookies already stop most of them, but not those of a page on one of our subdomains.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import { type Message, msg, t } from '../../../shared/translate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route changes nothing on behalf of a cookie, so other sites may send requests to it. */
    acceptsOtherSites?: boolean
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Returns whether requests with this method only read. */
export const isSafeMethod = (method: string): boolean => safeMethods.has(method)

type Site = { publicUrl: string; production: boolean }

/** Every browser names the origin of a write. Other programs have no cookies of a visitor, only their own. */
export function rejectCrossOrigin(app: FastifyInstance, { publicUrl, production }: Site) {
  const ownOrigin = new URL(publicUrl).origin
  const isOwn = (origin: string) => origin === ownOrigin || (!production && isLoopback(origin))
  app.addHook('onRequest', (request, _reply, done) => {
    const isAllowed = isSafeMethod(request.method) || request.routeOptions.config.acceptsOtherSites
    const refusal = isAllowed ? null : refusalOf(request, isOwn)
    if (refusal === null) return done()
    done(new AppError('forbidden', t(refusal)))
  })
}

/** Returns why a write is refused, or null. Browsers send the first two headers; old ones and proxies leave some out. */
function refusalOf({ headers }: FastifyRequest, isOwn: (origin: string) => boolean): Message | null {
  const { origin, referer, cookie, 'sec-fetch-site': site } = headers
  // `none` is a request that no page made, such as one that the browser repeats.
  if (site !== undefined && !['same-origin', 'none'].includes(String(site))) return otherSite
  if (origin !== undefined) return isOwn(origin) ? null : otherSite
  if (site !== undefined) return null
  if (referer !== undefined) return isOwn(originOf(referer)) ? null : otherSite
  return cookie ? unknownSite : null
}

const otherSite = msg('This request came from another site. Please open this site and try again.')
const unknownSite = msg(
  'A request that changes something must have an Origin header if it has a cookie. Programs can send a token instead: see /api/docs.',
)

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : 'null')

/** On a developer's machine, the same server has several names. */
function isLoopback(origin: string): boolean {
  return /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin)
}
