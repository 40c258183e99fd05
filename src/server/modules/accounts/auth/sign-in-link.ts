/** Signing in by an emailed link, without a password. */
import { createAuthEndpoint } from '@better-auth/core/api'
import type { AuthContext } from 'better-auth'
import { setSessionCookie } from 'better-auth/cookies'
import * as z from 'zod'
import { privatePaths } from '../../../../shared/paths.ts'
import { deleteLogins, provenSession } from './email-proof.ts'
import type { EmailTokenOptions } from './email-tokens.ts'
import {
  consumeToken,
  inTransaction,
  issueToken,
  okResponse,
  queueEmail,
  revokeTokens,
  TokenSchema,
  tokenExpired,
  tokenTtlMinutes,
} from './email-tokens.ts'
import { deleteSignUps } from './pending-sign-ups.ts'

export const signInLinkEndpoints = (options: EmailTokenOptions) => ({
  signInMagicLink: signInMagicLink(options),
  magicLinkVerify: magicLinkVerify(),
})

/** Returns the path of the page that signs in. `to` is the path to open then. */
export const magicLink = (token: string, to = '/') =>
  `${privatePaths.emailLink}?${new URLSearchParams({ token, to })}`

const signInMagicLink = ({ emails }: EmailTokenOptions) =>
  createAuthEndpoint(
    '/sign-in/magic-link',
    { method: 'POST', body: z.object({ email: z.string(), callbackURL: z.string().max(500).optional() }) },
    async ({ context, body }) => {
      const found = await context.internalAdapter.findUserByEmail(body.email.toLowerCase())
      if (found) {
        const { id, email } = found.user
        await inTransaction(context, async () => {
          const token = await issueToken(context, 'link', id)
          const link = magicLink(token, body.callbackURL)
          await queueEmail(context, emails.signInLink(email, { link, validMinutes: tokenTtlMinutes.link }))
        })
      }
      return okResponse
    },
  )

const magicLinkVerify = () =>
  createAuthEndpoint('/magic-link/verify', { method: 'POST', body: TokenSchema }, async (ctx) => {
    const { context } = ctx
    const user = await inTransaction(context, async () => {
      const subject = await consumeToken(context, 'link', ctx.body.token)
      const found = subject && (await context.internalAdapter.findUserById(subject.accountId))
      return !found || found.emailVerified ? found : claimForOwner(context, found.id)
    })
    if (!user) throw tokenExpired()
    const session = await context.internalAdapter.createSession(user.id, false, provenSession)
    await setSessionCookie(ctx, { session, user })
    return okResponse
  })

/**
 * Verifies the address, which the link proves. Until then, somebody else may have signed up with it, so their password and
 * sessions are removed.
 */
export async function claimForOwner(context: AuthContext, userId: string) {
  await deleteLogins(context, userId)
  await deleteSignUps(context, userId)
  await revokeTokens(context, 'verify', userId)
  return context.internalAdapter.updateUser(userId, { emailVerified: true })
}
