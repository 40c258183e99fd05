import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createUser,
  emailsTo,
  goodPassword,
  lastEmailTo,
  type SendOptions,
  send,
  signIn,
} from '../../../../../test/support/data/accounts.ts'
import { createTestApp, type TestApp } from '../../../../../test/support/site/app.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
})

const post = (path: string, body: unknown, options: SendOptions = {}) =>
  send(site, 'POST', `/auth${path}`, { ...options, body })
const getSession = async (cookie: string) => (await send(site, 'GET', '/session', { cookie })).body
const newPassword = 'three green apples on a shelf'

describe('changing the email', () => {
  async function signedIn() {
    const person = await createUser(site.database)
    return { ...person, cookie: await signIn(site, person.email) }
  }

  test('takes effect once the new email is verified, updates the profile, and notifies the old email', async () => {
    const { email, cookie } = await signedIn()
    const newEmail = `moved-${email}`
    expect((await post('/change-email', { newEmail }, { cookie })).status).toBe(200)
    expect(await getSession(cookie)).toMatchObject({ email })

    const { token, kind } = await lastEmailTo(site, newEmail)
    expect(kind).toBe('confirm-new-email')
    expect((await post('/verify-email', { token })).status).toBe(200)
    expect(await getSession(cookie)).toMatchObject({ email: newEmail })
    expect((await send(site, 'GET', '/userprofile', { cookie })).body).toMatchObject({ email: newEmail })
    expect((await lastEmailTo(site, email)).kind).toBe('email-changed')
    await signIn(site, newEmail)
  })

  test('to another account’s email responds the same and does nothing', async () => {
    const { cookie, email } = await signedIn()
    const { email: taken } = await createUser(site.database)
    expect(await post('/change-email', { newEmail: taken }, { cookie })).toMatchObject({ status: 200 })
    expect(await emailsTo(site, taken)).toEqual([])
    expect(await getSession(cookie)).toMatchObject({ email })
  })

  test('fails if another account has verified the new email in the meantime', async () => {
    const { cookie, email } = await signedIn()
    const newEmail = `new-${email}`
    await post('/change-email', { newEmail }, { cookie })
    const { token } = await lastEmailTo(site, newEmail)
    await createUser(site.database, { email: newEmail })
    expect((await post('/verify-email', { token })).status).toBe(400)
    expect(await getSession(cookie)).toMatchObject({ email })
  })

  test('requires a recent sign-in', async () => {
    const { cookie, accountId, email } = await signedIn()
    await sql`update account_session set created = now() - interval '2 days' where account_id = ${accountId}`.execute(
      site.database.kysely,
    )
    const response = await post('/change-email', { newEmail: `new-${email}` }, { cookie })
    expect(response).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('sign in again') },
    })
  })

  test('is refused to a visitor', async () => {
    expect((await post('/change-email', { newEmail: 'x@example.com' })).status).toBe(401)
  })
})

describe('changing the password', () => {
  const change = (cookie: string, body: object) => post('/change-password', body, { cookie })

  test('requires the current one, can end the other sessions, and notifies the owner', async () => {
    const { email } = await createUser(site.database)
    const [cookie, other] = [await signIn(site, email), await signIn(site, email)]
    expect(await change(cookie, { currentPassword: 'not the right one', newPassword })).toMatchObject({
      status: 400,
      body: { fields: { currentPassword: expect.any(String) } },
    })
    const response = await change(cookie, {
      currentPassword: goodPassword,
      newPassword,
      revokeOtherSessions: true,
    })
    expect(response.status).toBe(200)
    expect(JSON.stringify(response.body)).not.toContain('token')
    expect(await getSession(other)).toBeNull()
    expect(await getSession(response.cookie || cookie)).toMatchObject({ email })
    await signIn(site, email, newPassword)
    expect((await lastEmailTo(site, email)).kind).toBe('password-changed')
  })

  test('rejects a weak password, and visitors', async () => {
    const { email } = await createUser(site.database)
    const cookie = await signIn(site, email)
    expect(await change(cookie, { currentPassword: goodPassword, newPassword: 'password12' })).toMatchObject({
      status: 400,
      body: { fields: { newPassword: expect.any(String) } },
    })
    expect((await change('', { currentPassword: goodPassword, newPassword })).status).toBe(401)
  })
})

describe('the display name and the photo', () => {
  const setImage = (accountId: string, image: string) =>
    sql`update account set image = ${image} where id = ${accountId}`.execute(site.database.kysely)

  test('can be changed, and the photo removed', async () => {
    const { email, accountId } = await createUser(site.database)
    const cookie = await signIn(site, email)
    const photo = `/profile-photos/${'a'.repeat(32)}-256.webp`
    await setImage(accountId, photo)
    // Forms that know the current photo may send it along.
    expect((await post('/update-user', { name: 'New Name', image: photo }, { cookie })).status).toBe(200)
    expect(await getSession(cookie)).toMatchObject({ name: 'New Name', photo })
    expect((await post('/update-user', { image: null }, { cookie })).status).toBe(200)
    expect(await getSession(cookie)).toMatchObject({ name: 'New Name', photo: null })
  })

  test('reject every photo that the account has not uploaded', async () => {
    const [{ email }, other] = [await createUser(site.database), await createUser(site.database)]
    const cookie = await signIn(site, email)
    const photoOfOther = `/profile-photos/${'b'.repeat(32)}-256.webp`
    await setImage(other.accountId, photoOfOther)
    for (const image of [photoOfOther, 'https://pictures.example.org/me.jpg', '/pictures/any.webp', '']) {
      expect(await post('/update-user', { image }, { cookie })).toMatchObject({
        status: 400,
        body: { fields: { image: expect.stringContaining('/api/profile-photo') } },
      })
    }
    expect((await post('/update-user', { image: photoOfOther })).status).toBe(401)
    expect(await getSession(cookie)).toMatchObject({ photo: null })
  })

  test.each([
    { image: 'javascript:alert(1)' },
    { image: 'data:image/png;base64,x' },
    { image: 7 },
    { name: ' ' },
    { name: 'n'.repeat(1000) },
  ])('reject %j', async (body) => {
    const { email } = await createUser(site.database)
    const cookie = await signIn(site, email)
    expect((await post('/update-user', body, { cookie })).status).toBe(400)
  })

  test('are the only fields that can be changed', async () => {
    const { email, accountId } = await createUser(site.database)
    const cookie = await signIn(site, email)
    await post(
      '/update-user',
      { name: 'N', isAdmin: true, emailVerified: false, email: 'x@example.com' },
      { cookie },
    )
    const { rows } = await sql`select email, email_verified from account where id = ${accountId}`.execute(
      site.database.kysely,
    )
    expect(rows).toEqual([{ email, email_verified: true }])
  })
})
