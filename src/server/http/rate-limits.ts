import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../shared/errors.ts'

/** Lists and searches a minute from one address. */
const readsAMinute = 120

/** Limits how often one address may call the API; `factor` scales it and null switches it off. */
export async function limitReads(app: FastifyInstance, factor: number | null) {
  if (factor === null) return
  await app.register(rateLimit, {
    max: Math.max(1, Math.round(readsAMinute * factor)),
    timeWindow: '1 minute',
    // One household or one attacker often holds a whole IPv6 /64.
    keyGenerator: (request) => networkOf(request.ip),
    allowList: (request) => !request.url.startsWith('/api/'),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError(
        'rate_limited',
        `Too many requests. Please try again in ${Math.max(1, Math.ceil(ttl / 1000))} seconds.`,
      ),
  })
}

/** An IPv4 address as it is; of an IPv6 address the first 64 bits. */
export function networkOf(address: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (v4 || !address.includes(':')) return v4 ?? address
  const [head = '', tail] = address.split('::')
  const start = head.split(':').filter(Boolean)
  const end = (tail ?? '').split(':').filter(Boolean)
  const groups =
    tail === undefined ? start : [...start, ...Array(8 - start.length - end.length).fill('0'), ...end]
  return `${groups.slice(0, 4).join(':')}::/64`
}
