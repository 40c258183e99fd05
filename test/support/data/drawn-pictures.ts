/** Uploaded pictures without the upload: rows in the database, and generated files for the browser. */
import { randomBytes } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../../src/server/platform/database/database.ts'
import { parsePictureUrl, pictureUrl } from '../../../src/shared/picture.ts'

/**
 * The topic for listings with these pictures. Only `servePictures` has the files, and the page of every listing shows
 * similar ones, so no other test may have listings on it.
 */
export const picturedTopic = { category: 'Business & Office Help', subcategory: null }

/** Inserts a picture of that size with a placeholder. Returns its URL. */
export async function insertPicture({ kysely }: Database, width: number, height: number): Promise<string> {
  const key = randomBytes(16).toString('hex')
  const address = pictureUrl({ key, width, height, variant: width, format: 'webp' })
  // About as long as a placeholder can be.
  const noise = sharp(randomBytes(12 * 9 * 3), { raw: { width: 12, height: 9, channels: 3 } })
  const tiny = (await noise.webp({ quality: 40 }).toBuffer()).toString('base64')
  await sql`insert into image (id, url, width, height, format, bytes, placeholder)
    values (${uuid()}, ${address}, ${width}, ${height}, 'webp', 1000,
      ${`data:image/webp;base64,${tiny}`})`.execute(kysely)
  return address
}

/** Responds to requests for picture files with generated ones of the right size and format. */
export async function servePictures(browser: BrowserContext) {
  await browser.route('**/pictures/**', async (route) => {
    const picture = parsePictureUrl(new URL(route.request().url()).pathname)
    if (!picture) return route.fulfill({ status: 404 })
    const { key, width, height, variant, format } = picture
    const file = solid(variant, Math.round((height * variant) / width), key)
    const body = format === 'avif' ? file.avif({ effort: 0 }) : file.webp({ effort: 0 })
    await route.fulfill({ contentType: `image/${format}`, body: await body.toBuffer() })
  })
}

/** One color, derived from the key. */
const solid = (width: number, height: number, key: string) =>
  sharp({ create: { width, height, channels: 3, background: `#${key.slice(0, 6)}` } })
