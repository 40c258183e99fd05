/** The link with which someone becomes the first admin of a site. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  createUser,
  goodPassword,
  type SendOptions,
  send,
  startSession,
} from '../../../../test/support/data/accounts.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { PlacesPreview, Setup } from '../../../shared/contract/setup.ts'
import { setup } from '../../../shared/messages/setup.ts'
import type { Overview } from '../../../shared/moderation.ts'
import { grantAdmin } from '../accounts/admins.ts'
import { removeCountry } from '../catalog/load-country.ts'
import { loadDemo } from '../demo/load-demo.ts'
import { createSetupLink } from './service.ts'

type Reply = { message: string; fields?: Record<string, string>; code?: string }

let site: TestApp
beforeEach(async () => {
  site = await createTestApp(undefined, { realSessions: true })
})

const newToken = async (address = 'http://localhost:3000') => {
  const link = await createSetupLink(site.database, address)
  return new URL(link ?? 'http://none').searchParams.get('token') ?? ''
}
const person = { name: 'Ada Park', email: 'Ada@Example.com', password: goodPassword }
const become = (token: string, changes: object = {}, options: SendOptions = {}, at = site) =>
  send<Reply>(at, 'POST', '/auth/first-admin', { body: { ...person, token, ...changes }, ...options })
const admins = async () => {
  const { rows } = await sql<{
    email: string
  }>`select email from profile where is_admin order by email`.execute(site.database.kysely)
  return rows.map(({ email }) => email)
}
const works = async (token: string) =>
  (await send<{ works: boolean }>(site, 'POST', '/setup-link', { body: { token } })).body.works
const expectGone = async (token: string) => {
  expect(await works(token)).toBe(false)
  expect(await become(token)).toMatchObject({ status: 403, body: { message: setup.linkGone } })
}
const pageOf = (url: string, cookie = '') => site.app.http.inject({ url, headers: { cookie } })

test('a new site, which has only English, is set up in any language that ships', async () => {
  const inFrench = { 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.8' }
  const token = await newToken()
  const page = (headers: object) =>
    site.app.http.inject({ url: `/setup?token=${token}`, headers: { ...headers } })
  const { body, headers } = await page(inFrench)
  expect(body).toContain('<html lang="fr"')
  expect(body).toContain('Créer le compte')
  expect(headers['content-language']).toBe('fr')
  expect((await site.app.http.inject({ url: '/about', headers: inFrench })).body).toContain('<html lang="en"')

  const chosen = await site.app.http.inject({
    method: 'POST',
    url: '/language',
    payload: new URLSearchParams({ to: `/setup?token=${token}`, language: 'es' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:3000' },
  })
  const [cookie] = chosen.cookies.map(({ name, value }) => `${name}=${value}`)
  expect((await page({ ...inFrench, cookie })).body).toContain('Crear cuenta')

  const refused = await become(token, { password: 'password12' }, { headers: inFrench })
  expect(refused.body.fields?.password).toContain('facile à deviner')
  const admin = await become(token, {}, { headers: inFrench })
  const suggested = async (language: string) => {
    const options = { cookie: admin.cookie ?? '', headers: { 'accept-language': language } }
    const { body } = await send<Setup>(site, 'GET', '/moderation/setup', options)
    return body.suggestions.languages
  }
  expect(await suggested('fr')).toEqual(['fr'])
  expect(await suggested('en')).toBeUndefined()
})

test('makes the first admin, who is signed in and finishes the setup', async () => {
  const token = await newToken()
  expect((await pageOf(`/setup?token=${token}`)).body).toContain('Create account')
  // Programs that look at links do not use it up.
  expect(await works(token)).toBe(true)
  const { status, cookie, headers } = await become(token)
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  expect(await admins()).toEqual(['ada@example.com'])
  const overview = async () =>
    (await send<Overview>(site, 'GET', '/moderation/overview', { cookie })).body.isBeingSetUp
  expect(await overview()).toBe(true)
  expect((await pageOf('/setup', cookie)).body).toContain('Tagline')
  const log = await send<{ entries: object[] }>(site, 'GET', '/moderation/log', { cookie })
  expect(log.body.entries).toMatchObject([
    { action: 'admin.add', by: 'ada@example.com', target: 'ada@example.com' },
  ])
  expect((await send(site, 'POST', '/moderation/setup-end', { cookie })).status).toBe(200)
  expect(await overview()).toBe(false)
  expect((await pageOf('/setup', cookie)).headers.location).toBe('/admin?tab=settings')
  // The password is as good as one that was chosen through an emailed link: no other proof can take it away.
  const again = await send(site, 'POST', '/auth/sign-in/email', { body: person })
  expect((await send(site, 'GET', '/moderation/settings', { cookie: again.cookie })).status).toBe(200)
})

describe('the link', () => {
  test('works once, however many use it at the same moment, on any worker', async () => {
    // Another worker, or another server.
    const other = await createTestApp(site.database, { realSessions: true })
    const token = await newToken()
    const emails = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.com`)
    const replies = await Promise.all(
      emails.map((email, index) => become(token, { email }, {}, index % 2 ? other : site)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403, 403])
    expect(await admins()).toHaveLength(1)
    const { rows } = await sql`select from account`.execute(site.database.kysely)
    expect(rows).toHaveLength(1)
    await expectGone(token)
  })

  test('expires after a day', async () => {
    const token = await newToken()
    const { rows } = await sql<{ hours: number }>`
      update setup set link_expires = link_expires - interval '24 hours'
      returning extract(epoch from link_expires - now()) / 3600 as hours`.execute(site.database.kysely)
    expect(Number(rows[0]?.hours)).toBeCloseTo(0, 1)
    await expectGone(token)
    expect(await admins()).toEqual([])
  })

  test('is replaced by the next one, which has the public address', async () => {
    const old = await newToken()
    const link = await createSetupLink(site.database, 'https://board.example.org')
    expect(link).toMatch(/^https:\/\/board\.example\.org\/setup\?token=[\w-]{43}$/)
    await expectGone(old)
  })

  test('does nothing once there is an admin, and no new one is made', async () => {
    const token = await newToken()
    const { email } = await createUser(site.database)
    await site.database.kysely.transaction().execute((tx) => grantAdmin(tx, email))
    await expectGone(token)
    expect(await createSetupLink(site.database, 'http://localhost:3000')).toBeNull()
    expect(await admins()).toEqual([email])
  })

  test('cannot be guessed, is not stored, and guessing is limited', async () => {
    const token = await newToken()
    const { rows } = await sql<{ row: string }>`select setup::text as row from setup`.execute(
      site.database.kysely,
    )
    expect(rows[0]?.row).not.toContain(token)
    for (const guess of [
      '',
      'x',
      token.slice(1),
      `${token}a`,
      token.toUpperCase(),
      'a'.repeat(43),
      "' or true --",
    ])
      await expectGone(guess)
    const limited = await createTestApp(site.database, { realSessions: true, rateLimit: 1 })
    const statuses: number[] = []
    for (let count = 0; count < 8; count += 1)
      statuses.push((await become('a'.repeat(43), {}, { from: '192.0.2.7' }, limited)).status)
    expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 429, 429])
    // Other networks, and signing in, are not affected.
    expect((await become(token, {}, { from: '198.51.100.7' }, limited)).status).toBe(200)
  })

  test('is refused from the page of another site', async () => {
    const token = await newToken()
    for (const [name, value] of [
      ['origin', 'https://evil.example'],
      ['sec-fetch-site', 'cross-site'],
    ] as const)
      expect((await become(token, {}, { headers: { [name]: value } })).status).toBe(403)
    const form = await site.app.http.inject({
      method: 'POST',
      url: '/setup',
      headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...person, token }).toString(),
    })
    expect(form.statusCode).toBe(403)
    expect(await admins()).toEqual([])
    expect(await works(token)).toBe(true)
  })

  test('keeps working after what was typed is refused', async () => {
    const token = await newToken()
    expect((await become(token, { password: 'password1234' })).body.fields).toHaveProperty('password')
    expect((await become(token, { name: '', email: 'x' })).body.fields).toMatchObject({
      name: expect.any(String),
      email: expect.any(String),
    })
    await createUser(site.database, { email: 'ada@example.com' })
    expect((await become(token)).body.fields).toEqual({ email: setup.emailTaken('ada@example.com') })
    const form = await site.app.http.inject({
      method: 'POST',
      url: '/setup',
      headers: {
        accept: 'text/html',
        origin: 'http://localhost:3000',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams({ ...person, token }).toString(),
    })
    expect(form.body).toContain('<input name="name" value="Ada Park">')
    expect(form.body).toContain(`<input type="hidden" name="token" value="${token}">`)
    expect(form.body).not.toContain(goodPassword)
    expect((await become(token, { email: 'other@example.com' })).status).toBe(200)
  })

  test('wins over a sign-up that only claims the email', async () => {
    const { accountId } = await createUser(site.database, { email: 'ada@example.com', verified: false })
    const token = await newToken()
    expect((await become(token, { password: 'a red fox runs at dusk' })).status).toBe(200)
    const { rows } = await sql<{ id: string }>`select id from account`.execute(site.database.kysely)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.id).not.toBe(accountId)
    expect((await send(site, 'POST', '/auth/sign-in/email', { body: person })).status).toBe(401)
  })
})

test('a user learns nothing from the pages of the setup, and changes nothing', async () => {
  const { email } = await createUser(site.database)
  const cookie = await startSession(site, email)
  for (const path of ['/setup', '/setup?step=place', '/setup?token=x', '/setup?step=end'])
    for (const own of [cookie, '']) {
      const { body, statusCode } = await pageOf(path, own)
      expect(statusCode, path).toBe(200)
      expect(body).toContain('Are you an admin already?')
    }
  for (const path of [
    '/setup/settings',
    '/setup/demo',
    '/setup/topics',
    '/setup/country-removal',
    '/setup/end',
  ]) {
    const { statusCode } = await site.app.http.inject({
      method: 'POST',
      url: path,
      headers: {
        cookie,
        origin: 'http://localhost:3000',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: 'shown=no&set=empty&code=CA&values.name=Mine&before.name=Corkboard',
    })
    expect(statusCode, path).toBe(403)
  }
})

test('suggests what people of a country usually have', async () => {
  const { cookie } = await become(await newToken())
  const suggest = async (country: string) =>
    (
      await send<{ suggestions: object; timeZones: string[] }>(
        site,
        'GET',
        `/moderation/setup?country=${country}`,
        { cookie },
      )
    ).body
  expect(await suggest('FR')).toMatchObject({
    suggestions: { currency: 'EUR', timeZone: 'Europe/Paris', contactEmail: 'ada@example.com' },
  })
  const { suggestions, timeZones } = await suggest('CA')
  expect(suggestions).toMatchObject({ currency: 'CAD', timeZone: 'America/Toronto' })
  expect(timeZones).toContain('America/Toronto')
  for (const unknown of ['', 'XX', '__', 'fr', 'FRANCE', '%00', 'x'.repeat(5_000)])
    expect(await suggest(unknown)).toMatchObject({
      timeZones: [],
      suggestions: { contactEmail: 'ada@example.com' },
    })
})

test('a long or odd query is like none', async () => {
  const { cookie } = await become(await newToken())
  for (const text of ['France', '%00', '%F0%9F', 'x'.repeat(3_000)]) {
    for (const [path, own] of [
      [`/setup?step=place&country=${text}`, cookie],
      [`/setup?step=${text}`, cookie],
      [`/setup?token=${text}`, ''],
      [`/signup?invitation=${text}`, ''],
    ] as const)
      expect((await pageOf(path, own)).statusCode, path.slice(0, 60)).toBe(200)
  }
})

describe('the places and categories of the first run', () => {
  let cookie: string
  const call = <Body = Reply>(method: 'PUT' | 'POST' | 'DELETE' | 'GET', path: string, body?: object) =>
    send<Body>(site, method, `/moderation/setup${path}`, { cookie, ...(body && { body }) })
  beforeEach(async () => {
    cookie = (await become(await newToken())).cookie
  })
  const countOf = async (table: 'listing' | 'country') => {
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from ${sql.table(table)}`.execute(site.database.kysely)
    return rows[0]?.count
  }
  const actions = async () =>
    (
      await send<{ entries: { action: string }[] }>(site, 'GET', '/moderation/log', { cookie })
    ).body.entries.map(({ action }) => action)

  test('a set replaces the categories and the demo ads, but not those of people', async () => {
    await loadDemo(site.database)
    const setup = async () => (await call<Setup>('GET', '')).body
    const used = async () => (await setup()).topicSets.filter(({ isUsed }) => isUsed).map(({ key }) => key)
    expect(await used()).toEqual(['full'])
    expect((await call('PUT', '/topics', { set: 'events-only' })).status).toBe(200)
    expect(await used()).toEqual(['events-only'])
    expect(await setup()).toMatchObject({ demoAds: 0, hasOwnAds: false, suggestions: { kinds: 'events' } })
    expect((await site.get<object[]>('/categories')).body).toHaveLength(12)
    expect((await actions()).slice(0, 2)).toEqual(['category.set', 'demo.remove'])

    await call('PUT', '/topics', { set: 'full' })
    await createListing(site.database)
    expect(await setup()).toMatchObject({ hasOwnAds: true })
    expect((await call('PUT', '/topics', { set: 'small-town' })).status).toBe(409)
    expect(await used()).toEqual(['full'])
  })

  test('demo ads do not keep a country, which a job removes, unless it is the last one', async () => {
    await loadDemo(site.database)
    expect((await call('DELETE', '/country/CA')).status).toBe(200)
    expect(await countOf('listing')).toBe(0)
    expect((await actions())[0]).toBe('demo.remove')
    await removeCountry(site.database, 'CA')
    expect(await loadDemo(site.database)).toBeGreaterThan(0)
    expect(await countOf('country')).toBe(1)
    await call('DELETE', '/country/US')
    expect(await countOf('listing')).toBeGreaterThan(0)
  })

  test('the preview says which towns are offered, and stores nothing', async () => {
    const preview = async (limits: object) =>
      (
        await call<PlacesPreview>('POST', '/places', {
          onlyRegions: '',
          homeTown: '',
          homeRadius: 0,
          distanceUnit: 'country',
          ...limits,
        })
      ).body
    const all = await preview({})
    expect(all).toMatchObject({ home: null, largest: expect.arrayContaining(['New York City', 'Toronto']) })
    for (const homeTown of ['Austin', 'austin, tx', ' Austin , Texas, United States '])
      expect(await preview({ homeTown })).toMatchObject({ home: 'Austin, Texas', towns: all.towns })
    expect(await preview({ homeTown: 'Austin, Canada' })).toMatchObject({ home: null })
    const near = await preview({ homeTown: 'Austin, TX', homeRadius: 30 })
    expect(near.largest).toEqual(expect.arrayContaining(['Austin', 'Round Rock']))
    expect(near.towns).toBeLessThan(40)
    const closer = await preview({ homeTown: 'Austin, TX', homeRadius: 30, distanceUnit: 'km' })
    expect(closer.towns).toBeLessThan(near.towns)
    expect(await preview({ onlyRegions: 'Ohio, United States' })).toMatchObject({
      largest: expect.arrayContaining(['Columbus']),
    })
    expect((await call('POST', '/places', { homeRadius: 'far' })).status).toBe(400)
    expect(await preview({})).toEqual(all)
  })
})
