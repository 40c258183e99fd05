/** Limits on signing in and on emails, at their real values. Clients have their own loopback addresses. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createUser, goodPassword } from '../support/data/accounts.ts'
import { signIn } from './actors.ts'
import type { Browser } from './browser.ts'
import { startProductionSite } from './site.ts'

// Hashing hundreds of passwords takes long on a busy machine.

const site = await startProductionSite({ RATE_LIMIT: '1' })
const { kysely } = site.database

const tryPassword = (browser: Browser, email: string, password: string, headers = {}) =>
  browser.post('/api/auth/sign-in/email', { email, password }, headers)
const isSignedIn = async (browser: Browser) => (await browser.get('/api/userprofile')).status === 200

test('B5 the seventh wrong password in a minute from one address is refused, but no one else is', async () => {
  const { email } = await createUser(site.database)
  const attacker = site.open({ from: '127.0.1.1' })
  const answers = []
  for (let n = 0; n < 20; n += 1) answers.push(await tryPassword(attacker, email, `wrong password ${n}`))
  expect(answers.map(({ status }) => status)).toEqual([...Array(6).fill(401), ...Array(14).fill(429)])
  for (const { headers, text } of answers.slice(6)) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(JSON.parse(text).message).toMatch(/try again in \d+ (second|minute)s?/)
  }
  await signIn(site.open({ from: '127.0.1.2' }), email)
})

// The account gets another attempt from time to time, so the attack must not take long.
test('B6 an attack on one account from 200 addresses is slowed down, and never locks its owner out', {
  tags: ['timed'],
}, async () => {
  const { email } = await createUser(site.database)
  const owner = site.open({ from: '127.0.1.3' })
  await signIn(owner, email)
  const statuses = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const attacker = site.open({ from: `127.0.0.${n + 2}` })
      return (await tryPassword(attacker, email, `wrong password ${n}`)).status
    }),
  )
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(11)
  // So many at once are also more than the server takes on.
  const refused = statuses.filter((status) => status === 429 || status === 503)
  expect(refused.length).toBeGreaterThanOrEqual(189)
  expect(refused).toContain(429)
  expect(await isSignedIn(owner)).toBe(true)
  // A quarter of an hour later, the account is open again.
  await sql`update rate_limit_hit set at = at - interval '15 minutes'`.execute(kysely)
  await signIn(site.open({ from: '127.0.1.4' }), email)
})

test('B7 forged addresses in headers change nothing', async () => {
  const { email } = await createUser(site.database)
  const attacker = site.open({ from: '127.0.1.5' })
  const forged = (n: number) =>
    [
      { 'x-forwarded-for': `203.0.113.${n}` },
      { 'x-forwarded-for': `203.0.113.${n}, 198.51.100.${n}` },
      { 'x-forwarded-for': `2001:db8::${n}`, 'x-forwarded-proto': 'https' },
      {
        'x-real-ip': `203.0.113.${n}`,
        'true-client-ip': `203.0.113.${n}`,
        'cf-connecting-ip': `203.0.113.${n}`,
      },
      { forwarded: `for=203.0.113.${n}` },
    ][n % 5] ?? {}
  const statuses = []
  for (let n = 0; n < 15; n += 1)
    statuses.push((await tryPassword(attacker, email, `wrong password ${n}`, forged(n))).status)
  expect(statuses).toEqual([...Array(6).fill(401), ...Array(9).fill(429)])
  expect(site.log()).toContain('127.0.1.5')
  expect(site.log()).not.toMatch(/203\.0\.113|198\.51\.100|2001:db8/)
})

test('B8 an attacker who has used up the limit takes nothing from others', async () => {
  const { email } = await createUser(site.database)
  const attacker = site.open({ from: '127.0.1.6' })
  for (let n = 0; n < 12; n += 1) await tryPassword(attacker, `nobody-${n}@example.com`, 'wrong password')
  expect((await tryPassword(attacker, email, goodPassword)).status).toBe(429)
  const other = site.open({ from: '127.0.1.7' })
  expect((await tryPassword(other, email, goodPassword)).status).toBe(200)
})

test.each([true, false])(
  'B1 sign-ups from many addresses send one email to an existing address, verified: %s',
  async (verified) => {
    const { email } = await createUser(site.database, { verified })
    const statuses = []
    for (let n = 1; n <= 12; n += 1) {
      const browser = site.open({ from: `127.0.2.${n + (verified ? 0 : 100)}` })
      const body = { name: 'Mallory', email, password: goodPassword }
      statuses.push((await browser.post('/api/auth/sign-up/email', body)).status)
    }
    expect(statuses).toEqual([200, ...Array(11).fill(429)])
    const { subject } = await site.mail.waitForEmail(email)
    expect(subject).toMatch(verified ? /already have an account/ : /Confirm your email/)
    expect(site.mail.received.filter(({ recipients }) => recipients.includes(email))).toHaveLength(1)
  },
)
