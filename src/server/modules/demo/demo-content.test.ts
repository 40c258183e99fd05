import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { DemoListing } from '../../../../demo/listing.ts'
import { homeListings } from '../../../shared/limits.ts'
import { isInSeason } from './load-demo.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const pictures = join(root, 'demo/pictures')
const listings = JSON.parse(await readFile(join(root, 'demo/listings.json'), 'utf8')) as DemoListing[]
const months = Array.from({ length: 12 }, (_, index) => index + 1)

/** A difference hash: for each of 16 × 16 places, whether the picture gets darker towards the right. */
async function hashOf(file: string, mirrored: boolean): Promise<boolean[]> {
  const picture = sharp(join(pictures, file)).flop(mirrored)
  const pixels = await picture.resize(17, 16, { fit: 'fill' }).greyscale().raw().toBuffer()
  return Array.from({ length: 256 }, (_, at) => {
    const left = Math.floor(at / 16) * 17 + (at % 16)
    return (pixels[left] ?? 0) > (pixels[left + 1] ?? 0)
  })
}

/** The share of places in which two pictures differ. About 0.5 for unrelated ones. */
async function difference(one: string, other: string, mirrored = false): Promise<number> {
  const [a, b] = await Promise.all([hashOf(one, false), hashOf(other, mirrored)])
  return a.filter((bit, at) => bit !== b[at]).length / a.length
}

describe('the demo pictures', () => {
  test('of one ad show different views, not copies or mirror images', async () => {
    for (const { title, images } of listings) {
      for (const [at, image] of images.entries()) {
        for (const other of images.slice(at + 1)) {
          expect(await difference(image, other), `${title}: ${image}, ${other}`).toBeGreaterThan(0.33)
          expect(await difference(image, other, true), `${title}: mirrored`).toBeGreaterThan(0.33)
        }
      }
    }
  })

  test('are each used by one ad only', () => {
    const used = listings.flatMap(({ images }) => images)
    expect(used.filter((image, at) => used.indexOf(image) !== at)).toEqual([])
  })

  test('are all used, and small', async () => {
    const used = new Set(listings.flatMap(({ images }) => images))
    const drawn = await readdir(pictures)
    expect(drawn.filter((file) => !used.has(file))).toEqual([])
    const sizes = await Promise.all(drawn.map(async (file) => (await readFile(join(pictures, file))).length))
    expect(Math.max(...sizes)).toBeLessThan(26_000)
  })
})

describe.each(months)('in month %i, the demo', (month) => {
  const loaded = listings.filter((listing) => isInSeason(listing, month))

  test('has at least 60 services and 30 events', () => {
    const services = loaded.filter(({ kind }) => kind === 'service').length
    expect(services).toBeGreaterThanOrEqual(60)
    expect(loaded.length - services).toBeGreaterThanOrEqual(30)
  })

  test('has no placeholder among the first ads of the home page', () => {
    const services = loaded
      .filter(({ kind }) => kind === 'service')
      .sort((a, b) => a.postedDaysAgo - b.postedDaysAgo)
    const events = loaded
      .flatMap((listing) => (listing.kind === 'event' ? [listing] : []))
      .filter(({ startsInDays }) => startsInDays >= 0)
      .sort((a, b) => a.startsInDays - b.startsInDays)
    for (const first of [services.slice(0, homeListings), events.slice(0, homeListings)]) {
      expect(first).toHaveLength(homeListings)
      expect(first.filter(({ images }) => images.length === 0)).toEqual([])
    }
  })
})

test.each([
  [7, /snow|leaf|lantern/i],
  [1, /mowing|raised beds|overnight campfire|vineyard|leaf|window washing/i],
  [4, /snow|leaf|lantern/i],
  [11, /barbecue|spring|raised beds|overnight campfire/i],
])('in month %i, no title is out of season', (month, words) => {
  const titles = listings.filter((listing) => isInSeason(listing, month)).map(({ title }) => title)
  expect(titles.filter((title) => words.test(title))).toEqual([])
})
