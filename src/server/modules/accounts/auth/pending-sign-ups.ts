/**
 * Sign-ups whose address is not verified yet, each with a hash of a cookie of the browser that sent it. The cookie proves
 * only that: it signs nobody in.
 */
import { createHash, randomBytes } from 'node:crypto'
import { getCurrentAdapter } from '@better-auth/core/context'
import type { AuthContext } from 'better-auth'
import { retentionDays } from '../../../../shared/limits.ts'

const cookieSeconds = retentionDays.unverifiedAccounts * 24 * 60 * 60

/** `password` is a hash. */
export type PendingSignUp = { name: string; password: string }

/** The part of an endpoint's context that reads and writes the browser's cookies. */
type CookieContext = {
  context: AuthContext
  getCookie: (name: string) => string | null
  setCookie: (name: string, value: string, options: object) => unknown
}

/** Must run in a transaction. */
export async function insertSignUp(
  context: AuthContext,
  accountId: string,
  browserHash: string,
  { name, password }: PendingSignUp,
) {
  const adapter = await getCurrentAdapter(context.adapter)
  await adapter.create({
    model: 'sign_up',
    data: { account_id: accountId, browser_hash: browserHash, name, password, created: new Date() },
  })
}

/** Returns the sign-up of the browser that sends this request, or null if another browser signed up. */
export async function findOwnSignUp(ctx: CookieContext, accountId: string): Promise<PendingSignUp | null> {
  const secret = ctx.getCookie(browserCookie(ctx.context).name)
  if (!secret) return null
  const adapter = await getCurrentAdapter(ctx.context.adapter)
  return adapter.findOne<PendingSignUp>({
    model: 'sign_up',
    where: [
      { field: 'account_id', value: accountId },
      { field: 'browser_hash', value: hashOf(secret) },
    ],
  })
}

/** Deletes what waited for the verification of this account's address. */
export async function deleteSignUps(context: AuthContext, accountId: string) {
  const adapter = await getCurrentAdapter(context.adapter)
  await adapter.deleteMany({ model: 'sign_up', where: [{ field: 'account_id', value: accountId }] })
}

/** Gives the browser a new secret and returns its hash. Never reuses one, which someone else could have planted. */
export function rememberBrowser(ctx: CookieContext): string {
  const secret = randomBytes(24).toString('base64url')
  const { name, attributes } = browserCookie(ctx.context)
  ctx.setCookie(name, secret, attributes)
  return hashOf(secret)
}

/** Returns the hash of the secret in a Cookie header, or null if there is none. */
export function browserHashIn(cookieHeader = ''): string | null {
  const secret = /(?:^|;\s*)(?:__Host-)?corkboard\.sign_up=([\w-]+)/.exec(cookieHeader)?.[1]
  return secret ? hashOf(secret) : null
}

/** On https, the prefix prevents other hosts of the same domain from setting this cookie. */
function browserCookie({ options }: AuthContext) {
  const secure = options.advanced?.useSecureCookies === true
  return {
    name: `${secure ? '__Host-' : ''}corkboard.sign_up`,
    attributes: { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge: cookieSeconds },
  }
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')
