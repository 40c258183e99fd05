/**
 * Signing in through somebody else: Google, or any OpenID provider. Both are asked for their endpoints when somebody
 * first wants to go there, so that a provider that is down keeps neither this site from starting nor its other ways to
 * sign in from working.
 */
import type { AuthContext } from 'better-auth'
// Not from the index of plugins, which loads them all, for 16 MB.
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import pTimeout from 'p-timeout'
import { AppError } from '../../../../shared/errors.ts'
import { maxNameLength } from '../../../../shared/limits.ts'
import type { Config, Provider } from '../../../config/environment.ts'

export const providerIds = ['google', 'oidc'] as const
export type ProviderId = (typeof providerIds)[number]
export type ProviderPlugin = ReturnType<typeof pluginOf>

/** How long a provider has to tell its endpoints. */
const discoveryMs = 4000

type Connected = { $context: Promise<Pick<AuthContext, 'socialProviders'>> }

/** `build` makes an instance of better-auth that knows one provider. */
export function connectLazily<Auth extends Connected>(
  config: Pick<Config, ProviderId>,
  dropUnproven: (email: string) => Promise<void>,
  build: (plugin: ProviderPlugin) => Auth,
) {
  const connected = new Map<ProviderId, Auth>()
  return {
    async authThrough(id: ProviderId): Promise<Auth> {
      const provider = config[id]
      if (!provider) throw new AppError('not_found', 'This site has no such way to sign in.')
      const auth = connected.get(id) ?? build(pluginOf(id, provider, dropUnproven))
      connected.set(id, auth)
      const known = await pTimeout(auth.$context, { milliseconds: discoveryMs, fallback: () => null })
      if (known?.socialProviders.some((candidate) => candidate.id === id)) return auth
      // Next time it is asked anew.
      if (connected.get(id) === auth) connected.delete(id)
      throw new AppError(
        'unavailable',
        `Signing in with ${provider.name} does not work right now. Please try again later, or sign in another way.`,
      )
    },
  }
}

function pluginOf(
  providerId: ProviderId,
  { issuer, clientId, clientSecret }: Provider,
  dropUnproven: (email: string) => Promise<void>,
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
        // An address that the provider has not verified is verified by a mailed link, as any other.
        requireEmailVerification: true,
        ...(providerId === 'google' && { prompt: 'select_account' as const }),
        async mapProfileToUser(profile) {
          const { email, email_verified: verified } = profile
          if (verified === true && typeof email === 'string') await dropUnproven(email)
          return { ...presentable(profile), emailVerified: verified === true }
        },
      },
    ],
  })
}

/** The name and the photo, unless our own forms would refuse them. */
function presentable({ name, email, picture }: Record<string, unknown>) {
  const shown = typeof name === 'string' ? name.trim().slice(0, maxNameLength) : ''
  return {
    name: shown || String(email).split('@')[0] || 'Somebody',
    // Named in any case: what the provider sent stands there otherwise.
    image: typeof picture === 'string' && /^https:\/\/\S{1,490}$/.test(picture) ? picture : undefined,
  }
}
