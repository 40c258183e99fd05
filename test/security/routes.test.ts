/** Which routes are open to whom, for every route that exists. */
import { beforeAll, describe, expect, test } from 'vitest'
import { createListing } from '../support/data/factories.ts'
import { postOf } from '../support/data/posts.ts'
import { type Cast, createCast } from './actors.ts'
import type { Browser } from './browser.ts'
import { listApiRoutes, listPages, type Route } from './route-inventory.ts'
import { startProductionSite } from './site.ts'
import { expectUnchanged } from './unchanged.ts'

/** The routes of the API that are open to everyone. Every other one must refuse visitors. */
const publicRoutes = new Set(
  [
    ...['services', 'servicesbyfilter', 'servicesbycategory', 'servicesbysubcategory', 'servicesbycountry'],
    ...['servicesbystate', 'servicesbycity', 'servicesbyseller', 'service/:id', 'service/:id/similar'],
    ...['events', 'eventsbyfilter', 'eventsbycategory', 'eventsbysubcategory', 'eventsbycountry'],
    ...['eventsbystate', 'eventsbycity', 'eventsbyseller', 'event/:id', 'event/:id/similar'],
    ...[
      'seller/:id',
      'recommendations',
      'categories',
      'category/:id',
      'singlecategory',
      'locations',
      'location/:id',
      'places',
      'places/named',
    ],
    ...[
      'listings',
      'listing-counts',
      'listing-fields',
      'home-page',
      'text-pages/:address',
      'event/:id/attendance',
      'event/:id/occurrences',
      'eventcalendar',
      'home-page',
      'time-zone',
      'suggestions',
      'transparency',
      'map',
      'town-position',
      'contact-challenge',
      'message-form/:id',
      'places',
      'text-pages/:address',
      'auth-providers',
      'session',
      'openapi.json',
    ],
    ...[
      'docs',
      'docs/',
      'docs/static/index.html',
      'docs/static/swagger-initializer.js',
      'docs/json',
      'docs/yaml',
    ],
    ...['auth/get-session', 'auth/callback/:provider'],
  ]
    .map((path) => `GET /api/${path}`)
    .concat(
      [
        'service-report/:id',
        'event-report/:id',
        'seller-report/:id',
        'service-renewal',
        'email-subscription',
      ].map((path) => `PUT /api/${path}`),
      [
        'send-email',
        'message-author/:id',
        'visitor-conversation',
        'visitor-conversation-confirmation',
        'visitor-conversation-reply',
        'stop-messages',
        'service-renewal',
        'email-subscription',
        'service/:id/contact-details',
        'event/:id/contact-details',
        'nearest-town',
        'logout',
        'verification',
        'invitation',
        'setup-link',
        'invitation',
        'auth/first-admin',
        'auth/sign-up/email',
        'auth/sign-in/email',
        'auth/sign-in/social',
        'auth/sign-in/magic-link',
        'auth/magic-link/verify',
        'auth/send-verification-email',
        'auth/verify-email',
        'auth/decline-email',
        'auth/request-password-reset',
        'auth/reset-password',
        'auth/sign-out',
      ].map((path) => `POST /api/${path}`),
    ),
)

const adminRoutes = [
  /^GET \/api\/(profiles|admins)$/,
  /^POST \/api\/add-admin$/,
  /^PUT \/api\/(remove-admin\/:email|(service|event)-report-close\/:id)$/,
  /^\w+ \/api\/moderation\//,
]
const nameOf = ({ method, path }: Route) => `${method} ${path}`
const isAdminRoute = (route: Route) => adminRoutes.some((pattern) => pattern.test(nameOf(route)))

/** The pages that only signed-in users may open. */
const privatePages = [
  ...[
    '/profile',
    '/profile/account',
    '/profile/decisions',
    '/update-profile',
    '/post',
    '/post-services',
    '/post-events',
    '/my-services',
  ],
  ...[
    '/my-events',
    '/messages',
    '/messages/:id',
    '/saved-searches',
    '/attending',
    '/event-details/:id/dates/:day',
    '/imported-calendars',
    '/save-search',
    '/seller/:id/recommend',
    '/recommendation/:id',
    '/service-update/:id',
    '/event-update/:id',
    '/admin',
  ],
]

const site = await startProductionSite()
const routes = await listApiRoutes()
let cast: Cast
let body: object
let fill: (path: string) => string

beforeAll(async () => {
  cast = await createCast(site)
  const id = await createListing(site.database, { authorEmail: cast.sellerB.email })
  fill = (path) =>
    path
      .replace(':id', id)
      .replace(':email', encodeURIComponent(cast.adminN.email))
      .replace(':provider', 'google')
  // Valid for as many calls as possible, so that only the missing permission can be the reason for a refusal.
  body = {
    ...postOf('service'),
    ...{
      name: 'Eve',
      email: cast.sellerA.email,
      newEmail: 'eve@example.com',
      reason: 'spam',
      reasons: ['spam'],
    },
    ...{
      currentPassword: 'x',
      newPassword: 'a quiet river at dawn',
      ids: [id],
      decision: 'remove',
      status: 'done',
    },
  }
})

const request = (browser: Browser, { method, path }: Route) =>
  browser.send(method, fill(path), method === 'GET' ? {} : { body })

/** Pages with a form that works without scripts. Those of messages and emails reject one without a text, a token, or a session. */
const statusOfForm: Record<string, number> = {
  '/verify-email': 303,
  // Shows what is public on this site.
  '/ad-details/:id': 200,
  '/ad-details/:id/message': 400,
  '/event-details/:id/message': 400,
  '/event-details/:id/dates': 401,
  '/event-details/:id/check-in': 401,
  '/your-conversation': 400,
  '/stop-messages': 400,
  '/renew-service': 401,
  '/setup': 400,
  '/unsubscribe': 400,
  '/messages/:id': 401,
  '/saved': 401,
  '/profile/account': 401,
  '/save-search': 401,
  '/imported-calendars': 401,
  '/seller/:id/recommend': 401,
  '/recommendation/:id': 400,
}

describe('A3 a visitor', () => {
  const closed = routes.filter((route) => !publicRoutes.has(nameOf(route)))

  test('the inventory has all routes, and every public one exists', () => {
    expect(routes.length).toBeGreaterThan(95)
    expect([...publicRoutes].filter((name) => !routes.some((route) => nameOf(route) === name))).toEqual([])
  })

  test('gets 401 from every route that is not public, no data, and changes nothing', async () => {
    const answers = await expectUnchanged(site.database, async () => {
      const entries: [string, object][] = []
      for (const route of closed) {
        const { status, text, setCookies } = await request(cast.visitor, route)
        const reply: unknown = JSON.parse(text)
        entries.push([nameOf(route), { status, reply, setCookies }])
      }
      return Object.fromEntries(entries)
    })
    const refusal = {
      status: 401,
      reply: { code: 'unauthenticated', message: 'Please sign in first.' },
      setCookies: [],
    }
    expect(answers).toEqual(Object.fromEntries(closed.map((route) => [nameOf(route), refusal])))
  })

  test('is sent from every private page to sign in, without its content', async () => {
    expect(listPages()).toEqual(expect.arrayContaining(privatePages))
    for (const page of listPages()) {
      const { status, headers, text } = await cast.visitor.get(fill(page))
      const isPrivate = privatePages.includes(page)
      expect([page, status >= 300 && status < 400], page).toEqual([page, isPrivate])
      if (!isPrivate) continue
      expect(headers.location, page).toBe(`/signin?to=${encodeURIComponent(fill(page))}`)
      expect(text).not.toContain('@example.com')
    }
  })

  test('cannot submit any page as a form, except to confirm an address and to contact the author of an ad', async () => {
    await expectUnchanged(site.database, async () => {
      for (const page of listPages()) {
        const { status } = await cast.visitor.submit(fill(page), {
          email: cast.sellerA.email,
          answer: 'confirm',
        })
        expect([page, status]).toEqual([page, statusOfForm[page] ?? 404])
      }
    })
  })
})

describe('A4 a user who is not an admin', () => {
  test('gets 403 from every admin route and changes nothing', async () => {
    const closed = routes.filter(isAdminRoute)
    expect(closed.length).toBeGreaterThan(18)
    await expectUnchanged(site.database, async () => {
      for (const route of closed) {
        const { status, text } = await request(cast.sellerA.browser, route)
        expect([nameOf(route), status]).toEqual([nameOf(route), 403])
        expect(Object.keys(JSON.parse(text))).toEqual(['code', 'message'])
      }
    })
  })

  test('gets 403 even with admin rights while suspended', async () => {
    const { suspended } = cast
    await site.database.kysely
      .updateTable('profile')
      .set({ is_admin: true })
      .where('id', '=', suspended.profileId)
      .execute()
    await expectUnchanged(site.database, async () => {
      for (const route of routes.filter(isAdminRoute))
        expect((await request(suspended.browser, route)).status, nameOf(route)).toBe(403)
    })
    await site.database.kysely
      .updateTable('profile')
      .set({ is_admin: false })
      .where('id', '=', suspended.profileId)
      .execute()
  })

  test.each(['/admin', '/admin?tab=users', '/admin?tab=admins&page=1'])(
    'is sent home from %s',
    async (path) => {
      const { status, headers, text } = await cast.sellerA.browser.get(path)
      expect([status, headers.location]).toEqual([302, '/'])
      expect(text).not.toContain('@')
    },
  )
})
