import { createAuthEndpoint } from '@better-auth/core/api'
import type { AuthContext } from 'better-auth'
import { setSessionCookie } from 'better-auth/cookies'
import { AppError } from '../../../../shared/errors.ts'
import { privatePaths } from '../../../../shared/paths.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { RateLimiter } from '../../../platform/http/rate-limiter.ts'
import type { AccountEmails } from '../../notifications/service.ts'
import { findInvited } from '../team-grants.ts'
import { bodySchemas } from './auth-requests.ts'
import { deleteLogins } from './email-proof.ts'
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
import { deleteSignUps } from './pending-sign-ups.ts'

/** Returns the path of the page that signs in. `to` is the path to open then. */
const magicLink = (token: string, to = '/') =>
  `${privatePaths.emailLink}?${new URLSearchParams({ token, to })}`

export const signInMagicLink = ({ emails }: EmailTokenOptions) =>
  createAuthEndpoint(
    '/sign-in/magic-link',
    { method: 'POST', body: bodySchemas['/sign-in/magic-link'] },
    async ({ context, body }) => {
      const found = await context.internalAdapter.findUserByEmail(body.email.toLowerCase())
      if (found) {
        await inTransaction(context, async () => {
          const token = await issueToken(context, 'link', found.user.id)
          const link = magicLink(token, body.callbackURL)
          const facts = { link, validMinutes: tokenTtlMinutes.link }
          await queueEmail(context, emails.write('email-link', found.user, facts))
        })
      }
      return okResponse
    },
  )

export const magicLinkVerify = () =>
  createAuthEndpoint(
    '/magic-link/verify',
    { method: 'POST', body: bodySchemas['/magic-link/verify'] },
    async (ctx) => {
      const { context } = ctx
      const user = await inTransaction(context, async () => {
        const subject = await consumeToken(context, 'link', ctx.body.token)
        const found = subject && (await context.internalAdapter.findUserById(subject.accountId))
        return !found || found.emailVerified ? found : claimForOwner(context, found.id)
      })
      if (!user) throw tokenExpired()
      const session = await context.internalAdapter.createSession(user.id, false, { emailProven: true })
      await setSessionCookie(ctx, { session, user })
      return okResponse
    },
  )

/** Verifies the address, which the link proves. Deletes passwords and sessions: another person may have signed up with it. */
export async function claimForOwner(context: AuthContext, userId: string) {
  await deleteLogins(context, userId)
  await deleteSignUps(context, userId)
  await revokeTokens(context, 'verify', userId)
  return context.internalAdapter.updateUser(userId, { emailVerified: true })
}

type InvitationOptions = { database: Database; emails: AccountEmails; rateLimiter: RateLimiter }

/** Emails the link that makes an admin or a moderator if someone is invited. Call it for a session that does not prove its email. */
export async function emailInvited(
  context: AuthContext,
  { database, emails, rateLimiter }: InvitationOptions,
  accountId: string,
) {
  const invited = await findInvited(database, accountId)
  if (!invited) return
  try {
    await rateLimiter.consume('emailLinkByRecipient', invited.email)
  } catch (error) {
    // They have just been sent one, or someone signs in again and again.
    if (error instanceof AppError && error.code === 'rate_limited') return
    throw error
  }
  await inTransaction(context, async () => {
    const link = magicLink(await issueToken(context, 'link', accountId), privatePaths.admin)
    const { name, role } = invited
    const facts = { name, role, link, validMinutes: tokenTtlMinutes.link }
    await queueEmail(context, emails.write('accept-admin-invitation', invited, facts))
  })
}
