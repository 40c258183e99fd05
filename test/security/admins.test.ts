/** Losing rights and accounts while signed in, and the last admin. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Actor, createActor, createAdmin, createSuspended, goodPassword } from './actors.ts'
import { startProductionSite } from './site.ts'
import { expectUnchanged } from './unchanged.ts'

const site = await startProductionSite()
const { kysely } = site.database

// Each test has exactly the admins that it creates.
beforeEach(() => sql`update profile set is_admin = false`.execute(kysely))

const remove = (by: Actor, { email }: Actor) =>
  by.browser.put(`/api/remove-admin/${encodeURIComponent(email)}`)
const deleteAccount = ({ browser }: Actor) => browser.delete('/api/account')
const countAdmins = async () =>
  (await sql`select from profile where is_admin and account_id is not null`.execute(kysely)).rows.length
const sessionsOf = async ({ accountId }: Actor) =>
  (await sql`select from account_session where account_id = ${accountId}`.execute(kysely)).rows.length
const makeSessionsOld = (age: string) =>
  sql`update account_session set created = now() - ${age}::interval`.execute(kysely)

test('A6 a demoted admin is refused by the very next request', async () => {
  const [m, n] = await Promise.all([createAdmin(site), createAdmin(site)])
  expect((await m.browser.get('/api/profiles')).status).toBe(200)
  expect((await remove(n, m)).status).toBe(200)
  await expectUnchanged(site.database, async () => {
    expect((await m.browser.get('/api/profiles')).status).toBe(403)
    expect((await m.browser.post('/api/add-admin', { name: 'M', email: m.email })).status).toBe(403)
  })
  expect((await m.browser.get('/admin')).headers.location).toBe('/')
})

test('A6 so is a moderator, also with a token', async () => {
  const [admin, moderator] = await Promise.all([createAdmin(site), createActor(site, { moderates: {} })])
  const { token } = (await moderator.browser.post('/api/jwt', { email: moderator.email })).json()
  const byToken = () => site.open().get('/api/profiles', { authorization: `Bearer ${token}` })
  expect([(await moderator.browser.get('/api/profiles')).status, (await byToken()).status]).toEqual([
    200, 200,
  ])
  const { status } = await admin.browser.delete(
    `/api/moderation/moderator/${encodeURIComponent(moderator.email)}`,
  )
  expect(status).toBe(200)
  await expectUnchanged(site.database, async () => {
    expect([(await moderator.browser.get('/api/profiles')).status, (await byToken()).status]).toEqual([
      403, 403,
    ])
    const suspend = `/api/moderation/suspend/${admin.profileId}`
    expect((await moderator.browser.put(suspend, { reason: 'Fake ads.' })).status).toBe(403)
  })
  expect((await moderator.browser.get('/admin')).headers.location).toBe('/')
})

describe('A7', () => {
  test('a ban ends every session at once', async () => {
    const [admin, x] = await Promise.all([createAdmin(site), createActor(site)])
    const phone = site.open({ cookies: Object.fromEntries(x.browser.cookies) })
    const { status } = await admin.browser.put(`/api/moderation/suspend/${x.profileId}`, {
      reason: 'Fake ads.',
    })
    expect(status).toBe(200)
    for (const browser of [x.browser, phone]) {
      expect((await browser.get('/api/userprofile')).status).toBe(401)
      expect((await browser.get('/my-services')).headers.location).toMatch(/^\/signin/)
    }
    expect(await sessionsOf(x)).toBe(0)
  })

  test('a deleted account ends every session and token at once', async () => {
    const a = await createActor(site)
    const phone = site.open()
    await phone.post('/api/auth/sign-in/email', { email: a.email, password: goodPassword })
    const { token } = (await a.browser.post('/api/jwt', { email: a.email })).json()
    expect((await deleteAccount(a)).status).toBe(200)
    expect((await phone.get('/api/userprofile')).status).toBe(401)
    const bearer = await site.open().get('/api/userprofile', { authorization: `Bearer ${token}` })
    expect(bearer.status).toBe(401)
    expect((await site.open({ cookies: Object.fromEntries(phone.cookies) }).get('/api/account')).status).toBe(
      401,
    )
  })
})

describe('A8 there is always an admin', () => {
  test('the last one can neither be removed nor leave', async () => {
    const m = await createAdmin(site)
    await expectUnchanged(site.database, async () => {
      expect((await remove(m, m)).status).toBe(409)
      expect((await deleteAccount(m)).status).toBe(409)
    })
    expect(await countAdmins()).toBe(1)
  })

  test('however two remove each other or leave at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      await sql`update profile set is_admin = false`.execute(kysely)
      const [m, n] = await Promise.all([createAdmin(site), createAdmin(site)])
      const answers = await Promise.all(
        round % 2 === 0
          ? [remove(m, n), remove(n, m), remove(m, m), remove(n, n)]
          : [deleteAccount(m), deleteAccount(n), remove(m, n)],
      )
      for (const { status } of answers) expect(status).toBeOneOf([200, 401, 403, 404, 409])
      expect(await countAdmins()).toBe(1)
    }
  })

  test('a suspended person does not count, because admins cannot be suspended', async () => {
    const [m, n] = await Promise.all([createAdmin(site), createAdmin(site)])
    const { status } = await m.browser.put(`/api/moderation/suspend/${n.profileId}`, { reason: 'Fake ads.' })
    expect([status, await countAdmins()]).toEqual([409, 2])
  })
})

describe('B24 with a session that began two days ago', () => {
  const newPassword = 'three green apples on a shelf'

  test('nobody changes the email, deletes the account, or grants or revokes admin rights', async () => {
    const [m, n] = await Promise.all([createAdmin(site), createAdmin(site)])
    await makeSessionsOld('2 days')
    await expectUnchanged(site.database, async () => {
      for (const answer of [
        await m.browser.post('/api/auth/change-email', { newEmail: 'elsewhere@example.com' }),
        await deleteAccount(m),
        await m.browser.post('/api/add-admin', { name: 'Eve', email: 'eve@example.com' }),
        await remove(m, n),
      ]) {
        expect(answer.status).toBe(403)
        expect(answer.json()).toEqual({
          code: 'sign_in_again',
          message: 'For your security, please sign in again.',
        })
      }
    })
    expect((await m.browser.get('/api/profiles')).status).toBe(200)
  })

  test('nobody changes the password without knowing it', async () => {
    const a = await createActor(site)
    await makeSessionsOld('2 days')
    const change = (currentPassword: string) =>
      a.browser.post('/api/auth/change-password', { currentPassword, newPassword })
    await expectUnchanged(site.database, async () =>
      expect((await change('not the password')).status).toBe(400),
    )
    expect((await change(goodPassword)).status).toBe(200)
  })

  test('signing in again is enough, and replaces the old session', async () => {
    const [m, n] = await Promise.all([createAdmin(site), createAdmin(site)])
    await makeSessionsOld('2 days')
    const old = site.open({ cookies: Object.fromEntries(m.browser.cookies) })
    await m.browser.post('/api/auth/sign-in/email', { email: m.email, password: goodPassword })
    expect((await remove(m, n)).status).toBe(200)
    expect((await old.get('/api/userprofile')).status).toBe(401)
    expect(await sessionsOf(m)).toBe(1)
  })
})

describe('a suspension outlives its account', () => {
  /** Deletes the account, signs up again with this address, and confirms it. Returns the new browser. */
  async function startOver(x: Actor, email = x.email) {
    expect((await deleteAccount(x)).status).toBe(200)
    const browser = site.open()
    await browser.post('/api/auth/sign-up/email', { name: 'Xan Again', email, password: goodPassword })
    const link = new URL((await site.mail.waitForEmail(email, /Confirm your email/)).links[0] ?? '')
    const { headers } = await browser.submit('/verify-email', {
      token: link.searchParams.get('token') ?? '',
      answer: 'confirm',
    })
    expect(headers.location).toBe('https://board.example.test/')
    return browser
  }

  test.each([(email: string) => email, (email: string) => email.toUpperCase().replace('@', '+ads@')])(
    'also for another spelling of the address: %#',
    async (spell) => {
      const x = await createSuspended(site)
      const browser = await startOver(x, spell(x.email).toLowerCase())
      expect((await browser.get('/api/session')).json()).toMatchObject({ suspensionReason: 'Fake ads.' })
      expect((await browser.post('/api/profile', { name: 'Xan', email: spell(x.email) })).status).toBe(403)
      expect((await browser.post('/api/services', {})).status).toBe(403)
    },
  )

  test('until an admin lifts it, for the new account or for the deleted one', async () => {
    const admin = await createAdmin(site)
    const x = await createSuspended(site)
    const browser = await startOver(x)
    await sql`insert into profile (id, account_id, email, name) select gen_random_uuid(), id, email, name from account
      where email = ${x.email}`.execute(kysely)
    const { rows } = await sql<{ id: string }>`select id from profile where email = ${x.email}`.execute(
      kysely,
    )
    expect((await admin.browser.put(`/api/moderation/lift/${rows[0]?.id}`)).status).toBe(200)
    expect((await browser.get('/api/session')).json().suspensionReason).toBeNull()

    const y = await createSuspended(site)
    expect((await deleteAccount(y)).status).toBe(200)
    expect((await admin.browser.put(`/api/moderation/lift/${y.profileId}`)).status).toBe(200)
    expect((await admin.browser.put(`/api/moderation/lift/${y.profileId}`)).status).toBe(404)
  })

  test('without storing the address, and only for a time', async () => {
    const x = await createSuspended(site)
    expect((await deleteAccount(x)).status).toBe(200)
    const { rows } = await sql<{ row: string; years: number }>`
      select t::text as row, round(extract(epoch from expires - now()) / 31536000)::int as years
      from retained_suspension t where profile_id = ${x.profileId}`.execute(kysely)
    expect(rows).toMatchObject([{ years: 2 }])
    expect(rows[0]?.row).not.toContain(x.email.split('@')[0])
  })

  test('and cannot be moved to another address first', async () => {
    const x = await createSuspended(site)
    const { status } = await x.browser.post('/api/auth/change-email', { newEmail: 'fresh@example.com' })
    expect(status).toBe(403)
  })
})
