import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  createPerson,
  goodPassword,
  type SendOptions,
  send,
  signIn,
} from '../../../../test/support/accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/app.ts'

/** A site with the limits of production, and people who come from many addresses. */
async function limited() {
  const site = await createTestApp(undefined, { realSessions: true, rateLimit: 1 })
  const post = (path: string, body: object, sent: SendOptions = {}) =>
    send(site, 'POST', `/auth${path}`, { ...sent, body })
  return { site, post }
}

/** As if so many seconds had passed since everything that was tried. */
const wait = ({ database }: TestApp, seconds: number) =>
  sql`update rate_limit_hit set at = at - make_interval(secs => ${seconds})`.execute(database.kysely)

const address = (n: number) => `203.0.${Math.floor(n / 250)}.${(n % 250) + 1}`

describe('signing in', () => {
  test('is limited for one address: the seventh try of a minute waits, and says how long', async () => {
    const { site, post } = await limited()
    const { email } = await createPerson(site.database)
    const attack = () =>
      post('/sign-in/email', { email, password: 'not the right one' }, { from: '198.51.100.7' })
    for (let n = 0; n < 6; n += 1) expect((await attack()).status).toBe(401)
    for (let n = 0; n < 14; n += 1) {
      const answer = await attack()
      expect(answer).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
      expect(answer.body.message).toMatch(/try again in \d+ seconds?\./)
    }
    const body = { email, password: goodPassword }
    expect((await post('/sign-in/email', body, { from: '198.51.100.8' })).status).toBe(200)
    expect((await post('/sign-in/email', body, { from: '198.51.100.7' })).status).toBe(429)
    await wait(site, 60)
    expect((await post('/sign-in/email', body, { from: '198.51.100.7' })).status).toBe(200)
  })

  test('is limited for one network of IPv6, and not escaped by naming another address', async () => {
    const { post } = await limited()
    const tries = Array.from({ length: 12 }, (_, n) => ({
      from: `2001:db8:1:2::${n + 1}`,
      headers: {
        'x-forwarded-for': `192.0.2.${n}`,
        'x-real-ip': `192.0.2.${n}`,
        forwarded: `for=192.0.2.${n}`,
      },
    }))
    const statuses = []
    for (const sent of tries) {
      statuses.push(
        (await post('/sign-in/email', { email: 'a@example.com', password: 'wrong one' }, sent)).status,
      )
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(6)
  })

  test('lets only as many pass as it may, however many try at once', async () => {
    const { post } = await limited()
    const body = { email: 'a@example.com', password: 'not the right one' }
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => post('/sign-in/email', body, { from: '198.51.100.9' })),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(6)
  })

  test('to one account from very many addresses waits longer and longer, and never for good', async () => {
    const { site, post } = await limited()
    const { email } = await createPerson(site.database)
    const cookie = await signIn(site, email)
    const attack = (n: number) =>
      post('/sign-in/email', { email, password: 'wrong one' }, { from: address(n) })
    const statuses: number[] = []
    for (let n = 0; n < 40; n += 1) statuses.push((await attack(n)).status)
    expect(statuses.slice(0, 10).every((status) => status === 401)).toBe(true)
    expect(statuses.slice(10).filter((status) => status === 401).length).toBeLessThanOrEqual(2)

    expect((await send(site, 'GET', '/userprofile', { cookie })).status).toBe(200)
    const other = await createPerson(site.database)
    expect(
      (await post('/sign-in/email', { ...other, password: goodPassword }, { from: address(500) })).status,
    ).toBe(200)
    await wait(site, 15 * 60)
    expect(
      (await post('/sign-in/email', { email, password: goodPassword }, { from: address(501) })).status,
    ).toBe(200)
  })

  test('that succeeds does not count as a failure', async () => {
    const { site, post } = await limited()
    const { email } = await createPerson(site.database)
    for (let n = 0; n < 15; n += 1) {
      const answer = await post('/sign-in/email', { email, password: goodPassword }, { from: address(n) })
      expect(answer.status).toBe(200)
    }
  })
})

test('signing up is limited to five in half an hour for one address', async () => {
  const { site, post } = await limited()
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
  '%s is limited for who asks and for whom it writes to, known or not',
  async (path) => {
    const { site, post } = await limited()
    const { email } = await createPerson(site.database)
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

test('a factor scales the limits, and without limits there are none', async () => {
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
