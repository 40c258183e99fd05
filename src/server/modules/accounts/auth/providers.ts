/** Sign-in with Google or any OpenID provider. Endpoints are discovered when first used, so the site starts without them. */

import type { AuthContext } from 'better-auth'
// The index of plugins would load all of them, which takes 16 MB.
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { sql } from 'kysely'
import pTimeout from 'p-timeout'
import { AppError } from '../../../../shared/errors.ts'
import { maxNameLength } from '../../../../shared/limits.ts'
import { toAllowedName } from '../../../../shared/names.ts'
import { emailAddress } from '../../../../shared/schemas/fields.ts'
import type { CurrentSettings } from '../../../../shared/settings/table.ts'
import { msg, t } from '../../../../shared/translate.ts'
import type { Config, Provider } from '../../../config/environment.ts'
import type { Database } from '../../../platform/database/database.ts'

export const providerIds = ['google', 'oidc'] as const
export type ProviderId = (typeof providerIds)[number]
export const isProviderId = (name: string): name is ProviderId => providerIds.some((id) => id === name)

export const unknownProvider = msg('This site does not offer this way to sign in.')
export type ProviderPlugin = ReturnType<typeof pluginFor>

const discoveryTimeoutMs = 4000

type ProviderOptions = {
  config: Pick<Config, ProviderId>
  database: Database
  settings: CurrentSettings
}
type AuthWithContext = { $context: Promise<Pick<AuthContext, 'socialProviders'>> }

/**
 * Returns a function that returns the better-auth of a provider, which `build` creates. It throws `not_found` if the provider is
 * not configured, and `unavailable` if discovery fails.
 */
export function discoverProviders<Auth extends AuthWithContext>(
  { config, database, settings }: ProviderOptions,
  build: (plugin: ProviderPlugin) => Auth,
) {
  const discovered = new Map<ProviderId, Auth>()
  return async (id: ProviderId): Promise<Auth> => {
    const provider = config[id]
    if (!provider) throw new AppError('not_found', t(unknownProvider))
    const auth = discovered.get(id) ?? build(pluginFor(id, provider, database, settings))
    discovered.set(id, auth)
    const context = await pTimeout(auth.$context, { milliseconds: discoveryTimeoutMs, fallback: () => null })
    if (context?.socialProviders.some((candidate) => candidate.id === id)) return auth
    // Repeat the discovery next time.
    if (discovered.get(id) === auth) discovered.delete(id)
    throw new AppError(
      'unavailable',
      t(
        'Signing in with {provider} isn’t working right now. Please try again later, or sign in another way.',
        { provider: provider.name },
      ),
    )
  }
}

function pluginFor(
  providerId: ProviderId,
  { issuer, clientId, clientSecret }: Provider,
  database: Database,
  settings: CurrentSettings,
) {
  return genericOAuth({
    config: [
      {
        providerId,
        discoveryUrl: `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`,
        clientId,
        clientSecret,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        requireIdTokenVerification: true,
        // An address that the provider has not verified is verified by an emailed link, like any other.
        requireEmailVerification: true,
        ...(providerId === 'google' && { prompt: 'select_account' as const }),
        async mapProfileToUser(profile) {
          const { sub, email_verified: verified } = profile
          const { data: email } = emailAddress.safeParse(profile.email)
          // Without one address, better-auth refuses the sign-in. A list of addresses would send emails to several people.
          if (!email) return { email: '', emailVerified: false }
          if (verified !== true)
            return { ...displayFields(profile, settings().name), email, emailVerified: false }
          await deleteUnverified(database, email)
          // A provider may give the address of a former user to another one, who is not the owner of the account.
          const isOwnerOf = !(await hasOtherSubject(database, email, providerId, String(sub)))
          return { ...displayFields(profile, settings().name), email, emailVerified: isOwnerOf }
        },
      },
    ],
  })
}

/** Deletes an account that never verified the address, so that it can go to someone who proves it. */
async function deleteUnverified({ kysely }: Database, email: string) {
  await sql`delete from account where email = lower(${email}) and not email_verified`.execute(kysely)
}

/** Returns whether the account of this address signs in as someone else at this provider. */
async function hasOtherSubject({ kysely }: Database, email: string, provider: ProviderId, subject: string) {
  const { rows } = await sql`
    select from account_login login join account on account.id = login.account_id
    where account.email = lower(${email}) and login.provider = ${provider}
      and login.subject <> ${subject}`.execute(kysely)
  return rows.length > 0
}

/** Returns the provider's name and photo within our limits. The address, which nobody else sees, replaces a forbidden name. */
function displayFields({ name, email, picture }: Record<string, unknown>, siteName: string) {
  const own = typeof email === 'string' ? email : ''
  const candidates = [typeof name === 'string' ? name : '', own.split('@')[0] ?? '']
  const allowed = candidates.map((text) => toAllowedName(text.slice(0, maxNameLength), siteName, ''))
  return {
    name: allowed.find((text) => text !== '') ?? (own || 'Anonymous'),
    // Always set this key: otherwise better-auth stores the provider's unchecked value.
    image: typeof picture === 'string' && /^https:\/\/\S{1,490}$/.test(picture) ? picture : undefined,
  }
}
