/**
 * The identity provider's HTTP routes, at `/api/auth/*`. Only the paths listed here and in auth-requests.ts are open. A
 * request is validated with the schemas that the forms use, rate-limited, and forwarded with nothing else.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parse } from '../../../platform/http/dispatch.ts'
import {
  type AuthBody,
  type AuthorizeOptions,
  type AuthPath,
  authorize,
  bodySchemas,
} from './auth-requests.ts'
import { sendRedirect, sendResponse } from './auth-responses.ts'
import { clientIpHeader, type Identity } from './identity.ts'
import { type ProviderId, providerIds } from './providers.ts'

const basePath = '/api/auth'

export type AuthRouteOptions = AuthorizeOptions & { publicUrl: string }

type Forward = (path: string, request: FastifyRequest, body?: object) => Promise<Response>

export function mountAuthRoutes(app: FastifyInstance, options: AuthRouteOptions) {
  const { identity, rateLimiter, publicUrl } = options
  const forward = createForward(identity, publicUrl)

  for (const path of Object.keys(bodySchemas) as AuthPath[]) {
    app.post(`${basePath}${path}`, async (request, reply) => {
      const body = parse(bodySchemas[path], request.body ?? {}) as AuthBody
      await authorize(options, path, body, request, reply)
      const response = await forward(path, request, body)
      if (response.status === 401 && body.email) await rateLimiter.recordFailure(body.email)
      return sendResponse(reply, response)
    })
  }

  app.get(`${basePath}/get-session`, async (request, reply) =>
    sendResponse(reply, await forward('/get-session', request)),
  )

  // The emailed link. It verifies the address but signs nobody in, so a GET request is enough.
  app.get<{ Querystring: { token?: string } }>(
    `${basePath}/verify-email`,
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { success, data } = bodySchemas['/verify-email'].safeParse({ token: request.query.token })
      const response = success ? await forward('/verify-email', request, data) : null
      return reply.redirect(`${publicUrl}/verify-email?state=${response?.ok ? 'done' : 'spent'}`, 303)
    },
  )

  app.get<{ Params: { provider: string } }>(`${basePath}/callback/:provider`, async (request, reply) =>
    sendRedirect(reply, await forward(request.url.slice(basePath.length), request)),
  )
}

/** Returns a function that sends a request to the identity provider with nothing but the headers it needs. */
const createForward =
  (identity: Identity, publicUrl: string): Forward =>
  (path, request, body) => {
    const headers = new Headers({
      [clientIpHeader]: request.ip,
      // Cross-origin requests have already been rejected (platform/http/csrf.ts).
      origin: new URL(publicUrl).origin,
      'user-agent': (request.headers['user-agent'] ?? '').slice(0, 300),
      ...(request.headers.cookie && { cookie: request.headers.cookie }),
      ...(body && { 'content-type': 'application/json' }),
    })
    const forwarded = new Request(`${publicUrl}${basePath}${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const provider = providerOf(path, body)
    return provider ? identity.handleVia(provider, forwarded) : identity.handle(forwarded)
  }

/** Returns the provider that a request involves, or null. */
function providerOf(path: string, body: AuthBody = {}): ProviderId | null {
  const name = body.provider ?? /^\/callback\/(\w+)/.exec(path)?.[1]
  return providerIds.find((id) => id === name) ?? null
}
