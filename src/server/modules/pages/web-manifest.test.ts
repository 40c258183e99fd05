/** The web manifest has the operator's settings, and every file that it names exists. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createTestApp } from '../../../../test/support/site/app.ts'
import { pageColors } from '../../../shared/page-colors.ts'

type Icon = { src: string; sizes: string; type: string; purpose: string }
type Manifest = Record<'name' | 'short_name' | 'theme_color' | 'start_url' | 'scope' | 'display', string> & {
  icons: Icon[]
  shortcuts: { name: string; url: string; icons: Icon[] }[]
}

const settings = { name: 'Maple Street Notice Board', tagline: 'From next door' }
const { app } = await createTestApp(undefined, { settings })

const read = async (url: string) => app.http.inject({ url })
const manifest = async () => (await read('/manifest.webmanifest')).json<Manifest>()

test('creates the manifest from the site’s settings', async () => {
  const response = await read('/manifest.webmanifest')
  expect(response.headers['content-type']).toMatch(/^application\/manifest\+json/)
  expect(response.headers['content-security-policy']).toContain("manifest-src 'self'")
  expect(response.json()).toMatchObject({
    name: 'Maple Street Notice Board',
    short_name: 'Maple Street',
    description: 'From next door',
    start_url: '/',
    scope: '/',
    display: 'standalone',
  })
})

test('serves every icon in its declared size', async () => {
  const { icons, shortcuts } = await manifest()
  const allIcons = [...icons, ...shortcuts.flatMap((shortcut) => shortcut.icons)]
  expect(allIcons.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual(
    expect.arrayContaining(['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512']),
  )
  for (const { src, sizes, type } of allIcons) {
    const response = await read(src)
    expect(response.statusCode, src).toBe(200)
    expect(response.headers['content-type'], src).toContain(type)
    if (sizes === 'any') continue
    const { width, height } = await sharp(response.rawPayload).metadata()
    expect(`${width}x${height}`, src).toBe(sizes)
  }
})

test('serves an icon under the name that browsers, feed readers, and other sites request', async () => {
  const { statusCode, headers, rawPayload } = await read('/favicon.ico')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toMatch(/^image\/(x-icon|vnd\.microsoft\.icon)$/)
  const pictures = Array.from({ length: rawPayload.readUInt16LE(4) }, (_, index) => {
    const [length, offset] = [14, 18].map((at) => rawPayload.readUInt32LE(at + 16 * index))
    return rawPayload.subarray(offset, Number(offset) + Number(length))
  })
  const sides = await Promise.all(pictures.map(async (picture) => (await sharp(picture).metadata()).width))
  expect(sides).toEqual([16, 32, 48])
})

test('fills maskable icons to the corners, but not the others', async () => {
  const cornerOf = async (src: string) => {
    const picture = sharp((await read(src)).rawPayload).ensureAlpha()
    return [...(await picture.extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer())]
  }
  expect(await cornerOf('/icon-maskable-512.png')).toEqual([0xbb, 0x3f, 0x12, 255])
  expect((await cornerOf('/icon-512.png'))[3]).toBe(0)
  expect((await cornerOf('/apple-touch-icon.png'))[3]).toBe(255)
})

test('has shortcuts to pages, one of which requires signing in', async () => {
  const { shortcuts } = await manifest()
  const statuses = await Promise.all(shortcuts.map(async ({ url }) => (await read(url)).statusCode))
  expect(statuses).toEqual([200, 200, 302])
})

test('links the manifest, the icons, and both theme colors from a page', async () => {
  const { body } = await read('/')
  expect(body).toContain('<link rel="manifest" href="/manifest.webmanifest"/>')
  expect(body).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png"/>')
  const { light, dark } = pageColors
  expect(body).toContain(`media="(prefers-color-scheme: light)" content="${light}"`)
  expect(body).toContain(`media="(prefers-color-scheme: dark)" content="${dark}"`)
  expect((await manifest()).theme_color).toBe(light)
})
