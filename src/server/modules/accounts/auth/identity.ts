/** The identity provider: better-auth on our own database, with Google and one OpenID provider when configured. */
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { passwordLength } from '../../../../shared/limits.ts'
import type { Product } from '../../../../shared/product.ts'
import type { Config } from '../../../config/environment.ts'
import { type Database, kyselyWithDates } from '../../../platform/database/database.ts'
import type { Logger } from '../../../platform/log.ts'
import { emailRow, type OutgoingEmail } from '../../../platform/mail/outbox.ts'
import { createEmailTemplates } from '../../notifications/email-templates.ts'
import { atMost } from '../at-most.ts'
import { mailedLinks } from './email-token-plugin.ts'
import { issueToken, minutesGood, post } from './email-tokens.ts'
import { weaknessOf } from './password-rules.ts'
import { connectLazily, type ProviderId, type ProviderPlugin } from './providers.ts'

export type IdentitySettings = {
  config: Pick<Config, 'publicUrl' | 'google' | 'oidc' | 'production'> & { product: Product }
  secret: string
  database: Database
  log: Logger
}

/** Where better-auth reads the visitor's address: set by us alone, from the connection or the trusted proxy. */
export const addressHeader = 'x-corkboard-address'

const days = 24 * 60 * 60
/** A session that is not used for so long ends; it never lasts longer than `longestSession` in all. */
const idleSession = 30 * days
export const longestSession = 90 * days
/** Each hash takes 32 MB and a tenth of a second of a processor. */
const hashing = atMost(2)

export type Identity = ReturnType<typeof createIdentity>

export function createIdentity(settings: IdentitySettings) {
  const { config, secret, database, log } = settings
  const { publicUrl, product } = config
  const letters = createEmailTemplates(product, publicUrl)
  const rowOf = (mail: OutgoingEmail) => emailRow(secret, mail)
  const links = {
    verify: (token: string) => `${publicUrl}/api/auth/verify-email?token=${token}`,
    reset: (token: string) => `${publicUrl}/reset-password?token=${token}`,
    emailLink: (token: string, to: string) => `${publicUrl}/email-link?${new URLSearchParams({ token, to })}`,
    forgotPassword: `${publicUrl}/signin?forgot=1`,
  }

  /** Whoever proves an address takes it from whoever only claimed it, with what that one had set. */
  async function dropUnproven(email: string) {
    await sql`delete from account where email = lower(${email}) and not email_verified`.execute(
      database.kysely,
    )
  }

  const optionsWith = (provider: ProviderPlugin | null): BetterAuthOptions => ({
    appName: product.name,
    baseURL: `${publicUrl}/api/auth`,
    basePath: '/api/auth',
    secret,
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (level, message) => {
        if (level === 'error') log.error(message)
      },
    },
    onAPIError: { errorURL: `${publicUrl}/signin` },
    database: { db: kyselyWithDates(database), type: 'postgres', transaction: true },
    // Our own limits stand before it, and outlive the process.
    rateLimit: { enabled: false },
    trustedOrigins: [new URL(publicUrl).origin],
    advanced: {
      cookiePrefix: 'corkboard',
      useSecureCookies: publicUrl.startsWith('https:'),
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { generateId: () => uuidv7(), validateSchema: false },
    },
    user: {
      modelName: 'account',
      fields: { emailVerified: 'email_verified', createdAt: 'created', updatedAt: 'updated' },
    },
    session: {
      modelName: 'account_session',
      fields: {
        userId: 'account_id',
        expiresAt: 'expires',
        ipAddress: 'address',
        userAgent: 'user_agent',
        createdAt: 'created',
        updatedAt: 'updated',
      },
      expiresIn: idleSession,
      updateAge: days,
    },
    account: {
      modelName: 'account_login',
      fields: {
        userId: 'account_id',
        accountId: 'subject',
        providerId: 'provider',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires',
        refreshTokenExpiresAt: 'refresh_token_expires',
        createdAt: 'created',
        updatedAt: 'updated',
      },
      encryptOAuthTokens: true,
      accountLinking: { enabled: true, trustedProviders: [], allowDifferentEmails: false },
    },
    verification: {
      modelName: 'account_token',
      fields: { expiresAt: 'expires', createdAt: 'created', updatedAt: 'updated' },
      storeIdentifier: 'plain',
    },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      password: {
        hash: (password) => hashing(() => hashPassword(password)),
        verify: (given) => hashing(() => verifyPassword(given)),
      },
      async onExistingUserSignUp({ user }) {
        const context = await auth.$context
        const content = letters.someoneSignedUp({
          name: user.name,
          signInLink: `${publicUrl}/signin`,
          resetLink: links.forgotPassword,
        })
        await post(context, rowOf({ to: user.email, kind: 'someone-signed-up', content }))
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      // In the transaction of the sign-up, which awaits it. The token that better-auth made is not used: ours can be ended.
      async sendVerificationEmail({ user }) {
        const context = await auth.$context
        const link = links.verify(await issueToken(context, 'verify', user.id, user.email))
        const content = letters.verifyEmail({ name: user.name, link, validMinutes: minutesGood.verify })
        await post(context, rowOf({ to: user.email, kind: 'verify-email', content }))
      },
    },
    plugins: [
      mailedLinks({
        letters,
        links,
        rowOf,
        weaknessOf: (password, email) => weaknessOf(password, email, product.name),
      }),
      ...(provider ? [provider] : []),
    ],
  })
  const build = (provider: ProviderPlugin | null) => betterAuth(optionsWith(provider))
  const auth = build(null)
  const providers = connectLazily(config, dropUnproven, build)

  return {
    handle: (request: Request): Promise<Response> => auth.handler(request),
    /** For the ways that lead through a provider. Throws `unavailable` while it is down. */
    handleThrough: async (provider: ProviderId, request: Request): Promise<Response> =>
      (await providers.authThrough(provider)).handler(request),
    getSession: (headers: Headers) => auth.api.getSession({ headers, returnHeaders: true }),
    /** Before a sign-up: who claimed the address earlier and never proved it gives way to the latest. */
    dropUnproven,
  }
}
