/** Accounts for tests, requests sent on their behalf, and the emails queued for them. */
import { randomBytes } from 'node:crypto'
import { hashPassword, makeSignature } from 'better-auth/crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { hashSessionToken } from '../../../src/server/modules/accounts/auth/hashed-session-tokens.ts'
import type { Database } from '../../../src/server/platform/database/database.ts'
import { sessionCookie } from '../../../src/server/platform/http/session-cookie.ts'
import { decryptEmail } from '../../../src/server/platform/mail/outbox.ts'
import { sessionDays } from '../../../src/shared/limits.ts'
import type { TestApp } from '../site/app.ts'
import { siteSecret } from '../site/site-secret.ts'

export const goodPassword = 'a blue heron walks at noon'
/** Hashing takes a tenth of a second, so all accounts share one hash. */
let passwordHash: Promise<string> | null = null

export type PersonOptions = {
  email?: string
  name?: string
  verified?: boolean
  profile?: boolean
  isAdmin?: boolean
  /** Makes a moderator of these categories and places, by their ids; of all without any. */
  moderates?: { categoryIds?: number[]; placeIds?: number[] }
  /** When the account was created. */
  daysOld?: number
}
export type TestUser = { accountId: string; email: string; name: string }

/** Creates an account with `goodPassword`. It is verified and has a profile unless `options` say otherwise. */
export async function createUser({ kysely }: Database, options: PersonOptions = {}): Promise<TestUser> {
  const accountId = uuid()
  const { email = `${accountId.slice(-12)}@example.com`, name = 'Ada Park', verified = true } = options
  const { daysOld = 0 } = options
  passwordHash ??= hashPassword(goodPassword)
  await sql`insert into account (id, name, email, email_verified, created)
    values (${accountId}, ${name}, ${email}, ${verified}, now() - make_interval(days => ${daysOld}))`.execute(
    kysely,
  )
  await sql`insert into account_login (id, account_id, provider, subject, password)
    values (${uuid()}, ${accountId}, 'credential', ${accountId}, ${await passwordHash})`.execute(kysely)
  if (verified && options.profile !== false) {
    await sql`insert into profile (id, account_id, email, name, is_admin)
      values (${uuid()}, ${accountId}, ${email}, ${name}, ${options.isAdmin ?? false})`.execute(kysely)
    if (options.moderates) {
      const { categoryIds = null, placeIds = null } = options.moderates
      await sql`insert into moderator (id, profile_id, category_ids, place_ids)
        select ${uuid()}, id, ${categoryIds}, ${placeIds} from profile where account_id = ${accountId}`.execute(
        kysely,
      )
    }
  }
  return { accountId, email, name }
}

export type SendResult<Body> = {
  status: number
  body: Body
  headers: Record<string, unknown>
  /** `name=value` of every cookie that the response set to a non-empty value. */
  cookie: string
}

/** The origin of the pages of a test app, which browsers send with every write. */
export const ownOrigin = 'http://localhost:3000'

export type SendOptions = { body?: unknown; cookie?: string; from?: string; headers?: Record<string, string> }

/** Sends a request the way a browser on this site does. */
export async function send<Body = Record<string, unknown>>(
  { app }: TestApp,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { body, cookie, from, headers }: SendOptions = {},
): Promise<SendResult<Body>> {
  const response = await app.http.inject({
    method,
    url: `/api${path}`,
    headers: { ...(cookie && { cookie, origin: ownOrigin }), ...headers },
    ...(from && { remoteAddress: from }),
    ...(body !== undefined && { payload: body as object }),
  })
  const cookies = response.cookies.filter(({ value, maxAge }) => value !== '' && maxAge !== 0)
  return {
    status: response.statusCode,
    body: (response.headers['content-type']?.includes('json') ? response.json() : response.body) as Body,
    headers: response.headers,
    cookie: cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; '),
  }
}

/**
 * Inserts a session like the one that a sign-in with the password starts, and returns its cookie, encoded. Checking a
 * password takes a tenth of a second of processor time, which is for tests of signing in. Throws if the person could not
 * sign in.
 */
export async function insertSession(
  { kysely }: Database,
  email: string,
  { secret = siteSecret, https = false } = {},
): Promise<{ name: string; value: string }> {
  const token = randomBytes(24).toString('base64url')
  const { numAffectedRows } = await sql`
    insert into account_session (id, account_id, token, expires, email_proven)
    select ${uuid()}, account.id, ${hashSessionToken(token)}, now() + make_interval(days => ${sessionDays.idle}), login.email_proven
    from account join account_login login on login.account_id = account.id and login.provider = 'credential'
    where account.email = ${email} and account.email_verified`.execute(kysely)
  if (numAffectedRows !== 1n) throw new Error(`No verified account with a password has the email ${email}.`)
  return {
    name: `${https ? '__Secure-' : ''}${sessionCookie}`,
    value: encodeURIComponent(`${token}.${await makeSignature(token, secret)}`),
  }
}

/** Returns the cookie of a new session, for tests that do not test signing in. */
export async function startSession({ database }: TestApp, email: string): Promise<string> {
  const { name, value } = await insertSession(database, email)
  return `${name}=${value}`
}

/** Signs in with the password and returns the session cookie. */
export async function signIn(site: TestApp, email: string, password = goodPassword): Promise<string> {
  const { status, cookie, body } = await send(site, 'POST', '/auth/sign-in/email', {
    body: { email, password },
  })
  if (status !== 200) throw new Error(`Sign-in failed with ${status}: ${JSON.stringify(body)}`)
  return cookie
}

/** Signs in with an emailed link and returns the session cookie. */
export async function signInByLink(site: TestApp, email: string): Promise<string> {
  await send(site, 'POST', '/auth/sign-in/magic-link', { body: { email } })
  const { token } = await lastEmailTo(site, email)
  const { status, cookie } = await send(site, 'POST', '/auth/magic-link/verify', { body: { token } })
  if (status !== 200) throw new Error(`Signing in with a link failed with ${status}.`)
  return cookie
}

export type QueuedEmail = { kind: string; subject: string; text: string; html: string; token: string }

/** Returns the emails queued for this address, oldest first, each with the token in its link. */
export async function emailsTo({ database }: TestApp, email: string): Promise<QueuedEmail[]> {
  const { rows } = await sql<{ id: string; recipient: string; encrypted_content: string; kind: string }>`
    select id, recipient, encrypted_content, kind from outbox_email where recipient = ${email} order by created, id`.execute(
    database.kysely,
  )
  return rows.map(({ kind, ...row }) => {
    const content = decryptEmail(siteSecret, row)
    return { kind, ...content, token: /[?&]token=([\w-]+)/.exec(content.text)?.[1] ?? '' }
  })
}

export async function lastEmailTo(site: TestApp, email: string): Promise<QueuedEmail> {
  const last = (await emailsTo(site, email)).at(-1)
  if (!last) throw new Error(`No email is queued for ${email}.`)
  return last
}
