import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../shared/errors.ts'

/** Lists and searches a minute from one address. */
const readsAMinute = 120

/** Calls, and the lists that feed readers and calendars ask for. */
const counted = /^\/(api|feeds)\//

/** Limits how often one address may ask for lists; `factor` scales it and null switches it off. */
export async function limitRequestsByIp(app: FastifyInstance, factor: number | null) {
  if (factor === null) return
  await app.register(rateLimit, {
    max: Math.max(1, Math.round(readsAMinute * factor)),
    timeWindow: '1 minute',
    // One household or one attacker often holds a whole IPv6 /64.
    keyGenerator: (request) => networkOf(request.ip),
    // By the route and not the address, which can spell `/api` in many ways.
    allowList: (request) => !counted.test(request.routeOptions.url ?? ''),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError(
        'rate_limited',
        `Too many requests. Please try again in ${Math.max(1, Math.ceil(ttl / 1000))} seconds.`,
      ),
  })
}

/** An IPv4 address as it is; of an IPv6 address the first 64 bits, however it is spelt. */
export function networkOf(address: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (v4 || !address.includes(':')) return v4 ?? address
  const [head = '', tail] = address.split('::')
  const start = groupsOf(head)
  const end = groupsOf(tail ?? '')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - start.length - end.length)
  return `${[...start, ...Array(zeros).fill('0'), ...end].slice(0, 4).join(':')}::/64`
}

const groupsOf = (text: string) =>
  text
    .split(':')
    .filter(Boolean)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
