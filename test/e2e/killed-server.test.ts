/** Without a browser: posts listings with pictures while the server is killed repeatedly. */
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { type Database, openDatabase } from '../../src/server/platform/database/database.ts'
import type { Service } from '../../src/shared/listing.ts'
import { createUser, goodPassword } from '../support/accounts.ts'
import { administer, databaseAt } from '../support/databases.ts'
import { waitFor } from '../support/emails.ts'
import { postOf } from '../support/posts.ts'
import { silentLog } from '../support/silent-log.ts'
import { freePort, type Site, startSite } from '../support/site.ts'
import { filesOf } from '../support/uploads.ts'

const posts = 100
const kills = 8
const concurrentPosters = 4

type Acknowledged = { id: string; images: string[] }

test('every acknowledged post exists once with its pictures, and the cleanup leaves no orphans', async () => {
  test.setTimeout(240_000)
  const server = process.env.E2E_DATABASE ?? ''
  const name = `killed_${randomBytes(4).toString('hex')}`
  await administer(server, `create database ${name}`)
  const databaseUrl = databaseAt(server, name)
  const port = await freePort()
  const start = (folder = '') => startSite({ databaseUrl, demo: false, port, folder })
  let site = await start()
  const database = openDatabase({
    connectionString: databaseUrl,
    timeZone: 'UTC',
    log: silentLog,
    connections: 2,
  })
  try {
    const cookie = await signIn(site, (await createUser(database)).email)
    const queue = Array.from({ length: posts }, (_, index) => index)
    const done: Acknowledged[] = []
    const posters = Array.from({ length: concurrentPosters }, async () => {
      for (let index = queue.pop(); index !== undefined; index = queue.pop())
        done.push(await postUntilAcknowledged(site.url, cookie, index))
    })
    for (let count = 0; count < kills; count += 1) {
      await delay(randomInt(200, 900))
      await site.kill()
      site = await start(site.folder)
    }
    await Promise.all(posters)

    expect(done).toHaveLength(posts)
    const stored = (await listOwn(site.url, cookie)).map(({ _id, images }) => ({ id: _id, images }))
    expect(stored.toSorted(byId)).toEqual(done.toSorted(byId))
    for (const { images } of done) for (const image of images) await expectPicture(site.url + image)

    await cleanUp(database, site.folder)
    const files = (await filesOf(site)).map((file) =>
      file.replace(/.*\//, '').replace(/-\d+\.(avif|webp)$/, ''),
    )
    const used = done
      .flatMap(({ images }) => images)
      .map((image) => image.replace(/.*\//, '').replace(/-\d+\.webp$/, ''))
    expect([...new Set(files)].toSorted()).toEqual(used.toSorted())
    const { rows } =
      await sql`select id from image where not exists (select from listing_image where image_id = image.id)`.execute(
        database.kysely,
      )
    expect(rows).toEqual([])
  } finally {
    await database.close()
    await site.stop()
    await administer(server, `drop database ${name} with (force)`)
  }
})

const byId = (a: Acknowledged, b: Acknowledged) => a.id.localeCompare(b.id)

async function signIn(site: Site, email: string): Promise<string> {
  const response = await fetch(`${site.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: goodPassword }),
  })
  expect(response.status).toBe(200)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Does what the form does: uploads each picture, then posts with an idempotency key. Retries unanswered requests. */
async function postUntilAcknowledged(url: string, cookie: string, index: number): Promise<Acknowledged> {
  const images = [
    await retryUntilAnswered(() => upload(url, cookie, index)),
    await retryUntilAnswered(() => upload(url, cookie, index + posts)),
  ]
  const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const body = JSON.stringify(postOf('service', { title: `Post number ${index}`, images }))
  const service = await retryUntilAnswered(async () => {
    const response = await fetch(`${url}/api/services`, { method: 'POST', headers, body })
    expect(response.status).toBe(201)
    return (await response.json()) as Service
  })
  return { id: service._id, images: service.images }
}

async function upload(url: string, cookie: string, shade: number): Promise<string> {
  const background = { r: shade, g: 128, b: 255 - shade }
  const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.set('upload_preset', 'corkboard')
  form.set('folder', 'ads')
  form.set('file', new Blob([new Uint8Array(picture)]), 'picture.jpg')
  const response = await fetch(`${url}/api/images`, { method: 'POST', headers: { cookie }, body: form })
  expect(response.status).toBe(201)
  return ((await response.json()) as { secure_url: string }).secure_url
}

/** Retries while the killed server does not respond. Any response but a success fails the test. */
async function retryUntilAnswered<Result>(send: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      // `fetch` throws these errors without a response, or with a truncated one.
      if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
      await delay(50)
    }
  }
}

async function listOwn(url: string, cookie: string): Promise<Service[]> {
  return (await fetch(`${url}/api/servicesbyauser`, { headers: { cookie } })).json() as Promise<Service[]>
}

async function expectPicture(url: string) {
  const response = await fetch(url)
  expect(response.status).toBe(200)
  const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  expect([width, height]).toEqual([90, 60])
}

/** Makes all files look a day old and runs the hourly cleanup job. */
async function cleanUp({ kysely }: Database, folder: string) {
  const longAgo = new Date(Date.now() - 86_400_000)
  const unfinished = join(folder, 'pictures', 'unfinished')
  for (const file of await readdir(unfinished)) await utimes(join(unfinished, file), longAgo, longAgo)
  await sql`update image set unused_since = unused_since - interval '2 days', created = created - interval '2 days'`.execute(
    kysely,
  )
  await sql`select graphile_worker.add_job('delete_unused_pictures')`.execute(kysely)
  await waitFor('the clean-up', async () => {
    const { rows } =
      await sql`select 1 from graphile_worker.jobs where task_identifier = 'delete_unused_pictures'`.execute(
        kysely,
      )
    return rows.length === 0 || undefined
  })
}
