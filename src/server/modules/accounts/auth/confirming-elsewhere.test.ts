/** Confirming a sign-up in a browser that did not sign up: on a phone, or by the owner of a mailbox that a stranger used. */
import { beforeAll, expect, test } from 'vitest'
import { emailsTo, goodPassword, lastEmailTo, send } from '../../../../../test/support/data/accounts.ts'
import { createTestApp, type TestApp } from '../../../../../test/support/site/app.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
})

const strangersPassword = 'the password of a stranger'
const ownersPassword = 'three green apples on a shelf'

let count = 0
async function signUp(...passwords: string[]) {
  count += 1
  const email = `elsewhere-${count}@example.com`
  for (const [index, password] of passwords.entries()) {
    const body = { name: index === 0 ? 'First Person' : 'Later Person', email, password }
    await send(site, 'POST', '/auth/sign-up/email', { body })
  }
  return { email, token: (await lastEmailTo(site, email)).token }
}

/** Presses a button of the page in a browser without cookies. */
async function press(fields: Record<string, string>) {
  const response = await site.app.http.inject({
    method: 'POST',
    url: '/verify-email',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ answer: 'confirm', ...fields }).toString(),
  })
  const session = response.cookies.find(({ name }) => name === 'corkboard.session_token')
  return {
    location: String(response.headers.location).replace('http://localhost:3000', ''),
    cookie: session ? `${session.name}=${encodeURIComponent(session.value)}` : '',
  }
}

const signInStatus = async (email: string, password: string) =>
  (await send(site, 'POST', '/auth/sign-in/email', { body: { email, password } })).status
const nameIn = async (cookie: string) => (await send(site, 'GET', '/session', { cookie })).body?.name
const openPage = async (url: string) => (await site.app.http.inject({ url })).body

test('requires the password of the sign-up, and signs in with it', async () => {
  const { email, token } = await signUp(goodPassword)
  const page = await openPage(`/verify-email?token=${token}&to=%2Fpost`)
  expect(page).toMatch(/<input[^>]*name="password"/)
  const pressed = await press({ token, to: '/post', password: goodPassword })
  expect(pressed.location).toBe('/post')
  expect(await nameIn(pressed.cookie)).toBe('First Person')
  expect(await signInStatus(email, goodPassword)).toBe(200)
})

test.each(['', 'not the password'])(
  'verifies nothing with the password %j, and can be repeated',
  async (password) => {
    const { email, token } = await signUp(strangersPassword)
    const { location, cookie } = await press({ token, to: '/post', password })
    expect(location).toBe(`/verify-email?state=password&to=%2Fpost&token=${token}`)
    expect(cookie).toBe('')
    expect(await openPage(location)).toContain('This isn’t the password you signed up with.')
    expect(await signInStatus(email, strangersPassword)).toBe(403)
    expect((await press({ token, password: strangersPassword })).location).toBe('/')
  },
)

test('by the call requires the password, too, and signs nobody in', async () => {
  const { email, token } = await signUp(goodPassword)
  for (const password of [undefined, 'not the password']) {
    const body = { token, password }
    const reply = await send(site, 'POST', '/auth/verify-email', { body })
    expect(reply).toMatchObject({
      status: 400,
      body: { code: 'invalid', fields: { password: expect.any(String) } },
    })
  }
  expect(await signInStatus(email, goodPassword)).toBe(403)
  const { status, cookie } = await send(site, 'POST', '/auth/verify-email', {
    body: { token, password: goodPassword },
  })
  expect({ status, cookie }).toEqual({ status: 200, cookie: '' })
})

test.each([
  ['first', [ownersPassword, strangersPassword], 'First Person'],
  ['second', [strangersPassword, ownersPassword], 'Later Person'],
])('removes the password of a stranger when the owner signed up %s', async (_order, passwords, name) => {
  const { email, token } = await signUp(...passwords)
  const { cookie } = await press({ token, password: ownersPassword })
  expect(await nameIn(cookie)).toBe(name)
  expect(await signInStatus(email, strangersPassword)).toBe(401)
  expect(await signInStatus(email, ownersPassword)).toBe(200)
})

test('leads an owner who does not know the password to a new one, which removes the stranger’s', async () => {
  const { email, token } = await signUp(strangersPassword)
  const { location } = await press({ token, answer: 'new-password' })
  expect(location).toMatch(/^\/reset-password\?token=[\w-]+$/)
  // Until the owner chooses a password, nothing has changed.
  expect(await signInStatus(email, strangersPassword)).toBe(403)
  const resetToken = new URLSearchParams(location.split('?')[1]).get('token')
  const body = { token: resetToken, newPassword: ownersPassword }
  expect((await send(site, 'POST', '/auth/reset-password', { body })).status).toBe(200)
  expect(await signInStatus(email, strangersPassword)).toBe(401)
  expect(await signInStatus(email, ownersPassword)).toBe(200)
  expect((await press({ token, password: strangersPassword })).cookie).toBe('')
})

test('offers a new password only until the address is verified', async () => {
  const { email, token } = await signUp(goodPassword)
  await press({ token, password: goodPassword })
  expect((await press({ token, answer: 'new-password' })).location).toBe('/verify-email?state=spent')
  expect(await signInStatus(email, goodPassword)).toBe(200)
  expect((await emailsTo(site, email)).map(({ kind }) => kind)).toEqual(['verify-email'])
})
