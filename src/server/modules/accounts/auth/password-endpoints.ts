import { createAuthEndpoint } from '@better-auth/core/api'
import { APIError, sensitiveSessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { parseUserOutput } from 'better-auth/db'
import { bodySchemas } from './auth-requests.ts'
import { isEmailProven, setPassword } from './email-proof.ts'
import {
  consumeToken,
  type EmailTokenOptions,
  inTransaction,
  issueToken,
  okResponse,
  queueEmail,
  revokeTokens,
  tokenExpired,
  tokenTtlMinutes,
} from './email-tokens.ts'
import { claimForOwner } from './sign-in-link.ts'

/** better-auth's endpoint rejects addresses such as `a&b@example.com`. Takes the same time with or without an account. */
export const signInEmail = () =>
  createAuthEndpoint(
    '/sign-in/email',
    { method: 'POST', body: bodySchemas['/sign-in/email'] },
    async (ctx) => {
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
    },
  )

export const requestPasswordReset = ({ emails }: EmailTokenOptions) =>
  createAuthEndpoint(
    '/request-password-reset',
    { method: 'POST', body: bodySchemas['/request-password-reset'] },
    async ({ context, body }) => {
      const found = await context.internalAdapter.findUserByEmail(body.email.toLowerCase())
      if (found) {
        await inTransaction(context, async () => {
          const link = `/reset-password?token=${await issueToken(context, 'reset', found.user.id)}`
          const facts = { name: found.user.name, link, validMinutes: tokenTtlMinutes.reset }
          await queueEmail(context, emails.write('reset-password', found.user, facts))
        })
      }
      return okResponse
    },
  )

export const resetPassword = ({ emails, weaknessOf }: EmailTokenOptions) =>
  createAuthEndpoint(
    '/reset-password',
    { method: 'POST', body: bodySchemas['/reset-password'] },
    async ({ context, body }) => {
      await inTransaction(context, async () => {
        const subject = await consumeToken(context, 'reset', body.token)
        const user = subject && (await context.internalAdapter.findUserById(subject.accountId))
        if (!user) throw tokenExpired()
        // Rejecting a weak password rolls back the consumption of the token, so the link can be used again.
        const weakness = await weaknessOf(body.newPassword, user.email)
        if (weakness) throw new APIError('BAD_REQUEST', { code: 'WEAK_PASSWORD', message: weakness })
        const password = await context.password.hash(body.newPassword)
        // Opening the emailed link proves that the address belongs to the user.
        if (!user.emailVerified) await claimForOwner(context, user.id)
        await setPassword(context, user.id, password, true)
        await revokeTokens(context, 'link', user.id)
        await revokeTokens(context, 'change-email', user.id)
        await context.internalAdapter.deleteUserSessions(user.id)
        await queueEmail(context, emails.write('password-changed', user, { name: user.name }))
      })
      return okResponse
    },
  )

export const changePassword = ({ emails }: EmailTokenOptions) =>
  createAuthEndpoint(
    '/change-password',
    { method: 'POST', body: bodySchemas['/change-password'], use: [sensitiveSessionMiddleware] },
    async (ctx) => {
      const { context, body } = ctx
      const { user, session } = context.session
      const credential = await context.internalAdapter.findCredentialAccount(user.id)
      const current = { hash: credential?.password ?? '', password: body.currentPassword }
      if (!credential?.password || !(await context.password.verify(current)))
        throw new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD' })
      const password = await context.password.hash(body.newPassword)
      // Anyone could have set the current password, so choosing a new one proves nothing about the email.
      const emailProven = isEmailProven(session)
      await inTransaction(context, async () => {
        await setPassword(context, user.id, password, emailProven)
        await revokeTokens(context, 'reset', user.id)
        // This browser gets a new session too, in case someone copied the old cookie.
        if (body.revokeOtherSessions) await context.internalAdapter.deleteUserSessions(user.id)
        else await context.internalAdapter.deleteSession(session.token)
        await queueEmail(context, emails.write('password-changed', user, { name: user.name }))
      })
      const renewed = await context.internalAdapter.createSession(user.id, false, { emailProven })
      await setSessionCookie(ctx, { session: renewed, user })
      return okResponse
    },
  )
