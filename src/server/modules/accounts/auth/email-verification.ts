/** Verifies addresses by the button on a page: opening the link verifies nothing, because programs that scan emails open links. */

import { createAuthEndpoint } from '@better-auth/core/api'
import type { AuthContext } from 'better-auth'
import { APIError, sensitiveSessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import * as z from 'zod/mini'
import { verification } from '../../../../shared/messages/sign-in.ts'
import { LinkTokenSchema } from '../../../../shared/schemas/fields.ts'
import { t } from '../../../../shared/translate.ts'
import { bodySchemas } from './auth-requests.ts'
import { deleteLogins, revokeEmailProof, setPassword } from './email-proof.ts'
import {
  consumeToken,
  type EmailTokenOptions,
  inTransaction,
  issueToken,
  okResponse,
  queueEmail,
  queueVerificationEmail,
  readToken,
  revokeTokens,
  tokenExpired,
  tokenTtlMinutes,
  verifyLink,
} from './email-tokens.ts'
import { type CookieContext, deleteSignUps, findOwnSignUp, findSignUpByPassword } from './pending-sign-ups.ts'

export const signUpNotProvenCode = 'SIGN_UP_NOT_PROVEN'

export const sendVerificationEmail = (options: EmailTokenOptions) =>
  createAuthEndpoint(
    '/send-verification-email',
    { method: 'POST', body: bodySchemas['/send-verification-email'] },
    async ({ context, body }) => {
      const found = await context.internalAdapter.findUserByEmail(body.email.toLowerCase())
      if (found && !found.user.emailVerified)
        await inTransaction(context, () =>
          queueVerificationEmail(context, options, found.user, body.callbackURL),
        )
      return okResponse
    },
  )

const VerifyEmailSchema = z.extend(bodySchemas['/verify-email'], { signIn: z.optional(z.boolean()) })

/** With `signIn`, signs in the person who proves the sign-up (`confirmSignUp`); `signedIn` tells whether that happened. */
export const verifyEmail = (options: EmailTokenOptions) =>
  createAuthEndpoint('/verify-email', { method: 'POST', body: VerifyEmailSchema }, async (ctx) => {
    const { context, body } = ctx
    const confirmed = await inTransaction(context, async () => {
      const subject = await readToken(context, 'verify', body.token)
      if (subject) return confirmSignUp(ctx, subject, body.password)
      const change = await consumeToken(context, 'change-email', body.token)
      const user = change && (await replaceAddress(context, options, change.accountId, change.email))
      return user && { user, isProven: false }
    })
    if (!confirmed) throw tokenExpired()
    const { user, isProven } = confirmed
    if (!body.signIn || !isProven) return { ...okResponse, signedIn: false }
    await setSessionCookie(ctx, { session: await context.internalAdapter.createSession(user.id), user })
    return { ...okResponse, signedIn: true }
  })

/**
 * Verifies the account's address for someone who also proves that a sign-up is theirs, by its browser or its password. Its name
 * and password replace what strangers may have set: the owner of a mailbox must never make a stranger's password work.
 */
async function confirmSignUp(
  ctx: CookieContext,
  { accountId, email }: { accountId: string; email: string },
  password: string | undefined,
) {
  const { context } = ctx
  const user = await context.internalAdapter.findUserById(accountId)
  if (user?.email !== email) return null
  if (user.emailVerified) return { user, isProven: false }
  const signUp =
    (await findOwnSignUp(ctx, accountId)) ??
    (password === undefined ? null : await findSignUpByPassword(context, user, password))
  if (!signUp)
    throw new APIError('BAD_REQUEST', {
      code: signUpNotProvenCode,
      message: t(password === undefined ? verification.passwordRequired : verification.wrongPassword),
    })
  if (signUp.password !== null) {
    await deleteLogins(context, accountId)
    await setPassword(context, accountId, signUp.password, false)
  }
  await deleteSignUps(context, accountId)
  const change = { name: signUp.name, emailVerified: true }
  return { user: await context.internalAdapter.updateUser(accountId, change), isProven: true }
}

/** Returns a token for the page that sets a new password: the owner of a mailbox may not know the password of the sign-up. */
export const resetUnverified = () =>
  createAuthEndpoint(
    '/reset-unverified',
    { method: 'POST', body: LinkTokenSchema },
    async ({ context, body }) => {
      const resetToken = await inTransaction(context, async () => {
        const subject = await readToken(context, 'verify', body.token)
        const user = subject && (await context.internalAdapter.findUserById(subject.accountId))
        if (!user || user.emailVerified || user.email !== subject.email) return null
        return issueToken(context, 'reset', user.id)
      })
      if (!resetToken) throw tokenExpired()
      return { resetToken }
    },
  )

/** Deletes an unverified account, or cancels a change of email, when the owner of the address says that they did not ask for it. */
export const declineEmail = () =>
  createAuthEndpoint(
    '/decline-email',
    { method: 'POST', body: LinkTokenSchema },
    async ({ context, body }) => {
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
    },
  )

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
  await queueEmail(context, emails.write('email-changed', user, { name: user.name, newEmail }))
  await revokeTokens(context, 'reset', accountId)
  await revokeTokens(context, 'link', accountId)
  // Its sessions and its password prove nothing about the new address.
  await revokeEmailProof(context, accountId)
  return context.internalAdapter.updateUser(accountId, { email: newEmail, emailVerified: true })
}

export const changeEmail = ({ emails }: EmailTokenOptions) =>
  createAuthEndpoint(
    '/change-email',
    { method: 'POST', body: bodySchemas['/change-email'], use: [sensitiveSessionMiddleware] },
    async ({ context, body }) => {
      const { user } = context.session
      const newEmail = body.newEmail.toLowerCase()
      const other = await context.internalAdapter.findUserByEmail(newEmail)
      // Send nothing to an address that another account has verified; the response is the same.
      if (newEmail !== user.email && !other?.user.emailVerified) {
        await inTransaction(context, async () => {
          const link = verifyLink(await issueToken(context, 'change-email', user.id, newEmail))
          const validMinutes = tokenTtlMinutes['change-email']
          const facts = { name: user.name, link, validMinutes }
          await queueEmail(context, emails.write('confirm-new-email', { ...user, email: newEmail }, facts))
        })
      }
      return okResponse
    },
  )
