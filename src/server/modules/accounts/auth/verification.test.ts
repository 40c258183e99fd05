/** Who owns an account when somebody else signed up with the address first, or later. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createUser,
  emailsTo,
  goodPassword,
  lastEmailTo,
  ownOrigin,
  type SendOptions,
  send,
  signIn,
} from '../../../../../test/support/data/accounts.ts'
import { createTestApp, type TestApp } from '../../../../../test/support/site/app.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
})

let count = 0
const newEmail = () => {
  count += 1
  return `owner-${count}@example.com`
}
const strangersPassword = 'the password of a stranger'
const post = (path: string, body: unknown, options: SendOptions = {}) =>
  send(site, 'POST', path, { ...options, body })
const signUp = (email: string, input: { name?: string; password?: string; callbackURL?: string } = {}) =>
  post('/auth/sign-up/email', { name: 'Ada Park', password: goodPassword, ...input, email })
const signUpAsStranger = (email: string) =>
  signUp(email, { name: 'Mallory Stranger', password: strangersPassword })
const confirm = (token: string, password = goodPassword) => post('/auth/verify-email', { token, password })
const tryToSignIn = async (email: string, password = goodPassword) =>
  (await post('/auth/sign-in/email', { email, password })).status
const getSession = async (cookie: string) => (await send(site, 'GET', '/session', { cookie })).body
const openPage = (url: string, cookie = '') => site.app.http.inject({ url, headers: { cookie } })

/** Presses a button of the page, as a browser without scripts does. */
async function press(
  fields: { token: string; answer?: 'confirm' | 'decline' | 'new-password'; to?: string; password?: string },
  cookie = '',
  headers: Record<string, string> = {},
) {
  const response = await site.app.http.inject({
    method: 'POST',
    url: '/verify-email',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, origin: ownOrigin, ...headers },
    payload: new URLSearchParams({ answer: 'confirm', ...fields }).toString(),
  })
  const session = response.cookies.find(({ name }) => name === 'corkboard.session_token')
  return {
    status: response.statusCode,
    location: String(response.headers.location).replace('http://localhost:3000', ''),
    cookie: session ? `${session.name}=${encodeURIComponent(session.value)}` : '',
  }
}

describe('opening the link', () => {
  test.each(['GET', 'HEAD'] as const)(
    'with %s verifies nothing, as a mail scanner does it',
    async (method) => {
      const email = newEmail()
      await signUpAsStranger(email)
      const { text, token } = await lastEmailTo(site, email)
      expect(text).toContain(`http://localhost:3000/verify-email?token=${token}`)
      const { headers } = await site.app.http.inject({
        method,
        url: `/verify-email?token=${token}`,
        headers: { 'user-agent': 'SafeLinks scanner' },
      })
      expect(headers['set-cookie']).toBeUndefined()
      expect(await tryToSignIn(email, strangersPassword)).toBe(403)
    },
  )

  test('shows who signed up and when, with three buttons in a form that needs no scripts', async () => {
    const email = newEmail()
    await signUp(email, { name: 'Ada <b>Park' })
    await sql`update account set created = '2026-11-20T15:05:00Z' where email = ${email}`.execute(
      site.database.kysely,
    )
    const { body, headers } = await openPage(`/verify-email?token=${(await lastEmailTo(site, email)).token}`)
    const main = /<main.*<\/main>/s.exec(body)?.[0] ?? ''
    expect(main).toContain('Ada &lt;b&gt;Park')
    expect(main).toContain(email)
    expect(main).toContain('November 20, 2026, 10:05 AM')
    expect(main).toMatch(/<form [^>]*action="\/verify-email" method="post"/)
    expect(main.match(/<button [^>]*type="submit"[^>]*>/g)).toHaveLength(3)
    expect(main).not.toContain('disabled=""')
    expect(main).toContain('This wasn’t me')
    expect(headers['cache-control']).not.toContain('public')
  })
})

describe('pressing the button', () => {
  test('in the browser that signed up signs in, and goes to the path of the sign-up', async () => {
    const email = newEmail()
    const { cookie } = await signUp(email, { callbackURL: '/post' })
    const { text, token } = await lastEmailTo(site, email)
    expect(text).toContain(`/verify-email?token=${token}&to=%2Fpost`)
    const pressed = await press({ token, to: '/post' }, cookie)
    expect(pressed).toMatchObject({ status: 303, location: '/post' })
    expect(await getSession(pressed.cookie)).toMatchObject({ email, name: 'Ada Park' })
    await signIn(site, email)
  })

  test('again changes nothing and signs nobody in', async () => {
    const email = newEmail()
    const { cookie } = await signUp(email)
    const { token } = await lastEmailTo(site, email)
    await press({ token }, cookie)
    expect(await press({ token }, cookie)).toMatchObject({ location: '/verify-email?state=done', cookie: '' })
    expect((await openPage(`/verify-email?token=${token}`)).body).toContain('You’re verified!')
  })

  test.each(['', 'made-up', 'x'.repeat(500)])(
    'with the token %j says that the link expired',
    async (token) => {
      expect(await press({ token })).toEqual({
        status: 303,
        location: '/verify-email?state=spent',
        cookie: '',
      })
    },
  )

  test('fails after a day', async () => {
    const email = newEmail()
    const { cookie } = await signUp(email)
    const { token } = await lastEmailTo(site, email)
    await sql`update account_token set expires = now() - interval '1 second'
      where value like '%' || ${email}`.execute(site.database.kysely)
    expect(await press({ token }, cookie)).toMatchObject({
      location: '/verify-email?state=spent',
      cookie: '',
    })
    expect(await tryToSignIn(email)).toBe(403)
  })

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/signin', 'javascript:alert(1)'])(
    'never leads to %s',
    async (to) => {
      const email = newEmail()
      const { cookie } = await signUp(email)
      const { token } = await lastEmailTo(site, email)
      expect(await press({ token, to }, cookie)).toMatchObject({ location: '/' })
    },
  )

  test('from another site is refused', async () => {
    const email = newEmail()
    const { cookie } = await signUp(email)
    const { token } = await lastEmailTo(site, email)
    const pressed = await press({ token }, cookie, { origin: 'https://evil.example' })
    expect(pressed).toMatchObject({ status: 403, cookie: '' })
    expect(await tryToSignIn(email)).toBe(403)
  })

  test('accepts a form only here', async () => {
    const response = await site.app.http.inject({
      method: 'POST',
      url: '/api/auth/verify-email',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'token=x',
    })
    expect(response.statusCode).toBe(415)
  })

  test('is limited, and says when to try again on the page', async () => {
    const limited = await createTestApp(undefined, { realSessions: true, rateLimit: 1 })
    const submit = () =>
      limited.app.http.inject({
        method: 'POST',
        url: '/verify-email',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'token=guess&answer=confirm',
      })
    for (let n = 0; n < 6; n += 1) expect((await submit()).headers.location).toContain('state=spent')
    expect((await submit()).headers.location).toContain('state=later')
  })
})

describe('"This wasn’t me"', () => {
  test('deletes the account that a stranger created, and its links', async () => {
    const email = newEmail()
    await signUpAsStranger(email)
    const first = await lastEmailTo(site, email)
    await post('/auth/send-verification-email', { email })
    const { token } = await lastEmailTo(site, email)
    expect(await press({ token, answer: 'decline' })).toMatchObject({
      location: '/verify-email?state=declined',
      cookie: '',
    })
    for (const spent of [first.token, token]) expect((await confirm(spent)).status).toBe(400)
    expect(await tryToSignIn(email, strangersPassword)).toBe(401)
    const { rows } = await sql`select from account where email = ${email}`.execute(site.database.kysely)
    expect(rows).toEqual([])
    await signUp(email)
    await confirm((await lastEmailTo(site, email)).token)
    await signIn(site, email)
  })

  test('never deletes a verified account', async () => {
    const email = newEmail()
    await signUp(email)
    const { token } = await lastEmailTo(site, email)
    await confirm(token)
    expect(await press({ token, answer: 'decline' })).toMatchObject({ location: '/verify-email?state=spent' })
    await signIn(site, email)
  })

  test('keeps an account’s address when someone asked to use another one', async () => {
    const { email } = await createUser(site.database)
    const other = newEmail()
    const cookie = await signIn(site, email)
    await post('/auth/change-email', { newEmail: other }, { cookie })
    const { token } = await lastEmailTo(site, other)
    const page = await openPage(`/verify-email?token=${token}`)
    expect(page.body).toContain('Use this address')
    expect(page.body).not.toContain(email)
    expect(await press({ token, answer: 'decline' })).toMatchObject({
      location: '/verify-email?state=declined',
    })
    expect((await confirm(token)).status).toBe(400)
    expect(await getSession(cookie)).toMatchObject({ email })
  })
})

describe('a later sign-up with an unverified address', () => {
  /** The owner signs up, then a stranger. Returns the tokens of both emails and the owner's cookie. */
  async function signUpBoth(order: 'owner first' | 'stranger first') {
    const email = newEmail()
    const cookies = { owner: '', stranger: '' }
    const asOwner = async () => (cookies.owner = (await signUp(email)).cookie)
    const asStranger = async () => (cookies.stranger = (await signUpAsStranger(email)).cookie)
    if (order === 'owner first') await asOwner()
    await asStranger()
    if (order === 'stranger first') await asOwner()
    const tokens = (await emailsTo(site, email)).map(({ token }) => token)
    expect(tokens).toHaveLength(2)
    return { email, cookies, tokens }
  }

  test.each([0, 1])(
    'never replaces the password of the first one, whichever link is pressed: %i',
    async (n) => {
      const { email, tokens } = await signUpBoth('owner first')
      expect((await confirm(tokens[n] ?? '')).status).toBe(200)
      expect(await tryToSignIn(email, strangersPassword)).toBe(401)
      expect(await getSession(await signIn(site, email))).toMatchObject({ name: 'Ada Park' })
    },
  )

  test.each([0, 1])(
    'keeps the owner’s password if the owner’s browser presses, whichever link it is: %i',
    async (n) => {
      for (const order of ['owner first', 'stranger first'] as const) {
        const { email, cookies, tokens } = await signUpBoth(order)
        const pressed = await press({ token: tokens[n] ?? '' }, cookies.owner)
        expect(await getSession(pressed.cookie), order).toMatchObject({ email, name: 'Ada Park' })
        expect(await tryToSignIn(email, strangersPassword), order).toBe(401)
        await signIn(site, email)
      }
    },
  )

  test('is announced on the page, which names the sign-up that would count', async () => {
    const { cookies, tokens } = await signUpBoth('stranger first')
    const elsewhere = await openPage(`/verify-email?token=${tokens[1]}`)
    expect(elsewhere.body).toContain('Mallory Stranger')
    expect(elsewhere.body).toContain('more than once')
    const ownBrowser = await openPage(`/verify-email?token=${tokens[1]}`, cookies.owner)
    expect(ownBrowser.body).toContain('Ada Park')
    expect(ownBrowser.body).not.toContain('Mallory')
  })

  test('leaves nothing behind once the address is verified', async () => {
    const { email, cookies, tokens } = await signUpBoth('owner first')
    expect((await confirm(tokens[0] ?? '')).status).toBe(200)
    expect(
      (
        await sql`select from sign_up join account on account.id = account_id
      where email = ${email}`.execute(site.database.kysely)
      ).rows,
    ).toEqual([])
    expect(await press({ token: tokens[1] ?? '' }, cookies.stranger)).toMatchObject({ cookie: '' })
    expect(await tryToSignIn(email, strangersPassword)).toBe(401)
  })

  test('at the same moment creates one account', async () => {
    const email = newEmail()
    const responses = await Promise.all(Array.from({ length: 6 }, () => signUp(email)))
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200))
    await confirm((await lastEmailTo(site, email)).token)
    await signIn(site, email)
  })
})

test('a sign-in link removes the password of the person who signed up first, and every other sign-up', async () => {
  const email = newEmail()
  const { cookie } = await signUpAsStranger(email)
  const verification = (await lastEmailTo(site, email)).token
  await post('/auth/sign-in/magic-link', { email })
  const { token } = await lastEmailTo(site, email)
  expect((await post('/auth/magic-link/verify', { token })).status).toBe(200)
  expect(await tryToSignIn(email, strangersPassword)).toBe(401)
  expect(await press({ token: verification }, cookie)).toMatchObject({ cookie: '' })
  expect(await tryToSignIn(email, strangersPassword)).toBe(401)
})

test('limits the emails that strangers can send to one address', { tags: ['slow'] }, async () => {
  const limited = await createTestApp(undefined, { realSessions: true, rateLimit: 1 })
  for (const verified of [false, true]) {
    const email = newEmail()
    if (verified) await createUser(limited.database, { email })
    for (let n = 1; n <= 12; n += 1) {
      await send(limited, 'POST', '/auth/sign-up/email', {
        from: `198.51.100.${n}`,
        body: { name: 'Mallory', email, password: strangersPassword },
      })
    }
    expect(await emailsTo(limited, email)).toHaveLength(1)
    const again = await send(limited, 'POST', '/auth/send-verification-email', { body: { email } })
    expect(again.status).toBe(429)
    expect(again.body.message).toMatch(/try again in \d+ seconds?\./)
  }
})
