/**
 * Verifying an email address by an emailed link and the button on its page, and changing the address. Opening the link
 * verifies nothing, because programs that scan emails open links too.
 */
import { createAuthEndpoint } from '@better-auth/core/api'
import type { AuthContext } from 'better-auth'
import { sensitiveSessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import * as z from 'zod'
import { replaceLogins, unproveEmail } from './email-proof.ts'
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
import { deleteSignUps, findOwnSignUp, type PendingSignUp } from './pending-sign-ups.ts'
import { queueVerificationEmail, verifyLink } from './verification-email.ts'

export const verificationEndpoints = (options: EmailTokenOptions) => ({
  sendVerificationEmail: sendVerificationEmail(options),
  verifyEmail: verifyEmail(options),
  declineEmail: declineEmail(),
  changeEmail: changeEmail(options),
})

const sendVerificationEmail = (options: EmailTokenOptions) =>
  createAuthEndpoint(
    '/send-verification-email',
    { method: 'POST', body: z.object({ email: z.string(), callbackURL: z.string().optional() }) },
    async ({ context, body }) => {
      const found = await context.internalAdapter.findUserByEmail(body.email.toLowerCase())
      if (found && !found.user.emailVerified)
        await inTransaction(context, () =>
          queueVerificationEmail(context, options, found.user, body.callbackURL),
        )
      return okResponse
    },
  )

/** `signIn` signs in a browser that confirms its own sign-up; `signedIn` tells whether it did. */
const verifyEmail = (options: EmailTokenOptions) =>
  createAuthEndpoint(
    '/verify-email',
    { method: 'POST', body: z.object({ ...TokenSchema.shape, signIn: z.boolean().optional() }) },
    async (ctx) => {
      const { context, body } = ctx
      const confirmed = await inTransaction(context, async () => {
        const subject = await readToken(context, 'verify', body.token)
        if (subject) {
          const ownSignUp = await findOwnSignUp(ctx, subject.accountId)
          return confirmSignUp(context, subject, ownSignUp)
        }
        const change = await consumeToken(context, 'change-email', body.token)
        const user = change && (await replaceAddress(context, options, change.accountId, change.email))
        return user && { user, isOwnBrowser: false }
      })
      if (!confirmed) throw tokenExpired()
      const { user, isOwnBrowser } = confirmed
      if (!body.signIn || !isOwnBrowser) return { ...okResponse, signedIn: false }
      await setSessionCookie(ctx, { session: await context.internalAdapter.createSession(user.id), user })
      return { ...okResponse, signedIn: true }
    },
  )

/**
 * Verifies the account's address. A browser that confirms its own sign-up proves both the mailbox and the password that
 * it chose, so that sign-up's name and password replace whatever a stranger may have set. Otherwise the first sign-up
 * counts: the page has named it, and no later one takes its place. Confirming again changes nothing.
 */
async function confirmSignUp(
  context: AuthContext,
  { accountId, email }: { accountId: string; email: string },
  ownSignUp: PendingSignUp | null,
) {
  const { internalAdapter } = context
  const user = await internalAdapter.findUserById(accountId)
  if (user?.email !== email) return null
  if (user.emailVerified) return { user, isOwnBrowser: false }
  if (ownSignUp) await replaceLogins(context, accountId, ownSignUp.password)
  await deleteSignUps(context, accountId)
  const name = ownSignUp?.name ?? user.name
  const verified = await internalAdapter.updateUser(accountId, { name, emailVerified: true })
  return { user: verified, isOwnBrowser: ownSignUp !== null }
}

/** For someone who did not ask for the email: deletes the account that claimed the address, unless it is verified. */
const declineEmail = () =>
  createAuthEndpoint('/decline-email', { method: 'POST', body: TokenSchema }, async ({ context, body }) => {
    const declined = await inTransaction(context, async () => {
      // Declining a change of email consumes its link, and the account keeps its old address.
      const change = await consumeToken(context, 'change-email', body.token)
      if (change) return true
      const subject = await consumeToken(context, 'verify', body.token)
      const user = subject && (await context.internalAdapter.findUserById(subject.accountId))
      if (!user || user.emailVerified || user.email !== subject.email) return false
      await revokeTokens(context, 'verify', user.id)
      await revokeTokens(context, 'reset', user.id)
      await revokeTokens(context, 'link', user.id)
      await context.internalAdapter.deleteUser(user.id)
      return true
    })
    if (!declined) throw tokenExpired()
    return okResponse
  })

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
  await revokeTokens(context, 'link', accountId)
  // Its sessions and its password prove nothing about the new address.
  await unproveEmail(context, accountId)
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
