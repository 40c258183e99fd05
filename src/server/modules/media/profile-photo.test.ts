import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { send } from '../../../../test/support/data/accounts.ts'
import { badPictures, goodPictures, secretMark } from '../../../../test/support/data/pictures.ts'
import { postOf } from '../../../../test/support/data/posts.ts'
import {
  createUploader,
  filesOf,
  formOf,
  photoForm,
  rowsOf,
  type Uploader,
  uploadPhoto,
} from '../../../../test/support/data/uploads.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { parsePhotoUrl } from '../../../shared/profile-photo.ts'
import { deleteUnusedPictures } from './jobs.ts'

let site: TestApp
let person: Uploader
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
})
beforeEach(async () => {
  person = await createUploader(site)
  await sql`select graphile_worker.remove_job('delete_unused_pictures')`.execute(site.database.kysely)
})

async function upload(name: keyof typeof goodPictures = 'small.jpg'): Promise<string> {
  const { status, body } = await uploadPhoto(site, photoForm(await goodPictures[name]()), person)
  expect(status, body.message).toBe(201)
  return body.photo
}
const get = (url: string) => site.app.http.inject(url)
const statusOf = async (url: string) => (await get(url)).statusCode
const small = (photo: string) => photo.replace('-256.webp', '-96.webp')
const cleanUp = () => deleteUnusedPictures({ database: site.database, ...site.pictures })
const photoOf = async ({ cookie }: Uploader) =>
  (await send<{ photo: string | null }>(site, 'GET', '/session', { cookie })).body.photo
const remove = ({ cookie }: Uploader) =>
  send(site, 'POST', '/auth/update-user', { cookie, body: { image: null } })
/** Returns the stored files of a photo. */
const filesOfPhoto = async (photo: string) => {
  const key = parsePhotoUrl(photo)?.key ?? ''
  return (await filesOf(site)).filter((file) => file.includes(key))
}
const jobs = async () =>
  (
    await sql`select from graphile_worker.jobs where task_identifier = 'delete_unused_pictures'`.execute(
      site.database.kysely,
    )
  ).rows.length

describe('a profile photo', () => {
  test.each([
    'phone.jpg',
    'small.jpg',
    'alpha.png',
    'animated.gif',
    'picture.avif',
    'one-pixel.png',
    'strip.png',
    'tower.png',
  ] as const)('from %s is stored as two squares without metadata', async (name) => {
    const photo = await upload(name)
    expect(photo).toMatch(/^\/profile-photos\/[0-9a-f]{32}-256\.webp$/)
    for (const [url, side] of [
      [photo, 256],
      [small(photo), 96],
    ] as const) {
      const { statusCode, rawPayload, headers } = await get(url)
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'public, max-age=31536000, s-maxage=300, immutable',
      })
      expect(await sharp(rawPayload).metadata()).toMatchObject({ width: side, height: side, format: 'webp' })
      expect(rawPayload.includes(secretMark)).toBe(false)
    }
  })

  test('is cropped, not squeezed, and upright', async () => {
    // Three stripes; the photo keeps its proportions, so the middle one stays half as high as the picture is wide.
    const stripes = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="1200">
      <rect width="400" height="500" fill="#202020"/><rect y="500" width="400" height="200" fill="#d8a080"/>
      <rect y="700" width="400" height="500" fill="#202020"/></svg>`
    const picture = await sharp(Buffer.from(stripes))
      .rotate(-90)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { body } = await uploadPhoto(site, photoForm(picture), person)
    const { data, info } = await sharp((await get(body.photo)).rawPayload)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const bright = Array.from({ length: 256 }, (_, y) => data[(y * 256 + 128) * info.channels] ?? 0)
    const height = bright.filter((red) => red > 120).length
    expect(height).toBeGreaterThan(120)
    expect(height).toBeLessThan(136)
  })

  test('becomes the account’s at once, and is in the data download', async () => {
    const photo = await upload()
    expect(await photoOf(person)).toBe(photo)
    const { body } = await send(site, 'GET', '/account-data', { cookie: person.cookie })
    expect(body).toMatchObject({ account: { photo }, pictures: [{ address: photo }] })
  })

  test('stays while the account uses it', async () => {
    const photo = await upload()
    await sql`update image set created = created - interval '9 days', unused_since = unused_since - interval '9 days'`.execute(
      site.database.kysely,
    )
    await cleanUp()
    expect(await statusOf(photo)).toBe(200)
    expect(await statusOf(small(photo))).toBe(200)
  })

  test('is deleted with its files when it is replaced, and when it is removed', async () => {
    const first = await upload()
    const second = await upload('picture.webp')
    expect(await photoOf(person)).toBe(second)
    expect(await jobs()).toBe(1)
    expect([await statusOf(first), await statusOf(small(first)), await statusOf(second)]).toEqual([
      404, 404, 200,
    ])
    await cleanUp()
    expect(await filesOfPhoto(first)).toEqual([])
    expect(await filesOfPhoto(second)).toHaveLength(2)

    expect((await remove(person)).status).toBe(200)
    expect(await photoOf(person)).toBeNull()
    expect(await statusOf(second)).toBe(404)
    await cleanUp()
    expect(await filesOfPhoto(second)).toEqual([])
    expect(await rowsOf(site, person)).toEqual([])
  })

  test('is deleted with its account', async () => {
    const photo = await upload()
    expect((await send(site, 'DELETE', '/account', { cookie: person.cookie })).status).toBe(200)
    expect(await statusOf(photo)).toBe(404)
    expect(await jobs()).toBe(1)
    await cleanUp()
    expect(await filesOfPhoto(photo)).toEqual([])
  })

  test('is one of two that were uploaded at once, and the other is deleted', async () => {
    const photos = await Promise.all([upload(), upload('picture.webp')])
    const current = await photoOf(person)
    expect(photos).toContain(current)
    const statuses = await Promise.all(photos.map(statusOf))
    expect(statuses.sort()).toEqual([200, 404])
  })

  test('cannot be a picture of a listing', async () => {
    const photo = await upload()
    const { status, body } = await send(site, 'POST', '/services', {
      cookie: person.cookie,
      body: postOf('service', { images: [photo] }),
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({ fields: { images: expect.any(String) } })
  })
})

describe('the upload of a photo', () => {
  test('requires an account that is not suspended', async () => {
    const form = photoForm(await goodPictures['small.jpg']())
    expect((await uploadPhoto(site, form, { cookie: '' })).status).toBe(401)
    await sql`update account set suspended_at = now(), suspension_reason = 'Scams.' where id = ${person.accountId}`.execute(
      site.database.kysely,
    )
    expect((await uploadPhoto(site, form, person)).status).toBe(403)
    expect(await rowsOf(site, person)).toEqual([])
  })

  test.each([
    ['script.svg', 415],
    ['cut-off.jpg', 422],
    ['iphone.heic', 415],
    ['empty.jpg', 422],
  ] as const)('rejects %s with a reason, and keeps the current photo', async (name, expected) => {
    const photo = await upload()
    const [reason, create] = badPictures[name]
    const { status, body } = await uploadPhoto(site, photoForm(await create()), person)
    expect(status).toBe(expected)
    expect(body.message).toMatch(reason)
    expect(await photoOf(person)).toBe(photo)
    expect(await statusOf(photo)).toBe(200)
  })

  test('rejects another folder', async () => {
    const content = await goodPictures['small.jpg']()
    const form = formOf([
      { name: 'folder', content: 'ads' },
      { name: 'file', content, fileName: 'photo.jpg' },
    ])
    expect((await uploadPhoto(site, form, person)).status).toBe(400)
  })

  test('keeps the current photo if the new one cannot be stored', async () => {
    const photo = await upload()
    const put = () => Promise.reject(new Error('The disk is gone.'))
    const broken = await createTestApp(site.database, {
      realSessions: true,
      pictures: { ...site.pictures, store: { ...site.pictures.store, put } },
    })
    const { status } = await uploadPhoto(broken, photoForm(await goodPictures['picture.webp']()), person)
    expect(status).toBe(503)
    expect(await photoOf(person)).toBe(photo)
    await cleanUp()
    expect(await filesOfPhoto(photo)).toHaveLength(2)
    expect(await rowsOf(site, person)).toHaveLength(1)
  })
})
