import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { slowUnless } from '../../../../test/support/checks/slow.ts'
import {
  createUser,
  emailsTo,
  goodPassword,
  type SendOptions,
  send,
  signIn,
} from '../../../../test/support/data/accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'

/** Creates a site with the rate limits of production. */
async function createLimitedSite() {
  const site = await createTestApp(undefined, { realSessions: true, rateLimit: 1 })
  const post = (path: string, body: object, options: SendOptions = {}) =>
    send(site, 'POST', `/auth${path}`, { ...options, body })
  return { site, post }
}

/** Makes all recorded attempts this many seconds older. */
const wait = ({ database }: TestApp, seconds: number) =>
  sql`update rate_limit_hit set at = at - make_interval(secs => ${seconds})`.execute(database.kysely)

const address = (n: number) => `203.0.${Math.floor(n / 250)}.${(n % 250) + 1}`

describe('signing in', () => {
  test('limits attempts per IP address, and says when to retry after the seventh in a minute', async () => {
    const { site, post } = await createLimitedSite()
    const { email } = await createUser(site.database)
    const attack = () =>
      post('/sign-in/email', { email, password: 'not the right one' }, { from: '198.51.100.7' })
    for (let n = 0; n < 6; n += 1) expect((await attack()).status).toBe(401)
    for (let n = 0; n < 4; n += 1) {
      const response = await attack()
      expect(response).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(60)
      expect(response.body.message).toMatch(/try again in \d+ seconds?\./)
    }
    const body = { email, password: goodPassword }
    expect((await post('/sign-in/email', body, { from: '198.51.100.8' })).status).toBe(200)
    expect((await post('/sign-in/email', body, { from: '198.51.100.7' })).status).toBe(429)
    await wait(site, 60)
    expect((await post('/sign-in/email', body, { from: '198.51.100.7' })).status).toBe(200)
  })

  test('limits attempts per IPv6 network, and ignores forwarding headers', { tags: ['slow'] }, async () => {
    const { post } = await createLimitedSite()
    const attempts = Array.from({ length: 12 }, (_, n) => ({
      from: `2001:db8:1:2::${n + 1}`,
      headers: {
        'x-forwarded-for': `192.0.2.${n}`,
        'x-real-ip': `192.0.2.${n}`,
        forwarded: `for=192.0.2.${n}`,
      },
    }))
    const statuses = []
    for (const sent of attempts) {
      statuses.push(
        (await post('/sign-in/email', { email: 'a@example.com', password: 'wrong one' }, sent)).status,
      )
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(6)
  })

  test('enforces the limit for concurrent attempts', async () => {
    const { post } = await createLimitedSite()
    const body = { email: 'a@example.com', password: 'not the right one' }
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => post('/sign-in/email', body, { from: '198.51.100.9' })),
    )
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(6)
  })

  test('throttles attempts on one account from many addresses for longer and longer, but never forever', async () => {
    const { site, post } = await createLimitedSite()
    const { email } = await createUser(site.database)
    const cookie = await signIn(site, email)
    const attack = (n: number) =>
      post('/sign-in/email', { email, password: 'wrong one' }, { from: address(n) })
    const statuses: number[] = []
    for (let n = 0; n < 20; n += 1) statuses.push((await attack(n)).status)
    expect(statuses.slice(0, 10).every((status) => status === 401)).toBe(true)
    expect(statuses.slice(10).filter((status) => status === 401).length).toBeLessThanOrEqual(2)

    expect((await send(site, 'GET', '/userprofile', { cookie })).status).toBe(200)
    const other = await createUser(site.database)
    expect(
      (await post('/sign-in/email', { ...other, password: goodPassword }, { from: address(500) })).status,
    ).toBe(200)
    await wait(site, 15 * 60)
    expect(
      (await post('/sign-in/email', { email, password: goodPassword }, { from: address(501) })).status,
    ).toBe(200)
  })

  test('lets no more than the free wrong passwords reach the check when all come at once', async () => {
    const { site, post } = await createLimitedSite()
    const { email } = await createUser(site.database)
    const cookie = await signIn(site, email)
    const body = { email, password: 'not the right one' }
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, n) => post('/sign-in/email', body, { from: address(n) })),
    )
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    for (const { status, headers } of responses)
      if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect((await send(site, 'GET', '/userprofile', { cookie })).status).toBe(200)
  })

  test('forgets wrong passwords once the right one was entered', async () => {
    const { site, post } = await createLimitedSite()
    const { email } = await createUser(site.database)
    const attempt = (n: number, password: string) =>
      post(
        '/sign-in/email',
        { email: n % 2 === 0 ? email : email.toUpperCase(), password },
        { from: address(n) },
      )
    for (let n = 0; n < 9; n += 1) expect((await attempt(n, 'wrong one')).status).toBe(401)
    expect((await attempt(9, goodPassword)).status).toBe(200)
    for (let n = 10; n < 20; n += 1) expect((await attempt(n, 'wrong one')).status).toBe(401)
    // On a busy machine, the first wait of a second would be over.
    await sql`update rate_limit_hit set at = clock_timestamp()`.execute(site.database.kysely)
    expect((await attempt(20, 'wrong one')).status).toBe(429)
  })

  test('also forgets them for the right password of an unverified account', { tags: ['slow'] }, async () => {
    const { site, post } = await createLimitedSite()
    const { email } = await createUser(site.database, { verified: false })
    for (let n = 0; n < 11; n += 1) {
      const response = await post('/sign-in/email', { email, password: goodPassword }, { from: address(n) })
      expect(response.status).toBe(403)
    }
  })

  test('does not count successful attempts as failures', { tags: ['slow'] }, async () => {
    const { site, post } = await createLimitedSite()
    const { email } = await createUser(site.database)
    for (let n = 0; n < 11; n += 1) {
      const response = await post('/sign-in/email', { email, password: goodPassword }, { from: address(n) })
      expect(response.status).toBe(200)
    }
  })
})

test('limits sign-ups to five per half hour and IP address', async () => {
  const { site, post } = await createLimitedSite()
  const signUp = (n: number, from: string) =>
    post('/sign-up/email', { name: 'N', email: `new-${n}@example.com`, password: goodPassword }, { from })
  for (let n = 0; n < 5; n += 1) expect((await signUp(n, '198.51.100.1')).status).toBe(200)
  const refused = await signUp(6, '198.51.100.1')
  expect(refused.status).toBe(429)
  expect(refused.body.message).toMatch(/try again in \d+ minutes\./)
  expect((await signUp(6, '198.51.100.2')).status).toBe(200)
  await wait(site, 30 * 60)
  expect((await signUp(7, '198.51.100.1')).status).toBe(200)
})

test('requests for emails are limited per sender and per recipient, whether or not the account exists', async () => {
  const { site, post } = await createLimitedSite()
  const { email } = await createUser(site.database)
  for (const path of ['/request-password-reset', '/send-verification-email', '/sign-in/magic-link']) {
    for (const to of [email, 'unknown@example.com']) {
      expect((await post(path, { email: to }, { from: address(1) })).status, path).toBe(200)
      expect((await post(path, { email: to.toUpperCase() }, { from: address(2) })).status, path).toBe(429)
      await wait(site, 60)
    }
    for (let n = 0; n < 3; n += 1) {
      expect((await post(path, { email: `n${n}@example.com` }, { from: address(9) })).status, path).toBe(200)
    }
    expect((await post(path, { email: 'n4@example.com' }, { from: address(9) })).status, path).toBe(429)
    await wait(site, 24 * 60 * 60)
  }
})

describe('the emails that strangers can have sent to one address', () => {
  const stranger = 'stranger@example.com'
  const requests = [
    '/request-password-reset',
    '/send-verification-email',
    '/sign-in/magic-link',
    '/sign-up/email',
  ]

  /** Sends requests of every kind from a new address each, and returns how many were accepted. */
  async function flood(
    { site, post }: Awaited<ReturnType<typeof createLimitedSite>>,
    email: string,
    firstAddress: number,
  ) {
    const cookie = await signIn(site, (await createUser(site.database)).email)
    const sent = requests.map((path, n) =>
      post(path, { name: 'N', email, password: goodPassword }, { from: address(firstAddress + n) }),
    )
    sent.push(post('/change-email', { newEmail: email }, { cookie, from: address(firstAddress + 9) }))
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.every((status) => status === 200 || status === 429)).toBe(true)
    return statuses.filter((status) => status === 200).length
  }

  for (const [what, account] of [
    ['has no account', null],
    ['has a verified account', { verified: true }],
    ['has an unverified account', { verified: false }],
  ] as const)
    test(
      `are one a minute and five in half an hour if it ${what}`,
      slowUnless(account?.verified === true),
      async () => {
        const limited = await createLimitedSite()
        if (account) await createUser(limited.site.database, { email: stranger, ...account })
        for (let minute = 0; minute < 7; minute += 1) {
          expect(await flood(limited, stranger, minute * 10)).toBe(minute < 5 ? 1 : 0)
          await wait(limited.site, 60)
        }
        expect((await emailsTo(limited.site, stranger)).length).toBeLessThanOrEqual(5)
        await wait(limited.site, 30 * 60)
        expect(await flood(limited, stranger, 100)).toBe(1)
      },
    )

  test('are one for twelve sign-ups from twelve addresses', async () => {
    const { site, post } = await createLimitedSite()
    const body = { name: 'N', email: stranger, password: goodPassword }
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => post('/sign-up/email', body, { from: address(n) })),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await emailsTo(site, stranger)).toHaveLength(1)
  })
})

test('scales limits by a factor, and applies none if they are off', { tags: ['slow'] }, async () => {
  const double = await createTestApp(undefined, { realSessions: true, rateLimit: 2 })
  const free = await createTestApp(double.database, { realSessions: true, rateLimit: null })
  const body = { email: 'a@example.com', password: 'not the right one' }
  const statuses = async (site: TestApp) => {
    const found = []
    for (let n = 0; n < 14; n += 1)
      found.push((await send(site, 'POST', '/auth/sign-in/email', { body })).status)
    return found.filter((status) => status === 429).length
  }
  expect(await statuses(free)).toBe(0)
  expect(await statuses(double)).toBe(2)
})
