import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  createUser,
  goodPassword,
  type SendOptions,
  send,
  signIn,
} from '../../../../test/support/accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/app.ts'

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
    for (let n = 0; n < 14; n += 1) {
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

  test('limits attempts per IPv6 network, and ignores forwarding headers', async () => {
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
    for (let n = 0; n < 40; n += 1) statuses.push((await attack(n)).status)
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

  test('does not count successful attempts as failures', async () => {
    const { site, post } = await createLimitedSite()
    const { email } = await createUser(site.database)
    for (let n = 0; n < 15; n += 1) {
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

test.each(['/request-password-reset', '/send-verification-email', '/sign-in/magic-link'])(
  'limits %s per sender and per recipient, whether or not the account exists',
  async (path) => {
    const { site, post } = await createLimitedSite()
    const { email } = await createUser(site.database)
    for (const to of [email, 'unknown@example.com']) {
      expect((await post(path, { email: to }, { from: address(1) })).status).toBe(200)
      expect((await post(path, { email: to.toUpperCase() }, { from: address(2) })).status).toBe(429)
      await wait(site, 60)
    }
    for (let n = 0; n < 3; n += 1) {
      expect((await post(path, { email: `n${n}@example.com` }, { from: address(9) })).status).toBe(200)
    }
    expect((await post(path, { email: 'n4@example.com' }, { from: address(9) })).status).toBe(429)
  },
)

test('limits changes of email per recipient, so that nobody can flood a stranger’s mailbox', async () => {
  const { site, post } = await createLimitedSite()
  const statuses = []
  for (let n = 1; n <= 3; n += 1) {
    const cookie = await signIn(site, (await createUser(site.database)).email)
    const body = { newEmail: 'stranger@example.com' }
    statuses.push((await post('/change-email', body, { cookie, from: address(n) })).status)
  }
  expect(statuses).toEqual([200, 429, 429])
})

test('scales limits by a factor, and applies none if they are off', async () => {
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
