/** An OpenID provider that returns whatever the test wants, forged ID tokens included. */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { afterAll } from 'vitest'
import type { Answer, Browser } from './browser.ts'

export const clientId = 'corkboard'
export const clientSecret = 'a shared secret'

type Claims = Record<string, unknown>

/** How an ID token is signed: properly, not at all, with the public key as an HMAC key, or by someone else. */
export type Signature = 'proper' | 'none' | 'public-key' | 'other-key'
type Grant = { claims: Claims; signature: Signature; challenge: string; used: boolean }

export type HostileProvider = {
  issuer: string
  /** Whether every exchanged code came with the verifier of its challenge (PKCE). */
  verifiedAll: () => boolean
  /** Makes a code that the site can exchange for an ID token with these claims. */
  issueCode: (authorization: URL, claims: Claims, signature?: Signature) => string
}

/** Stops with the test file. */
export async function startHostileProvider(): Promise<HostileProvider> {
  const [ours, theirs] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const jwk = { ...(await exportJWK(ours.publicKey)), kid: 'key', alg: 'RS256', use: 'sig' }
  const publicPem = Buffer.from(await exportSPKI(ours.publicKey))
  const grants = new Map<string, Grant>()
  let allVerified = true
  let issuer = ''

  async function idToken({ claims, signature }: Grant): Promise<string> {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    if (signature === 'none') return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`
    const alg = signature === 'public-key' ? 'HS256' : 'RS256'
    const key = { proper: ours.privateKey, 'other-key': theirs.privateKey, 'public-key': publicPem }[
      signature
    ]
    return new SignJWT(claims).setProtectedHeader({ alg, kid: 'key' }).sign(key)
  }

  async function exchange(request: IncomingMessage) {
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
    const grant = grants.get(form.get('code') ?? '')
    if (!grant || grant.used) return null
    grant.used = true
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    allVerified &&= challenge === grant.challenge
    return { access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token: await idToken(grant) }
  }

  const server = createServer(async (request, response) => {
    const bodies: Record<string, () => unknown> = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
      '/jwks': () => ({ keys: [jwk] }),
      '/token': () => exchange(request),
    }
    const body = await bodies[request.url ?? '']?.()
    response.writeHead(body ? 200 : 400, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? { error: 'invalid_grant' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  return {
    issuer,
    verifiedAll: () => allVerified,
    issueCode(authorization, claims, signature = 'proper') {
      const code = `code-${grants.size}`
      const seconds = Math.floor(Date.now() / 1000)
      const standard = {
        iss: issuer,
        aud: clientId,
        iat: seconds,
        exp: seconds + 60,
        nonce: authorization.searchParams.get('nonce'),
      }
      const challenge = authorization.searchParams.get('code_challenge') ?? ''
      grants.set(code, { claims: { ...standard, ...claims }, signature, challenge, used: false })
      return code
    },
  }
}

/** Presses the button on the sign-in page. Returns where the site sends the browser. */
export async function startSignIn(browser: Browser, provider: 'google' | 'oidc'): Promise<URL> {
  const body = { provider, callbackURL: '/profile', errorCallbackURL: '/signin' }
  const { status, text } = await browser.post('/api/auth/sign-in/social', body)
  if (status !== 200) throw new Error(`Starting a sign-in failed with ${status}: ${text}`)
  return new URL(JSON.parse(text).url)
}

export const openCallback = (
  browser: Browser,
  id: 'google' | 'oidc',
  query: Record<string, string>,
): Promise<Answer> => browser.get(`/api/auth/callback/${id}?${new URLSearchParams(query)}`)
