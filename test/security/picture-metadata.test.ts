/** D4: what a camera writes into a picture besides the picture is in nothing that the site stores or serves. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Picture, ProfilePhoto } from '../../src/shared/contract/uploads.ts'
import { toSmallPhoto } from '../../src/shared/profile-photo.ts'
import { secretMark } from '../support/data/pictures.ts'
import { postOf } from '../support/data/posts.ts'
import { photoForm, pictureForm } from '../support/data/uploads.ts'
import { type Actor, createActor } from './actors.ts'
import { requireOnlyPixels } from './picture-structure.ts'
import { picturesWithMetadata } from './pictures-with-metadata.ts'
import { startProductionSite } from './site.ts'

const site = await startProductionSite({ LOG_LEVEL: 'error' })
const pictures = join(site.folder, 'pictures')
const exiftool = process.env.EXIFTOOL_PATH ?? '/usr/bin/exiftool'

let seller: Actor
beforeAll(async () => {
  seller = await createActor(site)
})

const read = async (path: string, browser = site.open()) => {
  const { status, content } = await browser.get(path)
  expect(status, path).toBe(200)
  return content
}

async function upload<Body>(
  path: string,
  { payload, headers }: ReturnType<typeof pictureForm>,
): Promise<Body> {
  const answer = await seller.browser.send('POST', path, { body: payload, headers })
  expect(answer.status, answer.text).toBe(201)
  return answer.json<Body>()
}

/** Every file that the site has stored for pictures, the unfinished ones included. */
async function storedFiles(): Promise<string[]> {
  const entries = await readdir(pictures, { withFileTypes: true, recursive: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name))
}

/** The URL of a stored file. */
const urlOf = (path: string) =>
  `/${relative(pictures, path)}`
    .replace(/^\/ads\//, '/pictures/')
    .replace(/^\/profiles\//, '/profile-photos/')

const traces = [secretMark, 'Exif\0', 'http://ns.adobe.com', 'Photoshop', 'Nikon', '8BIM']
function expectNoTrace(file: Buffer, what: string) {
  for (const trace of traces) expect(file.includes(trace), `${trace} in ${what}`).toBe(false)
}

describe.each(Object.entries(picturesWithMetadata))('D4 %s', (name, create) => {
  test('D4 as the picture of an ad', async () => {
    const original = await create()
    expect(original.includes(secretMark), 'The test picture has no metadata.').toBe(true)
    const before = new Set(await storedFiles())
    const picture = await upload<Picture>('/api/images', pictureForm(original))
    const added = (await storedFiles()).filter((path) => !before.has(path))
    const paths = added.map(urlOf)
    expect(paths).toContain(picture.secure_url)
    expect(paths).toContain(picture.secure_url.replace('.webp', '.avif'))
    const { _id } = (
      await seller.browser.post('/api/services', postOf('service', { images: [picture.secure_url] }))
    ).json<{ _id: string }>()
    for (const path of paths) {
      const file = await read(path)
      requireOnlyPixels(file)
      expectNoTrace(file, `${path} of ${name}`)
    }
    for (const path of added) expectNoTrace(await readFile(path), path)
    const details = await read(`/api/service/${_id}`)
    const [placeholder = ''] = JSON.parse(details.toString()).placeholders
    requireOnlyPixels(Buffer.from(placeholder.split(',')[1] ?? '', 'base64'))
    expectNoTrace(await read(`/share/${_id}.jpg`), 'the share image')
    // The flyer has metadata of its own, such as its title.
    for (const path of [`/ad-details/${_id}/flyer.pdf`, `/ad-details/${_id}`])
      expect((await read(path, seller.browser)).includes(secretMark), path).toBe(false)
    expect(await exifOf(added)).toEqual([])
  })

  test('D4 as a profile photo', async () => {
    const before = new Set(await storedFiles())
    const { photo } = await upload<ProfilePhoto>('/api/profile-photo', photoForm(await create()))
    const added = (await storedFiles()).filter((path) => !before.has(path))
    expect(added.map(urlOf).sort()).toEqual([photo, toSmallPhoto(photo)].sort())
    for (const path of added) {
      const file = await readFile(path)
      requireOnlyPixels(file)
      expectNoTrace(file, path)
    }
    expect(await exifOf(added)).toEqual([])
  })
})

test('D4 nothing is left of the originals', async () => {
  const names = (await storedFiles()).map((path) => relative(pictures, path))
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !/^(ads|profiles)\/[\w-]+\.(webp|avif)$/.test(name))).toEqual([])
})

describe.skipIf(!existsSync(exiftool))('D4 exiftool', () => {
  test.each(Object.entries(picturesWithMetadata))('D4 finds the metadata of %s', async (name, create) => {
    const path = join(site.folder, name)
    await writeFile(path, await create())
    expect(await exifOf([path])).not.toEqual([])
  })
})

const execute = promisify(execFile)

/** The groups of exiftool that say what a file is: its format, size, and colors. All others are metadata. */
const technical = /^(ExifTool|System|File|RIFF|Composite|QuickTime|Meta|GIF|PNG|JFIF|SourceFile)(:|$)/

/** Returns the metadata that exiftool finds in the files, as `group:name`; nothing where it is not installed. */
async function exifOf(paths: string[]): Promise<string[]> {
  if (!existsSync(exiftool)) return []
  const { stdout } = await execute(exiftool, ['-json', '-G1', '-a', '-u', ...paths])
  const files = JSON.parse(stdout) as Record<string, unknown>[]
  return files
    .flatMap((file) => Object.keys(file))
    .filter((key) => !technical.test(key) || /comment|author|title|thumbnail/i.test(key))
}
