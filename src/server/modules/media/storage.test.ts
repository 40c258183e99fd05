import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, statfs, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/support/app.ts'
import { type BucketServer, startBucketServer } from '../../../../test/support/bucket-server.ts'
import { goodPictures, roughPicture } from '../../../../test/support/pictures.ts'
import {
  createUploader,
  filesOf,
  pictureForm,
  rowsOf,
  type Uploader,
  upload,
} from '../../../../test/support/uploads.ts'
import { createBucketStore, type ImageStore } from '../../platform/storage/image-store.ts'
import { deleteUnusedPictures } from './cleanup.ts'
import { openPictureStorage } from './open-storage.ts'

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

const cannot = {
  code: 'unavailable',
  message:
    'Pictures cannot be stored right now. Please try again in a few minutes; everything else you entered is kept.',
}
const noRoom = {
  code: 'unavailable',
  message:
    'There is no room for more pictures right now. Please try again in a few minutes; everything else you entered is kept.',
}
const storedRows = async () =>
  (await rowsOf(site, person)).filter(({ pending_deletion_since }) => pending_deletion_since === null)
const siteWith = (store: Partial<ImageStore>) =>
  createTestApp(site.database, {
    realSessions: true,
    pictures: { ...site.pictures, store: { ...site.pictures.store, ...store } },
  })
const tidy = ({ pictures }: TestApp) => deleteUnusedPictures({ database: site.database, ...pictures })

/** Fails the so-many-th time that something is put there. */
function failingAt(
  which: number,
  error: Error,
  { put }: ImageStore = site.pictures.store,
): Pick<ImageStore, 'put'> {
  let puts = 0
  return {
    async put(key, file) {
      puts += 1
      if (puts === which) throw error
      await put(key, file)
    },
  }
}

const enospc = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

test.each([
  ['is full', enospc, noRoom],
  ['fails', new Error('EIO: i/o error'), cannot],
])(
  'when the store %s half-way, the picture is refused and nothing of it is left',
  async (_what, error, body) => {
    const before = await filesOf(site)
    const failing = await siteWith(failingAt(2, error))
    const answer = await upload(failing, pictureForm(picture), person)
    expect(answer).toMatchObject({ status: 503, body })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(await filesOf(site)).toEqual(before)
    expect(await storedRows()).toEqual([])
    // The next one is taken, and the failed one is forgotten.
    expect((await upload(failing, pictureForm(picture), person)).status).toBe(201)
    await tidy(site)
    expect(await rowsOf(site, person)).toHaveLength(1)
  },
)

test('of five pictures the one that fails is told, and the others are stored', async () => {
  const failing = await siteWith(failingAt(6, enospc))
  const statuses = []
  for (let n = 0; n < 5; n += 1) statuses.push((await upload(failing, pictureForm(picture), person)).status)
  expect(statuses).toEqual([201, 201, 503, 201, 201])
  expect(await storedRows()).toHaveLength(4)
})

test('what cannot even be taken back is tidied away later', async () => {
  const before = await filesOf(site)
  const error = new Error('The store is away.')
  const failing = await siteWith({ ...failingAt(2, error), remove: () => Promise.reject(error) })
  expect((await upload(failing, pictureForm(picture), person)).body).toEqual(cannot)
  await tidy(site)
  expect(await filesOf(site)).toEqual(before)
  expect(await rowsOf(site, person)).toEqual([])
})

test('a file system on which nothing can be written refuses pictures, and the rest of the site goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-readonly-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'pictures'), 'a file where a folder should be')
  const pictures = await openPictureStorage({ storage: null, dataDir: folder })
  const broken = await createTestApp(site.database, { realSessions: true, pictures })
  expect((await upload(broken, pictureForm(picture), person)).body).toEqual(cannot)
  const ready = await broken.app.http.inject('/readyz')
  expect([ready.statusCode, ready.json()]).toEqual([
    503,
    { status: 'not ready', database: true, storage: false },
  ])
  expect((await broken.app.http.inject('/api/services')).statusCode).toBe(200)
})

async function freeIn(folder: string): Promise<number> {
  const { bsize, bavail } = await statfs(folder)
  return bavail * bsize
}

/** A file system of its own of a few megabytes, as root alone can have; null otherwise. */
async function smallDisk(megabytes: number): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-disk-'))
  const place = join(folder, 'pictures')
  await mkdir(place)
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', place]
  const mounted = spawnSync('mount', options).status === 0
  onTestFinished(async () => {
    if (mounted) spawnSync('umount', ['--lazy', place])
    await rm(folder, { recursive: true, force: true })
  })
  return mounted ? folder : null
}

test('on a full disk pictures are refused, those that are there are served, and afterwards all is well', async (context) => {
  const dataDir = await smallDisk(3)
  if (!dataDir) return context.skip('Only root can make a small disk.')
  const pictures = await openPictureStorage({ storage: null, dataDir })
  const full = await createTestApp(site.database, { realSessions: true, pictures })
  const large = await roughPicture()
  const first = await upload(full, pictureForm(large), person)
  expect(first.status).toBe(201)
  const before = await filesOf({ folder: dataDir })

  const filler = join(dataDir, 'pictures', 'filler')
  // No room for what is sent; then for that, but not for all that is made of it.
  const free = await freeIn(join(dataDir, 'pictures'))
  for (const left of [large.length / 2, large.length * 1.2]) {
    await writeFile(filler, Buffer.alloc(free - left))
    const { status, body } = await upload(full, pictureForm(large), person)
    expect({ status, body }).toEqual({ status: 503, body: noRoom })
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

describe('in a bucket', () => {
  let server: BucketServer
  let bucketed: TestApp
  beforeEach(async () => {
    server = await startBucketServer()
    onTestFinished(() => server.close())
    bucketed = await siteWith(await createBucketStore(server.bucket))
  })

  test('pictures are stored, served, and removed when nobody uses them', async () => {
    const { body } = await upload(bucketed, pictureForm(picture), person)
    const name = body.secure_url.replace('/pictures/', 'board/ads/')
    expect((await server.keys()).sort()).toEqual([name.replace('.webp', '.avif'), name])
    for (const address of [body.secure_url, body.secure_url.replace('.webp', '.avif')]) {
      const { statusCode, headers, rawPayload } = await bucketed.app.http.inject(address)
      expect(statusCode).toBe(200)
      expect(headers['content-length']).toBe(String(rawPayload.length))
      expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 320, height: 240 })
    }
    expect(await filesOf(site)).not.toContain(expect.stringContaining('unfinished'))
    await sql`update image set unused_since = now() - interval '2 days'`.execute(site.database.kysely)
    await tidy(bucketed)
    expect(await server.keys()).toEqual([])
    expect((await bucketed.app.http.inject(body.secure_url)).statusCode).toBe(404)
  })

  test('that is away they are refused and not shown, with a sentence; once it is back all is well', async () => {
    const { body } = await upload(bucketed, pictureForm(picture), person)
    await server.down()
    expect(await upload(bucketed, pictureForm(picture), person)).toMatchObject({ status: 503, body: cannot })
    const served = await bucketed.app.http.inject(body.secure_url)
    expect(served.statusCode).toBe(503)
    expect(served.headers['cache-control']).toBe('no-store')
    expect(JSON.parse(served.body).message).not.toMatch(/ECONN|127\.0\.0\.1|S3RVER/)
    expect((await bucketed.app.http.inject('/readyz')).json()).toMatchObject({
      storage: false,
      database: true,
    })
    expect((await bucketed.app.http.inject('/api/services')).statusCode).toBe(200)
    await server.up()
    expect((await upload(bucketed, pictureForm(picture), person)).status).toBe(201)
    expect((await bucketed.app.http.inject(body.secure_url)).statusCode).toBe(200)
    expect((await bucketed.app.http.inject('/readyz')).statusCode).toBe(200)
    await tidy(bucketed)
    expect(await server.keys()).toHaveLength(4)
    expect(await rowsOf(site, person)).toHaveLength(2)
  })
})
