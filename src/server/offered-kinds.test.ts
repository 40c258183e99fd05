/** A site with one kind of ads shows nothing of the other, wherever one looks, except to those whose ads they are. */
import { beforeAll, describe, expect, test } from 'vitest'
import { createUser, send, startSession } from '../../test/support/data/accounts.ts'
import { createListing } from '../../test/support/data/factories.ts'
import { createPicture, postOf } from '../../test/support/data/posts.ts'
import { createDatabase, createTestApp, type TestApp } from '../../test/support/site/app.ts'
import type { Kind } from '../shared/listing.ts'

const titles = { service: 'Zeppelin rides', event: 'Zeppelin fair' }
const all: Kind[] = ['service', 'event']

let database: TestApp['database']
let author: { accountId: string; email: string }
const ids: Partial<Record<Kind, string>> = {}
beforeAll(async () => {
  database = (await createDatabase()).database
  author = await createUser(database)
  for (const kind of all)
    ids[kind] = await createListing(database, { kind, title: titles[kind], authorEmail: author.email })
})

/** Addresses on which an ad of any kind could show. */
const places = [
  '/',
  '/all-categories',
  '/search?searchtext=zeppelin',
  '/category/pet-services',
  '/state/Texas',
  '/location/united-states',
  '/sitemap/pages.xml',
  '/manifest.webmanifest',
  '/api/servicesbyfilter?searchtext=zeppelin',
  '/api/eventsbyfilter?searchtext=zeppelin',
  '/api/suggestions?q=zepp',
]

describe.each([
  ['events', 'event', 'service'],
  ['services', 'service', 'event'],
] as const)('a site with only %s', (kinds, shown, hidden) => {
  let site: TestApp
  let cookie: string
  beforeAll(async () => {
    site = await createTestApp(database, { realSessions: true, settings: { kinds } })
    cookie = await startSession(site, author.email)
  })
  const read = async (url: string, headers = {}) => site.app.http.inject({ url, headers })
  const ownPath = (kind: Kind) => `/api/${kind}/${ids[kind]}`

  test('has pages, lists, feeds, and files without the others', async () => {
    for (const url of places) {
      const { body } = await read(url)
      expect(body, url).not.toContain(titles[hidden])
      expect(body, url).not.toMatch(new RegExp(`(all|post|my)-${hidden}s`))
    }
    expect((await read('/')).body).toContain(titles[shown])
    expect((await read('/search?searchtext=zeppelin')).body).toContain(titles[shown])
    const gone = [
      `/all-${hidden}s`,
      `/feeds/${hidden}s.atom`,
      `/feeds/${hidden}s.json`,
      `/share/${ids[hidden]}.jpg`,
    ]
    if (hidden === 'event') gone.push('/embed/events', '/embed-events', '/feeds/events.ics')
    for (const url of gone) expect((await read(url)).statusCode, url).toBe(404)
    expect((await read(ownPath(hidden))).statusCode).toBe(404)
    expect((await read(ownPath(shown))).statusCode).toBe(200)
    const counts = JSON.parse((await read('/api/listing-counts')).body) as Record<`${Kind}s`, number>[]
    expect(counts.some((count) => count[`${hidden}s`] > 0)).toBe(false)
    expect(counts.some((count) => count[`${shown}s`] > 0)).toBe(true)
  })

  test('refuses to post another, which their authors keep', async () => {
    const images = [await createPicture(database, author.accountId)]
    const post = (kind: Kind) =>
      send<{ message: string }>(site, 'POST', `/${kind}s`, { cookie, body: postOf(kind, { images }) })
    expect(await post(hidden)).toMatchObject({
      status: 403,
      body: { message: `This site has no ${hidden}s, so you can’t post one here.` },
    })
    expect((await post(shown)).status).toBe(201)
    expect((await read(ownPath(hidden), { cookie })).statusCode).toBe(200)
    const own = await read(`/my-${hidden}s`, { cookie, accept: 'text/html' })
    expect(own.statusCode).toBe(200)
    expect(own.body).toContain(titles[hidden])
    const other = await read(`/my-${shown}s`, { cookie, accept: 'text/html' })
    expect(other.body, 'leads to them').toContain(`/my-${hidden}s`)
    expect((await read(`/post-${hidden}s`, { cookie, accept: 'text/html' })).statusCode).toBe(404)
  })
})
