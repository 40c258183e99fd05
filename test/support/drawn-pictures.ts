/** Uploaded pictures without their upload: rows of the database, and files that the browser is given in their place. */
import { randomBytes } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../src/server/platform/database/database.ts'
import { parsePictureUrl, pictureUrl } from '../../src/shared/picture.ts'

/** The address of a new picture of that size, with a placeholder. */
export async function drawPicture({ kysely }: Database, width: number, height: number): Promise<string> {
  const key = randomBytes(16).toString('hex')
  const address = pictureUrl({ key, width, height, variant: width, format: 'webp' })
  // As long as placeholders get.
  const noise = sharp(randomBytes(12 * 9 * 3), { raw: { width: 12, height: 9, channels: 3 } })
  const tiny = (await noise.webp({ quality: 40 }).toBuffer()).toString('base64')
  await sql`insert into image (id, url, width, height, format, bytes, placeholder)
    values (${uuid()}, ${address}, ${width}, ${height}, 'webp', 1000,
      ${`data:image/webp;base64,${tiny}`})`.execute(kysely)
  return address
}

/** Answers the requests for their files, each in its own size and format. */
export async function servePictures(browser: BrowserContext) {
  await browser.route('**/pictures/**', async (route) => {
    const picture = parsePictureUrl(new URL(route.request().url()).pathname)
    if (!picture) return route.fulfill({ status: 404 })
    const { key, width, height, variant, format } = picture
    const file = blank(variant, Math.round((height * variant) / width), key)
    const body = format === 'avif' ? file.avif({ effort: 0 }) : file.webp({ effort: 0 })
    await route.fulfill({ contentType: `image/${format}`, body: await body.toBuffer() })
  })
}

/** Of one colour, which its key decides. */
const blank = (width: number, height: number, key: string) =>
  sharp({ create: { width, height, channels: 3, background: `#${key.slice(0, 6)}` } })
