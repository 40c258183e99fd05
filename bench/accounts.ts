/** People of a bench: accounts with one password. */
import { hashPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database } from '../src/server/platform/database/database.ts'

export const password = 'a blue heron walks at noon'

/** Answers its email. */
export async function createAccount({ kysely }: Database): Promise<string> {
  const id = uuid()
  const email = `${id}@people.bench`
  await sql`insert into account (id, name, email, email_verified) values (${id}, 'Bench', ${email}, true)`.execute(
    kysely,
  )
  await sql`insert into account_login (id, account_id, provider, subject, password)
    values (${uuid()}, ${id}, 'credential', ${id}, ${await hashPassword(password)})`.execute(kysely)
  return email
}

export async function forgetAccounts({ kysely }: Database) {
  await sql`delete from profile where email like '%@people.bench'`.execute(kysely)
  await sql`delete from account where email like '%@people.bench'`.execute(kysely)
  await sql`truncate rate_limit_hit`.execute(kysely)
}

/** Answers the cookies of the session. */
export async function signIn(origin: string, email: string): Promise<string> {
  const signedIn = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!signedIn.ok) throw new Error(`Signing in was answered ${signedIn.status}: ${await signedIn.text()}`)
  return signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
}
