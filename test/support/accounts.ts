/** People with accounts for tests, and what they send as whoever they are. */
import { hashPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../src/server/platform/database/database.ts'
import { decryptEmail } from '../../src/server/platform/mail/outbox.ts'
import type { TestApp } from './app.ts'
import { siteSecret } from './site-secret.ts'

export const goodPassword = 'a blue heron walks at noon'
/** Hashing takes a tenth of a second, and the password is the same for all. */
let hash: Promise<string> | null = null

export type PersonGiven = {
  email?: string
  name?: string
  verified?: boolean
  profile?: boolean
  isAdmin?: boolean
}
export type Person = { accountId: string; email: string; name: string }

/** An account with `goodPassword`, verified and with a profile unless told otherwise. */
export async function createPerson({ kysely }: Database, given: PersonGiven = {}): Promise<Person> {
  const accountId = uuid()
  const { email = `${accountId.slice(-12)}@example.com`, name = 'Ada Park', verified = true } = given
  hash ??= hashPassword(goodPassword)
  await sql`insert into account (id, name, email, email_verified)
    values (${accountId}, ${name}, ${email}, ${verified})`.execute(kysely)
  await sql`insert into account_login (id, account_id, provider, subject, password)
    values (${uuid()}, ${accountId}, 'credential', ${accountId}, ${await hash})`.execute(kysely)
  if (verified && given.profile !== false) {
    await sql`insert into profile (id, account_id, email, name, is_admin)
      values (${uuid()}, ${accountId}, ${email}, ${name}, ${given.isAdmin ?? false})`.execute(kysely)
  }
  return { accountId, email, name }
}

export type Reply<Body> = {
  status: number
  body: Body
  headers: Record<string, unknown>
  /** `name=value` of every cookie that was set and not emptied. */
  cookie: string
}

export type Sent = { body?: unknown; cookie?: string; from?: string; headers?: Record<string, string> }

/** Sends a request as a browser of this site does. */
export async function send<Body = Record<string, unknown>>(
  { app }: TestApp,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { body, cookie, from, headers }: Sent = {},
): Promise<Reply<Body>> {
  const response = await app.http.inject({
    method,
    url: `/api${path}`,
    headers: { ...(cookie && { cookie }), ...headers },
    ...(from && { remoteAddress: from }),
    ...(body !== undefined && { payload: body as object }),
  })
  const set = response.cookies.filter(({ value, maxAge }) => value !== '' && maxAge !== 0)
  return {
    status: response.statusCode,
    body: (response.headers['content-type']?.includes('json') ? response.json() : response.body) as Body,
    headers: response.headers,
    cookie: set.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; '),
  }
}

/** Signs in with the password and answers the session's cookie. */
export async function signIn(site: TestApp, email: string, password = goodPassword): Promise<string> {
  const { status, cookie, body } = await send(site, 'POST', '/auth/sign-in/email', {
    body: { email, password },
  })
  if (status !== 200) throw new Error(`Signing in answered ${status}: ${JSON.stringify(body)}`)
  return cookie
}

export type Received = { kind: string; subject: string; text: string; html: string; token: string }

/** The letters that wait for this address, oldest first, each with the token of its link. */
export async function lettersTo({ database }: TestApp, email: string): Promise<Received[]> {
  const { rows } = await sql<{ id: string; recipient: string; encrypted_content: string; kind: string }>`
    select id, recipient, encrypted_content, kind from outbox_email where recipient = ${email} order by created, id`.execute(
    database.kysely,
  )
  return rows.map(({ kind, ...row }) => {
    const letter = decryptEmail(siteSecret, row)
    return { kind, ...letter, token: /[?&]token=([\w-]+)/.exec(letter.text)?.[1] ?? '' }
  })
}

export async function lastLetterTo(site: TestApp, email: string): Promise<Received> {
  const last = (await lettersTo(site, email)).at(-1)
  if (!last) throw new Error(`No letter waits for ${email}.`)
  return last
}
