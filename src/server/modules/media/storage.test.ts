import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, statfs, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { goodPictures, noisyPicture } from '../../../../test/support/data/pictures.ts'
import {
  createUploader,
  filesOf,
  pictureForm,
  rowsOf,
  type Uploader,
  upload,
} from '../../../../test/support/data/uploads.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { type BucketServer, startBucketServer } from '../../../../test/support/site/bucket-server.ts'
import { createBucketStore, type ImageStore } from '../../platform/storage/image-store.ts'
import { deleteUnusedPictures } from './jobs.ts'
import { openPictureStorage } from './storage.ts'

let site: TestApp
let person: Uploader
let picture: Buffer
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  picture = await goodPictures['small.jpg']()
})
beforeEach(async () => {
  person = await createUploader(site)
})

const storageFailed = {
  code: 'unavailable',
  message:
    'We can’t store photos right now. Please try again in a few minutes. Everything else you entered is saved.',
}
const storageFull = {
  code: 'unavailable',
  message:
    'We’re out of space for photos right now. Please try again in a few minutes. Everything else you entered is saved.',
}
const storedRows = async () =>
  (await rowsOf(site, person)).filter(({ pending_deletion_since }) => pending_deletion_since === null)
const siteWith = (store: Partial<ImageStore>) =>
  createTestApp(site.database, {
    realSessions: true,
    pictures: { ...site.pictures, store: { ...site.pictures.store, ...store } },
  })
const cleanUp = ({ pictures }: TestApp) => deleteUnusedPictures({ database: site.database, ...pictures })

/** Fails the nth call of `put`. */
function failingAt(
  nth: number,
  error: Error,
  { put }: ImageStore = site.pictures.store,
): Pick<ImageStore, 'put'> {
  let puts = 0
  return {
    async put(key, file) {
      puts += 1
      if (puts === nth) throw error
      await put(key, file)
    },
  }
}

const enospc = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

test.each([
  ['is full', enospc, storageFull],
  ['fails', new Error('EIO: i/o error'), storageFailed],
])('rejects a picture and leaves nothing behind when the store %s halfway', async (_what, error, body) => {
  const before = await filesOf(site)
  const failing = await siteWith(failingAt(2, error))
  const response = await upload(failing, pictureForm(picture), person)
  expect(response).toMatchObject({ status: 503, body })
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  expect(await filesOf(site)).toEqual(before)
  expect(await storedRows()).toEqual([])
  // The next upload succeeds, and cleanup deletes the failed one.
  expect((await upload(failing, pictureForm(picture), person)).status).toBe(201)
  await cleanUp(site)
  expect(await rowsOf(site, person)).toHaveLength(1)
})

test('reports the one of five pictures that fails, and stores the others', async () => {
  const failing = await siteWith(failingAt(6, enospc))
  const statuses = []
  for (let n = 0; n < 5; n += 1) statuses.push((await upload(failing, pictureForm(picture), person)).status)
  expect(statuses).toEqual([201, 201, 503, 201, 201])
  expect(await storedRows()).toHaveLength(4)
})

test('cleans up later what could not be rolled back', async () => {
  const before = await filesOf(site)
  const error = new Error('The store is unreachable.')
  const failing = await siteWith({ ...failingAt(2, error), remove: () => Promise.reject(error) })
  expect((await upload(failing, pictureForm(picture), person)).body).toEqual(storageFailed)
  await cleanUp(site)
  expect(await filesOf(site)).toEqual(before)
  expect(await rowsOf(site, person)).toEqual([])
})

test('rejects pictures on an unwritable file system, and keeps serving the rest of the site', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-readonly-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'pictures'), 'a file where a folder should be')
  const pictures = await openPictureStorage({ storage: null, dataDir: folder })
  const broken = await createTestApp(site.database, { realSessions: true, pictures })
  expect((await upload(broken, pictureForm(picture), person)).body).toEqual(storageFailed)
  const ready = await broken.app.http.inject('/readyz')
  expect([ready.statusCode, ready.json()]).toEqual([
    503,
    { status: 'not ready', database: true, storage: false },
  ])
  expect((await broken.app.http.inject('/api/services')).statusCode).toBe(200)
})

async function freeBytes(folder: string): Promise<number> {
  const { bsize, bavail } = await statfs(folder)
  return bavail * bsize
}

/** Mounts a file system of a few megabytes. Returns null unless running as root. */
async function mountSmallDisk(megabytes: number): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-disk-'))
  const mountPoint = join(folder, 'pictures')
  await mkdir(mountPoint)
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', mountPoint]
  const mounted = spawnSync('mount', options).status === 0
  onTestFinished(async () => {
    if (mounted) spawnSync('umount', ['--lazy', mountPoint])
    await rm(folder, { recursive: true, force: true })
  })
  return mounted ? folder : null
}

test('rejects pictures on a full disk, serves existing ones, and recovers', {
  tags: ['slow'],
}, async (context) => {
  const dataDir = await mountSmallDisk(3)
  if (!dataDir) return context.skip('Only root can mount a small disk.')
  const pictures = await openPictureStorage({ storage: null, dataDir })
  const full = await createTestApp(site.database, { realSessions: true, pictures })
  const large = await noisyPicture()
  const first = await upload(full, pictureForm(large), person)
  expect(first.status).toBe(201)
  const before = await filesOf({ folder: dataDir })

  const filler = join(dataDir, 'pictures', 'filler')
  // First no space for the upload itself, then for the upload but not for all of its variants.
  const free = await freeBytes(join(dataDir, 'pictures'))
  for (const left of [large.length / 2, large.length * 1.2]) {
    await writeFile(filler, Buffer.alloc(free - left))
    const { status, body } = await upload(full, pictureForm(large), person)
    expect({ status, body }).toEqual({ status: 503, body: storageFull })
    await truncate(filler)
    expect(await filesOf({ folder: dataDir })).toEqual([...before, 'filler'])
  }
  await writeFile(filler, Buffer.alloc(free))
  const served = await full.app.http.inject(first.body.secure_url)
  expect((await sharp(served.rawPayload).metadata()).width).toBe(1000)
  expect((await full.app.http.inject('/api/services')).statusCode).toBe(200)

  await rm(filler)
  expect((await upload(full, pictureForm(large), person)).status).toBe(201)
})

describe('with a bucket', () => {
  let server: BucketServer
  let bucketSite: TestApp
  beforeEach(async () => {
    server = await startBucketServer()
    onTestFinished(() => server.close())
    bucketSite = await siteWith(await createBucketStore(server.bucket))
  })

  test('stores, serves, and deletes pictures', async () => {
    const { body } = await upload(bucketSite, pictureForm(picture), person)
    const name = body.secure_url.replace('/pictures/', 'board/ads/')
    expect((await server.keys()).sort()).toEqual([name.replace('.webp', '.avif'), name])
    for (const address of [body.secure_url, body.secure_url.replace('.webp', '.avif')]) {
      const { statusCode, headers, rawPayload } = await bucketSite.app.http.inject(address)
      expect(statusCode).toBe(200)
      expect(headers['content-length']).toBe(String(rawPayload.length))
      expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 320, height: 240 })
    }
    expect(await filesOf(site)).not.toContain(expect.stringContaining('unfinished'))
    await sql`update image set unused_since = now() - interval '2 days'`.execute(site.database.kysely)
    await cleanUp(bucketSite)
    expect(await server.keys()).toEqual([])
    expect((await bucketSite.app.http.inject(body.secure_url)).statusCode).toBe(404)
  })

  test('returns 503 with a message while the bucket is unreachable, and recovers', async () => {
    const { body } = await upload(bucketSite, pictureForm(picture), person)
    await server.down()
    expect(await upload(bucketSite, pictureForm(picture), person)).toMatchObject({
      status: 503,
      body: storageFailed,
    })
    const served = await bucketSite.app.http.inject(body.secure_url)
    expect(served.statusCode).toBe(503)
    expect(served.headers['cache-control']).toBe('no-store')
    expect(JSON.parse(served.body).message).not.toMatch(/ECONN|127\.0\.0\.1|S3RVER/)
    expect((await bucketSite.app.http.inject('/readyz')).json()).toMatchObject({
      storage: false,
      database: true,
    })
    expect((await bucketSite.app.http.inject('/api/services')).statusCode).toBe(200)
    await server.up()
    expect((await upload(bucketSite, pictureForm(picture), person)).status).toBe(201)
    expect((await bucketSite.app.http.inject(body.secure_url)).statusCode).toBe(200)
    expect((await bucketSite.app.http.inject('/readyz')).statusCode).toBe(200)
    await cleanUp(bucketSite)
    expect(await server.keys()).toHaveLength(4)
    expect(await rowsOf(site, person)).toHaveLength(2)
  })
})
