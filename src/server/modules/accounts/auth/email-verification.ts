/** Verifying an email address by an emailed link, and changing it. */
import { createAuthEndpoint } from '@better-auth/core/api'
import type { AuthContext } from 'better-auth'
import { sensitiveSessionMiddleware } from 'better-auth/api'
import * as z from 'zod'
import { EmailSchema } from '../../../../shared/account.ts'
import type { EmailTokenOptions } from './email-tokens.ts'
import {
  consumeToken,
  inTransaction,
  issueToken,
  okResponse,
  queueEmail,
  readToken,
  revokeTokens,
  TokenSchema,
  tokenExpired,
  tokenTtlMinutes,
} from './email-tokens.ts'

export const verificationEndpoints = (options: EmailTokenOptions) => ({
  sendVerificationEmail: sendVerificationEmail(options),
  verifyEmail: verifyEmail(options),
  changeEmail: changeEmail(options),
})

const verifyLink = (token: string) => `/api/auth/verify-email?token=${token}`

/** Creates a token and enqueues its email. Must run in a transaction. */
export async function queueVerificationEmail(
  context: Pick<AuthContext, 'adapter'>,
  { emails }: Pick<EmailTokenOptions, 'emails'>,
  user: { id: string; email: string; name: string },
) {
  const link = verifyLink(await issueToken(context, 'verify', user.id, user.email))
  await queueEmail(context, emails.verifyEmail(user, { link, validMinutes: tokenTtlMinutes.verify }))
}

const sendVerificationEmail = (options: EmailTokenOptions) =>
  createAuthEndpoint(
    '/send-verification-email',
    { method: 'POST', body: EmailSchema },
    async ({ context, body }) => {
      const found = await context.internalAdapter.findUserByEmail(body.email.toLowerCase())
      if (found && !found.user.emailVerified)
        await inTransaction(context, () => queueVerificationEmail(context, options, found.user))
      return okResponse
    },
  )

const verifyEmail = (options: EmailTokenOptions) =>
  createAuthEndpoint('/verify-email', { method: 'POST', body: TokenSchema }, async ({ context, body }) => {
    const verified = await inTransaction(context, async () => {
      const subject = await readToken(context, 'verify', body.token)
      if (subject) return markVerified(context, subject.accountId, subject.email)
      const change = await consumeToken(context, 'change-email', body.token)
      return change && replaceAddress(context, options, change.accountId, change.email)
    })
    if (!verified) throw tokenExpired()
    return okResponse
  })

/** Opening the link again, by the recipient or earlier by a program that scans emails, has the same result. */
async function markVerified(context: AuthContext, accountId: string, email: string) {
  const user = await context.internalAdapter.findUserById(accountId)
  if (user?.email !== email) return null
  return user.emailVerified ? user : context.internalAdapter.updateUser(accountId, { emailVerified: true })
}

async function replaceAddress(
  context: AuthContext,
  { emails }: EmailTokenOptions,
  accountId: string,
  newEmail: string,
) {
  const [user, other] = await Promise.all([
    context.internalAdapter.findUserById(accountId),
    context.internalAdapter.findUserByEmail(newEmail),
  ])
  // An account that has verified the address in the meantime keeps it. One that only claimed it loses it.
  if (!user || other?.user.emailVerified) return null
  if (other) await context.internalAdapter.deleteUser(other.user.id)
  await queueEmail(context, emails.emailChanged(user, newEmail))
  await revokeTokens(context, 'reset', accountId)
  return context.internalAdapter.updateUser(accountId, { email: newEmail, emailVerified: true })
}

const changeEmail = ({ emails }: EmailTokenOptions) =>
  createAuthEndpoint(
    '/change-email',
    { method: 'POST', body: z.object({ newEmail: z.string() }), use: [sensitiveSessionMiddleware] },
    async ({ context, body }) => {
      const { user } = context.session
      const newEmail = body.newEmail.toLowerCase()
      const other = await context.internalAdapter.findUserByEmail(newEmail)
      // Send nothing to an address that another account has verified; the response is the same.
      if (newEmail !== user.email && !other?.user.emailVerified) {
        await inTransaction(context, async () => {
          const link = verifyLink(await issueToken(context, 'change-email', user.id, newEmail))
          const validMinutes = tokenTtlMinutes['change-email']
          const recipient = { email: newEmail, name: user.name }
          await queueEmail(context, emails.confirmNewEmail(recipient, { link, validMinutes }))
        })
      }
      return okResponse
    },
  )
