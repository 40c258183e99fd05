/** A site where people sign in with Google or OpenID, and both providers are hostile. */
import type { Browser } from './browser.ts'
import {
  clientId,
  clientSecret,
  openCallback,
  type Signature,
  startHostileProvider,
  startSignIn,
} from './hostile-provider.ts'
import { startProductionSite } from './site.ts'

const settingsOf = (name: string, issuer: string) => ({
  [`${name}_ISSUER`]: issuer,
  [`${name}_CLIENT_ID`]: clientId,
  [`${name}_CLIENT_SECRET`]: clientSecret,
})

export const sessionOf = async (browser: Browser) =>
  (await browser.get('/api/session')).json<{ email: string; name: string } | null>()

let count = 0
/** Returns the claims of a new person. */
export const createClaims = (overrides: Record<string, unknown> = {}) => {
  count += 1
  return {
    sub: `sub-${count}`,
    email: `provided-${count}@example.com`,
    email_verified: true,
    name: 'Mia Ortiz',
    ...overrides,
  }
}

/** Like `startProductionSite`. */
export async function startProviderSite() {
  const [google, oidc] = await Promise.all([startHostileProvider(), startHostileProvider()])
  const providers = { google, oidc }
  const site = await startProductionSite({
    ...settingsOf('GOOGLE', google.issuer),
    ...settingsOf('OIDC', oidc.issuer),
  })

  /** Goes to the provider, which lets anyone in as anyone, and comes back. */
  async function signInVia(
    id: keyof typeof providers,
    claims: Record<string, unknown>,
    signature: Signature = 'proper',
    browser = site.open(),
  ) {
    const authorization = await startSignIn(browser, id)
    const code = providers[id].issueCode(authorization, claims, signature)
    const state = authorization.searchParams.get('state') ?? ''
    const { headers } = await openCallback(browser, id, { code, state })
    return { browser, code, state, location: String(headers.location), session: await sessionOf(browser) }
  }

  return { site, google, oidc, signInVia }
}
