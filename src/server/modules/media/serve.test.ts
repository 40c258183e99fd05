import { rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createUser, startSession } from '../../../../test/support/data/accounts.ts'
import { createListing, setStatus } from '../../../../test/support/data/factories.ts'
import { goodPictures } from '../../../../test/support/data/pictures.ts'
import { createUploader, pictureForm, type Uploader, upload } from '../../../../test/support/data/uploads.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { createBreakableDatabase } from '../../../../test/support/site/breakable-database.ts'
import type { ListingStatus } from '../../../shared/listing.ts'

/** For a year in browsers, for five minutes in caches that many people share. */
const publicCaching = 'public, max-age=31536000, s-maxage=300, immutable'

let site: TestApp
let author: Uploader
let stranger: string
let admin: string
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  author = await createUploader(site)
  stranger = (await createUploader(site)).cookie
  const { email } = await createUser(site.database, { isAdmin: true })
  admin = await startSession(site, email)
})

async function uploadPicture(name: keyof typeof goodPictures = 'picture.webp'): Promise<string> {
  const { body } = await upload(site, pictureForm(await goodPictures[name]()), author)
  return body.secure_url
}
const fetchPicture = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  site.app.http.inject({ method, url, headers })
const fileOf = (url: string) => join(site.folder, 'pictures', url.replace('/pictures/', 'ads/'))

test('serves a picture with its type, no permissions, and immutable caching', async () => {
  const url = await uploadPicture()
  for (const [address, type] of [
    [url, 'image/webp'],
    [url.replace('.webp', '.avif'), 'image/avif'],
    [url.replace('-1000.webp', '-400.webp'), 'image/webp'],
  ] as const) {
    const { statusCode, headers, rawPayload } = await fetchPicture(address, {
      cookie: author.cookie,
      'accept-encoding': 'br, gzip',
    })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': type,
      'content-length': String(rawPayload.length),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': publicCaching,
      'x-frame-options': 'DENY',
    })
    for (const name of [
      'set-cookie',
      'content-encoding',
      'content-disposition',
      'access-control-allow-origin',
    ])
      expect(headers[name], name).toBeUndefined()
  }
})

test('returns 304 for a matching ETag, and the same headers for HEAD as for GET', async () => {
  const url = await uploadPicture()
  const { headers } = await fetchPicture(url)
  const cached = await fetchPicture(url, { 'if-none-match': String(headers.etag) })
  expect([cached.statusCode, cached.body]).toEqual([304, ''])
  expect(cached.headers).toMatchObject({ etag: headers.etag, 'cache-control': headers['cache-control'] })
  expect((await fetchPicture(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  const head = await fetchPicture(url, {}, 'HEAD')
  expect([head.statusCode, head.body]).toEqual([200, ''])
  for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'content-security-policy'])
    expect(head.headers[name], name).toBe(headers[name])
})

describe('D11 serves only the exact addresses of its files:', () => {
  const spellings: Record<string, (url: string) => string> = {
    'a width it does not have': (url) => url.replace('-1000.webp', '-1001.webp'),
    'a width that only wider pictures have': (url) => url.replace('-1000.webp', '-1600.webp'),
    'a huge width': (url) => url.replace('-1000.webp', '-99999.webp'),
    'another full size': (url) => url.replace('1000x800', '1600x800'),
    'another format': (url) => url.replace('.webp', '.jpg'),
    'two formats': (url) => `${url}.avif`,
    'uppercase letters': (url) => url.toUpperCase().replace('/PICTURES/', '/pictures/'),
    'a leading zero': (url) => url.replace('x800', 'x0800'),
    'a double slash': (url) => url.replace('/pictures/', '/pictures//'),
    'a trailing slash': (url) => `${url}/`,
    'a percent-encoded character': (url) => url.replace('-', '%2d'),
    'the folder in the store': (url) => url.replace('/pictures/', '/pictures/ads/'),
    'an encoded path traversal': () => '/pictures/..%2f..%2fsecret',
    'a path traversal with backslashes': () => '/pictures/%2e%2e%5c%2e%2e%5csecret',
    'a NUL byte': (url) => `${url}%00.png`,
    'the folder itself': () => '/pictures/',
    'the work folder': () => '/pictures/unfinished/upload-x/original',
    'another picture': (url) => url.replace(/[0-9a-f]{32}/, '0'.repeat(32)),
    'five thousand characters': () => `/pictures/${'a'.repeat(5000)}`,
  }
  let url: string
  beforeAll(async () => {
    url = await uploadPicture()
    await writeFile(join(site.folder, 'secret'), 'a secret')
  })
  test.each(Object.entries(spellings))('rejects %s', async (_what, spell) => {
    const { statusCode, body, headers } = await fetchPicture(spell(url))
    expect([400, 404]).toContain(statusCode)
    expect(JSON.parse(body).code).toMatch(/^(invalid|not_found)$/)
    expect(headers['cache-control']).not.toMatch(/immutable/)
  })

  test('rejects raw paths that browsers would normalize', async () => {
    const port = Number(new URL(await site.app.http.listen({ port: 0, host: '127.0.0.1' })).port)
    for (const path of ['/pictures/../../secret', '/pictures/..%2f..%2fsecret', '/pictures/./x']) {
      const socket = connect(port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
      const response = Buffer.concat(await socket.toArray()).toString()
      expect(response).toMatch(/^HTTP\/1\.1 40[04] /)
      expect(response).not.toContain('a secret')
    }
  })

  test('ignores the query string', async () => {
    expect((await fetchPicture(`${url}?width=99999&../..`)).statusCode).toBe(200)
  })
})

/** Who can see a picture of listings in these states. 'all' also means that it may be cached forever. */
const visibility: [states: ListingStatus[], seenBy: 'all' | string[]][] = [
  [[], 'all'],
  [['active'], 'all'],
  [['reported'], 'all'],
  [['hidden'], ['author', 'admin']],
  [['deleted'], ['admin']],
  [
    ['hidden', 'deleted'],
    ['author', 'admin'],
  ],
  [['hidden', 'active'], 'all'],
  [['deleted', 'reported'], 'all'],
  [['deleted', 'deleted'], ['admin']],
]

test.each(visibility)('shows a picture of %j listings to %j', async (states, seenBy) => {
  const url = await uploadPicture('small.jpg')
  for (const status of states) {
    const id = await createListing(site.database, { authorEmail: author.email, images: [url] })
    await setStatus(site.database, id, status)
  }
  const people = { visitor: '', stranger, author: author.cookie, admin }
  for (const [name, cookie] of Object.entries(people)) {
    for (const address of [url, url.replace('.webp', '.avif')]) {
      const { statusCode, headers } = await fetchPicture(address, cookie ? { cookie } : {})
      const visible = seenBy === 'all' || seenBy.includes(name)
      expect(statusCode, name).toBe(visible ? 200 : 404)
      expect(headers['cache-control'], name).toBe(
        seenBy === 'all' ? publicCaching : visible ? 'private, no-store' : 'no-store',
      )
    }
  }
})

test('hides a picture with its listing at once, even from clients that send its ETag', async () => {
  const url = await uploadPicture('small.jpg')
  const id = await createListing(site.database, { authorEmail: author.email, images: [url] })
  const { headers } = await fetchPicture(url)
  await setStatus(site.database, id, 'hidden')
  expect((await fetchPicture(url, { 'if-none-match': String(headers.etag) })).statusCode).toBe(404)
})

test('hides a picture from everyone while it is being stored or deleted', async () => {
  const url = await uploadPicture('small.jpg')
  const states = [
    sql`stored = null, pending_deletion_since = null`,
    sql`stored = now(), pending_deletion_since = now()`,
  ]
  for (const state of states) {
    await sql`update image set ${state} where url = ${url}`.execute(site.database.kysely)
    for (const cookie of ['', author.cookie, admin])
      expect((await fetchPicture(url, cookie ? { cookie } : {})).statusCode).toBe(404)
  }
})

test('returns 404 for a picture whose file is missing', async () => {
  const url = await uploadPicture('small.jpg')
  await rm(fileOf(url))
  const { statusCode, body } = await fetchPicture(url)
  expect([statusCode, JSON.parse(body).code]).toEqual([404, 'not_found'])
  expect((await fetchPicture(url.replace('.webp', '.avif'))).statusCode).toBe(200)
})

test('returns 503 with a message while the database is unreachable', async () => {
  const { database, cut } = await createBreakableDatabase()
  const { app } = await createTestApp(database)
  await cut()
  const { statusCode, body } = await app.http.inject(await uploadPicture('small.jpg'))
  expect([statusCode, JSON.parse(body).code]).toEqual([503, 'unavailable'])
})

test('looks up pictures with an index', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select from image
    left join listing_image on listing_image.image_id = image.id
    where url = 'x'`.execute(site.database.kysely)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('image_url_key')
})
