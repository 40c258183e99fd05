/**
 * The identity provider on the web, at `/api/auth/*`. Only the paths named here are open. What is sent is checked by
 * the schemas that the forms use, limited in how often, and passed on without anything else; what comes back carries no
 * token and fails in our own words.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { EmailSchema, NewPasswordSchema, SignInSchema, SignUpSchema } from '../../../../shared/account.ts'
import { AppError, type ErrorCode } from '../../../../shared/errors.ts'
import { emailAddress } from '../../../../shared/fields.ts'
import { signInRequired } from '../../../../shared/messages/forms.ts'
import { signIn, somethingWentWrong } from '../../../../shared/messages/pages.ts'
import type { ViewerOf } from '../../../platform/http/contract-routes.ts'
import { parse } from '../../../platform/http/dispatch.ts'
import { codeOfStatus } from '../../../platform/http/errors.ts'
import { requireRecentLogin, requireViewer } from '../../../platform/http/guards.ts'
import { networkOf } from '../../../platform/http/ip-rate-limit.ts'
import type { RateLimiter } from '../../../platform/http/rate-limiter.ts'
import { addressHeader, type Identity } from './identity.ts'
import { weaknessOf } from './password-rules.ts'
import { type ProviderId, providerIds } from './providers.ts'

const way = '/api/auth'

const token = z.string('The link is not whole. Please open it from the mail again.').check(z.maxLength(200))
/** A place on this site to come back to. */
const place = z.optional(
  z.string().check(z.regex(/^\/(?![/\\])[^\s\\]{0,500}$/, 'This must be a path of this site.')),
)

const bodies = {
  '/sign-up/email': SignUpSchema,
  '/sign-in/email': SignInSchema,
  '/sign-in/social': z.object({
    provider: z.enum(providerIds, `provider must be one of ${providerIds.join(', ')}.`),
    callbackURL: place,
    errorCallbackURL: place,
    newUserCallbackURL: place,
  }),
  '/sign-in/magic-link': z.object({ ...EmailSchema.shape, callbackURL: place }),
  '/magic-link/verify': z.object({ token }),
  '/request-password-reset': EmailSchema,
  '/reset-password': z.object({ ...NewPasswordSchema.shape, token }),
  '/send-verification-email': EmailSchema,
  '/verify-email': z.object({ token }),
  '/sign-out': z.object({}),
  '/change-password': z.object({
    ...NewPasswordSchema.shape,
    currentPassword: SignInSchema.shape.password,
    revokeOtherSessions: z.optional(z.boolean()),
  }),
  '/change-email': z.object({ newEmail: emailAddress }),
  '/update-user': z.object({
    name: z.optional(SignUpSchema.shape.name),
    image: z.optional(
      z.union(
        [z.null(), z.string().check(z.regex(/^https:\/\/\S{1,490}$/))],
        'The photo must be an address that begins with https://.',
      ),
    ),
  }),
} as const satisfies Record<string, z.ZodMiniType>

type Path = keyof typeof bodies
type Body = { email?: string; password?: string; newPassword?: string; provider?: string; name?: string }

export type IdentityParts = {
  identity: Identity
  attempts: RateLimiter
  viewerOf: ViewerOf
  publicUrl: string
  productName: string
}

export function mountAuthRoutes(app: FastifyInstance, parts: IdentityParts) {
  const { identity, publicUrl } = parts

  for (const path of Object.keys(bodies) as Path[]) {
    app.post(`${way}${path}`, async (request, reply) => {
      const body = parse(bodies[path], request.body ?? {}) as Body
      await guard(parts, path, body, request, reply)
      const response = await pass(path, request, body)
      if (response.status === 401 && body.email) await parts.attempts.recordFailure(body.email)
      return answer(reply, response)
    })
  }

  app.get(`${way}/get-session`, async (request, reply) => answer(reply, await pass('/get-session', request)))

  // The mailed link: it proves the address and signs nobody in, so following it is enough.
  app.get<{ Querystring: { token?: string } }>(
    `${way}/verify-email`,
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { success, data } = bodies['/verify-email'].safeParse({ token: request.query.token })
      const response = success ? await pass('/verify-email', request, data) : null
      return reply.redirect(`${publicUrl}/verify-email?state=${response?.ok ? 'done' : 'spent'}`, 303)
    },
  )

  app.get<{ Params: { provider: string } }>(`${way}/callback/:provider`, async (request, reply) => {
    const response = await pass(request.url.slice(way.length), request)
    return answer(reply, response, publicUrl)
  })

  function pass(path: string, request: FastifyRequest, body?: object): Promise<Response> {
    const headers = new Headers({
      [addressHeader]: request.ip,
      // Who may write from where has been decided by then (http/same-origin.ts).
      origin: new URL(publicUrl).origin,
      'user-agent': (request.headers['user-agent'] ?? '').slice(0, 300),
      ...(request.headers.cookie && { cookie: request.headers.cookie }),
      ...(body && { 'content-type': 'application/json' }),
    })
    const passed = new Request(`${publicUrl}${way}${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const provider = providerOf(path, body)
    return provider ? identity.handleThrough(provider, passed) : identity.handle(passed)
  }
}

/** The provider that a request leads through; null for most. */
function providerOf(path: string, body: Body = {}): ProviderId | null {
  const named = body.provider ?? /^\/callback\/(\w+)/.exec(path)?.[1]
  return providerIds.find((id) => id === named) ?? null
}

/** What must hold before anything is asked of the provider. */
async function guard(
  parts: IdentityParts,
  path: Path,
  body: Body,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { attempts, identity, productName, viewerOf } = parts
  const from = networkOf(request.ip)
  const email = body.email ?? ''
  const requireGood = async (field: string, password = '', of = email) => {
    const sentence = await weaknessOf(password, of, productName)
    if (sentence) throw new AppError('invalid', sentence, { [field]: sentence })
  }
  switch (path) {
    case '/sign-in/email':
      await attempts.consume('signIn', from)
      return attempts.requireNotThrottled(email)
    case '/sign-up/email':
      await attempts.consume('signUp', from)
      await requireGood('password', body.password)
      return identity.dropUnproven(email)
    case '/request-password-reset':
    case '/send-verification-email':
    case '/sign-in/magic-link':
      await attempts.consume('emailLinkByAddress', from)
      return attempts.consume('emailLinkByRecipient', `${path} ${email}`)
    case '/reset-password':
    case '/magic-link/verify':
    case '/verify-email':
      return attempts.consume('signIn', `${path} ${from}`)
    case '/change-password': {
      const viewer = requireViewer(await viewerOf(request, reply))
      // The current password can be guessed here as well as on the sign-in page.
      await attempts.consume('signIn', viewer.accountId)
      return requireGood('newPassword', body.newPassword, viewer.email)
    }
    case '/change-email':
      requireRecentLogin(await viewerOf(request, reply))
      return attempts.consume('emailLinkByAddress', from)
    case '/sign-in/social':
    case '/sign-out':
    case '/update-user':
      return
  }
}

/** Sentences for what better-auth refuses by its own codes. */
const sentences: Record<string, { code: ErrorCode; message?: string; field?: string }> = {
  INVALID_EMAIL_OR_PASSWORD: {
    code: 'unauthenticated',
    message: 'The email or the password is not right. Please check both.',
  },
  EMAIL_NOT_VERIFIED: { code: 'forbidden', message: signIn.unverified },
  INVALID_PASSWORD: {
    code: 'invalid',
    message: 'The current password is not right.',
    field: 'currentPassword',
  },
  PASSWORD_REFUSED: { code: 'invalid', field: 'newPassword' },
  PROVIDER_NOT_FOUND: { code: 'not_found', message: 'This site has no such way to sign in.' },
}

async function answer(reply: FastifyReply, response: Response, publicUrl?: string) {
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  reply.header('cache-control', 'no-store')
  const location = response.headers.get('location')
  if (publicUrl && location) return reply.redirect(location, 303)
  // The shapes are better-auth's; only what is named here is read of them.
  const body = (await response.json().catch(() => null)) as Record<string, unknown> | null
  if (response.ok) return reply.send(withoutTokens(body))
  throw errorOf(response.status, body)
}

function errorOf(status: number, body: Record<string, unknown> | null): AppError {
  const own = typeof body?.message === 'string' ? body.message : somethingWentWrong
  const known = sentences[String(body?.code)]
  if (known) {
    const message = known.message ?? own
    return new AppError(known.code, message, known.field ? { [known.field]: message } : undefined)
  }
  const code = codeOfStatus(status)
  if (code === 'unauthenticated') return new AppError(code, signInRequired)
  return new AppError(code, status < 500 ? own : somethingWentWrong)
}

/** The session is the cookie alone: a token in a body ends up in logs and in scripts. */
function withoutTokens(body: Record<string, unknown> | null) {
  if (!body) return null
  const { token: _token, ...rest } = body
  const { session } = rest as { session?: Record<string, unknown> }
  if (!session) return rest
  return { ...rest, session: { id: session.id, expiresAt: session.expiresAt, createdAt: session.createdAt } }
}
