/**
 * The form on the page that an emailed verification link opens. It is a plain HTML form, so it works without scripts: it
 * posts to the page's own path, and the response redirects.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../../shared/errors.ts'
import { privatePaths, withQuery } from '../../../../shared/paths.ts'
import { safeRedirectPath } from '../../../../shared/safe-redirect.ts'
import { type AuthorizeOptions, authorize, bodySchemas } from './auth-requests.ts'
import { copyCookies } from './auth-responses.ts'
import type { Forward } from './forward.ts'

const maxFormBytes = 4096

type Form = { token?: string; to?: string; answer?: string }
type Outcome = 'signed-in' | 'done' | 'declined' | 'spent' | 'later'

export type VerificationFormOptions = AuthorizeOptions & { publicUrl: string }

export function mountVerificationForm(
  app: FastifyInstance,
  options: VerificationFormOptions,
  forward: Forward,
) {
  // In a separate scope, so that no other route accepts form bodies.
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.post<{ Body: Form | undefined }>(privatePaths.verifyEmail, async (request, reply) => {
      const { token, to: requested, answer } = request.body ?? {}
      const path = answer === 'decline' ? '/decline-email' : '/verify-email'
      const to = safeRedirectPath(requested)
      const outcome = await submit(options, forward, path, token, request, reply)
      if (outcome === 'signed-in') return reply.redirect(options.publicUrl + to, 303)
      const page = withQuery(privatePaths.verifyEmail, {
        state: outcome,
        to: to === '/' ? undefined : to,
        // To try again with the same link.
        token: outcome === 'later' ? token : undefined,
      })
      return reply.redirect(options.publicUrl + page, 303)
    })
  })
}

async function submit(
  options: AuthorizeOptions,
  forward: Forward,
  path: '/verify-email' | '/decline-email',
  token: string | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Outcome> {
  const { success, data } = bodySchemas[path].safeParse({ token })
  if (!success) return 'spent'
  try {
    await authorize(options, path, {}, request, reply)
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return 'later'
    throw error
  }
  const response = await forward(path, request, { ...data, signIn: true })
  if (response.status >= 500) throw new Error(`${path} failed with status ${response.status}.`)
  if (!response.ok) return 'spent'
  if (path === '/decline-email') return 'declined'
  copyCookies(reply, response)
  const { signedIn } = (await response.json()) as { signedIn: boolean }
  return signedIn ? 'signed-in' : 'done'
}
