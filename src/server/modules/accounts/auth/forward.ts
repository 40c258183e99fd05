import type { FastifyRequest } from 'fastify'
import type { AuthBody } from './auth-requests.ts'
import { clientIpHeader, type Identity } from './identity.ts'
import { type ProviderId, providerIds } from './providers.ts'

export const basePath = '/api/auth'

export type Forward = (
  path: string,
  request: FastifyRequest,
  body?: object,
  additionalHeaders?: Record<string, string> | null,
) => Promise<Response>

/** Returns a function that sends a request to the identity provider with nothing but the headers it needs. */
export const createForward =
  (identity: Identity, publicUrl: string): Forward =>
  (path, request, body, additionalHeaders) => {
    const headers = new Headers({
      [clientIpHeader]: request.ip,
      // Cross-origin requests have already been rejected (platform/http/csrf.ts).
      origin: new URL(publicUrl).origin,
      'user-agent': (request.headers['user-agent'] ?? '').slice(0, 300),
      ...(request.headers.cookie && { cookie: request.headers.cookie }),
      ...(body && { 'content-type': 'application/json' }),
      ...additionalHeaders,
    })
    const forwarded = new Request(`${publicUrl}${basePath}${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    return identity.handle(forwarded, providerOf(path, body))
  }

function providerOf(path: string, body: AuthBody = {}): ProviderId | null {
  const name = body.provider ?? /^\/callback\/(\w+)/.exec(path)?.[1]
  return providerIds.find((id) => id === name) ?? null
}
