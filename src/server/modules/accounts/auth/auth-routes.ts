/** The identity provider's routes, at `/api/auth/*`. Only the paths listed here and in auth-requests.ts are open. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../../shared/errors.ts'
import { t } from '../../../../shared/translate.ts'
import { parse } from '../../../platform/http/dispatch.ts'
import type { Metrics } from '../../../platform/metrics/metrics.ts'
import {
  type AuthBody,
  type AuthorizeOptions,
  type AuthPath,
  authorize,
  bodySchemas,
} from './auth-requests.ts'
import { type FirstAdminOptions, mountFirstAdmin } from './first-admin-routes.ts'
import { basePath, createForward, sendRedirect, sendResponse } from './forward.ts'
import type { Identity } from './identity.ts'
import { browserHashHeader, createBrowserCookie } from './pending-sign-ups.ts'
import { isProviderId, unknownProvider } from './providers.ts'
import { mountVerificationForm } from './verification-form.ts'

export type AuthRouteOptions = AuthorizeOptions &
  FirstAdminOptions & {
    identity: Identity
    metrics: Pick<Metrics, 'signIns'>
  }

/** The paths that end an attempt to sign in, by what the metrics call the method. */
const signInMethods: Partial<Record<AuthPath, string>> = {
  '/sign-in/email': 'password',
  '/magic-link/verify': 'link',
}

export function mountAuthRoutes(app: FastifyInstance, options: AuthRouteOptions) {
  const { identity, rateLimiter, publicUrl, metrics } = options
  const forward = createForward(identity, publicUrl)

  /** Counts how someone tried to sign in and with what result, never who. */
  const countSignIn = (method: string, reply: FastifyReply) =>
    metrics.signIns.inc({ method, outcome: outcomeOf(reply) })

  for (const path of Object.keys(bodySchemas) as AuthPath[]) {
    const method = signInMethods[path]
    const onResponse = async (_request: FastifyRequest, reply: FastifyReply) => {
      if (method) countSignIn(method, reply)
    }
    app.post(`${basePath}${path}`, { onResponse }, async (request, reply) => {
      const body = parse(bodySchemas[path], request.body ?? {}) as AuthBody
      await authorize(options, path, body, request, reply)
      const browser = path === '/sign-up/email' ? createBrowserCookie(publicUrl) : null
      const response = await forward(path, request, body, browser && { [browserHashHeader]: browser.hash })
      if (browser && response.ok) reply.header('set-cookie', browser.cookie)
      // A 403 also means that the password was right: the email is not verified.
      const isCorrectPassword = path === '/sign-in/email' && (response.ok || response.status === 403)
      if (isCorrectPassword) await rateLimiter.clearPasswordAttempts(body.email ?? '')
      return sendResponse(reply, response)
    })
  }

  app.get(`${basePath}/get-session`, async (request, reply) =>
    sendResponse(reply, await forward('/get-session', request)),
  )

  mountVerificationForm(app, options, forward)
  mountFirstAdmin(app, options, forward)

  app.get<{ Params: { provider: string } }>(
    `${basePath}/callback/:provider`,
    {
      onResponse: async ({ method, params }, reply) => {
        if (method !== 'HEAD') countSignIn(isProviderId(params.provider) ? params.provider : 'unknown', reply)
      },
    },
    async (request, reply) => {
      if (!isProviderId(request.params.provider)) throw new AppError('not_found', t(unknownProvider))
      const browser = createBrowserCookie(publicUrl)
      const path = request.url.slice(basePath.length)
      const response = await forward(path, request, undefined, { [browserHashHeader]: browser.hash })
      if (isUnverified(response, publicUrl)) reply.header('set-cookie', browser.cookie)
      return sendRedirect(reply, response)
    },
  )
}

function isUnverified({ headers }: Response, publicUrl: string): boolean {
  const location = URL.parse(headers.get('location') ?? '', publicUrl)
  return location?.searchParams.get('error') === 'email_not_verified'
}

function outcomeOf(reply: FastifyReply): string {
  const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String)
  if (cookies.some((cookie) => /session_token=[^;]/.test(cookie))) return 'success'
  if (reply.statusCode === 429) return 'limited'
  return reply.statusCode >= 500 ? 'error' : 'failure'
}
