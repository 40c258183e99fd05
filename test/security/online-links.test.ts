/** The link to an online event: who gets it, and that nothing else shows it. Also hostile texts in venues and tickets. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { publicPaths } from '../../src/shared/paths.ts'
import { sharePictureUrl } from '../../src/shared/picture.ts'
import { createUser, send, startSession } from '../support/data/accounts.ts'
import { createListing } from '../support/data/factories.ts'
import { createTestApp, type TestApp } from '../support/site/app.ts'

const link = 'https://meet.example.com/room-5f0e'
const listed = { title: 'Online quiz', city: 'Honolulu', state: 'Hawaii' }

let site: TestApp
const cookies: Record<'author' | 'admin' | 'other' | 'suspended', string> = {
  author: '',
  admin: '',
  other: '',
  suspended: '',
}
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  const people = { author: {}, admin: { isAdmin: true }, other: {}, suspended: {} }
  for (const [name, options] of Object.entries(people)) {
    const email = `${name}@example.com`
    await createUser(site.database, { email, ...options })
    cookies[name as keyof typeof cookies] = await startSession(site, email)
  }
  await sql`update account set suspended_at = now(), suspension_reason = 'Spam'
    where email = 'suspended@example.com'`.execute(site.database.kysely)
})

const create = (online_url_shown: 'signed_in' | 'on_the_day', online_url = link) =>
  createListing(site.database, {
    kind: 'event',
    authorEmail: 'author@example.com',
    ...listed,
    startDate: '2026-12-01',
    endDate: '2026-12-01',
    eventDetails: { attendance_mode: 'online', online_url, online_url_shown },
  })
const read = async (id: string, cookie?: string) =>
  (
    await send<{ online_url: string | null; has_online_url: boolean }>(site, 'GET', `/event/${id}`, {
      ...(cookie && { cookie }),
    })
  ).body
const linkFor = async (id: string, cookie?: string) => (await read(id, cookie)).online_url
const page = async (id: string, cookie?: string) =>
  (
    await site.app.http.inject({
      url: publicPaths.listing('event', id),
      headers: cookie ? { cookie } : {},
    })
  ).payload

test('only signed-in people get the link', async () => {
  const id = await create('signed_in')
  expect(await read(id)).toMatchObject({ online_url: null, has_online_url: true })
  expect(await linkFor(id, cookies.suspended)).toBeNull()
  for (const name of ['author', 'admin', 'other'] as const)
    expect(await linkFor(id, cookies[name]), name).toBe(link)
  expect(await page(id, cookies.other)).toContain(`href="${link}" rel="noopener nofollow ugc"`)
  // The cached page of visitors, before and after someone who is signed in.
  for (let n = 0; n < 2; n += 1) expect(await page(id)).not.toContain(link)
  expect(await page(id)).toContain('to see the link')
})

test('a link for the day is shown from its first minute on, where the event takes place', async () => {
  const id = await create('on_the_day')
  const at = async (instant: string) => {
    site.setNow(new Date(instant))
    return linkFor(id, cookies.other)
  }
  // Midnight in Honolulu is 10:00 UTC.
  expect(await at('2026-12-01T09:59:59Z')).toBeNull()
  for (const name of ['author', 'admin'] as const) expect(await linkFor(id, cookies[name]), name).toBe(link)
  expect(await page(id, cookies.other)).toContain('The link appears here on the day of the event.')
  expect(await at('2026-12-01T10:00:00Z')).toBe(link)
  expect(await linkFor(id)).toBeNull()
  expect(await linkFor(id, cookies.suspended)).toBeNull()
})

test('no list, feed, calendar, picture, or page shows it, to anyone', async () => {
  const id = await create('signed_in')
  const urls = [
    ...['/api/events?limit=50', '/api/eventsbyfilter?searchtext=quiz', '/api/eventsbycity?city=Honolulu'],
    ...[`/api/event/${id}/similar`, `/api/listings?ids=${id}`, '/api/venues?q=meet&city=Honolulu'],
    ...['/feeds/events.atom', '/feeds/events.ics', `/feeds/events/${id}.ics`, '/sitemap.xml'],
    ...['/', '/all-events', '/state/Hawaii?tab=events', '/search?searchtext=quiz'],
    sharePictureUrl({ _id: id, version: 1 }),
  ]
  for (const url of urls)
    for (const cookie of [undefined, cookies.other]) {
      const { payload, statusCode } = await site.app.http.inject({ url, headers: cookie ? { cookie } : {} })
      expect(statusCode, url).toBeLessThan(500)
      expect(payload, url).not.toContain('room-5f0e')
    }
  expect(await page(id)).not.toContain('room-5f0e')
  const shown = await page(id, cookies.other)
  const data = [...shown.matchAll(/<script type="application\/ld\+json">.*?<\/script>/gs)].join()
  expect(data).toMatch(/VirtualLocation/)
  expect(data).not.toContain('room-5f0e')
})

test('hostile texts in the venue and the tickets are text', async () => {
  const attack = `"><img src=x onerror=alert(1)></script><script>alert(2)</script>'`
  const id = await createListing(site.database, {
    kind: 'event',
    eventDetails: {
      venue_name: attack,
      venue_address: attack,
      venue_postal_code: '"><b>',
      venue_note: attack,
      ticket_types: JSON.stringify([{ name: attack, price: 1, soldOut: false }]),
    },
  })
  for (const url of [publicPaths.listing('event', id), '/all-events']) {
    const { payload } = await site.app.http.inject({ url })
    expect(payload).toMatch(/onerror=alert/)
    expect(payload).not.toMatch(/<img src=x|<script>alert|"><b>/)
  }
  const { payload } = await site.app.http.inject({ url: publicPaths.listing('event', id) })
  expect(payload).toMatch(/https:\/\/www\.google\.com\/maps\/dir\/\?api=1&amp;destination=%22%3E%3Cimg/)
})
