/** The people in the attacks: visitors, sellers, admins, someone unverified, and someone suspended. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  createUser,
  goodPassword,
  insertSession,
  type PersonOptions,
  type TestUser,
} from '../support/data/accounts.ts'
import type { Browser, BrowserOptions } from './browser.ts'
import type { ProductionSite } from './site.ts'

export { goodPassword }

/** Someone with an account and a browser, in which they are signed in if they can be. */
export type Actor = TestUser & { profileId: string; browser: Browser }

const maxAttempts = 20

/** Signs in with the password. Throws if that fails. A server that is short of processor time is asked again. */
export async function signIn(browser: Browser, email: string, password = goodPassword): Promise<void> {
  const send = () => browser.post('/api/auth/sign-in/email', { email, password })
  let answer = await send()
  for (let attempt = 1; answer.status === 503 && attempt < maxAttempts; attempt += 1) {
    await delay(500)
    answer = await send()
  }
  const { status, text } = answer
  if (status !== 200) throw new Error(`Signing in as ${email} failed with ${status}: ${text}`)
}

/** Gives the browser a session of its own. */
async function startSession({ database, secret }: ProductionSite, { cookies }: Browser, email: string) {
  const { name, value } = await insertSession(database, email, { secret, https: true })
  cookies.set(name, value)
}

/** Creates a verified account with a profile and a session. */
export async function createActor(
  site: ProductionSite,
  { from, ...options }: PersonOptions & BrowserOptions = {},
): Promise<Actor> {
  const person = await createUser(site.database, options)
  const browser = site.open({ ...(from && { from }) })
  if (options.verified !== false) await startSession(site, browser, person.email)
  return { ...person, browser, profileId: await profileIdOf(site, person.email) }
}

export const createAdmin = (site: ProductionSite, options: PersonOptions & BrowserOptions = {}) =>
  createActor(site, { isAdmin: true, ...options })

/** Creates someone suspended who has signed in since. */
export async function createSuspended(site: ProductionSite, options: PersonOptions = {}): Promise<Actor> {
  const person = await createUser(site.database, options)
  await sql`update account set suspended_at = now(), suspension_reason = 'Fake ads.' where id = ${person.accountId}`.execute(
    site.database.kysely,
  )
  const browser = site.open()
  await startSession(site, browser, person.email)
  return { ...person, browser, profileId: await profileIdOf(site, person.email) }
}

async function profileIdOf({ database }: ProductionSite, email: string): Promise<string> {
  const row = await database.kysely
    .selectFrom('profile')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  return row?.id ?? ''
}

export type Cast = Record<'sellerA' | 'sellerB' | 'suspended' | 'adminM' | 'adminN', Actor> & {
  visitor: Browser
  /** Has signed up and not verified the address. */
  unverified: Actor
}

/** Creates everyone in the tables. */
export async function createCast(site: ProductionSite): Promise<Cast> {
  const [sellerA, sellerB, unverified, suspended, adminM, adminN] = await Promise.all([
    createActor(site, { email: 'seller.a@example.com', name: 'Ana Alvarez' }),
    createActor(site, { email: 'seller.b@example.com', name: 'Ben Bloom' }),
    createActor(site, { email: 'unverified@example.com', name: 'Uma Ueda', verified: false }),
    createSuspended(site, { email: 'suspended@example.com', name: 'Xan Xu' }),
    createAdmin(site, { email: 'admin.m@example.com', name: 'Mia Mora' }),
    createAdmin(site, { email: 'admin.n@example.com', name: 'Noa Nash' }),
  ])
  return { visitor: site.open(), sellerA, sellerB, unverified, suspended, adminM, adminN }
}
