/** Requests that another site makes with a visitor's browser, and return paths that lead away. */
import { beforeAll, describe, expect, test } from 'vitest'
import { slowUnless } from '../support/checks/slow.ts'
import { createUser, goodPassword } from '../support/data/accounts.ts'
import { type Actor, createActor, signIn } from './actors.ts'
import { publicUrl } from './browser.ts'
import { startProductionSite } from './site.ts'
import { expectUnchanged } from './unchanged.ts'

const site = await startProductionSite()
let actor: Actor
beforeAll(async () => {
  actor = await createActor(site)
})

describe('B22 a form of another site', () => {
  const origins: [string, Record<string, string>][] = [
    ['its origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a sibling of our host', { origin: 'https://evil.board.example.test' }],
    ['our host without TLS', { origin: 'http://board.example.test' }],
    ['a hidden origin', { origin: 'null' }],
  ]
  const types = [
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/json',
  ]

  test.each(origins)('with %s neither signs in, signs up, nor signs out', async (_what, headers) => {
    const { email } = actor
    const fields = { email, password: goodPassword, name: 'Mallory', answer: 'confirm', token: 'x' }
    const paths = [
      'sign-in/email',
      'sign-up/email',
      'sign-out',
      'sign-in/social',
      'sign-in/magic-link',
      'request-password-reset',
      'magic-link/verify',
      'verify-email',
    ]
    await expectUnchanged(site.database, async () => {
      for (const path of [
        ...paths.map((path) => `/api/auth/${path}`),
        '/api/logout',
        '/verify-email',
        '/api/end-other-sessions',
      ]) {
        for (const type of types) {
          const body =
            type === 'application/json' ? JSON.stringify(fields) : new URLSearchParams(fields).toString()
          const answer = await actor.browser.send('POST', path, {
            body,
            headers: { ...headers, 'content-type': type },
          })
          expect([path, answer.status, answer.setCookies]).toEqual([path, 403, []])
        }
      }
    })
    expect((await actor.browser.get('/api/userprofile')).status).toBe(200)
  })
})

const hostilePaths = [
  ...[
    '//evil.example',
    '/\\evil.example',
    '/%2f%2fevil',
    'https:evil',
    'javascript:alert(1)',
    '/\t/evil',
    'https://us@evil',
  ],
  ...[
    '/signin',
    '/signin?to=/signin',
    `/${'x'.repeat(5000)}`,
    '/a\r\nset-cookie: x=1',
    '\\\\evil.example',
    '///evil.example',
    '/..//evil.example',
  ],
  ...[
    'https://board.example.test.evil.example',
    'https://board.example.test@evil.example',
    ' //evil.example',
    '/%09/evil.example',
    'data:text/html,x',
  ],
]

/** Where a browser on this site goes for a Location header. */
function expectOwnPage(location: string) {
  const { origin, pathname } = new URL(location, publicUrl)
  expect(origin).toBe(publicUrl)
  expect(pathname).not.toMatch(/^\/{2}|signin/)
}

describe('B23 the return path', () => {
  test.each(hostilePaths)('%j never leads away from the sign-in page', async (to) => {
    const page = await actor.browser.get(`/signin?to=${encodeURIComponent(to)}`)
    expect(page.status).toBe(302)
    expect(page.setCookies.join()).not.toContain('x=1')
    expectOwnPage(String(page.headers.location))
    // For a visitor, the page's links and data carry only a safe path.
    const { text } = await site.open().get(`/signin?to=${encodeURIComponent(to)}`)
    const state: unknown = JSON.parse(
      /<script id="page-state"[^>]*>(.*?)<\/script>/s.exec(text)?.[1] ?? 'null',
    )
    expectOwnPage((state as { loaderData: { 'sign-in': { to: string } } }).loaderData['sign-in'].to)
  })

  for (const [index, callbackURL] of hostilePaths.entries())
    test(
      `${JSON.stringify(callbackURL)} is refused by the calls that lead back from an email or a provider`,
      slowUnless(index % 3 === 1),
      async () => {
        const { email } = actor
        for (const [path, body] of [
          ['sign-in/social', { provider: 'oidc', callbackURL }],
          ['sign-in/social', { provider: 'oidc', errorCallbackURL: callbackURL }],
          ['sign-in/magic-link', { email, callbackURL }],
          [
            'sign-up/email',
            { name: 'Ann', email: 'return@example.com', password: goodPassword, callbackURL },
          ],
        ] as const) {
          const { status, headers, text } = await site.open().post(`/api/auth/${path}`, body)
          expect(status).toBeOneOf([200, 400, 403, 404])
          expect(headers.location).toBeUndefined()
          expect(text).not.toContain('evil')
        }
      },
    )

  for (const [index, to] of hostilePaths.entries())
    test(
      `${JSON.stringify(to)} never leads away from a confirmed address`,
      slowUnless(index % 3 === 0),
      async () => {
        const { email } = await createUser(site.database, { verified: false })
        await site.open().post('/api/auth/send-verification-email', { email })
        const link = new URL((await site.mail.waitForEmail(email)).links[0] ?? '')
        const browser = site.open()
        const token = link.searchParams.get('token') ?? ''
        const { status, headers } = await browser.submit('/verify-email', {
          token,
          to,
          answer: 'confirm',
          password: goodPassword,
        })
        // 4 kB are more than any of our forms.
        if (to.length > 4000) return expect(status).toBe(413)
        expect(status).toBe(303)
        expectOwnPage(String(headers.location))
        await signIn(browser, email)
      },
    )
})
