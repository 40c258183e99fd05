/** Forwards requests to the identity provider, and turns its responses into ours: no session tokens, and our own words. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorCode } from '../../../../shared/errors.ts'
import { signInRequired } from '../../../../shared/messages/forms.ts'
import { somethingWentWrong } from '../../../../shared/messages/pages.ts'
import { signIn } from '../../../../shared/messages/sign-in.ts'
import { type Message, msg, t } from '../../../../shared/translate.ts'
import { codeOfStatus } from '../../../platform/http/errors.ts'
import type { AuthBody } from './auth-requests.ts'
import { signUpNotProvenCode } from './email-verification.ts'
import { clientIpHeader, type Identity } from './identity.ts'
import { type ProviderId, providerIds, unknownProvider } from './providers.ts'

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

const knownErrors: Record<string, { code: ErrorCode; message?: Message; field?: string }> = {
  INVALID_EMAIL_OR_PASSWORD: {
    code: 'unauthenticated',
    message: msg('Wrong email or password. Please try again.'),
  },
  EMAIL_NOT_VERIFIED: { code: 'forbidden', message: signIn.unverified },
  INVALID_PASSWORD: {
    code: 'invalid',
    message: msg('Your current password is wrong. Please try again.'),
    field: 'currentPassword',
  },
  [signUpNotProvenCode]: { code: 'invalid', field: 'password' },
  WEAK_PASSWORD: { code: 'invalid', field: 'newPassword' },
  PROVIDER_NOT_FOUND: { code: 'not_found', message: unknownProvider },
}

/** Sends a response of the identity provider. Throws an AppError for a failed one. */
export async function sendResponse(reply: FastifyReply, response: Response) {
  copyCookies(reply, response)
  // The shapes are better-auth's; we read only the fields named here.
  const body = (await response.json().catch(() => null)) as Record<string, unknown> | null
  if (response.ok) return reply.send(withoutTokens(body))
  throw toAppError(response.status, body)
}

/** Sends a redirect of the identity provider if the response is one, and otherwise the response. */
export async function sendRedirect(reply: FastifyReply, response: Response) {
  const location = response.headers.get('location')
  if (!location) return sendResponse(reply, response)
  copyCookies(reply, response)
  return reply.redirect(location, 303)
}

export function copyCookies(reply: FastifyReply, response: Response) {
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  reply.header('cache-control', 'no-store')
}

function toAppError(status: number, body: Record<string, unknown> | null): AppError {
  const ownMessage = typeof body?.message === 'string' ? body.message : t(somethingWentWrong)
  const known = knownErrors[String(body?.code)]
  if (known) {
    const message = known.message ? t(known.message) : ownMessage
    return new AppError(known.code, message, known.field ? { [known.field]: message } : undefined)
  }
  const code = codeOfStatus(status)
  if (code === 'unauthenticated') return new AppError(code, t(signInRequired))
  return new AppError(code, status < 500 ? ownMessage : t(somethingWentWrong))
}

/** The cookie is the only copy of the session token: a token in a body ends up in logs and in scripts. */
function withoutTokens(body: Record<string, unknown> | null) {
  if (!body) return null
  const { token: _token, ...rest } = body
  const { session } = rest as { session?: Record<string, unknown> }
  if (!session) return rest
  return { ...rest, session: { id: session.id, expiresAt: session.expiresAt, createdAt: session.createdAt } }
}
