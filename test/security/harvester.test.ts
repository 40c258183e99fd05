/**
 * A harvester: a script that reads everything that the site offers, as a visitor and with a fresh account, and counts the ads
 * of which it finds a contact. Reading from many addresses does not help it, while asking from many addresses would.
 */
import { beforeAll, expect, test } from 'vitest'
import { contract, type Endpoint } from '../../src/shared/contract.ts'
import type { Author } from '../../src/shared/listing.ts'
import { sharePictureUrl } from '../../src/shared/picture.ts'
import { createRoutes } from '../../src/web/routes.tsx'
import { createUser, startSession } from '../support/data/accounts.ts'
import { adsFoundIn, createMarkedAd, type MarkedAd } from '../support/data/contact-details.ts'
import { createTestApp, type TestApp } from '../support/site/app.ts'

const settings = { contactVisibility: 'reveal' } as const
const budget = 30
const adCount = budget + 6

let site: TestApp
let ads: MarkedAd[]

beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true, rateLimit: 1, settings })
  ads = []
  for (let n = 1; n <= adCount; n += 1)
    ads.push(await createMarkedAd(site.database, n, { kind: n % 2 === 0 ? 'service' : 'event' }))
})

let requests = 0
/** An address that no other request has used, so that no limit on requests is reached. */
const newAddress = () => {
  requests += 1
  return `10.${requests >> 16}.${(requests >> 8) & 255}.${requests & 255}`
}

type Options = { from?: string; cookie?: string; method?: 'GET' | 'POST'; form?: boolean }

function send(url: string, { from = newAddress(), cookie, method = 'GET', form = false }: Options = {}) {
  return site.app.http.inject({
    url,
    method,
    remoteAddress: from,
    headers: {
      ...(cookie && { cookie, origin: 'http://localhost:3000' }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }),
    },
  })
}

/** Each call and page that can be read, and each file about an ad or a list of them: of each ad, and all of a few. */
function everyUrl(): string[] {
  const calls = (Object.values(contract) as Endpoint[])
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => `/api${path}`)
  const pages = createRoutes('corkboard').map(({ path }) => path.replace('*', '/no/such/page'))
  const lists =
    'searchtext=listing&category=Pet+Services&subcategory=Dog+Walking&country=United+States&state=Texas'
  const queried = [
    'page=1&limit=50',
    'limit=50',
    `city=Austin&limit=50&${lists}`,
    'kind=service',
    'q=listing',
  ]
  const withoutId = [...calls, ...pages].filter((path) => !/[{:]/.test(path))
  const files = [
    '/feeds/services.atom',
    '/feeds/events.atom',
    '/feeds/services.json',
    '/feeds/events.json',
    '/feeds/events.ics',
    '/embed/events',
    '/sitemap.xml',
    '/robots.txt',
  ]
  const named = ['/location/united-states', '/state/Texas', '/category/pet-services']
  const subcategory = '/category/pet-services/subcategory/dog-walking'
  return [
    ...withoutId.flatMap((path) => [path, ...queried.map((query) => `${path}?${query}`)]),
    ...[...files, ...named, subcategory, `/feeds/events.ics?${lists}`, `/search?searchtext=marked`],
    ...ads.flatMap(({ id, kind, page }) => [page, `/api/${kind}/${id}`]),
    ...ads
      .slice(0, 4)
      .flatMap(({ id, page }) => [
        ...calls.filter((path) => path.includes('{id}')).map((path) => path.replace('{id}', id)),
        ...pages.filter((path) => path.includes(':id')).map((path) => path.replace(':id', id)),
        ...[`/feeds/events/${id}.ics`, `${page}/flyer.pdf`, `${page}?reveal=true`, `${page}/contact-details`],
        ...[`/api/service/${id}?reveal=false`, `/api/servicesbyseller?seller=${id}`],
      ]),
  ]
}

const find = (text: string) => adsFoundIn(text, ads)

test('a visitor who reads every call, page, feed, calendar, and flyer finds no contact', async () => {
  for (const url of everyUrl()) {
    const response = await send(url)
    expect(response.statusCode, url).toBeLessThan(500)
    expect(find(response.body), url).toEqual([])
    expect(find(JSON.stringify(response.headers)), url).toEqual([])
  }
  // Again, now from the cache.
  for (const { page } of ads) {
    const { body, statusCode } = await send(page)
    expect(statusCode).toBe(200)
    expect(find(body)).toEqual([])
    expect(body).toContain('Show contact details')
    expect(body).toContain('application/ld+json')
  }
})

test('where contact details are public, the same reader finds them on each page and in each call', async () => {
  const publicSite = await createTestApp(site.database)
  for (const { id, kind, page } of ads.slice(0, 4))
    for (const url of [page, `/api/${kind}/${id}`])
      expect(find((await publicSite.app.http.inject({ url })).body), url).toEqual([id])
})

test('a share image shows no contact', async () => {
  const [ad] = ads
  if (!ad) throw new Error('There is no ad.')
  const image = async () => {
    const { statusCode, rawPayload } = await send(sharePictureUrl({ _id: ad.id, version: 1 }))
    return { statusCode, jpeg: rawPayload.toString('base64') }
  }
  const before = await image()
  const update = { phone: '555-0000', business_email: 'other@marked.example', facebook: '', instagram: '' }
  const kept = await site.database.kysely
    .selectFrom('listing')
    .select(['phone', 'business_email', 'facebook', 'instagram'])
    .where('id', '=', ad.id)
    .executeTakeFirstOrThrow()
  await site.database.kysely.updateTable('listing').set(update).where('id', '=', ad.id).execute()
  // Drawn again if anything that it shows were different.
  expect(await image()).toEqual(before)
  expect(before.statusCode).toBe(200)
  await site.database.kysely.updateTable('listing').set(kept).where('id', '=', ad.id).execute()
})

const askPath = ({ kind, id }: MarkedAd) => `/api/${kind}/${id}/contact-details`

test('a visitor who asks for all gets those of 30 ads a day, by call and by form together', async () => {
  const from = '192.0.2.1'
  const found = new Set<string>()
  let refused = 0
  for (const [n, ad] of ads.entries()) {
    const isForm = n % 2 === 0
    const response = isForm
      ? await asVisitorOf(from, ad.page, { form: true })
      : await asVisitorOf(from, askPath(ad))
    for (const id of find(response.body)) found.add(id)
    if (response.statusCode === 429) {
      refused += 1
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(80_000)
      expect(response.body).toContain('You can open more in 24 hours.')
      if (isForm) expect(response.body).toContain(`href="${ad.page}/message"`)
    } else expect(find(response.body)).toEqual([ad.id])
    expect(response.headers['cache-control']).toMatch(/no-store/)
  }
  expect({ found: found.size, refused }).toEqual({ found: budget, refused: adCount - budget })
  // What it has seen costs nothing more.
  const [first] = ads
  if (first) expect((await asVisitorOf(from, askPath(first))).statusCode).toBe(200)
  // What a form got is not in any cache.
  for (const { page } of ads) expect(find((await send(page)).body)).toEqual([])
  // An account on the same network begins where the visitor stopped.
  const cookie = await freshAccount()
  const [last] = ads.slice(-1)
  if (last) expect((await asVisitorOf(from, askPath(last), { cookie })).statusCode).toBe(429)
})

/** Sends a POST. Waits for the limit on requests, which is not what this test is about, to let it through. */
async function asVisitorOf(from: string, url: string, options: Options = {}) {
  for (;;) {
    const response = await send(url, { ...options, from, method: 'POST' })
    const isRequestLimit = response.statusCode === 429 && response.body.includes('Too many requests')
    if (!isRequestLimit) return response
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

async function freshAccount(): Promise<string> {
  const { email } = await createUser(site.database)
  return startSession(site, email)
}

test('a fresh account that reads all details from many networks gets those of 30 ads a day', async () => {
  const cookie = await freshAccount()
  const found = new Set<string>()
  for (const { kind, id } of ads) {
    const response = await send(`/api/${kind}/${id}`, { cookie })
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('private, no-store')
    const details = response.json<{ author: Author | null; contact_available: boolean }>()
    expect(details.contact_available).toBe(true)
    if (details.author === null) expect(find(response.body)).toEqual([])
    for (const found_ of find(response.body)) found.add(found_)
  }
  expect(found.size).toBe(budget)
  // Neither pages nor forms have more than what it has already asked for.
  for (const { page } of ads) {
    for (const id of find((await send(page, { cookie })).body)) expect(found).toContain(id)
    const form = await send(page, { cookie, method: 'POST', form: true })
    for (const id of find(form.body)) expect(found).toContain(id)
  }
})
