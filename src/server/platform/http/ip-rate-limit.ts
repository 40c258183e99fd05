/** Limits on requests per client network. Limits on attempts, such as sign-ins, are in `rate-limiter.ts`. */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { AppError } from '../../../shared/errors.ts'

const maxRequestsPerMinute = 120

/** Calls, and the lists that feed readers and calendars poll. */
const limitedRoutes = /^\/(api|feeds)\//

/** Limits calls and feeds for each client network. `factor` scales the limit; null turns it off. */
export async function limitRequestsByIp(app: FastifyInstance, factor: number | null) {
  if (factor === null) return
  await app.register(rateLimit, {
    ...limitPerMinute(maxRequestsPerMinute, factor),
    // Match the route pattern, not the raw URL: URL encoding can spell `/api` in many ways.
    allowList: (request) => !limitedRoutes.test(request.routeOptions.url ?? ''),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError(
        'rate_limited',
        `Too many requests. Please try again in ${Math.max(1, Math.ceil(ttl / 1000))} seconds.`,
      ),
  })
}

/** Returns the config of a route with its own limit, which counts apart from the shared limit of calls and feeds. */
export const routeRateLimit = (max: number, factor: number | null) => ({
  // Without a list of its own, the route would inherit one that exempts everything but calls and feeds.
  rateLimit: { ...limitPerMinute(max, factor), allowList: [] },
})

const limitPerMinute = (max: number, factor: number | null) => ({
  max: Math.max(1, Math.round(max * (factor ?? 1))),
  timeWindow: '1 minute',
  keyGenerator: ({ ip }: FastifyRequest) => networkOf(ip),
})

/**
 * Returns the client's network: an IPv4 address itself, or the /64 of an IPv6 address, which one household or one
 * attacker often holds as a whole. Anything else that a proxy may send is returned unchanged.
 */
export function networkOf(address: string): string {
  const withoutZone = address.replace(/%.*$/s, '')
  if (!ipaddr.isValid(withoutZone)) return address
  const parsed = ipaddr.process(withoutZone)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}
