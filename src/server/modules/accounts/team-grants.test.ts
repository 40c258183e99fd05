/** Pending admin rights, and who must not get them. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  createUser,
  emailsTo,
  goodPassword,
  lastEmailTo,
  ownOrigin,
  type SendOptions,
  send,
  signIn,
  signInByLink,
} from '../../../../test/support/data/accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { grantAdmin, listAdmins } from './admins.ts'

const boss = 'boss@example.com'
const attackersPassword = 'the password of a stranger'
const bosssPassword = 'three green apples on a shelf'

let site: TestApp
beforeEach(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  const granted = await site.database.kysely
    .transaction()
    .execute((tx) => grantAdmin(tx, 'Boss@Example.com', 'The Boss'))
  expect(granted).toBe('pending')
})

const post = (path: string, body: unknown, options: SendOptions = {}) =>
  send(site, 'POST', path, { ...options, body })
const signUp = (password = attackersPassword) =>
  post('/auth/sign-up/email', { name: 'Mallory', email: boss, password })
/** By somebody with the mailbox and the password of the sign-up. Even that does not prove the email for a grant. */
const confirm = async (password = attackersPassword) =>
  post('/auth/verify-email', { token: (await lastEmailTo(site, boss)).token, password })

/** Does what the pages do after signing in, and returns whether the account is an admin. */
async function isAdmin(cookie: string) {
  await post('/profile', { name: 'The Boss', email: boss }, { cookie })
  const { body } = await send(site, 'GET', '/session', { cookie })
  const { status } = await send(site, 'GET', '/profiles', { cookie })
  expect(status).toBe(body?.isAdmin ? 200 : 403)
  return body.isAdmin
}

const tryToSignIn = async (password: string) => {
  const { status, cookie } = await post('/auth/sign-in/email', { email: boss, password })
  return { status, cookie }
}

async function resetPassword(newPassword: string) {
  await post('/auth/request-password-reset', { email: boss })
  const { token } = await lastEmailTo(site, boss)
  expect((await post('/auth/reset-password', { token, newPassword })).status).toBe(200)
}

test('an invited admin who signs in with that password gets a link by email that makes an admin', async () => {
  await signUp()
  await confirm()
  await tryToSignIn(attackersPassword)
  const { kind, text, token } = await lastEmailTo(site, boss)
  expect(kind).toBe('accept-admin-invitation')
  expect(text).toContain(`/email-link?token=${token}&to=%2Fadmin`)
  const { cookie } = await post('/auth/magic-link/verify', { token })
  expect(await isAdmin(cookie)).toBe(true)
})

test('a stranger who signs in again and again cannot flood the invited admin', async () => {
  await signUp()
  await confirm()
  const limited = await createTestApp(site.database, { realSessions: true, rateLimit: 1 })
  const body = { email: boss, password: attackersPassword }
  for (let n = 1; n <= 4; n += 1) {
    const { status } = await send(limited, 'POST', '/auth/sign-in/email', { body, from: `198.51.100.${n}` })
    expect(status).toBe(200)
  }
  const kinds = (await emailsTo(site, boss)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'accept-admin-invitation')).toHaveLength(1)
})

describe('the password of a sign-up', () => {
  beforeEach(async () => {
    await signUp()
    expect((await confirm()).status).toBe(200)
  })

  test('never makes an admin, even after the owner has confirmed the address', async () => {
    const { cookie } = await tryToSignIn(attackersPassword)
    expect(await isAdmin(cookie)).toBe(false)
    expect(await isAdmin((await tryToSignIn(attackersPassword)).cookie)).toBe(false)
    expect(await listAdmins(site.database)).toMatchObject([{ email: boss, pending: true }])
  })

  test('never makes an admin by being changed to another one', { tags: ['slow'] }, async () => {
    const { cookie } = await tryToSignIn(attackersPassword)
    const changed = await post(
      '/auth/change-password',
      { currentPassword: attackersPassword, newPassword: 'another way to say hello' },
      { cookie },
    )
    expect(changed.status).toBe(200)
    expect(await isAdmin(changed.cookie)).toBe(false)
    expect(await isAdmin((await tryToSignIn('another way to say hello')).cookie)).toBe(false)
  })

  test('stops working, with its sessions, when an emailed link makes the owner an admin', async () => {
    const attacker = (await tryToSignIn(attackersPassword)).cookie
    expect(await isAdmin(attacker)).toBe(false)
    const owner = await signInByLink(site, boss)
    expect(await isAdmin(owner)).toBe(true)
    expect((await send(site, 'GET', '/session', { cookie: attacker })).body).toBeNull()
    expect((await tryToSignIn(attackersPassword)).status).toBe(401)
    const notice = await lastEmailTo(site, boss)
    expect(notice).toMatchObject({ kind: 'admin-rights-active' })
    expect(notice.text).toContain('we removed the ways to sign in that were set before')
  })

  test('does not prevent the owner from choosing another one, which makes an admin', async () => {
    const attacker = (await tryToSignIn(attackersPassword)).cookie
    await resetPassword(bosssPassword)
    expect(await isAdmin((await tryToSignIn(bosssPassword)).cookie)).toBe(true)
    expect((await tryToSignIn(attackersPassword)).status).toBe(401)
    expect((await send(site, 'GET', '/session', { cookie: attacker })).body).toBeNull()
    expect((await lastEmailTo(site, boss)).text).not.toContain('we removed')
  })
})

test('the session of the browser that signed up and verified makes no admin', async () => {
  const { cookie } = await signUp()
  const { token } = await lastEmailTo(site, boss)
  const response = await site.app.http.inject({
    method: 'POST',
    url: '/verify-email',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, origin: ownOrigin },
    payload: `token=${token}&answer=confirm`,
  })
  const session = response.cookies.find(({ name }) => name.endsWith('session_token'))
  expect(await isAdmin(`${session?.name}=${encodeURIComponent(session?.value ?? '')}`)).toBe(false)
})

test('an emailed link makes an admin at once, with and without a profile', async () => {
  await signUp(goodPassword)
  expect((await confirm(goodPassword)).status).toBe(200)
  const cookie = await signInByLink(site, boss)
  expect(await isAdmin(cookie)).toBe(true)
  expect(await listAdmins(site.database)).toEqual([{ email: boss, name: 'The Boss', pending: false }])

  const later = await createUser(site.database, { email: 'later@example.com' })
  await sql`insert into admin_grant (email) values (${later.email})`.execute(site.database.kysely)
  const session = await signInByLink(site, later.email)
  expect((await send(site, 'GET', '/session', { cookie: session })).body).toMatchObject({ isAdmin: true })
})

test('a password chosen in a session by emailed link makes an admin', async () => {
  await signUp(goodPassword)
  expect((await confirm(goodPassword)).status).toBe(200)
  await sql`delete from admin_grant`.execute(site.database.kysely)
  const cookie = await signInByLink(site, boss)
  const body = { currentPassword: goodPassword, newPassword: bosssPassword }
  expect((await post('/auth/change-password', body, { cookie })).status).toBe(200)
  await sql`insert into admin_grant (email) values (${boss})`.execute(site.database.kysely)
  expect(await isAdmin((await tryToSignIn(bosssPassword)).cookie)).toBe(true)
})

describe('an account that takes over the invited address', () => {
  async function moveToBoss() {
    const attacker = await createUser(site.database, { profile: false })
    await signInByLink(site, attacker.email)
    await post('/auth/request-password-reset', { email: attacker.email })
    const reset = { token: (await lastEmailTo(site, attacker.email)).token, newPassword: attackersPassword }
    await post('/auth/reset-password', reset)
    const cookie = await signIn(site, attacker.email, attackersPassword)
    await post('/auth/change-email', { newEmail: boss }, { cookie })
    expect((await confirm()).status).toBe(200)
    return cookie
  }

  test('gets no rights through what proved its old address', async () => {
    const cookie = await moveToBoss()
    expect(await isAdmin(cookie)).toBe(false)
    expect(await isAdmin((await tryToSignIn(attackersPassword)).cookie)).toBe(false)
  })

  test('loses its password and sessions when the owner signs in by link', { tags: ['slow'] }, async () => {
    const cookie = await moveToBoss()
    expect(await isAdmin(await signInByLink(site, boss))).toBe(true)
    expect((await send(site, 'GET', '/session', { cookie })).body).toBeNull()
    expect((await tryToSignIn(attackersPassword)).status).toBe(401)
  })
})

test('nobody gets rights while the address is unverified', async () => {
  await signUp()
  expect((await tryToSignIn(attackersPassword)).status).toBe(403)
  expect(await listAdmins(site.database)).toMatchObject([{ pending: true }])
  expect(await emailsTo(site, boss)).toHaveLength(1)
})
