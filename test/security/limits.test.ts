/** Limits of the running server: the rows B5 to B8 and E8 to E10, with the rate limits of production. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createUser, goodPassword } from '../support/data/accounts.ts'
import { createListing } from '../support/data/factories.ts'
import { type Answer, address, countOf, startLimitedSite } from './limited-site.ts'

/** All tests share the site, so each uses its own addresses. */
const site = await startLimitedSite()

const wrongPassword = 'not the right one'
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

const signIn = (email: string, password: string, from: string) =>
  site.post('/api/auth/sign-in/email', { email, password }, { from })

const emailsTo = async (recipient: string) =>
  site.database.kysely.selectFrom('outbox_email').select('kind').where('recipient', '=', recipient).execute()

/** Makes all recorded attempts this many seconds older. */
const wait = (seconds: number) =>
  sql`update rate_limit_hit set at = at - make_interval(secs => ${seconds})`.execute(site.database.kysely)

/** How many requests one address can have made since then. */
const affordable = (started: number) => 40 + 2 * Math.ceil((performance.now() - started) / 1000) + 1

test('B5 20 wrong passwords from one address: 429 from the seventh, and another address can sign in', {
  tags: ['slow'],
}, async () => {
  const { email } = await createUser(site.database)
  const answers: Answer[] = []
  for (let n = 0; n < 20; n += 1) answers.push(await signIn(email, wrongPassword, address(1000 + 1)))
  expect(answers.map(({ status }) => status)).toEqual([...Array(6).fill(401), ...Array(14).fill(429)])
  for (const { headers } of answers.slice(6)) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((await signIn(email, goodPassword, address(1000 + 2))).status).toBe(200)
})

// The wait after ten wrong passwords is a second: on a busy machine, it passes before the last attempts arrive.
test('B6 one account attacked from 200 addresses, at once and one after the other', {
  tags: ['timed'],
}, async () => {
  const [victim, other] = [await createUser(site.database), await createUser(site.database)]
  const { cookie } = await signIn(victim.email, goodPassword, address(2000 + 300))
  const attack = (n: number) => signIn(victim.email, `wrong password ${n}`, address(2000 + n))

  const atOnce = await Promise.all(Array.from({ length: 60 }, (_, n) => attack(n)))
  expect([countOf(atOnce, 401), countOf(atOnce, 429)]).toEqual([10, 50])
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from rate_limit_hit where bucket = ${`wrong password ${victim.email}`}`.execute(
    site.database.kysely,
  )
  expect(rows).toEqual([{ count: 10 }])
  const later: Answer[] = []
  for (let n = 60; n < 200; n += 1) later.push(await attack(n))
  expect(countOf(later, 401)).toBeLessThanOrEqual(6)
  expect(countOf(later, 401) + countOf(later, 429)).toBe(140)

  expect((await site.get('/api/userprofile', { cookie, from: address(2000 + 300) })).status).toBe(200)
  expect((await signIn(other.email, goodPassword, address(2000 + 301))).status).toBe(200)
  await wait(15 * 60)
  expect((await signIn(victim.email, goodPassword, address(2000 + 302))).status).toBe(200)
  expect((await signIn(victim.email, wrongPassword, address(2000 + 303))).status).toBe(401)
})

test('B7 forged forwarding headers change nothing', { tags: ['slow'] }, async () => {
  const forged = (n: number): Record<string, string> =>
    [
      { 'x-forwarded-for': `198.51.100.${n}` },
      { 'x-forwarded-for': `198.51.100.${n}, 203.0.113.${n}` },
      { 'x-forwarded-for': `2001:db8:${n}::1` },
      { 'x-real-ip': `198.51.100.${n}` },
      { forwarded: `for=198.51.100.${n}` },
    ][n % 5] ?? {}
  const body = { email: 'nobody@example.com', password: wrongPassword }
  const attempts: Answer[] = []
  for (let n = 0; n < 12; n += 1)
    attempts.push(
      await site.post('/api/auth/sign-in/email', body, { from: address(3000 + 1), headers: forged(n) }),
    )
  expect([countOf(attempts, 401), countOf(attempts, 429)]).toEqual([6, 6])
  const started = performance.now()
  const pages = await Promise.all(
    Array.from({ length: 120 }, (_, n) =>
      site.get('/privacy', { from: address(3000 + 1), headers: forged(n) }),
    ),
  )
  expect(countOf(pages, 200)).toBeLessThanOrEqual(affordable(started))
  expect(countOf(pages, 429)).toBeGreaterThan(0)
  const { rows } = await sql<{ bucket: string }>`
    select distinct bucket from rate_limit_hit
    where bucket like 'signIn %' and bucket not like 'signIn 127.0.%'`.execute(site.database.kysely)
  expect(rows).toEqual([])
})

test('B8 one client’s exhausted limit is not everyone’s', { tags: ['slow'] }, async () => {
  const { email } = await createUser(site.database)
  const attempts: Answer[] = []
  for (let n = 0; n < 8; n += 1)
    attempts.push(await signIn('nobody.b8@example.com', wrongPassword, address(4000 + 1)))
  expect(countOf(attempts, 429)).toBe(2)
  const pages = await Promise.all(
    Array.from({ length: 120 }, () => site.get('/', { from: address(4000 + 1) })),
  )
  expect(countOf(pages, 429)).toBeGreaterThan(0)
  expect((await signIn(email, goodPassword, address(4000 + 2))).status).toBe(200)
  expect((await site.get('/', { from: address(4000 + 2) })).status).toBe(200)
})

describe('E8 floods of emails', () => {
  test('to one address, of every kind, from a new address each', async () => {
    const victim = await createUser(site.database)
    const { cookie } = await signIn(
      (await createUser(site.database)).email,
      goodPassword,
      address(5000 + 400),
    )
    const paths = [
      '/request-password-reset',
      '/send-verification-email',
      '/sign-in/magic-link',
      '/sign-up/email',
    ]
    const body = { name: 'N', email: victim.email, password: goodPassword }
    for (let minute = 0; minute < 7; minute += 1) {
      const answers = await Promise.all([
        ...Array.from({ length: 20 }, (_, n) =>
          site.post(`/api/auth${paths[n % 4]}`, body, { from: address(5000 + minute * 30 + n) }),
        ),
        site.post(
          '/api/auth/change-email',
          { newEmail: victim.email },
          { cookie, from: address(5000 + minute * 30 + 20) },
        ),
      ])
      expect(countOf(answers, 200)).toBe(minute < 5 ? 1 : 0)
      expect(countOf(answers, 429)).toBe(answers.length - countOf(answers, 200))
      await wait(60)
    }
    expect((await emailsTo(victim.email)).length).toBeLessThanOrEqual(5)
  })

  test('to a thousand addresses, from one', { tags: ['slow'] }, async () => {
    const answers: Answer[] = []
    for (let n = 0; n < 200; n += 1) {
      const body = { name: 'N', email: `person-${n}@example.com`, password: goodPassword }
      const path = ['/sign-up/email', '/sign-in/magic-link', '/request-password-reset'][n % 3]
      answers.push(await site.post(`/api/auth${path}`, body, { from: address(6000 + 1) }))
    }
    // Five sign-ups in half an hour, and three other emails in a minute.
    expect(countOf(answers, 200)).toBeLessThanOrEqual(8)
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from outbox_email where recipient like 'person-%'`.execute(
      site.database.kysely,
    )
    expect(rows[0]?.count).toBeLessThanOrEqual(8)
  })

  test('to the operator, through the contact form', async () => {
    const message = {
      name: 'Ada',
      email: 'ada@example.com',
      subject: 'Hello',
      message: 'A question about ads.',
    }
    const answers: Answer[] = []
    for (let n = 0; n < 20; n += 1)
      answers.push(await site.post('/api/contact-email', message, { from: address(7000 + (n % 2)) }))
    expect(answers.filter(({ status }) => status >= 200 && status < 300).length).toBeLessThanOrEqual(5)
  })
})

/** The limit rejects requests; on a busy machine, load shedding may reject some of them before that. */
function expectRejected(answers: Answer[], count: number) {
  expect(countOf(answers, 429)).toBeGreaterThan(0)
  expect(countOf(answers, 429) + countOf(answers, 503)).toBe(count)
}

describe('E9', () => {
  test('100 ads in a minute by one account', async () => {
    const { email } = await createUser(site.database)
    const { cookie } = await signIn(email, goodPassword, address(8000 + 1))
    const listing = {
      title: 'Dog walking',
      category: 'Pet Services',
      subcategory: 'Dog walking',
      price: 20,
      description: 'I walk your dog, every day of the week.',
      country: 'United States',
      state: 'Texas',
      city: 'Austin',
      images: [],
      author: { name: 'Ada', email },
    }
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        site.post('/api/services', listing, { cookie, from: address(8000 + n) }),
      ),
    )
    expect(countOf(answers, 201), answers.map(({ text }) => text)[0]).toBe(5)
    expectRejected(answers, 95)
  })

  test('reports of one ad by one user and by visitors do not hide it', async () => {
    const id = await createListing(site.database)
    const { cookie } = await signIn((await createUser(site.database)).email, goodPassword, address(9000 + 1))
    const report = (n: number, session?: string) =>
      site.put(
        `/api/service-report/${id}`,
        { reason: 'spam', note: '' },
        { from: address(9000 + n), ...(session && { cookie: session }) },
      )
    const byUser = await Promise.all(Array.from({ length: 40 }, (_, n) => report(100 + n, cookie)))
    expect(countOf(byUser, 200), byUser[0]?.text).toBe(20)
    const byVisitors: Answer[] = []
    for (let n = 0; n < 15; n += 1) byVisitors.push(await report(300))
    expect(countOf(byVisitors, 200)).toBe(10)
    expect((await site.get(`/api/service/${id}`, { from: address(9000 + 2) })).status).toBe(200)
  })

  test('contact details cannot be collected by a script', async () => {
    const id = await createListing(site.database)
    const started = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => site.get(`/ad-details/${id}`, { from: address(10000 + 1) })),
    )
    expect(countOf(answers, 200)).toBeLessThanOrEqual(affordable(started))
    expect(countOf(answers, 200) + countOf(answers, 429)).toBe(200)
  })
})

let latestAddress = 20_000
const nextAddress = () => {
  latestAddress += 1
  return address(latestAddress)
}

test.each([
  ['unknown pages', '/no-such-page', 404],
  ['unknown calls', '/api/no-such-call', 404],
  ['pages', '/all-services', 200],
  ['searches', '/all-services?searchtext=lesson', 200],
  ['feeds', '/feeds/services.atom', 200],
  ['the sitemap', '/sitemap.xml', 200],
])('E10 %s are limited', async (_name, path, expected) => {
  const from = nextAddress()
  const started = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 250 }, () => site.get(path, { from, headers: browser })),
  )
  expect(countOf(answers, expected)).toBeGreaterThan(10)
  expect(countOf(answers, expected)).toBeLessThanOrEqual(affordable(started))
  expectRejected(answers, 250 - countOf(answers, expected))
  const rejected = answers.find(({ status }) => status === 429)
  expect(Number(rejected?.headers['retry-after'])).toBeGreaterThan(0)
  expect(rejected?.headers.ratelimit).toMatch(/^"address";r=\d+;t=\d+$/)
  expect(rejected?.headers['content-security-policy']).toBeDefined()
  if (!path.startsWith('/api')) expect(rejected?.text).toContain('<h1>Too many requests</h1>')
  expect((await site.get('/healthz', { from })).status).toBe(200)
  expect((await site.get(path, { from: nextAddress(), headers: browser })).status).toBe(expected)
})
