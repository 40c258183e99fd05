import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createUser, send, signIn, type TestUser } from '../../../../test/support/data/accounts.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createPicture, postOf, updateOf } from '../../../../test/support/data/posts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { ErrorReply } from '../../../shared/errors.ts'
import type { Service } from '../../../shared/listing.ts'

let site: TestApp
let author: TestUser
let other: TestUser
let admin: TestUser
const cookies = new Map<TestUser, string>()
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true, publicUrl: 'https://board.example' })
  author = await createUser(site.database, { email: 'author@example.com' })
  other = await createUser(site.database)
  admin = await createUser(site.database, { isAdmin: true })
  for (const person of [author, other, admin]) cookies.set(person, await signIn(site, person.email))
})

type Result = Service & ErrorReply
const post = (images: unknown, person = author) =>
  send<Result>(site, 'POST', '/services', {
    cookie: cookies.get(person) ?? '',
    body: postOf('service', { images }),
  })
const update = (id: string, images: unknown, person = author) =>
  send<Result>(site, 'PUT', `/service-update/${id}`, {
    cookie: cookies.get(person) ?? '',
    body: updateOf('service', { images }),
  })
const pictureOf = (person: TestUser) => createPicture(site.database, person.accountId)
const unusedSince = async (url: string) => {
  const { rows } = await sql<{
    unused_since: string | null
  }>`select unused_since from image where url = ${url}`.execute(site.database.kysely)
  return rows[0]?.unused_since
}
const invalidImages = { status: 400, body: { code: 'invalid', fields: { images: expect.any(String) } } }

test('shows a listing’s pictures in the given order, without duplicates', async () => {
  const [a, b] = [await pictureOf(author), await pictureOf(author)]
  const { body } = await post([b, a, b])
  expect(body.images).toEqual([b, a])
  expect((await update(body._id, [a, b])).body.images).toEqual([a, b])
  expect((await update(body._id, undefined)).body.images).toEqual([a, b])
  expect((await update(body._id, [])).body.images).toEqual([])
})

test('accepts a picture’s absolute URL on this site', async () => {
  const url = await pictureOf(author)
  expect((await post([`https://board.example${url}`])).body.images).toEqual([url])
  expect(await post([`https://board.example.evil${url}`])).toMatchObject(invalidImages)
})

test('records since when a picture has been unused', async () => {
  const [a, b] = [await pictureOf(author), await pictureOf(author)]
  expect(await unusedSince(a)).toEqual(expect.any(String))
  const { body } = await post([a, b])
  expect([await unusedSince(a), await unusedSince(b)]).toEqual([null, null])
  await update(body._id, [b])
  expect(await unusedSince(a)).toEqual(expect.any(String))
  expect(await unusedSince(b)).toBeNull()
})

describe('rejects, without posting or changing anything:', () => {
  const cases: Record<string, () => Promise<unknown> | unknown> = {
    'a picture of someone else': () => pictureOf(other),
    'a picture without an owner': () => '/demo-pictures/aquarium-1.svg',
    'a picture that does not exist': () => '/pictures/00000000000000000000000000000000-1600x1200-1600.webp',
    'a file of this site that is not a picture': () => '/icon.svg',
    'a picture whose files are still being written': async () => {
      const url = await pictureOf(author)
      await sql`update image set stored = null where url = ${url}`.execute(site.database.kysely)
      return url
    },
    'a picture whose files are being removed': async () => {
      const url = await pictureOf(author)
      await sql`update image set pending_deletion_since = now() where url = ${url}`.execute(
        site.database.kysely,
      )
      return url
    },
    'a picture of a deleted ad': async () => {
      const url = await pictureOf(author)
      const { body } = await post([url])
      await send(site, 'DELETE', `/service/${body._id}`, { cookie: cookies.get(author) ?? '' })
      return url
    },
    'a cloud metadata service': () => 'http://169.254.169.254/latest/meta-data/',
    'a file on the server': () => 'file:///etc/passwd',
    'a data URL': () => 'data:image/png;base64,AAAA',
    'a script': () => 'javascript:alert(1)',
    'a picture on another site': () => 'https://other.example/a.jpg',
    'an empty string': () => '',
    'a number': () => 7,
    'a very long string': () => 'x'.repeat(100_000),
  }
  test.each(Object.entries(cases))('%s', async (_what, make) => {
    const url = await make()
    const id = await createListing(site.database, { authorEmail: author.email })
    const count = () =>
      sql<{ n: number }>`select count(*)::int as n from listing`.execute(site.database.kysely)
    const before = (await count()).rows
    for (const response of [await post([url]), await update(id, [url])]) expect(response.status).toBe(400)
    expect((await count()).rows).toEqual(before)
    expect((await send<Service>(site, 'GET', `/service/${id}`)).body).toMatchObject({
      images: [],
      version: 1,
    })
  })

  test('eleven pictures', async () => {
    const urls = await Promise.all(Array.from({ length: 11 }, () => pictureOf(author)))
    expect(await post(urls)).toMatchObject(invalidImages)
    expect((await post(urls.slice(0, 10))).body.images).toHaveLength(10)
  })
})

test('never fetches a URL in a post', async () => {
  let requests = 0
  const listener = createServer(() => {
    requests += 1
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  for (const url of [`http://127.0.0.1:${port}/a.jpg`, `http://localhost:${port}/`])
    expect(await post([url])).toMatchObject(invalidImages)
  listener.close()
  expect(requests).toBe(0)
})

test('lets an admin keep an ad’s pictures and add their own, but not a stranger’s', async () => {
  const url = await pictureOf(author)
  const { body } = await post([url])
  const added = await pictureOf(admin)
  expect((await update(body._id, [added, url], admin)).body.images).toEqual([added, url])
  expect(await update(body._id, [await pictureOf(other)], admin)).toMatchObject(invalidImages)
  // The author may keep what the admin added.
  expect((await update(body._id, [url, added])).body.images).toEqual([url, added])
})
