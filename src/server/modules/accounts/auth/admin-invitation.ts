/** Emails invited admins the link that makes them admins, when they sign in without it. */
import type { AuthContext } from 'better-auth'
import { AppError } from '../../../../shared/errors.ts'
import { privatePaths } from '../../../../shared/paths.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { RateLimiter } from '../../../platform/http/rate-limiter.ts'
import type { AccountEmails } from '../../notifications/service.ts'
import { findInvited } from '../admin-grants.ts'
import { inTransaction, issueToken, queueEmail, tokenTtlMinutes } from './email-tokens.ts'
import { magicLink } from './sign-in-link.ts'

type AdminInvitationOptions = { database: Database; emails: AccountEmails; rateLimiter: RateLimiter }

/** To be called for a session that does not prove its account's email. Does nothing unless a grant is pending for it. */
export async function emailInvitedAdmin(
  context: AuthContext,
  { database, emails, rateLimiter }: AdminInvitationOptions,
  accountId: string,
) {
  const invited = await findInvited(database, accountId)
  if (!invited) return
  try {
    await rateLimiter.consume('emailLinkByRecipient', invited.email)
  } catch (error) {
    // They have just been sent one, or somebody signs in again and again.
    if (error instanceof AppError && error.code === 'rate_limited') return
    throw error
  }
  await inTransaction(context, async () => {
    const link = magicLink(await issueToken(context, 'link', accountId), privatePaths.admin)
    await queueEmail(context, emails.acceptInvitation(invited, { link, validMinutes: tokenTtlMinutes.link }))
  })
}
