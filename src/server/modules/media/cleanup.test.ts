import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { send } from '../../../../test/support/data/accounts.ts'
import { createListing, setStatus } from '../../../../test/support/data/factories.ts'
import { goodPictures } from '../../../../test/support/data/pictures.ts'
import {
  createUploader,
  filesOf,
  pictureForm,
  rowsOf,
  type Uploader,
  upload,
} from '../../../../test/support/data/uploads.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { deleteExpiredListings } from '../listings/maintenance.ts'
import { deleteUnusedPictures } from './jobs.ts'

let site: TestApp
let person: Uploader
beforeEach(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  person = await createUploader(site)
})

async function uploadPicture(): Promise<string> {
  const { body } = await upload(site, pictureForm(await goodPictures['small.jpg']()), person)
  return body.secure_url
}
const run = (query: ReturnType<typeof sql>) => query.execute(site.database.kysely)
const cleanUp = (pictures = site.pictures) => deleteUnusedPictures({ database: site.database, ...pictures })
const advance = (span: string) =>
  run(
    sql`update image set unused_since = unused_since - ${span}::interval, created = created - ${span}::interval`,
  )
const statusOf = async (url: string) => (await site.app.http.inject(url)).statusCode
const urls = async () => (await run(sql<{ url: string }>`select url from image order by id`)).rows

test('deletes a picture that no listing has used for a day, with its files, and keeps one in use', async () => {
  const [unused, used] = [await uploadPicture(), await uploadPicture()]
  await createListing(site.database, { authorEmail: person.email, images: [used] })
  await advance('23 hours')
  await cleanUp()
  expect(await filesOf(site)).toHaveLength(4)
  await advance('2 hours')
  await cleanUp()
  expect((await rowsOf(site, person)).map(({ url }) => url)).toEqual([used])
  expect(await filesOf(site)).toHaveLength(2)
  expect([await statusOf(unused), await statusOf(used)]).toEqual([404, 200])
})

test('deletes pictures with missing files and pictures on another host, too', async () => {
  const incomplete = await uploadPicture()
  await run(sql`update image set stored = null where url = ${incomplete}`)
  await run(
    sql`insert into image (id, url, format) values (gen_random_uuid(), 'https://cdn.example/a.jpg', '')`,
  )
  expect(await statusOf(incomplete)).toBe(404)
  await advance('25 hours')
  await cleanUp()
  expect(await urls()).toEqual([])
  expect(await filesOf(site)).toEqual([])
})

test('keeps demo pictures, used or not', async () => {
  await run(sql`insert into image (id, url, width, height, format, bytes, unused_since)
    values (gen_random_uuid(), '/demo-pictures/cake-1.svg', 1, 1, 'svg', 1, now() - interval '9 days')`)
  await cleanUp()
  expect(await urls()).toEqual([{ url: '/demo-pictures/cake-1.svg' }])
})

test('keeps a picture that a listing starts using at the last moment', async () => {
  const url = await uploadPicture()
  await advance('25 hours')
  const id = await createListing(site.database, { authorEmail: person.email })
  const { cleaning } = await site.database.kysely.transaction().execute(async (tx) => {
    await sql`select from image where url = ${url} for update`.execute(tx)
    const cleaning = cleanUp()
    await sql`insert into listing_image (listing_id, position, image_id)
      select ${id}, 0, id from image where url = ${url}`.execute(tx)
    return { cleaning }
  })
  await cleaning
  expect(await statusOf(url)).toBe(200)
})

test('hides pictures while the store is unreachable, and deletes them once it is back', async () => {
  const [one, two] = [await uploadPicture(), await uploadPicture()]
  await advance('25 hours')
  const unreachable = {
    ...site.pictures,
    store: { ...site.pictures.store, remove: () => Promise.reject(new Error('The store is unreachable.')) },
  }
  await expect(cleanUp(unreachable)).rejects.toThrow('Some pictures could not be removed.')
  expect([await statusOf(one), await statusOf(two)]).toEqual([404, 404])
  expect(await rowsOf(site, person)).toHaveLength(2)
  await cleanUp()
  expect(await filesOf(site)).toEqual([])
  expect(await rowsOf(site, person)).toEqual([])
})

test('removes an upload’s work folder an hour after its process died, also at startup', async () => {
  const leave = async (name: string, minutesAgo: number) => {
    const file = join(site.pictures.workFolder, name, 'original')
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, 'x')
    const then = new Date(Date.now() - minutesAgo * 60_000)
    await utimes(dirname(file), then, then)
  }
  await leave('upload-old', 61)
  await leave('upload-new', 50)
  await cleanUp()
  expect(await filesOf(site)).toEqual(['unfinished/upload-new/original'])
  await leave('upload-new', 61)
  await createTestApp(site.database, { pictures: site.pictures })
  expect(await filesOf(site)).toEqual([])
})

test('hides the pictures of a deleted account at once, and then removes their files', async () => {
  const [used, unused] = [await uploadPicture(), await uploadPicture()]
  await createListing(site.database, { authorEmail: person.email, images: [used] })
  const other = await createUploader(site)
  const theirs = await upload(site, pictureForm(await goodPictures['small.jpg']()), other)
  expect((await send(site, 'DELETE', '/account', { cookie: person.cookie })).status).toBe(200)
  expect([await statusOf(used), await statusOf(unused)]).toEqual([404, 404])
  const { rows } = await run(sql`select task_identifier as task from graphile_worker.jobs
    where task_identifier = 'delete_unused_pictures' and run_at <= now()`)
  expect(rows).toEqual([{ task: 'delete_unused_pictures' }])
  await cleanUp()
  expect(await urls()).toEqual([{ url: theirs.body.secure_url }])
  expect(await filesOf(site)).toHaveLength(2)
})

test('leaves no files when an account is deleted while its picture is being stored', async () => {
  const { store } = site.pictures
  const slow = await createTestApp(site.database, {
    realSessions: true,
    pictures: {
      ...site.pictures,
      store: {
        ...store,
        async put(key, file) {
          if (key.endsWith('.avif')) {
            await send(site, 'DELETE', '/account', { cookie: person.cookie })
            await cleanUp()
          }
          await store.put(key, file)
        },
      },
    },
  })
  const { status } = await upload(slow, pictureForm(await goodPictures['small.jpg']()), person)
  expect(status).toBe(401)
  expect(await filesOf(site)).toEqual([])
  expect(await urls()).toEqual([])
})

test('purges a listing a month after its deletion, and its pictures a day later', async () => {
  const url = await uploadPicture()
  const id = await createListing(site.database, { authorEmail: person.email, images: [url] })
  const active = await createListing(site.database, { authorEmail: person.email })
  await setStatus(site.database, id, 'deleted')
  const statusOfListing = async () => (await send(site, 'GET', `/service/${id}`)).status
  const age = (days: number) =>
    run(sql`update listing set deleted = now() - make_interval(days => ${days}) where id = ${id}`)
  await age(29)
  await deleteExpiredListings(site.database)
  expect(await statusOfListing()).toBe(410)
  await age(31)
  await deleteExpiredListings(site.database)
  expect(await statusOfListing()).toBe(404)
  expect((await send(site, 'GET', `/service/${active}`)).status).toBe(200)
  await cleanUp()
  expect(await filesOf(site)).toHaveLength(2)
  await advance('25 hours')
  await cleanUp()
  expect(await filesOf(site)).toEqual([])
})

test('deletes idempotency keys after two days', async () => {
  const id = await createListing(site.database, { authorEmail: person.email })
  await run(sql`insert into idempotency_key (author_id, key, body_hash, listing_id, created)
    select author_id, key, '', id, now() - ago from listing,
      (values ('old', interval '49 hours'), ('new', interval '47 hours')) sample (key, ago) where id = ${id}`)
  await deleteExpiredListings(site.database)
  expect((await run(sql`select key from idempotency_key`)).rows).toEqual([{ key: 'new' }])
})
