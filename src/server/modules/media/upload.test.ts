import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { slowUnless } from '../../../../test/support/checks/slow.ts'
import { goodPictures, secretMark } from '../../../../test/support/data/pictures.ts'
import {
  createUploader,
  filesOf,
  formOf,
  pictureForm,
  rowsOf,
  type Uploader,
  upload,
} from '../../../../test/support/data/uploads.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { Picture } from '../../../shared/contract/uploads.ts'
import {
  type PictureUrlParts,
  parsePictureUrl,
  pictureFormats,
  pictureUrl,
  widthsOf,
} from '../../../shared/picture.ts'

let site: TestApp
let person: Uploader
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
})
beforeEach(async () => {
  person = await createUploader(site)
})

async function uploadPicture(name: keyof typeof goodPictures): Promise<Picture> {
  const { status, body } = await upload(site, pictureForm(await goodPictures[name](), name), person)
  expect(status, body.message).toBe(201)
  return body
}

const stored = new Map<string, Promise<Picture>>()

/** Returns a picture that several tests look at: encoding one takes a second. */
function storedPicture(name: keyof typeof goodPictures): Promise<Picture> {
  const picture = stored.get(name) ?? uploadPicture(name)
  stored.set(name, picture)
  return picture
}

function variantsOf({ secure_url }: Picture): PictureUrlParts[] {
  const address = parsePictureUrl(secure_url)
  if (!address) throw new Error(`${secure_url} is not the URL of a picture.`)
  return widthsOf(address.width).flatMap((variant) =>
    pictureFormats.map((format) => ({ ...address, variant, format })),
  )
}

async function fetchVariant(address: PictureUrlParts): Promise<Buffer> {
  const { statusCode, rawPayload } = await site.app.http.inject(pictureUrl(address))
  expect(statusCode).toBe(200)
  return rawPayload
}

/** Returns the color at a point, with x and y from 0 to 1. */
async function colorAt(file: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  return [...data.subarray(at, at + info.channels)]
}

/** Tolerant, because CMYK makes the colors paler. */
const red = ([r = 0, , b = 0]: number[]) => r - b > 80
const blue = ([r = 0, , b = 0]: number[]) => b - r > 80

/** The expected sizes: never larger than the original, and at most 1600 wide. */
const sizes: Record<keyof typeof goodPictures, [width: number, height: number]> = {
  'phone.jpg': [600, 900],
  'photo.jpg': [1600, 1200],
  'small.jpg': [320, 240],
  'animated.gif': [300, 200],
  'ten-thousand-frames.gif': [100, 100],
  'animated.webp': [300, 200],
  'alpha.png': [900, 700],
  'picture.webp': [1000, 800],
  'picture.avif': [1000, 800],
  'cmyk.jpg': [800, 600],
  'gray.jpg': [800, 600],
  'sixteen-bit.png': [800, 600],
  'interlaced.png': [800, 600],
  'progressive.jpg': [800, 600],
  'wide-gamut.jpg': [800, 600],
  'name-that-lies.jpg': [800, 600],
  'polyglot.jpg': [800, 600],
  'one-pixel.png': [1, 1],
  'strip.png': [1600, 1],
  'tower.png': [11, 8000],
}

/** Pictures that are turned, animated, larger than the largest width, of a rare color model, or of one pixel. */
const sample: (keyof typeof goodPictures)[] = [
  'phone.jpg',
  'animated.gif',
  'alpha.png',
  'picture.avif',
  'cmyk.jpg',
  'gray.jpg',
  'name-that-lies.jpg',
  'one-pixel.png',
  'strip.png',
]

for (const [name, size] of Object.entries(sizes) as [keyof typeof goodPictures, [number, number]][])
  test(
    `${name} is stored in all widths as AVIF and WebP, without metadata`,
    slowUnless(sample.includes(name)),
    async () => {
      const [width, height] = size
      const picture = await storedPicture(name)
      expect(picture).toMatchObject({ width, height, format: 'webp' })
      expect(picture.public_id).toMatch(/^ads\/[0-9a-f]{32}$/)
      const files = variantsOf(picture)
      expect(files.map(({ variant }) => variant)).toContain(width)
      for (const address of files) {
        const file = await fetchVariant(address)
        const { format, compression, width: wide, height: high, ...about } = await sharp(file).metadata()
        expect([format, compression]).toEqual(
          address.format === 'avif' ? ['heif', 'av1'] : ['webp', undefined],
        )
        expect(wide).toBe(address.variant)
        expect(high).toBe(Math.max(1, Math.round((height * address.variant) / width)))
        for (const kind of ['exif', 'xmp', 'iptc', 'icc', 'orientation', 'comments'] as const)
          expect(about[kind], kind).toBeUndefined()
        for (const trace of [secretMark, '<script', 'Exif', 'GPS'])
          expect(file.includes(trace), trace).toBe(false)
        if (address.variant === width && address.format === 'webp') expect(file.length).toBe(picture.bytes)
      }
    },
  )

for (const name of [
  'phone.jpg',
  'small.jpg',
  'animated.gif',
  'ten-thousand-frames.gif',
  'animated.webp',
  'picture.webp',
  'picture.avif',
  'cmyk.jpg',
  'sixteen-bit.png',
  'interlaced.png',
  'progressive.jpg',
  'wide-gamut.jpg',
  'name-that-lies.jpg',
  'polyglot.jpg',
  'tower.png',
] as const)
  test(
    `${name} is upright, in its original colors, and shows its first frame`,
    slowUnless(sample.includes(name)),
    async () => {
      for (const address of variantsOf(await storedPicture(name))) {
        const file = await fetchVariant(address)
        expect(await colorAt(file, 0.5, 0.1).then(red), 'red above').toBe(true)
        expect(await colorAt(file, 0.5, 0.9).then(blue), 'blue below').toBe(true)
      }
    },
  )

test('keeps transparency', async () => {
  for (const address of variantsOf(await storedPicture('alpha.png'))) {
    const [, , , alpha] = await colorAt(await fetchVariant(address), 0.5, 0.5)
    expect(alpha).toBeGreaterThan(110)
    expect(alpha).toBeLessThan(145)
  }
})

test('keeps gray gray', async () => {
  for (const address of variantsOf(await storedPicture('gray.jpg'))) {
    const [r = 0, g = 0, b = 0] = await colorAt(await fetchVariant(address), 0.5, 0.1)
    expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(8)
  }
})

test('stores only its variants and its row', async () => {
  const before = await filesOf(site)
  const picture = await uploadPicture('picture.webp')
  const added = (await filesOf(site)).filter((file) => !before.includes(file))
  expect(added.map((file) => `/pictures/${file.replace(/^ads\//, '')}`)).toEqual(
    variantsOf(picture).map(pictureUrl).sort(),
  )
  const [row, ...others] = await rowsOf(site, person)
  expect(others).toEqual([])
  expect(row).toMatchObject({
    url: picture.secure_url,
    width: 1000,
    height: 800,
    format: 'webp',
    bytes: picture.bytes,
    received: (await goodPictures['picture.webp']()).length,
    stored: expect.any(String),
    unused_since: expect.any(String),
    pending_deletion_since: null,
  })
})

test('creates a tiny placeholder with the same colors', async () => {
  await uploadPicture('phone.jpg')
  const [row] = await rowsOf(site, person)
  const [, content = ''] = row?.placeholder.split('data:image/webp;base64,') ?? []
  expect(content.length).toBeLessThan(230)
  const tiny = Buffer.from(content, 'base64')
  expect(await sharp(tiny).metadata()).toMatchObject({ format: 'webp', height: 16 })
  expect([red(await colorAt(tiny, 0.5, 0.1)), blue(await colorAt(tiny, 0.5, 0.9))]).toEqual([true, true])
})

test('stores the same file twice as two pictures', async () => {
  const [one, two] = [await uploadPicture('small.jpg'), await uploadPicture('small.jpg')]
  expect(one.secure_url).not.toBe(two.secure_url)
})

describe('a form', () => {
  const file = async () => ({
    name: 'file',
    content: await goodPictures['small.jpg'](),
    fileName: 'a.jpg',
    type: 'image/jpeg',
  })
  const folder = { name: 'folder', content: 'ads' }
  const preset = { name: 'upload_preset', content: 'corkboard' }

  test('may have its fields before the file, after it, or not at all', async () => {
    for (const parts of [[preset, folder, await file()], [await file(), folder, preset], [await file()]])
      expect((await upload(site, formOf(parts), person)).status).toBe(201)
  })

  for (const [index, fileName] of [
    '../../../etc/passwd',
    '..\\\\..\\\\x.jpg',
    'a%00.png',
    'CON',
    'x'.repeat(5000),
    '<img src=x onerror=alert(1)>.jpg',
    '\u202egpj.exe',
    '',
  ].entries())
    test(
      `D9 with a file named ${JSON.stringify(fileName)} does not keep that name`,
      slowUnless(index < 2),
      async () => {
        const before = await filesOf(site)
        const { status, body, headers } = await upload(
          site,
          formOf([{ ...(await file()), fileName }]),
          person,
        )
        expect(status, body.message).toBe(201)
        expect(body.secure_url).toMatch(/^\/pictures\/[0-9a-f]{32}-320x240-320\.webp$/)
        const added = (await filesOf(site)).filter((path) => !before.includes(path))
        for (const path of added) expect(path).toMatch(/^ads\/[0-9a-f]{32}-320x240-320\.(avif|webp)$/)
        expect(JSON.stringify(headers)).not.toContain('onerror')
      },
    )
})

test('returns where and how forms upload pictures', async () => {
  const { app } = site
  const getUpload = (cookie?: string) =>
    app.http.inject({ url: '/api/picture-upload', headers: cookie ? { cookie } : {} })
  expect((await getUpload()).statusCode).toBe(401)
  const response = await getUpload(person.cookie)
  expect(response.json()).toEqual({ url: '/api/images', upload_preset: 'corkboard', folder: 'ads' })
})

test('uploads to a configured image host, and the CSP allows only that host', async () => {
  const imageHost = {
    uploadUrl: 'https://api.images.example/v1/upload',
    preset: 'unsigned',
    deliveryUrl: 'https://cdn.images.example/board/',
  }
  const other = await createTestApp(site.database, { realSessions: true, imageHost })
  const { headers, body } = await other.app.http.inject({
    url: '/api/picture-upload',
    headers: { cookie: person.cookie },
  })
  expect(JSON.parse(body)).toEqual({ url: imageHost.uploadUrl, upload_preset: 'unsigned', folder: 'ads' })
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("connect-src 'self' https://api.images.example;")
  expect(policy).toContain("img-src 'self' data: blob: https://cdn.images.example;")
  expect(policy).toContain("script-src 'self';")
  const defaultPage = await site.app.http.inject('/')
  expect(String(defaultPage.headers['content-security-policy'])).not.toMatch(/https?:/)
})
