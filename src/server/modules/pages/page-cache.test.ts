/**
 * Cached pages are never stale. One server of a site writes, two workers have cached every page, and another server renders
 * each page for its request. After every kind of write, each page of the workers must be its page, byte by byte, although their
 * search is behind unless it is asked for everything.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { slowUnless } from '../../../../test/support/checks/slow.ts'
import { createUser } from '../../../../test/support/data/accounts.ts'
import { createListing, createManyListings } from '../../../../test/support/data/factories.ts'
import { createPicture, postOf, updateOf } from '../../../../test/support/data/posts.ts'
import { createFedEngine } from '../../../../test/support/search/fed-engine.ts'
import {
  admin,
  createDatabase,
  createTestApp,
  type TestApp,
  viewerWith,
} from '../../../../test/support/site/app.ts'
import type { Viewer } from '../../../shared/policy.ts'
import type { CacheTracker } from '../../platform/cache/cache-tracker.ts'
import { followTagChanges } from '../../platform/cache/tag-changes.ts'
import { listTag, tagsOfChange } from '../../schema/content-changes.ts'
import { createPageCache } from './page-cache.ts'

let [writer, uncached]: TestApp[] = []
let readers: TestApp[] = []
const site = () => {
  if (!writer || !uncached) throw new Error('The servers were not created.')
  return { writer, uncached }
}
let [author, moderator]: Viewer[] = []
let authorProfile = ''
const ids = { service: '', event: '', other: '' }

const music = 'Music & Performing Arts'

async function createServers() {
  const first = await createTestApp()
  ;[writer, uncached] = [first, await createTestApp(first.database, { cachePages: false })]
  const openReader = async () =>
    createTestApp(first.database, { engine: await createFedEngine(first.database, { lagging: true }) })
  readers = [await openReader(), await openReader()]
  const { database } = first
  const [user, colleague] = [await createUser(database), await createUser(database, { isAdmin: true })]
  author = viewerWith(user)
  moderator = { ...admin, ...viewerWith(colleague), role: 'admin' }
  const profile = await sql<{ id: string }>`select id from profile where email = ${user.email}`.execute(
    database.kysely,
  )
  authorProfile = profile.rows[0]?.id ?? ''
  const topic = { category: music, subcategory: 'Piano Lessons', authorEmail: user.email }
  ids.service = await createListing(database, { ...topic, title: 'The service' })
  ids.event = await createListing(database, { ...topic, kind: 'event', title: 'The event' })
  ids.other = await createListing(database, { state: 'Ohio', city: 'Columbus', title: 'Far away' })
  // More than one page, and enough similar ones that further tiers do not matter.
  await createManyListings(database, 30)
  await createManyListings(database, 10, { kind: 'event' })
}

/** One of every kind of page that shows something of listings or authors. */
const samplePaths = () => [
  ...['/', '/all-services?page=2', '/all-events?view=month', '/all-categories'],
  '/all-services?category=Pet+Services&country=United+States&state=Texas',
  '/category/music-performing-arts',
  '/category/music-performing-arts/subcategory/piano-lessons?country=United+States&state=Texas&city=Austin',
  '/state/Texas?tab=events',
  ...[`/ad-details/${ids.service}`, `/event-details/${ids.event}`],
  ...['/seller/grace-lee', `/seller/${authorProfile}`, '/search?searchtext=service'],
  // The API keeps lists, counts, towns, and calendars.
  ...['/api/services', '/api/listing-counts'],
]

const allPaths = () => [
  ...samplePaths(),
  ...['/?tab=events', '/all-events', '/all-services?view=map'],
  '/all-events?view=agenda&category=Pet+Services',
  '/category/pet-services/subcategory/dog-walking',
  ...['/location/united-states', '/state/Ohio', '/state/Texas?city=Austin'],
  ...[`/ad-details/${ids.other}`, `/seller/${authorProfile}?tab=events`],
  ...['/api/events', '/api/servicesbyfilter?state=Texas&sort=price-desc'],
]

const read = async ({ app }: TestApp, url: string, headers: Record<string, string> = {}) =>
  app.http.inject({ url, headers })

async function send(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  viewer: Viewer | undefined,
  body?: object,
) {
  const response = await site().writer.app.http.inject({
    method,
    url: `/api${path}`,
    headers: viewer ? { 'x-test-viewer': JSON.stringify(viewer) } : {},
    ...(body && { payload: body }),
  })
  expect({ path, status: response.statusCode, body: response.body }).toMatchObject({
    status: expect.toSatisfy((status: number) => status < 300),
  })
  return response.json<{ _id: string }>()
}

/** A page that did not change may say when it was rendered, because its text is still right. */
const contentOf = (body: string) => body.replace(/"renderedAt":"[^"]*"/, '')

/** Reading every page also fills the caches, so that pages could be stale after the next write. */
async function expectNothingStale(paths: string[], checked: TestApp[]) {
  const fresh = new Map<string, Awaited<ReturnType<typeof read>>>()
  for (const url of paths) fresh.set(url, await read(site().uncached, url))
  for (const reader of checked) {
    for (const [url, { statusCode, body }] of fresh) {
      const cached = await read(reader, url)
      expect({ url, status: cached.statusCode }).toEqual({ url, status: statusCode })
      // Not compared by the matcher: a difference of two documents is no help, and takes minutes to print.
      const [found, expected] = [contentOf(cached.body), contentOf(body)]
      if (found !== expected) throw new Error(`${url} is stale: ${difference(found, expected)}`)
    }
  }
}

function difference(one: string, other: string): string {
  const at = [...one].findIndex((character, index) => character !== other[index])
  const excerpt = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 60), at + 60))
  return `${excerpt(one)} instead of ${excerpt(other)}`
}

const decide = (decision: string, reason?: string) =>
  send('POST', '/moderation/decide', moderator, { decision, ids: [ids.service], ...(reason && { reason }) })
const run = (statement: ReturnType<typeof sql>) => statement.execute(site().writer.database.kysely)

/** Each changes what visitors see. They run in this order on one site. */
const writes: Record<string, () => Promise<unknown>> = {
  'a post of a service': () => send('POST', '/services', author, postOf('service')),
  'a post of an event': async () => {
    const image = await createPicture(site().writer.database, author?.accountId ?? '')
    await send('POST', '/events', author, postOf('event', { images: [image] }))
  },
  'an edit of the title': () =>
    send('PUT', `/service-update/${ids.service}`, author, updateOf('service', { title: 'Another title' })),
  'an edit of the price': () =>
    send(
      'PUT',
      `/service-update/${ids.service}`,
      author,
      updateOf('service', { price: 7, price_unit: 'hour' }),
    ),
  'an edit of the contact details': () =>
    send(
      'PUT',
      `/service-update/${ids.service}`,
      author,
      updateOf('service', { author: { phone: '555 0100' } }),
    ),
  'a move to another place and topic': () =>
    send(
      'PUT',
      `/service-update/${ids.service}`,
      author,
      updateOf('service', {
        category: 'Pet Services',
        subcategory: 'Dog Walking',
        state: 'Ohio',
        city: 'Columbus',
      }),
    ),
  'an event that is sold out': () =>
    send('PUT', `/event-update/${ids.event}`, author, updateOf('event', { event_availability: 'soldout' })),
  'an event on another day': () =>
    send(
      'PUT',
      `/event-update/${ids.event}`,
      author,
      updateOf('event', { startDate: '2026-11-20', endDate: '2026-11-21' }),
    ),
  'someone who goes to an event': () =>
    send('PUT', `/event/${ids.event}/attendance`, author, { state: 'going', showName: true }),
  'someone who is only interested': () =>
    send('PUT', `/event/${ids.event}/attendance`, author, { state: 'interested' }),
  'a picture': async () => {
    const image = await createPicture(site().writer.database, author?.accountId ?? '')
    await send('PUT', `/service-update/${ids.service}`, author, updateOf('service', { images: [image] }))
  },
  'a report': () => send('PUT', `/service-report/${ids.service}`, undefined, { reason: 'spam' }),
  'hiding by a moderator': () => decide('hide', 'Not allowed here.'),
  'restoring by a moderator': () => decide('approve'),
  'removal by a moderator': () => decide('remove', 'Not allowed here.'),
  'undoing the removal': async () => {
    const log = await site().writer.get<{ entries: { id: number }[] }>('/moderation/log', moderator)
    await send('POST', `/moderation/undo/${log.body.entries[0]?.id}`, moderator)
  },
  'a recommendation': async () => {
    const writer = await createUser(site().writer.database, {
      email: 'writer@example.com',
      name: 'Ben Okafor',
    })
    await run(sql`insert into recommendation (id, author_id, writer_id, text)
      select gen_random_uuid(), ${authorProfile}, id, 'Patient and on time.' from profile
      where account_id = ${writer.accountId}`)
  },
  'an edit of a recommendation': () => run(sql`update recommendation set text = 'Patient.', edited = now()`),
  'a reply to a recommendation': () => run(sql`update recommendation set reply = 'Thanks!', replied = now()`),
  'a reply that an admin hides': () => run(sql`update recommendation set reply_hidden = now()`),
  'another name of its writer': () =>
    run(sql`update account set name = 'B. Okafor' where email = 'writer@example.com'`),
  'a suspension of its writer': () =>
    run(sql`update account set suspended_at = now() where email = 'writer@example.com'`),
  'the end of that suspension': () =>
    run(sql`update account set suspended_at = null where email = 'writer@example.com'`),
  'a recommendation that an admin hides': () => run(sql`update recommendation set hidden = now()`),
  'a recommendation that is shown again': () => run(sql`update recommendation set hidden = null`),
  'a bio that its owner shows': () =>
    run(sql`update profile set bio = 'I teach.', show_bio = true where id = ${authorProfile}`),
  'another bio': () => run(sql`update profile set bio = 'I teach piano.' where id = ${authorProfile}`),
  'a measured reply time': () =>
    run(sql`update profile set replies_within_day = true where id = ${authorProfile}`),
  'a handle': () =>
    run(sql`insert into profile_handle (handle, profile_id) values ('grace-lee', ${authorProfile})`),
  'a handle that is no longer used': () => run(sql`update profile_handle set is_current = false`),
  'the account of a writer that is deleted': () =>
    run(sql`delete from profile where email = 'writer@example.com'`),
  'a suspension': () => send('PUT', `/moderation/suspend/${authorProfile}`, moderator, { reason: 'Scams.' }),
  'the end of a suspension': () => send('PUT', `/moderation/lift/${authorProfile}`, moderator),
  'another name of the author': () =>
    run(sql`update account set name = 'Grace Lee' where id = ${author?.accountId}`),
  'a photo of the author': () =>
    run(sql`update account set image = '/pictures/me-96.webp' where id = ${author?.accountId}`),
  'a deletion by the author': () => send('DELETE', `/service/${ids.service}`, author),
  'another email of the author': () =>
    run(sql`update account set email = 'grace@example.com' where id = ${author?.accountId}`),
  'a profile with another name': () =>
    run(sql`update profile set name = 'G. Lee' where id = ${authorProfile}`),
  'saved reasons of the admins': () =>
    send('PUT', '/moderation/reasons', moderator, { reasons: ['Not allowed here.'] }),
  'a status changed in the database': () =>
    run(sql`update listing set status = 'hidden' where id = ${ids.other}`),
  'a hidden ad that is deleted for good': () => run(sql`delete from listing where id = ${ids.other}`),
  'more posts at once than are noted one by one': () => createManyListings(site().writer.database, 250),
  'more edits at once than are noted one by one': () => run(sql`update listing set phone = '555 0199'`),
  'an account that is deleted': () =>
    send('DELETE', '/account', author, { password: 'not asked for in tests' }),
}

const groupsOf = <Item>(items: Item[], size: number): Item[][] =>
  items.flatMap((_, at) => (at % size === 0 ? [items.slice(at, at + size)] : []))

describe.each([
  ['one page of each kind and one worker', samplePaths, 1, 2, slowUnless(true)],
  ['all pages and both workers', allPaths, 2, 1, slowUnless(false)],
] as const)('of %s, none is stale after', (_pages, paths, workers, writesPerCheck, options) => {
  const expectFresh = () => expectNothingStale(paths(), readers.slice(0, workers))
  beforeAll(async () => {
    await createServers()
    await expectFresh()
  })

  for (const group of groupsOf(Object.entries(writes), writesPerCheck))
    test(group.map(([name]) => name).join(', and '), options, async () => {
      for (const [, write] of group) await write()
      await expectFresh()
    })

  test('the next day, and an hour later', options, async () => {
    for (const instant of ['2026-11-20T18:00:30Z', '2026-11-21T05:00:00Z', '2026-12-02T17:00:00Z']) {
      for (const server of [...Object.values(site()), ...readers]) server.setNow(new Date(instant))
      await expectFresh()
    }
  })
})

test('a write shows to everyone as soon as it has its response', async () => {
  await createServers()
  const { database } = site().writer
  const user = await createUser(database)
  const id = await createListing(database, { authorEmail: user.email })
  // The page of the ad reads the database, and the other two the search index.
  const urls = [`/ad-details/${id}`, '/all-services?sort=price-asc', '/search?searchtext=cheapest']
  let isWriting = true
  const visits = readers.flatMap((reader) =>
    urls.map(async (url) => {
      while (isWriting) {
        await read(reader, url)
        await sleep(1)
      }
    }),
  )
  try {
    for (let count = 0; count < 6; count += 1) {
      const title = `Cheapest number ${count}`
      await send('PUT', `/service-update/${id}`, viewerWith(user), updateOf('service', { title, price: 1 }))
      for (const reader of readers)
        for (const url of urls) expect((await read(reader, url)).body).toContain(title)
    }
  } finally {
    isWriting = false
    await Promise.all(visits)
  }
})

test('requests that wait for a page while it changes share one rendering', async () => {
  const { database } = await createDatabase()
  let time = 0
  const day = '2026-01-01'
  // Each request arrives, and each rendering begins, at another time.
  const cache = createPageCache({
    changes: followTagChanges(database, tagsOfChange),
    now: () => ({ time, day }),
  })
  const gate = Promise.withResolvers<void>()
  let renderings = 0
  const render = async (tracker: CacheTracker) => {
    renderings += 1
    time += 1
    tracker.addTags([listTag('service', 0, 0)])
    await gate.promise
    return { status: 200, html: `${renderings}`, pattern: '/' }
  }
  const requests = [cache.get('/', render)]
  for (let count = 0; count < 5; count += 1) {
    time += 1
    await createListing(database)
    requests.push(cache.get('/', render))
    // Ends after the request before it has read what has changed.
    await cache.get('/other', async (tracker) => {
      tracker.preventCaching()
      return { status: 200, html: '', pattern: '/' }
    })
  }
  gate.resolve()
  await Promise.all(requests)
  expect(renderings).toBe(2)
})
