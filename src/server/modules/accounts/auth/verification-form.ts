/** The plain form on the page of a verification link. It posts to the page's own path, and the response redirects. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../../shared/errors.ts'
import { privatePaths, withQuery } from '../../../../shared/paths.ts'
import { safeRedirectPath } from '../../../../shared/safe-redirect.ts'
import { acceptForms } from '../../../platform/http/form-bodies.ts'
import { type AuthorizeOptions, authorize, bodySchemas } from './auth-requests.ts'
import { signUpNotProvenCode } from './email-verification.ts'
import { copyCookies, type Forward } from './forward.ts'

const maxFormBytes = 4096

type Form = { token?: string; to?: string; password?: string; answer?: string }
type Outcome = 'signed-in' | 'done' | 'declined' | 'spent' | 'later' | 'password'
const retryable: Outcome[] = ['later', 'password']
const pathOfAnswer = {
  confirm: '/verify-email',
  decline: '/decline-email',
  'new-password': '/reset-unverified',
} as const
type Path = (typeof pathOfAnswer)[keyof typeof pathOfAnswer]

export type VerificationFormOptions = AuthorizeOptions & { publicUrl: string }

export function mountVerificationForm(
  app: FastifyInstance,
  options: VerificationFormOptions,
  forward: Forward,
) {
  void app.register(async (scope) => {
    acceptForms(scope, maxFormBytes)
    scope.post<{ Body: Form | undefined }>(privatePaths.verifyEmail, async (request, reply) => {
      const { token, to: requested } = request.body ?? {}
      const to = safeRedirectPath(requested)
      const result = await submit(options, forward, request, reply)
      if (result === 'signed-in') return reply.redirect(options.publicUrl + to, 303)
      if (typeof result === 'object')
        return reply.redirect(options.publicUrl + withQuery(privatePaths.resetPassword, result), 303)
      const page = withQuery(privatePaths.verifyEmail, {
        state: result,
        to: to === '/' ? undefined : to,
        token: retryable.includes(result) ? token : undefined,
      })
      return reply.redirect(options.publicUrl + page, 303)
    })
  })
}

/** Returns the outcome, or the token of the page that sets a new password. */
async function submit(
  options: AuthorizeOptions,
  forward: Forward,
  request: FastifyRequest<{ Body: Form | undefined }>,
  reply: FastifyReply,
): Promise<Outcome | { token: string }> {
  const { token, answer = '', password } = request.body ?? {}
  const path = Object.hasOwn(pathOfAnswer, answer)
    ? pathOfAnswer[answer as keyof typeof pathOfAnswer]
    : '/verify-email'
  const { success, data, error } = bodySchemas['/verify-email'].safeParse({
    token,
    password: password === '' ? undefined : password,
  })
  if (!success) return error.issues.some(({ path: [field] }) => field === 'token') ? 'spent' : 'password'
  try {
    await authorize(options, path === '/decline-email' ? path : '/verify-email', {}, request, reply)
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return 'later'
    throw error
  }
  const response = await forward(path, request, { ...data, signIn: true })
  if (response.status >= 500) throw new Error(`${path} failed with status ${response.status}.`)
  copyCookies(reply, response)
  return outcomeOf(path, (await response.json()) as EndpointReply)
}

type EndpointReply = { code?: string; signedIn?: boolean; resetToken?: string }

function outcomeOf(path: Path, { code, signedIn, resetToken }: EndpointReply): Outcome | { token: string } {
  if (code === signUpNotProvenCode) return 'password'
  if (code !== undefined) return 'spent'
  if (resetToken !== undefined) return { token: resetToken }
  if (path === '/decline-email') return 'declined'
  return signedIn ? 'signed-in' : 'done'
}
