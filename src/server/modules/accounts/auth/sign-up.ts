/**
 * Until an address is verified, anyone may have signed up with it: the first sign-up creates the account, and later ones are
 * stored apart, with their browsers. One counts only if its browser verifies the address (decision 023).
 */
import { createAuthEndpoint } from '@better-auth/core/api'
import type { AuthContext } from 'better-auth'
import type * as z from 'zod/mini'
import { bodySchemas } from './auth-requests.ts'
import { type EmailTokenOptions, inTransaction, queueEmail, queueVerificationEmail } from './email-tokens.ts'
import { browserHashHeader, insertSignUp } from './pending-sign-ups.ts'

const SignUpSchema = bodySchemas['/sign-up/email']
type SignUp = z.infer<typeof SignUpSchema>

/** Responds the same for every address. Signs nobody in (specification, section 4). */
export const signUpEmail = (options: EmailTokenOptions) =>
  createAuthEndpoint('/sign-up/email', { method: 'POST', body: SignUpSchema }, async (ctx) => {
    const { context } = ctx
    const body = { ...ctx.body, email: ctx.body.email.toLowerCase() }
    const browserHash = ctx.headers?.get(browserHashHeader) ?? ''
    // Always one hash, because hashing takes longest.
    const password = await context.password.hash(body.password)
    const store = () =>
      inTransaction(context, () => storeSignUp(context, options, { ...body, password }, browserHash))
    // The first attempt fails if someone else signs up with this address at the same moment.
    await store().catch(store)
    const now = new Date()
    const { name, email } = body
    return { user: { name, email, emailVerified: false, image: null, createdAt: now, updatedAt: now } }
  })

async function storeSignUp(
  context: AuthContext,
  options: EmailTokenOptions,
  { name, email, password, callbackURL }: SignUp,
  browserHash: string,
) {
  const { internalAdapter } = context
  const existing = (await internalAdapter.findUserByEmail(email))?.user
  if (existing?.emailVerified) {
    const facts = { name: existing.name }
    return queueEmail(context, options.emails.write('someone-signed-up', existing, facts))
  }
  const user = existing ?? (await createAccount(context, { name, email, password }))
  await insertSignUp(context, user.id, browserHash, { name, password })
  await queueVerificationEmail(context, options, user, callbackURL)
}

async function createAccount({ internalAdapter }: AuthContext, { name, email, password }: SignUp) {
  const user = await internalAdapter.createUser(
    { name, email, emailVerified: false },
    { method: 'email-password' },
  )
  await internalAdapter.createAccount({
    userId: user.id,
    providerId: 'credential',
    accountId: user.id,
    password,
  })
  return user
}
