/** Sign-ups with unverified addresses, each with the hash of a cookie of its browser. The cookie signs nobody in. */
import { createHash, randomBytes } from 'node:crypto'
import { getCurrentAdapter } from '@better-auth/core/context'
import type { AuthContext } from 'better-auth'
import { sql } from 'kysely'
import type { Verification } from '../../../../shared/account.ts'
import { retentionDays } from '../../../../shared/limits.ts'
import type { Database } from '../../../platform/database/database.ts'
import { hashOf as tokenHashOf } from './email-tokens.ts'

/** The header that names the browser of a sign-up to the identity provider. Only we set it. */
export const browserHashHeader = 'x-corkboard-browser'

const cookieSeconds = retentionDays.unverifiedAccounts * 24 * 60 * 60

/** `password` is a hash, or null for a sign-up through a provider. */
export type PendingSignUp = { name: string; password: string | null }

export type CookieContext = { context: AuthContext; getCookie: (name: string) => string | null }

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
  const isSecure = ctx.context.options.advanced?.useSecureCookies === true
  const secret = ctx.getCookie(cookieName(isSecure))
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

/** The first sign-up and this many of the latest are compared with a password. Each comparison takes a tenth of a second. */
const maxLatestCompared = 4

/** Returns the sign-up that chose this password, or null. Proves the same as its browser does. */
export async function findSignUpByPassword(
  context: AuthContext,
  user: { id: string; name: string },
  password: string,
): Promise<PendingSignUp | null> {
  const adapter = await getCurrentAdapter(context.adapter)
  const latest = await adapter.findMany<PendingSignUp>({
    model: 'sign_up',
    where: [{ field: 'account_id', value: user.id }],
    sortBy: { field: 'created', direction: 'desc' },
    limit: maxLatestCompared,
  })
  const first = await context.internalAdapter.findCredentialAccount(user.id)
  const candidates = [{ name: user.name, password: first?.password ?? null }, ...latest]
  for (const candidate of candidates) {
    const { password: hash } = candidate
    if (hash !== null && (await context.password.verify({ hash, password }))) return candidate
  }
  return null
}

export async function deleteSignUps(context: AuthContext, accountId: string) {
  const adapter = await getCurrentAdapter(context.adapter)
  await adapter.deleteMany({ model: 'sign_up', where: [{ field: 'account_id', value: accountId }] })
}

/** Returns the Set-Cookie header of a new secret: someone else could have planted the one that the browser has. */
export function createBrowserCookie(publicUrl: string): { cookie: string; hash: string } {
  const isSecure = publicUrl.startsWith('https:')
  const secret = randomBytes(24).toString('base64url')
  const cookie = `${cookieName(isSecure)}=${secret}; Max-Age=${cookieSeconds}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return { cookie, hash: hashOf(secret) }
}

/** Returns null for an unknown or expired link. The browser's own sign-up comes before the first one. */
export async function findVerification(
  { kysely }: Database,
  token: string,
  cookieHeader = '',
): Promise<Verification | null> {
  const secret = /(?:^|;\s*)(?:__Host-)?corkboard\.sign_up=([\w-]+)/.exec(cookieHeader)?.[1]
  const browserHash = secret ? hashOf(secret) : null
  const { rows } = await sql<Verification>`
    with link as (
      select split_part(value, ':', 1) as kind, split_part(value, ':', 2)::uuid as account_id,
        split_part(value, ':', 3) as email
      from account_token
      where identifier in (${tokenHashOf('verify', token)}, ${tokenHashOf('change-email', token)}) and expires > now()
    )
    select case link.kind when 'verify' then 'sign-up' else 'new-address' end as kind, link.email,
      coalesce(own.name, account.name) as name, coalesce(own.created, account.created) as "signedUp",
      own.id is not null as "isOwnBrowser",
      first.id is not null or exists (select from sign_up where account_id = account.id and password is not null)
        as "hasPassword",
      link.kind = 'verify' and (
        own.id is not null and own.password is distinct from first.password
        or exists (select from sign_up where account_id = account.id
          and password is distinct from coalesce(own.password, first.password))
      ) as "isRepeated",
      link.kind = 'verify' and account.email_verified as verified
    from link
    join account on account.id = link.account_id and (link.kind = 'change-email' or account.email = link.email)
    left join account_login first on first.account_id = account.id and first.provider = 'credential'
    left join sign_up own on own.account_id = account.id and own.browser_hash = ${browserHash}
      and link.kind = 'verify'`.execute(kysely)
  return rows[0] ?? null
}

/** On https, the prefix prevents other hosts of the same domain from setting this cookie. */
const cookieName = (isSecure: boolean) => `${isSecure ? '__Host-' : ''}corkboard.sign_up`

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')
