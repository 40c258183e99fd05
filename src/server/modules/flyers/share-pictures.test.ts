import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { admin, createTestApp, type TestApp } from '../../../../test/support/app.ts'
import { badTexts } from '../../../../test/support/bad-values.ts'
import { createListing, setStatus } from '../../../../test/support/factories.ts'
import { sharePictureSize, sharePictureUrl, siteShareUrl } from '../../../shared/picture.ts'
import { defaultProduct } from '../../../shared/product.ts'
import { createDiskCache, deleteExpiredFiles } from './disk-cache.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})

const addressOf = (id: string, version = 1) => sharePictureUrl({ _id: id, version })
const ask = (url: string, headers: Record<string, string> = {}, { app } = site) =>
  app.http.inject({ url, headers })
const pictureOf = async (id: string) => (await ask(addressOf(id))).rawPayload
const drawnIn = async (folder: string) =>
  (await readdir(folder, { recursive: true }).catch(() => [])).filter((name) => name.endsWith('.jpg'))
const keptFiles = async () => (await drawnIn(site.pictures.shareFolder)).length

describe('the picture of a listing', () => {
  test('is a JPEG of the promised size, for other sites to show', async () => {
    const id = await createListing(site.database, { images: ['/demo-pictures/barber-1.svg'] })
    const answer = await ask(addressOf(id))
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const { format, width, height } = await sharp(answer.rawPayload).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', ...sharePictureSize })
    expect(answer.rawPayload.length).toBeLessThan(300_000)
    const again = await ask(addressOf(id), { 'if-none-match': String(answer.headers.etag) })
    expect(again.statusCode).toBe(304)
  })

  test('shows the title, the price, the place, the days and the first picture: each change makes another', async () => {
    const given = {
      kind: 'event',
      title: 'Flea market',
      price: 5,
      startDate: '2026-12-01',
      endDate: '2026-12-02',
    } as const
    const changes = [
      {},
      { title: 'Night market' },
      { price: 6 },
      { endDate: '2026-12-03' },
      { city: 'Dallas' },
      { images: ['/demo-pictures/market-1.svg'] },
    ]
    const pictures = []
    for (const change of changes)
      pictures.push(await pictureOf(await createListing(site.database, { ...given, ...change })))
    expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(changes.length)
  })

  test('holds the photo that was uploaded', async () => {
    const address = `/pictures/${'c'.repeat(32)}-800x800-800.webp`
    const file = join(site.folder, 'green.webp')
    await sharp({ create: { width: 800, height: 800, channels: 3, background: '#00a040' } })
      .webp()
      .toFile(file)
    await site.pictures.store.put(address.replace('/pictures/', 'ads/'), file)
    const id = await createListing(site.database, { images: [address] })
    const { data } = await sharp(await pictureOf(id))
      .extract({ left: 900, top: 300, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const [red = 0, green = 0, blue = 0] = data
    expect(green).toBeGreaterThan(140)
    expect(Math.max(red, blue)).toBeLessThan(90)
  })

  test('is drawn once, and drawn anew when the listing has changed', async () => {
    const id = await createListing(site.database)
    const before = await keptFiles()
    const [first, second] = await Promise.all([pictureOf(id), pictureOf(id)])
    expect(first?.equals(second ?? Buffer.alloc(0))).toBe(true)
    expect(await keptFiles()).toBe(before + 1)
    await sql`update listing set title = 'Another title' where id = ${id}`.execute(site.database.kysely)
    expect((await pictureOf(id)).equals(first ?? Buffer.alloc(0))).toBe(false)
    // The one of before is gone.
    expect(await keptFiles()).toBe(before + 1)
  })

  test('is there for nobody while the listing is hidden, and gone when it is deleted', async () => {
    const id = await createListing(site.database)
    await pictureOf(id)
    await setStatus(site.database, id, 'hidden')
    const asAdmin = { 'x-test-viewer': JSON.stringify(admin) }
    expect((await ask(addressOf(id))).statusCode).toBe(404)
    expect((await ask(addressOf(id), asAdmin)).statusCode).toBe(404)
    await setStatus(site.database, id, 'deleted')
    expect((await ask(addressOf(id))).statusCode).toBe(410)
  })

  test.each([
    '/share/nothing.jpg',
    '/share/0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b.jpg',
    '/share/..%2f..%2fsecret.jpg',
    '/share/site.png',
  ])('%s leads to none', async (url) => {
    expect((await ask(url)).statusCode).toBe(404)
  })

  test('can be drawn whatever the title is', { timeout: 120_000 }, async () => {
    const titles = badTexts
      .filter((text) => text.trim().length >= 3 && !text.includes('\0'))
      .map((text) => text.slice(0, 120))
    for (const title of [...titles, 'W'.repeat(120), 'دروس العود 🎸', '鋼琴課 피아노', 'Z̸̡͎̈́̈́̑̍͝algo', 'ᚠᛇᚻ']) {
      const id = await createListing(site.database, { title, images: ['/demo-pictures/barber-1.svg'] })
      const { width, height } = await sharp(await pictureOf(id)).metadata()
      expect({ width, height }, title).toEqual(sharePictureSize)
    }
  })
})

test('the picture of the site shows its name', async () => {
  const own = await ask(siteShareUrl)
  expect(own.statusCode).toBe(200)
  const { width, height } = await sharp(own.rawPayload).metadata()
  expect({ width, height }).toEqual(sharePictureSize)
  const other = await createTestApp(site.database, { product: { ...defaultProduct, name: 'Maple Board' } })
  const others = await ask(siteShareUrl, {}, other)
  expect(others.rawPayload.equals(own.rawPayload)).toBe(false)
})

test('one network may ask only so often', async () => {
  const limited = await createTestApp(site.database, { rateLimit: 0.02 })
  const statuses = []
  for (let time = 0; time < 4; time += 1)
    statuses.push((await ask('/share/nothing.jpg', {}, limited)).statusCode)
  expect(statuses).toEqual([404, 404, 429, 429])
})

describe('what is kept', () => {
  async function emptyFolder() {
    const folder = await mkdtemp(join(tmpdir(), 'corkboard-kept-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    return folder
  }

  test('is bounded in number', async () => {
    const folder = await emptyFolder()
    const kept = createDiskCache(folder)
    // Of 256 folders each has room for 20: these are all of one.
    const owners = Array.from({ length: 12_000 }, (_, number) => `owner-${number}`).filter((owner) =>
      createHash('sha256').update(owner).digest('hex').startsWith('5a'),
    )
    expect(owners.length).toBeGreaterThan(30)
    for (const owner of owners) await kept.put(owner, 'tag', Buffer.from('drawn'))
    expect(await drawnIn(folder)).toHaveLength(20)
    expect(await kept.read(owners.at(-1) ?? '', 'tag')).toEqual(Buffer.from('drawn'))
    expect(await kept.read(owners[0] ?? '', 'tag')).toBeNull()
  })

  test('is forgotten after a week', async () => {
    const folder = await emptyFolder()
    const kept = createDiskCache(folder)
    await kept.put('old', 'tag', Buffer.from('drawn'))
    await kept.put('new', 'tag', Buffer.from('drawn'))
    const eightDaysAgo = new Date(Date.now() - 8 * 24 * 60 * 60_000)
    const [old = ''] = (await drawnIn(folder)).filter((name) => name.includes('old.'))
    await utimes(join(folder, old), eightDaysAgo, eightDaysAgo)
    await deleteExpiredFiles(folder)
    expect(await kept.read('old', 'tag')).toBeNull()
    expect(await kept.read('new', 'tag')).not.toBeNull()
  })
})
