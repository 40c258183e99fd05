/**
 * What this site does its own way in the identity provider: everything that is proven by a mailed link. The paths are
 * better-auth's own; its endpoints of the same names are replaced by these.
 */
import { createAuthEndpoint } from '@better-auth/core/api'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, sensitiveSessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import * as z from 'zod'
import { EmailSchema } from '../../../../shared/account.ts'
import type { createEmailTemplates } from '../../notifications/email-templates.ts'
import {
  consumeToken,
  endTokens,
  inTransaction,
  issueToken,
  type Mailing,
  minutesGood,
  post,
  readToken,
} from './email-tokens.ts'

export type MailedLinks = Mailing & {
  letters: ReturnType<typeof createEmailTemplates>
  /** The pages that the links open. */
  links: {
    verify: (token: string) => string
    reset: (token: string) => string
    emailLink: (token: string, to: string) => string
    forgotPassword: string
  }
  /** What is wrong with a password, as a sentence; null when it may be used. */
  weaknessOf: (password: string, email: string) => Promise<string | null>
}

const ChangePasswordSchema = z.object({
  currentPassword: z.string(),
  newPassword: z.string(),
  revokeOtherSessions: z.boolean().optional(),
})
const TokenSchema = z.object({ token: z.string().min(1).max(200) })
/** The same whether or not the address is known. */
const alike = { status: true }
const spent = () =>
  new APIError('BAD_REQUEST', {
    code: 'INVALID_TOKEN',
    message: 'This link has been used already, or is too old. Please ask for a new one.',
  })

export function mailedLinks({ letters, links, rowOf, weaknessOf }: MailedLinks) {
  async function refuseWeak(password: string, email: string) {
    const message = await weaknessOf(password, email)
    if (message) throw new APIError('BAD_REQUEST', { code: 'PASSWORD_REFUSED', message })
  }

  const endpoints = {
    sendVerificationEmail: createAuthEndpoint(
      '/send-verification-email',
      { method: 'POST', body: EmailSchema },
      async ({ context, body }) => {
        const found = await context.internalAdapter.findUserByEmail(body.email.toLowerCase())
        if (found && !found.user.emailVerified) {
          const { id, email, name } = found.user
          await inTransaction(context, async () => {
            const link = links.verify(await issueToken(context, 'verify', id, email))
            const content = letters.verifyEmail({ name, link, validMinutes: minutesGood.verify })
            await post(context, rowOf({ to: email, kind: 'verify-email', content }))
          })
        }
        return alike
      },
    ),

    verifyEmail: createAuthEndpoint(
      '/verify-email',
      { method: 'POST', body: TokenSchema },
      async ({ context, body }) => {
        const proven = await inTransaction(context, async () => {
          const claimed = await readToken(context, 'verify', body.token)
          if (claimed) return markVerified(claimed.accountId, claimed.detail)
          const moved = await consumeToken(context, 'change-email', body.token)
          return moved && changeAddress(moved.accountId, moved.detail)
        })
        if (!proven) throw spent()
        return alike

        // Opened again, by its reader or by a program that looks through mail before them, the link says the same.
        async function markVerified(accountId: string, email: string) {
          const user = await context.internalAdapter.findUserById(accountId)
          if (user?.email !== email) return null
          return user.emailVerified
            ? user
            : context.internalAdapter.updateUser(accountId, { emailVerified: true })
        }

        async function changeAddress(accountId: string, newEmail: string) {
          const [user, taken] = await Promise.all([
            context.internalAdapter.findUserById(accountId),
            context.internalAdapter.findUserByEmail(newEmail),
          ])
          // Somebody else has verified it since; whoever only claimed it gives way.
          if (!user || taken?.user.emailVerified) return null
          if (taken) await context.internalAdapter.deleteUser(taken.user.id)
          const content = letters.emailChanged({ name: user.name, newEmail })
          await post(context, rowOf({ to: user.email, kind: 'email-changed', content }))
          await endTokens(context, 'reset', accountId)
          return context.internalAdapter.updateUser(accountId, { email: newEmail, emailVerified: true })
        }
      },
    ),

    requestPasswordReset: createAuthEndpoint(
      '/request-password-reset',
      { method: 'POST', body: EmailSchema },
      async ({ context, body }) => {
        const found = await context.internalAdapter.findUserByEmail(body.email.toLowerCase())
        if (found) {
          const { id, email, name } = found.user
          await inTransaction(context, async () => {
            const link = links.reset(await issueToken(context, 'reset', id))
            const content = letters.resetPassword({ name, link, validMinutes: minutesGood.reset })
            await post(context, rowOf({ to: email, kind: 'reset-password', content }))
          })
        }
        return alike
      },
    ),

    resetPassword: createAuthEndpoint(
      '/reset-password',
      { method: 'POST', body: z.object({ ...TokenSchema.shape, newPassword: z.string() }) },
      async ({ context, body }) => {
        await inTransaction(context, async () => {
          const reset = await consumeToken(context, 'reset', body.token)
          const user = reset && (await context.internalAdapter.findUserById(reset.accountId))
          if (!user) throw spent()
          // A password that is refused undoes the use of the link: it can be tried again.
          await refuseWeak(body.newPassword, user.email)
          const password = await context.password.hash(body.newPassword)
          const credential = await context.internalAdapter.findCredentialAccount(user.id)
          if (credential) await context.internalAdapter.updatePassword(user.id, password)
          else {
            const login = { userId: user.id, providerId: 'credential', accountId: user.id, password }
            await context.internalAdapter.createAccount(login)
          }
          // Who opened the mailed link has proven the address.
          if (!user.emailVerified) {
            await endTokens(context, 'verify', user.id)
            await context.internalAdapter.updateUser(user.id, { emailVerified: true })
          }
          await endTokens(context, 'link', user.id)
          await endTokens(context, 'change-email', user.id)
          await context.internalAdapter.deleteUserSessions(user.id)
          const content = letters.passwordChanged({ name: user.name, resetLink: links.forgotPassword })
          await post(context, rowOf({ to: user.email, kind: 'password-changed', content }))
        })
        return alike
      },
    ),

    signInMagicLink: createAuthEndpoint(
      '/sign-in/magic-link',
      { method: 'POST', body: z.object({ email: z.string(), callbackURL: z.string().max(500).optional() }) },
      async ({ context, body }) => {
        const found = await context.internalAdapter.findUserByEmail(body.email.toLowerCase())
        if (found) {
          const { id, email } = found.user
          await inTransaction(context, async () => {
            const link = links.emailLink(await issueToken(context, 'link', id), body.callbackURL ?? '/')
            const content = letters.emailLink({ link, validMinutes: minutesGood.link })
            await post(context, rowOf({ to: email, kind: 'email-link', content }))
          })
        }
        return alike
      },
    ),

    magicLinkVerify: createAuthEndpoint(
      '/magic-link/verify',
      { method: 'POST', body: TokenSchema },
      async (ctx) => {
        const { context } = ctx
        const user = await inTransaction(context, async () => {
          const signedIn = await consumeToken(context, 'link', ctx.body.token)
          const found = signedIn && (await context.internalAdapter.findUserById(signedIn.accountId))
          if (!found || found.emailVerified) return found
          // The link proves the address; a password that somebody set before that does not belong to its owner.
          for (const login of await context.internalAdapter.findAccounts(found.id))
            await context.internalAdapter.deleteAccount(login.id)
          await context.internalAdapter.deleteUserSessions(found.id)
          await endTokens(context, 'verify', found.id)
          return context.internalAdapter.updateUser(found.id, { emailVerified: true })
        })
        if (!user) throw spent()
        const session = await context.internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return alike
      },
    ),

    changePassword: createAuthEndpoint(
      '/change-password',
      { method: 'POST', body: ChangePasswordSchema, use: [sensitiveSessionMiddleware] },
      async (ctx) => {
        const { context, body } = ctx
        const { user, session } = context.session
        const credential = await context.internalAdapter.findCredentialAccount(user.id)
        const current = { hash: credential?.password ?? '', password: body.currentPassword }
        if (!credential?.password || !(await context.password.verify(current))) {
          throw new APIError('BAD_REQUEST', {
            code: 'INVALID_PASSWORD',
            message: 'The current password is not right.',
          })
        }
        const password = await context.password.hash(body.newPassword)
        await inTransaction(context, async () => {
          await context.internalAdapter.updatePassword(user.id, password)
          await endTokens(context, 'reset', user.id)
          // This browser gets a new session as well: whoever copied the old cookie is out.
          if (body.revokeOtherSessions) await context.internalAdapter.deleteUserSessions(user.id)
          else await context.internalAdapter.deleteSession(session.token)
          const content = letters.passwordChanged({ name: user.name, resetLink: links.forgotPassword })
          await post(context, rowOf({ to: user.email, kind: 'password-changed', content }))
        })
        const renewed = await context.internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session: renewed, user })
        return alike
      },
    ),

    changeEmail: createAuthEndpoint(
      '/change-email',
      { method: 'POST', body: z.object({ newEmail: z.string() }), use: [sensitiveSessionMiddleware] },
      async ({ context, body }) => {
        const { user } = context.session
        const newEmail = body.newEmail.toLowerCase()
        const taken = await context.internalAdapter.findUserByEmail(newEmail)
        // To somebody else's verified address goes nothing, and the answer does not tell.
        if (newEmail !== user.email && !taken?.user.emailVerified) {
          await inTransaction(context, async () => {
            const link = links.verify(await issueToken(context, 'change-email', user.id, newEmail))
            const validMinutes = minutesGood['change-email']
            const content = letters.confirmNewEmail({ name: user.name, link, validMinutes })
            await post(context, rowOf({ to: newEmail, kind: 'confirm-new-email', content }))
          })
        }
        return alike
      },
    ),
  }

  return {
    id: 'email-tokens',
    // Rows of `outbox_email` are inserted in better-auth's own transactions.
    schema: {
      outbox_email: {
        modelName: 'outbox_email',
        fields: {
          recipient: { type: 'string', required: true },
          kind: { type: 'string', required: true },
          encrypted_content: { type: 'string', required: true },
          reply_to: { type: 'string', required: true },
        },
        disableMigration: true,
      },
    },
    endpoints,
  } satisfies BetterAuthPlugin
}
