/** Accounts for benchmarks, all with the same password. */
import { hashPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database } from '../src/server/platform/database/database.ts'

export const password = 'a blue heron walks at noon'

/** Returns the account's email. */
export async function createAccount({ kysely }: Database): Promise<string> {
  const id = uuid()
  const email = `${id}@users.bench`
  await sql`insert into account (id, name, email, email_verified) values (${id}, 'Bench', ${email}, true)`.execute(
    kysely,
  )
  await sql`insert into account_login (id, account_id, provider, subject, password)
    values (${uuid()}, ${id}, 'credential', ${id}, ${await hashPassword(password)})`.execute(kysely)
  return email
}

export async function deleteAccounts({ kysely }: Database) {
  await sql`delete from profile where email like '%@users.bench'`.execute(kysely)
  await sql`delete from account where email like '%@users.bench'`.execute(kysely)
  await sql`truncate rate_limit_hit`.execute(kysely)
}

/** Returns the Cookie header of a new session. */
export async function signIn(origin: string, email: string): Promise<string> {
  const response = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`Sign-in returned ${response.status}: ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
