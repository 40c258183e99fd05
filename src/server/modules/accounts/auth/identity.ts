/** The identity provider: better-auth on our own database. */
import { kyselyAdapter } from '@better-auth/kysely-adapter'
import {
  type AuthContext,
  type BetterAuthOptions,
  betterAuth,
  type GenericEndpointContext,
} from 'better-auth'
import { APIError, getOAuthState } from 'better-auth/api'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import pLimit from 'p-limit'
import { v7 as uuidv7 } from 'uuid'
import { AppError } from '../../../../shared/errors.ts'
import { readerLanguage } from '../../../../shared/language.ts'
import { passwordLength, sessionDays } from '../../../../shared/limits.ts'
import { signUpRefused } from '../../../../shared/messages/sign-in.ts'
import type { CurrentSettings } from '../../../../shared/settings/table.ts'
import type { Config } from '../../../config/environment.ts'
import { type Database, kyselyWithDates } from '../../../platform/database/database.ts'
import { withQueryFailures } from '../../../platform/database/unavailable.ts'
import { networkOf } from '../../../platform/http/client-network.ts'
import type { RateLimiter } from '../../../platform/http/rate-limiter.ts'
import { siteLanguages } from '../../../platform/language/reader-language.ts'
import {
  chosenLanguage,
  languageCookieName,
  languageCookieSeconds,
} from '../../../platform/language/request-language.ts'
import type { Logger } from '../../../platform/log.ts'
import { limitLines } from '../../../platform/logging/limit-lines.ts'
import type { AccountEmails, Recipient } from '../../notifications/service.ts'
import type { AccountNetworks } from '../account-networks.ts'
import type { Invitations } from '../invitations.ts'
import { hasProvenPassword } from '../queries.ts'
import type { SuspensionRegister } from '../suspension.ts'
import { activateGrant } from '../team-grants.ts'
import { emailProvenField, isEmailProven } from './email-proof.ts'
import { emailTokens } from './email-token-plugin.ts'
import { inTransaction, queueVerificationEmail } from './email-tokens.ts'
import { hashSessionTokens } from './hashed-session-tokens.ts'
import { weaknessOf } from './password-rules.ts'
import { browserHashHeader, insertSignUp } from './pending-sign-ups.ts'
import { discoverProviders, type ProviderId, type ProviderPlugin } from './providers.ts'
import { emailInvited } from './sign-in-link.ts'

export type IdentityOptions = {
  config: Pick<Config, 'publicUrl' | 'google' | 'oidc'>
  settings: CurrentSettings
  invitations: Invitations
  secret: string
  database: Database
  suspensions: SuspensionRegister
  emails: AccountEmails
  rateLimiter: RateLimiter
  networks: AccountNetworks
  log: Logger
}

/** The header from which better-auth reads the client's IP address. Only we set it. */
export const clientIpHeader = 'x-corkboard-address'

const secondsPerDay = 24 * 60 * 60
/** A semaphore: each hash takes 32 MB of memory and a tenth of a second of CPU time. */
const limitHashing = pLimit(2)

export type Identity = ReturnType<typeof createIdentity>

export function createIdentity(options: IdentityOptions) {
  const { settings, emails } = options
  const optionsWith = (provider: ProviderPlugin | null): BetterAuthOptions => ({
    ...siteOptions(options),
    ...modelOptions,
    emailAndPassword: passwordOptions,
    emailVerification: {
      sendOnSignUp: true,
      // For sign-ups through a provider. better-auth's own token goes unused: unlike ours, it cannot be revoked.
      sendVerificationEmail: async ({ user }, request) => {
        const context = await auth.$context
        const browserHash = request?.headers.get(browserHashHeader)
        await inTransaction(context, async () => {
          if (browserHash) await insertSignUp(context, user.id, browserHash, { ...user, password: null })
          await queueVerificationEmail(context, { emails }, user)
        })
      },
    },
    databaseHooks: {
      user: { create: { before: checkNewUsers(options.invitations) } },
      session: { create: sessionHooks(options, () => auth.$context) },
    },
    ...(provider && { logger: providerLog }),
    plugins: [
      emailTokens({
        emails,
        weaknessOf: (password, email) => weaknessOf(password, email, settings().name),
      }),
      ...(provider ? [provider] : []),
    ],
  })
  const providerLog = createProviderLog(options.log)
  const build = (provider: ProviderPlugin | null) => betterAuth(optionsWith(provider))
  const auth = build(null)
  const authFor = discoverProviders(options, build)

  return {
    /** `disableRefresh` does not renew the session, for a database that cannot be written. */
    getSession: (headers: Headers, query: { disableRefresh?: boolean } = {}) =>
      withQueryFailures(() => auth.api.getSession({ headers, query, returnHeaders: true })),
    /** Handles a request that may involve an external provider. Throws `unavailable` while the provider is down. */
    handle: (request: Request, provider: ProviderId | null): Promise<Response> =>
      withQueryFailures(async () => (provider ? await authFor(provider) : auth).handler(request)),
  }
}

const siteOptions = ({ config, secret, database, log }: IdentityOptions) =>
  ({
    baseURL: `${config.publicUrl}/api/auth`,
    basePath: '/api/auth',
    secret,
    telemetry: { enabled: false },
    logger: createIdentityLog(log),
    onAPIError: { errorURL: `${config.publicUrl}/signin` },
    database: (authOptions: BetterAuthOptions) =>
      hashSessionTokens(
        kyselyAdapter(kyselyWithDates(database), { type: 'postgres', transaction: true })(authOptions),
      ),
    // auth-routes applies our own rate limits, which survive a restart.
    rateLimit: { enabled: false },
    trustedOrigins: [new URL(config.publicUrl).origin],
    advanced: {
      cookiePrefix: 'corkboard',
      useSecureCookies: config.publicUrl.startsWith('https:'),
      ipAddress: { ipAddressHeaders: [clientIpHeader] },
      database: { generateId: () => uuidv7(), validateSchema: false },
    },
  }) satisfies BetterAuthOptions

/**
 * Refuses people who sign in through a provider for the first time and may not sign up. Those who sign up by email were checked before.
 * Others get emails in the language in which they signed up.
 */
const checkNewUsers =
  (invitations: Invitations): UserHook =>
  async ({ email }, context) => {
    const language = siteLanguages().length > 1 ? readerLanguage() : null
    if (context?.path === '/sign-up/email') return { data: { language } }
    // What the browser sent when it left for the provider. An invitation is checked like any other text of a visitor.
    const invitation: unknown = (await getOAuthState())?.invitation
    await invitations
      .requireSignUp(email, typeof invitation === 'string' ? invitation : '')
      .catch((error: Error) => {
        throw error instanceof AppError
          ? new APIError('FORBIDDEN', { code: signUpRefused, message: error.message })
          : error
      })
    return { data: { language } }
  }

/** A session that proves its email activates a pending grant; another one leads to an email with a link that will. */
const sessionHooks = (options: IdentityOptions, authContext: () => Promise<AuthContext>) =>
  ({
    before: async (session, context) => {
      if (context?.path !== '/sign-in/email') return
      return { data: { ...session, emailProven: await hasProvenPassword(options.database, session.userId) } }
    },
    after: async (session, context) => {
      await options.suspensions.reapply(session.userId)
      const network = networkOf(session.ipAddress ?? undefined)
      await options.networks.remember(options.database.kysely, session.userId, network)
      if (context) await endReplacedSession(context, session.token)
      if (context) await showInOwnLanguage(context, session.userId, options.config.publicUrl)
      if (isEmailProven(session)) await activateGrant(options.database, options.emails, session.userId)
      else await emailInvited(await authContext(), options, session.userId)
    },
  }) satisfies SessionHooks

/** Someone who signs in reads on in the language of their account. One without a language gets what they have chosen in this browser. */
async function showInOwnLanguage(ctx: GenericEndpointContext, accountId: string, publicUrl: string) {
  if (siteLanguages().length === 1) return
  const user: Recipient | null = await ctx.context.internalAdapter.findUserById(accountId)
  const language = siteLanguages().find((tag) => tag === user?.language)
  if (!language) {
    const chosen = chosenLanguage(ctx.headers?.get('cookie') ?? '')
    if (chosen) await ctx.context.internalAdapter.updateUser(accountId, { language: chosen })
    return
  }
  ctx.setCookie(languageCookieName, language, {
    path: '/',
    maxAge: languageCookieSeconds,
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
  })
}

/** Signing in replaces the browser's cookie. Without this, the session of the old one would stay until it expires. */
async function endReplacedSession(ctx: GenericEndpointContext, newToken: string) {
  const { authCookies, secret, internalAdapter } = ctx.context
  const oldToken = await ctx.getSignedCookie(authCookies.sessionToken.name, secret)
  if (oldToken && oldToken !== newToken) await internalAdapter.deleteSession(oldToken)
}

type UserHook = NonNullable<
  NonNullable<NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['user']>['create']>['before']
>
type SessionHooks = NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['session']>['create']

const passwordOptions = {
  enabled: true,
  requireEmailVerification: true,
  autoSignIn: false,
  minPasswordLength: passwordLength.min,
  maxPasswordLength: passwordLength.max,
  password: {
    hash: (password: string) => limitHashing(() => hashPassword(password)),
    verify: (credentials: { hash: string; password: string }) =>
      limitHashing(() => verifyPassword(credentials)),
  },
} satisfies BetterAuthOptions['emailAndPassword']

const modelOptions = {
  user: {
    modelName: 'account',
    fields: { emailVerified: 'email_verified', createdAt: 'created', updatedAt: 'updated' },
    additionalFields: { language: { type: 'string', required: false, input: false } },
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
    expiresIn: sessionDays.idle * secondsPerDay,
    updateAge: secondsPerDay,
    additionalFields: emailProvenField,
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
    additionalFields: emailProvenField,
    encryptOAuthTokens: true,
    accountLinking: { enabled: true, trustedProviders: [], allowDifferentEmails: false },
  },
  verification: {
    modelName: 'account_token',
    fields: { expiresAt: 'expires', createdAt: 'created', updatedAt: 'updated' },
    storeIdentifier: 'plain',
  },
} satisfies BetterAuthOptions

type IdentityLog = NonNullable<BetterAuthOptions['logger']>

/** Logs errors of requests that involve no external provider: all of them are ours. */
function createIdentityLog(log: Logger): IdentityLog {
  const limited = limitLines(log)
  return { level: 'error', log: (_level, message) => limited.error(message) }
}

/** Logs errors of sign-ins through providers as warnings, and a few: anyone can cause them, with any `state` or `code`. */
export function createProviderLog(log: Logger, now?: () => number): IdentityLog {
  const limited = limitLines(log, 10, now)
  return {
    level: 'error',
    log: (_level, message, cause) => {
      const reason = [message, cause instanceof Error && cause.message].filter(Boolean).join(': ')
      limited.warn({ reason }, 'A sign-in through a provider failed.')
    },
  }
}
