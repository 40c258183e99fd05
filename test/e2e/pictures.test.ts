import { gzipSync } from 'node:zlib'
import { expect, type Locator } from '@playwright/test'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'
import { insertPicture, picturedTopic, servePictures } from '../support/data/drawn-pictures.ts'
import { createListing } from '../support/data/factories.ts'

const placeholder = (picture: Locator) =>
  picture.evaluate((element) => getComputedStyle(element).backgroundImage.slice(0, 27))
const tiny = 'url("data:image/webp;base64'
const file = (picture: Locator) =>
  picture.evaluate((element: HTMLImageElement) => element.currentSrc.replace(/^.*-/, ''))

for (const { what, width, scale, expected } of [
  { what: 'a phone', width: 360, scale: 2, expected: '400.avif' },
  { what: 'a wide window', width: 1440, scale: 1, expected: '400.avif' },
  { what: 'a wide window of high density', width: 1440, scale: 2, expected: '800.avif' },
]) {
  test.describe(() => {
    test.use({ viewport: { width, height: 800 }, deviceScaleFactor: scale })

    test(
      `${what} loads ${expected} for a card`,
      slowJourneyUnless(what === 'a phone'),
      async ({ page, context, database }) => {
        await servePictures(context)
        await createListing(database, {
          ...picturedTopic,
          city: 'Amarillo',
          images: [await insertPicture(database, 1600, 1200)],
        })
        await visit(page, '/all-services?country=United+States&state=Texas&city=Amarillo')
        const picture = page.getByRole('article').first().locator('img')
        await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
        expect(await file(picture)).toBe(expected)
      },
    )
  })
}

test('shows the placeholder until the picture has loaded, without layout shift', async ({
  page,
  context,
  database,
}) => {
  await servePictures(context)
  const release = Promise.withResolvers<void>()
  await page.route('**/pictures/**', async (route) => {
    await release.promise
    await route.fallback()
  })
  const id = await createListing(database, {
    ...picturedTopic,
    images: [await insertPicture(database, 1600, 1200)],
  })
  await page.goto(`/ad-details/${id}`, { waitUntil: 'commit' })
  const picture = page.getByRole('main').getByRole('img', { name: /^Listing number/ })
  expect(await placeholder(picture)).toBe(tiny)
  // The HTML arrives before the style sheet.
  await expect(picture).toHaveCSS('object-fit', 'contain')
  const before = await picture.boundingBox()
  release.resolve()
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  await expect.poll(() => placeholder(picture)).toBe('none')
  expect(await picture.boundingBox()).toEqual(before)
})

test('removes the placeholder if the picture loaded before the scripts', { tag: '@slow' }, async ({
  page,
  context,
  database,
}) => {
  await servePictures(context)
  const id = await createListing(database, {
    ...picturedTopic,
    images: [await insertPicture(database, 1600, 1200)],
  })
  const picture = page.getByRole('main').getByRole('img', { name: /^Listing number/ })
  await page.route('**/assets/*.js', async (route) => {
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
    await route.continue()
  })
  await visit(page, `/ad-details/${id}`)
  await expect.poll(() => placeholder(picture)).toBe('none')
})

test('offers WebP to browsers without AVIF, and the plain address to the rest', { tag: '@slow' }, async ({
  page,
  database,
}) => {
  const address = await insertPicture(database, 1200, 900)
  const id = await createListing(database, { ...picturedTopic, images: [address] })
  const html = await (await page.request.get(`/ad-details/${id}`)).text()
  const base = address.replace(/-1200\.webp$/, '')
  expect(html).toContain(
    `type="image/avif" srcSet="${base}-400.avif 400w, ${base}-800.avif 800w, ${base}-1200.avif 1200w"`,
  )
  expect(html).toContain(`srcSet="${base}-400.webp 400w, ${base}-800.webp 800w, ${base}-1200.webp 1200w"`)
  expect(html).toContain(`src="${address}"`)
  expect(html).toContain('width="1200"')
  expect(html).toContain('height="900"')
})

test('a page of uploaded pictures is at most 25 kB of HTML', { tag: '@slow' }, async ({ page, database }) => {
  for (let index = 0; index < 12; index += 1) {
    const images = [await insertPicture(database, 1600, 1200)]
    await createListing(database, { ...picturedTopic, state: 'Alaska', city: 'Anchorage', images })
  }
  const html = await (await page.request.get('/state/Alaska')).text()
  expect(new Set(html.match(/data:image\/webp;base64,[\w+/=]{100,}/g)).size).toBe(12)
  const weight = gzipSync(html, { level: 6 }).length
  console.log(`/state/Alaska with 12 uploaded pictures: HTML ${(weight / 1000).toFixed(1)} kB`)
  expect(weight).toBeLessThanOrEqual(25_000)
})
