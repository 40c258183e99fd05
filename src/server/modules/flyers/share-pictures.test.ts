import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { badTexts } from '../../../../test/support/data/bad-values.ts'
import { createListing, type ListingOverrides, setStatus } from '../../../../test/support/data/factories.ts'
import { admin, createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { sharePictureSize, sharePictureUrl, siteShareUrl } from '../../../shared/picture.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})

const urlOf = (id: string, version = 1) => sharePictureUrl({ _id: id, version })
const request = (url: string, headers: Record<string, string> = {}, { app } = site) =>
  app.http.inject({ url, headers })
const pictureOf = async (id: string) => (await request(urlOf(id))).rawPayload

describe('the picture of a listing', () => {
  test('is a JPEG of the declared size that other sites can embed', async () => {
    const id = await createListing(site.database, { images: ['/demo-pictures/barber-1.svg'] })
    const response = await request(urlOf(id))
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const { format, width, height } = await sharp(response.rawPayload).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', ...sharePictureSize })
    expect(response.rawPayload.length).toBeLessThan(300_000)
    const cached = await request(urlOf(id), { 'if-none-match': String(response.headers.etag) })
    expect(cached.statusCode).toBe(304)
  })

  test('changes with the title, the price, the place, the dates, and the first picture', async () => {
    const listing = {
      kind: 'event',
      title: 'Flea market',
      price: 5,
      startDate: '2026-12-01',
      endDate: '2026-12-02',
    } as const
    const changes: ListingOverrides[] = [
      {},
      { title: 'Night market' },
      { price: 6 },
      { price: 0 },
      { priceUnit: 'person' },
      { endDate: '2026-12-03' },
      { city: 'Dallas' },
      { images: ['/demo-pictures/market-1.svg'] },
    ]
    const pictures = []
    for (const change of changes)
      pictures.push(await pictureOf(await createListing(site.database, { ...listing, ...change })))
    expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(changes.length)
  })

  test('includes the uploaded photo', async () => {
    const pictureUrl = `/pictures/${'c'.repeat(32)}-800x800-800.webp`
    const file = join(site.folder, 'green.webp')
    await sharp({ create: { width: 800, height: 800, channels: 3, background: '#00a040' } })
      .webp()
      .toFile(file)
    await site.pictures.store.put(pictureUrl.replace('/pictures/', 'ads/'), file)
    const id = await createListing(site.database, { images: [pictureUrl] })
    const { data } = await sharp(await pictureOf(id))
      .extract({ left: 900, top: 300, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const [red = 0, green = 0, blue = 0] = data
    expect(green).toBeGreaterThan(140)
    expect(Math.max(red, blue)).toBeLessThan(90)
  })

  test('is the same for everyone, and another one after the listing changes', async () => {
    const id = await createListing(site.database)
    const [first, second] = await Promise.all([pictureOf(id), pictureOf(id)])
    expect(first?.equals(second ?? Buffer.alloc(0))).toBe(true)
    await sql`update listing set title = 'Another title' where id = ${id}`.execute(site.database.kysely)
    expect((await pictureOf(id)).equals(first ?? Buffer.alloc(0))).toBe(false)
  })

  test('returns 404 while the listing is hidden, and 410 after it is deleted', async () => {
    const id = await createListing(site.database)
    await pictureOf(id)
    await setStatus(site.database, id, 'hidden')
    const asAdmin = { 'x-test-viewer': JSON.stringify(admin) }
    expect((await request(urlOf(id))).statusCode).toBe(404)
    expect((await request(urlOf(id), asAdmin)).statusCode).toBe(404)
    await setStatus(site.database, id, 'deleted')
    expect((await request(urlOf(id))).statusCode).toBe(410)
  })

  test.each([
    '/share/nothing.jpg',
    '/share/0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b.jpg',
    '/share/..%2f..%2fsecret.jpg',
    '/share/site.png',
  ])('does not exist at %s', async (url) => {
    expect((await request(url)).statusCode).toBe(404)
  })

  async function expectDrawn(titles: string[]) {
    for (const title of titles) {
      const id = await createListing(site.database, { title, images: ['/demo-pictures/barber-1.svg'] })
      const { width, height } = await sharp(await pictureOf(id)).metadata()
      expect({ width, height }, title).toEqual(sharePictureSize)
    }
  }

  test('can be drawn for a very long word, for emoji, and without a font for the title', () =>
    expectDrawn(['W'.repeat(120), 'دروس العود 🎸', 'ᚠᛇᚻ']))

  test('can be drawn for any title', { tags: ['slow'] }, () =>
    expectDrawn([
      ...badTexts
        .filter((text) => text.trim().length >= 3 && !text.includes('\0'))
        .map((text) => text.slice(0, 120)),
      ...['鋼琴課 피아노', 'Z̸̡͎̈́̈́̑̍͝algo'],
    ]),
  )
})

test('draws the site’s name on the site’s picture', async () => {
  const first = await request(siteShareUrl)
  expect(first.statusCode).toBe(200)
  const { width, height } = await sharp(first.rawPayload).metadata()
  expect({ width, height }).toEqual(sharePictureSize)
  const other = await createTestApp(site.database, { settings: { name: 'Maple Board' } })
  const second = await request(siteShareUrl, {}, other)
  expect(second.rawPayload.equals(first.rawPayload)).toBe(false)
})

test('limits requests per network', async () => {
  const limited = await createTestApp(site.database, { rateLimit: 0.02 })
  const statuses = []
  for (let n = 0; n < 4; n += 1) statuses.push((await request('/share/nothing.jpg', {}, limited)).statusCode)
  expect(statuses).toEqual([404, 404, 429, 429])
})
