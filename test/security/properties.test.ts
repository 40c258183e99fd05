/**
 * Whatever a call, a page, or a form receives: never a 5xx, another user's data, or an unbounded response or duration.
 * Requests are generated from the contract, always the same ones; `npm run test:fuzz` sends more and different ones.
 */
import { setTimeout as delay } from 'node:timers/promises'
import fc, { type Arbitrary } from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { bodySchemas } from '../../src/server/modules/accounts/auth/auth-requests.ts'
import { type CallName, isRole } from '../../src/shared/contract/endpoint.ts'
import { contract, type Endpoint } from '../../src/shared/contract.ts'
import { createRoutes } from '../../src/web/routes.tsx'
import { createListing } from '../support/data/factories.ts'
import { type Cast, createActor, createCast } from './actors.ts'
import type { Answer, Browser, Method } from './browser.ts'
import {
  type GeneratedRequest,
  type KnownValues,
  pathWith,
  queryString,
  requestsOf,
} from './generate-requests.ts'
import { hostileHeaders, hostileTexts } from './hostile-values.ts'
import { startProductionSite } from './site.ts'

const site = await startProductionSite({ LOG_LEVEL: 'error' })

const numRuns = Number(process.env.FUZZ_RUNS ?? 2)
/** fast-check prints the seed of a failure. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122)
const timeout = Math.max(30_000, numRuns * 1_000)

/** The catalog of all places is the largest response. */
const maxBytes = 2_000_000
/** Far more than any request takes, because the machine that runs the tests may be busy. */
const maxMs = 5_000

/** In everything about seller A that only A and admins may read. */
const privateMark = 'only-ana-may-read-this'
const internals =
  /node_modules|\bat \S+ \(|\.ts:\d+|\bselect .{1,200} from \b|syntax error|violates|relation "|PostgreSQL|corkboard-e2e/i

let cast: Cast
let known: KnownValues
beforeAll(async () => {
  cast = await createCast(site)
  const { email } = cast.sellerA
  const { kysely } = site.database
  await sql`update profile set phone = ${privateMark}, address = ${privateMark}, bio = ${privateMark}
    where id = ${cast.sellerA.profileId}`.execute(kysely)
  const hidden = { title: privateMark, description: privateMark, authorEmail: email }
  const publicAd = { title: 'Piano lessons', description: 'Patient lessons.', authorEmail: email }
  const ids = [
    await createListing(site.database, publicAd),
    await createListing(site.database, { ...publicAd, kind: 'event' }),
    await createListing(site.database, { ...hidden, status: 'hidden' }),
    await createListing(site.database, { ...hidden, status: 'deleted', kind: 'event' }),
  ]
  await sql`insert into contact_message (id, name, email, message)
    values (gen_random_uuid(), 'Ana', ${email}, ${privateMark})`.execute(kysely)
  const { rows: sessions } = await sql<{ id: string }>`select id from account_session`.execute(kysely)
  known = {
    id: [
      ...ids,
      cast.sellerA.profileId,
      cast.sellerB.profileId,
      ...sessions.map(({ id }) => id),
      'pet-services',
      '1',
      '2',
    ],
    subId: ['1', '2', '12'],
    stateName: ['Texas', 'New York'],
    seller: [cast.sellerA.profileId, cast.sellerB.profileId],
    ids: ids.map((id) => [id]),
    category: ['Pet Services', 'Music & Performing Arts'],
    subcategory: ['Dog Walking', 'Piano Lessons'],
    country: ['United States', 'Canada'],
    state: ['Texas', 'Ontario'],
    city: ['Austin', 'Toronto'],
    email: [email, cast.sellerB.email, 'nobody@example.com'],
    newEmail: [email, 'new@example.com'],
    title: ['Piano lessons for beginners'],
    description: ['Patient lessons for children and adults.'],
    startDate: ['2027-12-01'],
    endDate: ['2027-12-02', '2026-01-01'],
    searchtext: ['piano', 'lesson', 'pinao', 'piano in austin'],
    q: ['pia', 'piano less', 'aus'],
    near: [
      'Austin',
      'Toronto',
      '78701',
      'M5V 2T6',
      '30.27,-97.74',
      '90,180',
      '-90,-180',
      '91,181',
      'NaN,NaN',
      '1e309,0',
    ],
    price_min: [0, 1, 9_999_999, 10_000_001],
    price_max: [0, 0.01, 9_999_999],
    from: ['2026-01-01', '2027-12-01', '0001-01-01'],
    to: ['2027-12-31', '9999-12-31', '2025-01-01'],
    token: ['x'.repeat(32)],
    password: ['a red heron walks at noon'],
  }
})

const roles = ['visitor', 'sellerB', 'unverified', 'suspended'] as const
type Role = (typeof roles)[number]
const browserOf = (role: Role): Browser => (role === 'visitor' ? cast.visitor : cast[role].browser)

function expectHarmless({ status, text, content, ms, headers }: Answer, what: string) {
  expect(status, `${what}: ${text.slice(0, 300)}`).toBeLessThan(500)
  expect(content.length, what).toBeLessThan(maxBytes)
  expect(ms, what).toBeLessThan(maxMs)
  expect(text.includes(privateMark), `${what} contains private data`).toBe(false)
  if (status < 400) return
  expect(text, what).not.toMatch(internals)
  if (!headers['content-type']?.includes('json')) return
  const error = JSON.parse(text)
  expect(error, what).toEqual({
    code: expect.any(String),
    message: expect.stringMatching(/\S/),
    ...('fields' in error && { fields: expect.any(Object) }),
  })
}

/** A server that is short of processor time sheds load. Input that costs too much is refused again. */
async function sendPatiently(browser: Browser, method: Method, { path, body, headers }: GeneratedRequest) {
  const send = () => browser.send(method, path, { ...(body !== undefined && { body }), headers })
  let answer = await send()
  for (let attempt = 0; attempt < 3 && (answer.status === 503 || answer.ms > maxMs); attempt += 1) {
    await delay(500)
    answer = await send()
  }
  return answer
}

/** Sends generated requests, each as one of the roles. */
async function attack(
  method: Method,
  requests: Arbitrary<GeneratedRequest>,
  open: (role: Role) => Browser = browserOf,
) {
  const property = fc.asyncProperty(fc.constantFrom(...roles), requests, async (role, request) => {
    const answer = await sendPatiently(open(role), method, request)
    expectHarmless(answer, `${method} ${request.path} as ${role}`)
  })
  await fc.assert(property, { numRuns, seed, endOnFailure: true })
}

/** What belongs to seller A. Reports may change the status of an ad, and nothing else. */
async function hashOfSellerA(): Promise<string> {
  const { profileId, accountId } = cast.sellerA
  const { rows } = await sql<{ hash: string }>`select md5(concat(
    (select string_agg(profile::text, '' order by id) from profile where id = ${profileId}),
    (select string_agg(account::text, '' order by id) from account where id = ${accountId}),
    (select string_agg(account_session.id::text, '' order by id) from account_session where account_id = ${accountId}),
    (select string_agg(concat(id, title, description, price, author_id, phone, facebook, price_unit), '' order by id)
      from listing where author_id = ${profileId}))) as hash`.execute(site.database.kysely)
  return rows[0]?.hash ?? ''
}

/** Leave the browser signed out, so they get a new one each. */
const endsSession = new Set<CallName>(['logout', 'deleteAccount', 'endOtherSessions'])

const calls = Object.entries(contract) as [CallName, Endpoint][]

describe('the call', { timeout }, () => {
  test.each(calls)('%s', async (name, endpoint) => {
    const before = await hashOfSellerA()
    const extra = endsSession.has(name) ? (await createActor(site)).browser : null
    await attack(endpoint.method, requestsOf(endpoint, known), extra ? () => extra : browserOf)
    expect(await hashOfSellerA()).toBe(before)
  })

  async function attackAsAdmin(endpoint: Endpoint) {
    const property = fc.asyncProperty(requestsOf(endpoint, known), async (request) => {
      const answer = await sendPatiently(cast.adminM.browser, endpoint.method, request)
      const { status, text, content, ms } = answer
      expect(status, `${endpoint.method} ${request.path}: ${text.slice(0, 300)}`).toBeLessThan(500)
      expect(content.length).toBeLessThan(maxBytes)
      expect(ms).toBeLessThan(maxMs)
    })
    await fc.assert(property, { numRuns, seed, endOnFailure: true })
  }
  test.each(calls.filter(([, { access }]) => isRole(access)))('%s by an admin', (_name, endpoint) =>
    attackAsAdmin(endpoint),
  )
  test.each(calls.filter(([name, { access }]) => !isRole(access) && !endsSession.has(name)))(
    '%s by an admin, which anyone may call',
    { tags: ['slow'] },
    (_name, endpoint) => attackAsAdmin(endpoint),
  )

  test.each(Object.entries(bodySchemas))('/auth%s', async (path, body) => {
    const before = await hashOfSellerA()
    const endpoint: Endpoint = { method: 'POST', path: `/auth${path}`, summary: '', body, reply: body }
    const { browser } = await createActor(site)
    await attack('POST', requestsOf(endpoint, known), (role) => (role === 'visitor' ? cast.visitor : browser))
    expect(await hashOfSellerA()).toBe(before)
  })
})

const pagePaths = createRoutes('corkboard')
  .map(({ path }) => path)
  .filter((path) => path !== '*')
const files = [
  ...['/feeds/services.json', '/feeds/events.json', '/embed/events'],
  ...['/feeds/services.atom', '/feeds/events.atom', '/feeds/events.ics', '/feeds/events/:id', '/sitemap.xml'],
  ...[
    '/share/:id',
    '/pictures/:id',
    '/profile-photos/:id',
    '/message-photos/:id',
    '/demo-pictures/:id',
    '/flyers/:id',
    '/assets/:id',
  ],
  ...[
    '/ad-details/:id/flyer.pdf',
    '/event-details/:id/flyer.pdf',
    '/api/auth/callback/:id',
    '/api/auth/get-session',
  ],
  ...['/api/docs/:id', '/api/:id', '/:id', '/robots.txt', '/healthz'],
]

describe('the page', { timeout }, () => {
  test.each([...pagePaths, ...files])('%s', async (path) => {
    const requests = fc
      .record({ path: pathWith(path, known), query: queryString(null, known), headers: hostileHeaders })
      .map(({ query, ...request }) => ({
        body: undefined,
        headers: request.headers,
        path: request.path + query,
      }))
    await attack('GET', requests)
  })
})

describe('the form', { timeout }, () => {
  const hostile = fc.constantFrom(...hostileTexts)

  test('/verify-email', async () => {
    const fields = fc.record(
      { token: hostile, to: hostile, answer: fc.oneof(fc.constantFrom('confirm', 'decline'), hostile) },
      { requiredKeys: [] },
    )
    const body = fc.oneof(
      fields.map((values) => new URLSearchParams(values).toString()),
      fc.constantFrom('%', '%ff=%zz', '&&&', 'token', '__proto__=1', 'token=a&token=b', 'x'.repeat(5_000)),
    )
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await attack(
      'POST',
      body.map((text) => ({ path: '/verify-email', body: text, headers })),
    )
  })

  test.each(['/api/images', '/api/profile-photo', '/api/imported-calendar-file'])('%s', async (path) => {
    const part = fc
      .tuple(
        fc.constantFrom('file', 'folder', 'upload_preset', '__proto__', ''),
        hostile,
        fc.uint8Array({ maxLength: 3_000 }),
      )
      .map(([name, fileName, bytes]) => {
        const quoted = fileName
          .toWellFormed()
          .slice(0, 400)
          .replace(/["\r\n]/g, '%22')
        const head = `--x\r\ncontent-disposition: form-data; name="${name}"; filename="${quoted}"\r\n\r\n`
        return Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n')])
      })
    const body = fc
      .tuple(
        fc.array(part, { maxLength: 4 }),
        fc.constantFrom('--x--\r\n', '--x', '', '--x--\r\n'.repeat(50)),
      )
      .map(([parts, end]) => Buffer.concat([...parts, Buffer.from(end)]))
    const headers = fc.constantFrom('x', 'x'.repeat(70), '"x"', '', 'y').map((boundary) => ({
      'content-type': `multipart/form-data; boundary=${boundary}`,
    }))
    await attack('POST', fc.record({ path: fc.constant(path), body, headers }))
  })
})

test('has polluted no prototype and logged no error', async () => {
  const { status } = await cast.visitor.get('/api/services')
  expect(status).toBe(200)
  // An error that is not about an overloaded machine.
  const errors = site
    .log()
    .split('\n')
    .filter((line) => /A request failed|A page could not/.test(line))
  expect(errors.filter((line) => !line.includes('very busy'))).toEqual([])
})
