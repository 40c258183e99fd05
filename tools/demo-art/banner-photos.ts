import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'

const folder = resolve(import.meta.dirname, '../../src/web/banners/photos')

/** Three for each banner, in its order. They are part of the product, so sites without the demo have them, too. */
const names = [
  'barber-2',
  'painting-2',
  'piano-2',
  'dog-walk-2',
  'bread-2',
  'bike-repair-2',
  'street-fair-2',
  'craft-market-1',
  'balloons-2',
  'salsa-1',
  'hike-2',
  'lantern-walk-1',
] as const

/** Twice the size of a photo on a banner. */
const size = { width: 360, height: 270 }

/** Converts the pictures that the home page's banners show, and returns the size of the files in bytes. */
export async function drawBannerPhotos(pictures: string): Promise<number> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  let bytes = 0
  for (const name of names) {
    const photo = sharp(join(pictures, `${name}.svg`)).resize({ ...size, fit: 'cover' })
    bytes += (await photo.webp({ quality: 40, effort: 6 }).toFile(join(folder, `${name}.webp`))).size
  }
  return bytes
}
