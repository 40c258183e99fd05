import type { AuthContext } from 'better-auth'
import { privatePaths, withQuery } from '../../../../shared/paths.ts'
import { safeRedirectPath } from '../../../../shared/safe-redirect.ts'
import { type EmailTokenOptions, issueToken, queueEmail, tokenTtlMinutes } from './email-tokens.ts'

/** `to` is the path to open once the address is verified. It may come from anyone. */
export function verifyLink(token: string, to?: string) {
  const path = safeRedirectPath(to)
  return withQuery(privatePaths.verifyEmail, { token, to: path === '/' ? undefined : path })
}

/** Creates a token and enqueues its email. Must run in a transaction. */
export async function queueVerificationEmail(
  context: Pick<AuthContext, 'adapter'>,
  { emails }: Pick<EmailTokenOptions, 'emails'>,
  user: { id: string; email: string; name: string },
  to?: string,
) {
  const link = verifyLink(await issueToken(context, 'verify', user.id, user.email), to)
  await queueEmail(context, emails.verifyEmail(user, { link, validMinutes: tokenTtlMinutes.verify }))
}
