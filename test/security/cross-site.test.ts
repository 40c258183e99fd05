/** Requests that a page of another site makes with a visitor's cookies, and pages that frame, read, or link this one. */
import { beforeAll, describe, expect, test } from 'vitest'
import { bodySchemas } from '../../src/server/modules/accounts/auth/auth-requests.ts'
import { contract, type Endpoint } from '../../src/shared/contract.ts'
import { slowUnless } from '../support/checks/slow.ts'
import { createListing } from '../support/data/factories.ts'
import { goodPictures } from '../support/data/pictures.ts'
import { postOf, updateOf } from '../support/data/posts.ts'
import { pictureForm } from '../support/data/uploads.ts'
import { type Cast, createCast } from './actors.ts'
import { type Method, publicUrl } from './browser.ts'
import { startProductionSite } from './site.ts'
import { expectUnchanged } from './unchanged.ts'

const site = await startProductionSite({ LOG_LEVEL: 'error' })

let cast: Cast
let serviceId: string
let eventId: string
beforeAll(async () => {
  cast = await createCast(site)
  const { email: authorEmail } = cast.sellerA
  serviceId = await createListing(site.database, { authorEmail })
  eventId = await createListing(site.database, { authorEmail, kind: 'event' })
})

/** What a page of another site can make a browser send. Null removes the header. */
const origins: Record<string, Record<string, string | null>> = {
  'another origin': { origin: 'https://evil.example' },
  'an origin that ends like ours': { origin: `${publicUrl}.evil.example` },
  'an origin that begins like ours': { origin: publicUrl.replace('https://', 'https://evil-') },
  'our origin over http': { origin: publicUrl.replace('https:', 'http:') },
  'our origin on another port': { origin: `${publicUrl}:8443` },
  'a sibling subdomain': { origin: 'https://blog.example.test' },
  'a subdomain of ours': { origin: 'https://x.board.example.test' },
  'a null origin': { origin: 'null' },
  'an empty origin': { origin: '' },
  'no origin, from another site': { origin: null, 'sec-fetch-site': 'cross-site' },
  'no origin, from a sibling subdomain': { origin: null, 'sec-fetch-site': 'same-site' },
  'no origin, with a foreign Referer': { origin: null, referer: 'https://evil.example/page' },
  'no origin, with a malformed Referer': { origin: null, referer: 'x' },
  'no origin and no Referer': { origin: null },
}

const json = { 'content-type': 'application/json' }
/** How it can be sent: as a form, as text without a preflight, or as JSON. */
const types = ['application/x-www-form-urlencoded', 'text/plain', 'application/json']

type Write = { method: Method; path: string; body: unknown }

/** Every call that changes something, with input that would succeed. */
async function writes(): Promise<Write[]> {
  const { _id } = (await cast.sellerA.browser.post('/api/services', postOf('service'))).json<{
    _id: string
  }>()
  const bodies: Record<string, unknown> = {
    postService: postOf('service'),
    postEvent: postOf('event'),
    updateService: updateOf('service'),
    updateEvent: updateOf('event'),
    updateProfile: { name: 'Hijacked' },
    issueToken: { email: cast.sellerA.email },
    addAdmin: { name: 'Eve', email: 'eve@example.com' },
    sendMessage: { name: 'Eve', email: 'eve@example.com', message: 'Hello.' },
    decide: { decision: 'remove', ids: [_id] },
    setRemovalReasons: { reasons: ['Because.'] },
    addField: { label: 'Level', type: 'text', kinds: ['service'] },
    suspendUser: { reason: 'Spam' },
  }
  const calls = (Object.entries(contract) as [string, Endpoint][])
    .filter(([, { method }]) => method !== 'GET')
    .map(([name, { method, path }]) => ({
      method,
      path: `/api${path.replace('{email}', cast.adminN.email).replace('{id}', idFor(path, _id)).replace('{key}', 'years')}`,
      body: bodies[name] ?? {},
    }))
  const auth = Object.keys(bodySchemas).map((path) => ({
    method: 'POST' as const,
    path: `/api/auth${path}`,
    body: {
      email: cast.sellerB.email,
      password: 'a blue heron walks at noon',
      name: 'Eve',
      newPassword: 'three green apples',
      newEmail: 'eve@example.com',
      provider: 'google',
      token: 'x',
    },
  }))
  return [...calls, ...auth, { method: 'POST', path: '/verify-email', body: 'token=x&answer=confirm' }]
}

function idFor(path: string, ownId: string): string {
  if (path.includes('event')) return eventId
  if (/suspend|lift/.test(path)) return cast.sellerB.profileId
  if (/undo/.test(path)) return '1'
  return path.includes('service') ? ownId : serviceId
}

for (const [row, [what, headers]] of Object.entries(origins).entries())
  describe(`F3 a write with ${what}`, () => {
    for (const [column, type] of types.entries())
      test(
        `F3 as ${type} is refused by every call, and changes nothing`,
        slowUnless(column === row % types.length),
        async () => {
          const all = await writes()
          await expectUnchanged(site.database, async () => {
            for (const { method, path, body } of all) {
              const { browser } =
                path.includes('admin') || path.includes('moderation') ? cast.adminM : cast.sellerA
              const {
                status,
                json: reply,
                setCookies,
              } = await browser.send(method, path, {
                body: typeof body === 'string' ? body : JSON.stringify(body),
                headers: { ...headers, 'content-type': type },
              })
              expect([status, reply().code], `${method} ${path}`).toEqual([403, 'forbidden'])
              expect(setCookies).toEqual([])
            }
          })
        },
      )
  })

test('F3 uploads from another origin are refused', async () => {
  const { payload, headers } = pictureForm(await goodPictures['small.jpg']())
  for (const [name, origin] of Object.entries(origins)) {
    const sent = { body: payload, headers: { ...headers, ...origin } }
    for (const path of [
      '/api/images',
      '/api/profile-photo',
      '/api/imported-calendar-file',
      '/imported-calendars/file',
    ])
      expect((await cast.sellerA.browser.send('POST', path, sent)).status, name).toBe(403)
  }
})

test('F3 a GET changes nothing, whatever method it claims to be', async () => {
  const all = await writes()
  await expectUnchanged(
    site.database,
    async () => {
      for (const { method, path } of all) {
        const { browser } = path.includes('admin') || path.includes('moderation') ? cast.adminM : cast.sellerA
        for (const query of ['', `?_method=${method}`]) {
          const headers = {
            'x-http-method-override': method,
            'x-method-override': method,
            'x-http-method': method,
          }
          const { status } = await browser.get(path + query, headers)
          expect(status, path).toBeLessThan(500)
        }
      }
    },
    // Reading a page renews the session that read it.
    { except: ['account_session'] },
  )
})

describe('F3 a program', () => {
  test('F3 without cookies needs no Origin header: it signs in, and sends a token', async () => {
    const program = site.open()
    const headers = { origin: null }
    const credentials = { email: cast.sellerB.email, password: 'a blue heron walks at noon' }
    expect((await program.post('/api/auth/sign-in/email', credentials, headers)).status).toBe(200)
    const { token } = (await program.post('/api/jwt', { email: credentials.email })).json<{ token: string }>()
    program.cookies.clear()
    const bearer = { ...headers, authorization: `Bearer ${token}` }
    expect((await program.put('/api/profile-update', { bio: 'By a program.' }, bearer)).status).toBe(200)
    expect((await program.get('/api/userprofile', bearer)).json()).toMatchObject({ bio: 'By a program.' })
  })

  test('F3 with cookies is told what it lacks', async () => {
    const { status, json: reply } = await cast.sellerB.browser.put(
      '/api/profile-update',
      {},
      { origin: null },
    )
    expect([status, reply().message]).toEqual([403, expect.stringContaining('Origin header')])
  })

  test('F3 of the same origin is accepted by Origin, by Sec-Fetch-Site, or by Referer', async () => {
    const ways: Record<string, string | null>[] = [
      { origin: publicUrl },
      { origin: null, 'sec-fetch-site': 'same-origin' },
      { origin: null, 'sec-fetch-site': 'none' },
      { origin: null, referer: `${publicUrl}/update-profile` },
    ]
    for (const headers of ways)
      expect((await cast.sellerB.browser.put('/api/profile-update', {}, headers)).status).toBe(200)
  })
})

test.each([
  'https://evil.example',
  'null',
  `${publicUrl}.evil.example`,
  'https://x.board.example.test',
  publicUrl,
])('F4 no response may be read by a page of %s', async (origin) => {
  for (const path of [
    '/api/session',
    '/api/services',
    '/api/userprofile',
    '/profile',
    '/api/auth/get-session',
    '/feeds/services.atom',
  ]) {
    const { headers } = await cast.sellerA.browser.get(path, { origin })
    for (const name of Object.keys(headers)) expect(name).not.toMatch(/^access-control-/)
    const preflight = await cast.sellerA.browser.send('OPTIONS', path, {
      headers: {
        ...json,
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type',
      },
    })
    for (const name of Object.keys(preflight.headers)) expect(name).not.toMatch(/^access-control-/)
    expect(preflight.status).toBeGreaterThanOrEqual(400)
  }
})

test('F8 no page but embedded lists can be framed, and links of ads are not endorsed', async () => {
  const { _id } = (
    await cast.sellerA.browser.post(
      '/api/services',
      postOf('service', {
        author: { facebook: 'https://www.facebook.com/x', instagram: 'https://www.instagram.com/x' },
      }),
    )
  ).json<{ _id: string }>()
  for (const path of [
    '/',
    '/signin',
    '/profile',
    '/admin',
    `/ad-details/${_id}`,
    '/api/docs/',
    '/no/such/page',
    '/embed-events',
    '/embed/none',
    '/embed/events/',
    '/embed/events%2F..%2F..%2Fprofile',
    '/Embed/events',
  ]) {
    const { headers } = await cast.adminM.browser.get(path)
    expect(headers['x-frame-options'], path).toBe('DENY')
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
  }
  const { text } = await cast.visitor.get(`/ad-details/${_id}`)
  const links = [...text.matchAll(/<a [^>]*href="https:\/\/www\.(?:facebook|instagram)\.com[^>]*>/g)].map(
    ([tag]) => tag,
  )
  expect(links.length).toBeGreaterThan(0)
  for (const link of links) expect(link).toMatch(/rel="noopener nofollow ugc"/)
})
