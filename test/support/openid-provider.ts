/** A real OpenID provider on a free port, whose person and whose consent a test decides. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { interactionPolicy } from 'oidc-provider'

export type Claims = {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  picture?: string
}

export type OpenIdProvider = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Who signs in there from now on; null: who is asked there says no. */
  person: Claims | null
  /** Answers nothing any more, until `comeBack`. */
  goAway: () => Promise<void>
  comeBack: () => Promise<void>
  stop: () => Promise<void>
}

const clientId = 'corkboard'
const clientSecret = 'a secret between the site and its provider'

/** `site` is the public address of the site that people come back to. */
export async function startOpenIdProvider(site: string): Promise<OpenIdProvider> {
  const server = createServer()
  await listen(server, 0)
  const { port } = server.address() as AddressInfo
  const issuer = `http://localhost:${port}`

  // Google lets people choose among their accounts.
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: ['google', 'oidc'].map((id) => `${site}/api/auth/callback/${id}`),
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    // As Google does: what is known of a person stands in the ID token.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, sub) => {
      const claims = people.get(sub)
      return claims && { accountId: sub, claims: () => ({ ...claims }) }
    },
    cookies: { keys: ['a key of the provider'] },
    ttl: { Interaction: 60, Session: 60, Grant: 60, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
    pkce: { required: () => true },
  })
  const people = new Map<string, Claims>()
  const handle = provider.callback()
  let away = false

  server.on('request', async (request, response) => {
    if (away) return request.socket.destroy()
    if (!request.url?.startsWith('/interaction/')) return handle(request, response)
    const { person } = itself
    if (!person) return provider.interactionFinished(request, response, { error: 'access_denied' })
    people.set(person.sub, person)
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

  const itself: OpenIdProvider = {
    issuer,
    clientId,
    clientSecret,
    person: null,
    async goAway() {
      away = true
      server.closeAllConnections()
    },
    async comeBack() {
      away = false
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return itself
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
}
