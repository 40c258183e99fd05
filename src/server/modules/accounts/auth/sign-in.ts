/** Signing in with an email and a password. better-auth's own endpoint rejects valid addresses, such as `a&b@example.com`. */
import { createAuthEndpoint } from '@better-auth/core/api'
import { APIError } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { parseUserOutput } from 'better-auth/db'
import { SignInSchema } from '../../../../shared/account.ts'

export const signInEndpoints = () => ({ signInEmail: signInEmail() })

/** Takes the same time whether or not the address has an account with a password. */
const signInEmail = () =>
  createAuthEndpoint('/sign-in/email', { method: 'POST', body: SignInSchema }, async (ctx) => {
    const { context, body } = ctx
    const found = await context.internalAdapter.findUserByEmail(body.email.toLowerCase(), {
      includeAccounts: true,
    })
    const hash = found?.accounts.find(({ providerId }) => providerId === 'credential')?.password
    if (!found || !hash) await context.password.hash(body.password)
    else if (await context.password.verify({ hash, password: body.password })) {
      const { user } = found
      if (!user.emailVerified) throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED' })
      const session = await context.internalAdapter.createSession(user.id)
      await setSessionCookie(ctx, { session, user })
      return { redirect: false, user: parseUserOutput(context.options, user) }
    }
    throw new APIError('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD' })
  })
