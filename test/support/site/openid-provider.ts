/** A real OpenID provider on a free port. The test decides who signs in there and whether they consent. */
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import Provider, { interactionPolicy } from 'oidc-provider'

export type Claims = {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  picture?: string
}

type ProviderKeys = { keys: JWK[] }

export type OpenIdProvider = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Who signs in from now on; null denies consent. */
  person: Claims | null
  /** Drops every connection until `resumeResponding`. */
  stopResponding: () => Promise<void>
  resumeResponding: () => Promise<void>
  /** Signs with a new key from now on, and publishes no other. */
  rotateKeys: () => Promise<void>
  stop: () => Promise<void>
}

const clientId = 'corkboard'
const clientSecret = 'a shared secret'

/** `publicUrl` is the site that the provider redirects back to. */
export async function startOpenIdProvider(publicUrl: string): Promise<OpenIdProvider> {
  const server = createServer()
  await listen(server, 0)
  const { port } = server.address() as AddressInfo
  const issuer = `http://localhost:${port}`

  // Google lets users choose an account.
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)

  const createProvider = (jwks: ProviderKeys | null) =>
    new Provider(issuer, {
      ...(jwks && { jwks }),
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: ['google', 'oidc'].map((id) => `${publicUrl}/api/auth/callback/${id}`),
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
      // Like Google, include the profile claims in the ID token.
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false } },
      interactions: { policy, url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
      findAccount: (_ctx, sub) => {
        const claims = claimsBySub.get(sub)
        return claims && { accountId: sub, claims: () => ({ ...claims }) }
      },
      cookies: { keys: ['a key of the provider'] },
      ttl: { Interaction: 60, Session: 60, Grant: 60, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
      pkce: { required: () => true },
    })
  let provider = createProvider(null)
  const claimsBySub = new Map<string, Claims>()
  let handle = provider.callback()
  let offline = false

  server.on('request', async (request, response) => {
    if (offline) return request.socket.destroy()
    if (!request.url?.startsWith('/interaction/')) return handle(request, response)
    const { person } = openIdProvider
    if (!person) return provider.interactionFinished(request, response, { error: 'access_denied' })
    claimsBySub.set(person.sub, person)
    const { params } = await provider.interactionDetails(request, response)
    const grant = new provider.Grant({ accountId: person.sub, clientId: String(params.client_id) })
    grant.addOIDCScope('openid email profile')
    const consent = { grantId: await grant.save() }
    return provider.interactionFinished(request, response, {
      select_account: {},
      login: { accountId: person.sub },
      consent,
    })
  })

  const openIdProvider: OpenIdProvider = {
    issuer,
    clientId,
    clientSecret,
    person: null,
    async stopResponding() {
      offline = true
      server.closeAllConnections()
    },
    async resumeResponding() {
      offline = false
    },
    async rotateKeys() {
      const { privateKey } = await generateKeyPair('RS256', { extractable: true })
      const kid = randomUUID()
      provider = createProvider({
        keys: [{ ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }],
      })
      handle = provider.callback()
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return openIdProvider
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
}
