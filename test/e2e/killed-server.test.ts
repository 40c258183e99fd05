/** No browser: what becomes of posts with pictures when the server dies, again and again, in the middle of them. */
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { type Database, openDatabase } from '../../src/server/platform/database/database.ts'
import type { Service } from '../../src/shared/listing.ts'
import { createPerson, goodPassword } from '../support/accounts.ts'
import { administer, databaseAt } from '../support/databases.ts'
import { waitFor } from '../support/emails.ts'
import { postOf } from '../support/posts.ts'
import { silentLog } from '../support/silent-log.ts'
import { freePort, type Site, startSite } from '../support/site.ts'
import { filesOf } from '../support/uploads.ts'

const posts = 100
const kills = 8
const postersAtOnce = 4

type Acknowledged = { id: string; images: string[] }

test('every post that was acknowledged is there with its pictures, once; the clean-up leaves no orphan', async () => {
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
    const cookie = await signIn(site, (await createPerson(database)).email)
    const todo = Array.from({ length: posts }, (_, index) => index)
    const done: Acknowledged[] = []
    const posters = Array.from({ length: postersAtOnce }, async () => {
      for (let index = todo.pop(); index !== undefined; index = todo.pop())
        done.push(await postUntilAcknowledged(site.url, cookie, index))
    })
    for (let killed = 0; killed < kills; killed += 1) {
      await delay(randomInt(200, 900))
      await site.kill()
      site = await start(site.folder)
    }
    await Promise.all(posters)

    expect(done).toHaveLength(posts)
    const listed = (await own(site.url, cookie)).map(({ _id, images }) => ({ id: _id, images }))
    expect(listed.toSorted(byId)).toEqual(done.toSorted(byId))
    for (const { images } of done) for (const image of images) await expectPicture(site.url + image)

    await tidy(database, site.folder)
    const kept = (await filesOf(site)).map((file) =>
      file.replace(/.*\//, '').replace(/-\d+\.(avif|webp)$/, ''),
    )
    const used = done
      .flatMap(({ images }) => images)
      .map((image) => image.replace(/.*\//, '').replace(/-\d+\.webp$/, ''))
    expect([...new Set(kept)].toSorted()).toEqual(used.toSorted())
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

const byId = (one: Acknowledged, other: Acknowledged) => one.id.localeCompare(other.id)

async function signIn(site: Site, email: string): Promise<string> {
  const answer = await fetch(`${site.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: goodPassword }),
  })
  expect(answer.status).toBe(200)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** As a form does: each picture, then the post with its key; what got no answer is sent again. */
async function postUntilAcknowledged(url: string, cookie: string, index: number): Promise<Acknowledged> {
  const images = [
    await persist(() => upload(url, cookie, index)),
    await persist(() => upload(url, cookie, index + posts)),
  ]
  const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const body = JSON.stringify(postOf('service', { title: `Post number ${index}`, images }))
  const posted = await persist(async () => {
    const answer = await fetch(`${url}/api/services`, { method: 'POST', headers, body })
    expect(answer.status).toBe(201)
    return (await answer.json()) as Service
  })
  return { id: posted._id, images: posted.images }
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
  const answer = await fetch(`${url}/api/images`, { method: 'POST', headers: { cookie }, body: form })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { secure_url: string }).secure_url
}

/** A server that is gone answers nothing at all: it is asked until it is back. Any answer but a success fails the test. */
async function persist<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      // What `fetch` throws when there is no answer, or the half of one.
      if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
      await delay(50)
    }
  }
}

async function own(url: string, cookie: string): Promise<Service[]> {
  return (await fetch(`${url}/api/servicesbyauser`, { headers: { cookie } })).json() as Promise<Service[]>
}

async function expectPicture(address: string) {
  const answer = await fetch(address)
  expect(answer.status).toBe(200)
  const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  expect([width, height]).toEqual([90, 60])
}

/** A day later: the job that the server runs every hour. */
async function tidy({ kysely }: Database, folder: string) {
  const longAgo = new Date(Date.now() - 86_400_000)
  const unfinished = join(folder, 'pictures', 'unfinished')
  for (const left of await readdir(unfinished)) await utimes(join(unfinished, left), longAgo, longAgo)
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
