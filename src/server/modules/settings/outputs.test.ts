/** Changed settings are in everything that the site says to people and programs. */
import { beforeAll, expect, test } from 'vitest'
import { createUser, emailsTo, send, startSession } from '../../../../test/support/data/accounts.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { checkSettings } from '../../../cli/doctor/settings.ts'
import { defaultSettings, type SiteSettings } from '../../../shared/settings/table.ts'
import { readConfig } from '../../config/environment.ts'
import { readSettings } from './service.ts'

const chosen = {
  name: 'Rue Mercière',
  tagline: 'Autour de la Saône',
  contactEmail: 'bonjour@lyon.example',
  currency: 'EUR',
  regionFormat: 'fr-FR',
  timeZone: 'Asia/Tokyo',
  weekStart: 'monday',
  distanceUnit: 'km',
  kinds: 'events',
  homeCategories: ['Pet Services'],
  homeRegions: ['Texas'],
  homeSections: ['regions', 'ads'],
  bannerPostEvent: 'Racontez\nVotre fête.',
  bannerFindEvent: '',
} as const satisfies Partial<SiteSettings>

/** Where the changes are made, and another process that is read. */
let site: TestApp
let other: TestApp
let cookie: string
let event: string
let firstPicture: string
const read = (url: string, headers = {}) => other.app.http.inject({ url, headers })

beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true, followsSettings: true })
  other = await createTestApp(site.database, { realSessions: true, followsSettings: true })
  const { email } = await createUser(site.database, { isAdmin: true })
  cookie = await startSession(site, email)
  await createListing(site.database, { title: 'Lawn mowing', price: 1234.5, state: 'Florida', city: 'Miami' })
  event = await createListing(site.database, { kind: 'event', title: 'Street fair', price: 1234.5 })
  firstPicture = String((await read('/share/site.jpg')).headers.etag)
  // What processes keep of earlier settings.
  for (const { url } of outputs()) await read(url)
})

type Output = { url: string; says: (string | RegExp)[]; not?: (string | RegExp)[] }
const price = '1\u00a0234,50\u00a0€'

const outputs = (): Output[] => [
  {
    url: '/',
    says: [
      chosen.name,
      chosen.tagline,
      price,
      'Racontez',
      'Votre fête.',
      '"weekStart":"monday"',
      /Top Location.*Texas.*Street fair/s,
      'Find local events on',
    ],
    not: ['Top Categories', 'Discover events', 'Share your services', 'Lawn mowing', '/all-services'],
  },
  { url: `/event-details/${event}`, says: [price, 'Tuesday 1 December 2026', '"priceCurrency":"EUR"'] },
  {
    url: '/all-events?view=month&month=2026-12',
    says: [/<th[^>]*>\s*<abbr title="Monday"/, 'December 2026'],
  },
  { url: '/all-events?near=Austin', says: ['km away', '10 km'], not: [/\d mi\b/] },
  { url: '/contact', says: [chosen.contactEmail] },
  { url: '/manifest.webmanifest', says: [chosen.tagline, '"Events"'], not: ['"Services"'] },
  { url: '/feeds/events.atom', says: [chosen.name, price] },
  { url: '/feeds/events.json', says: [chosen.name, price] },
  { url: '/feeds/events.ics', says: [`X-WR-CALNAME:Events | ${chosen.name}`] },
  { url: '/embed/events', says: [chosen.name, price] },
  { url: '/sitemap/pages.xml', says: ['/all-events'], not: ['/all-services', 'florida'] },
  { url: '/opensearch.xml', says: ['Rue Merci', chosen.tagline] },
  { url: '/.well-known/security.txt', says: [`mailto:${chosen.contactEmail}`] },
  { url: '/api/openapi.json', says: [chosen.name] },
]

test('reach another process within a second', async () => {
  const { status } = await send(site, 'PUT', '/moderation/settings', {
    cookie,
    body: { values: chosen, before: defaultSettings },
  })
  expect(status).toBe(200)
  const name = async () => JSON.parse((await read('/manifest.webmanifest')).body).name
  await expect.poll(name, { timeout: 1000, interval: 50 }).toBe(chosen.name)
})

test('are in what people and programs read', async () => {
  for (const { url, says, not = [] } of outputs()) {
    const { statusCode, body } = await read(url)
    expect({ url, statusCode }).toEqual({ url, statusCode: 200 })
    for (const each of says)
      expect(body, url).toEqual(
        typeof each === 'string' ? expect.stringContaining(each) : expect.stringMatching(each),
      )
    for (const each of not)
      expect(body, url).not.toEqual(
        typeof each === 'string' ? expect.stringContaining(each) : expect.stringMatching(each),
      )
  }
})

test('begin the day of the time zone', async () => {
  other.setNow(new Date('2026-11-20T16:00:00Z'))
  expect((await read('/')).body).toContain('"today":"2026-11-21"')
})

test('are in shared pictures', async () => {
  const { statusCode, headers } = await read('/share/site.jpg', { 'if-none-match': firstPicture })
  expect({ statusCode, isOther: headers.etag !== firstPicture }).toEqual({ statusCode: 200, isOther: true })
})

test('are in emails', async () => {
  const message = { name: 'Zoé', email: 'zoe@example.com', message: 'Bonjour, où est le marché ?' }
  expect((await send(other, 'POST', '/send-email', { body: message })).status).toBe(200)
  const [email] = await emailsTo(other, chosen.contactEmail)
  expect(email?.subject).toBe(`Message from Zoé via ${chosen.name}`)
})

test('are in what the doctor says', async () => {
  const state = await readSettings(site.database.kysely, {})
  const findings = await checkSettings({ ...readConfig({}), production: true }, [], state)
  expect(JSON.stringify(findings)).not.toContain('CONTACT_EMAIL')
})
