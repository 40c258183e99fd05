/**
 * `GET /doctor`: what the server knows about the connection of a request, for `corkboard doctor`, which compares it with
 * what it sent. Only a process that knows the site's secret gets a response; everyone else gets the 404 of any other path.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { deriveKey } from '../keys.ts'

export const probePath = '/doctor'

export const ProbeSchema = z.object({
  /** The address that rate limits count. */
  ip: z.string(),
  /** The address of the connection: the proxy's, if there is one. */
  peer: z.string(),
  forwardedFor: z.string().nullable(),
  /** Whether the server believes what the peer says about its visitors. */
  trustsPeer: z.boolean(),
})
export type Probe = z.infer<typeof ProbeSchema>

const maxAgeMs = 5 * 60_000

/** Returns the Authorization header of a probe. */
export const probeToken = (secret: string, now: Date): string =>
  `Probe ${sign(secret, String(now.getTime()))}`

const sign = (secret: string, time: string): string =>
  `${time}.${createHmac('sha256', deriveKey(secret, 'corkboard doctor')).update(time).digest('base64url')}`

function isToken(secret: string, header: string | undefined): boolean {
  const [, token = '', time = ''] = /^Probe ((\d{1,15})\.[\w-]{43})$/.exec(header ?? '') ?? []
  if (Math.abs(Date.now() - Number(time)) > maxAgeMs) return false
  const expected = Buffer.from(sign(secret, time))
  return expected.length === token.length && timingSafeEqual(expected, Buffer.from(token))
}

export function mountProxyProbe(app: FastifyInstance, secret: string) {
  app.get(probePath, async (request, reply) => {
    if (!isToken(secret, request.headers.authorization)) return reply.callNotFound()
    const header = request.headers['x-forwarded-for']
    const probe: Probe = {
      ip: request.ip,
      peer: request.socket.remoteAddress ?? '',
      forwardedFor: header === undefined ? null : String(header),
      // The peer, then each address that a trusted proxy has named.
      trustsPeer: (request.ips?.length ?? 1) > 1,
    }
    return reply.header('cache-control', 'no-store').send(probe)
  })
}
