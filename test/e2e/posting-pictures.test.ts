/** The picture field: accepted pictures look right, rejected ones show the reason and do not affect the others. */
import { expect, type Page } from '@playwright/test'
import { pictures } from '../../src/shared/messages/forms.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import {
  button,
  choosePictures,
  expectToast,
  expectUploaded,
  fillForm,
  label,
  openForm,
  postedPage,
  tiles,
} from '../support/browser/posting-form.ts'
import { test } from '../support/browser/signed-in.ts'
import { badPictures } from '../support/data/pictures.ts'

test.describe.configure({ timeout: 60_000 })

/** Returns the decoded picture's size, and its colors near the top and the bottom. */
const decode = (page: Page, index: number) =>
  tiles(page)
    .nth(index)
    .locator('img[src^="/pictures/"]')
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      const { naturalWidth: width, naturalHeight: height } = image
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d', { willReadFrequently: true })
      context?.drawImage(image, 0, 0)
      const colorAt = (y: number) => {
        const [red = 0, , blue = 0, alpha = 0] = context?.getImageData(width >> 1, y, 1, 1).data ?? []
        if (alpha < 200) return 'clear'
        return red > blue + 60 ? 'red' : blue > red + 60 ? 'blue' : 'gray'
      }
      return { width, height, top: colorAt(height >> 3), bottom: colorAt(height - (height >> 3) - 1) }
    })

const validPictures = [
  // Rotated by its EXIF orientation.
  ['phone.jpg', { width: 400, height: 600, top: 'red', bottom: 'blue' }],
  ['photo.jpg', { width: 400, height: 300, top: expect.any(String), bottom: expect.any(String) }],
  ['animated.gif', { width: 300, height: 200, top: 'red', bottom: 'blue' }],
  ['alpha.png', { width: 400, height: 311, top: 'clear', bottom: 'clear' }],
  ['picture.webp', { width: 400, height: 320, top: 'red', bottom: 'blue' }],
  ['name-that-lies.jpg', { width: 400, height: 300, top: 'red', bottom: 'blue' }],
] as const

test('accepts pictures of every format, and shows them correctly', { tag: '@slow' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  await openForm(page, 'service')
  await choosePictures(
    page,
    validPictures.map(([name]) => name),
  )
  await expectUploaded(page, validPictures.length)
  await expectToast(page, pictures.uploaded)
  await expect(page.getByText(pictures.uploaded)).toHaveCount(1)
  for (const [index, [name, expected]] of validPictures.entries()) {
    expect.soft(await decode(page, index), name).toEqual(expected)
  }
  await expectAccessible(page, 'with pictures')

  await fillForm(page, 'service')
  await button(page, 'Post Service').click()
  await expect(page).toHaveURL(postedPage.service)
  const [service] = await (await page.request.get('/api/servicesbyauser')).json()
  expect(service.images).toHaveLength(validPictures.length)
})

const rejected = [
  'cut-off.jpg',
  'bomb.png',
  'large.png',
  'script.svg',
  'html-named.jpg',
  'iphone.heic',
  'empty.jpg',
  'too-large.jpg',
] as const

test('shows why a picture was rejected, and uploads the rest', async ({ page, signIn, allowStatus }) => {
  allowStatus(422)
  allowStatus(413)
  allowStatus(415)
  await signIn()
  await openForm(page, 'service')
  await fillForm(page, 'service')
  await choosePictures(page, [...rejected, 'small.jpg'])
  await expectToast(page, /^Image upload failed\./)
  for (const [index, name] of rejected.entries()) {
    const tile = tiles(page).nth(index)
    await expect.soft(tile).toContainText(name)
    await expect.soft(tile).toContainText(pictures.failed)
    await expect.soft(tile).toContainText(badPictures[name][0])
  }
  await expect(tiles(page).last().locator('img[src^="/pictures/"]')).toHaveCount(1)
  await expect(label(page, 'Title')).toHaveValue('Piano lessons for beginners')
  await expectAccessible(page, 'with rejected pictures')

  await button(page, 'Post Service').click()
  await expectToast(page, /Image upload failed\. cut-off\.jpg, bomb\.png, .*Everything else was saved/)
  await expect(page).toHaveURL(postedPage.service)
  const [service] = await (await page.request.get('/api/servicesbyauser')).json()
  expect(service.images).toHaveLength(1)
})

test('shows pictures at once, and uploads them one at a time', async ({ page, signIn }) => {
  await signIn()
  const release = Promise.withResolvers<void>()
  await page.route('**/api/images', async (route) => {
    await release.promise
    await route.continue()
  })
  await openForm(page, 'service')
  await choosePictures(page, ['phone.jpg', 'picture.webp'])
  await expect(tiles(page).locator('img[src^="blob:"]')).toHaveCount(2)
  await expect(page.getByRole('progressbar', { name: 'Uploading phone.jpg' })).toBeVisible()
  await expect(tiles(page).nth(1)).toContainText('Waiting…')
  await expectAccessible(page, 'during uploads')

  await fillForm(page, 'service')
  await button(page, 'Post Service').click()
  await expect(page.getByRole('button', { name: 'Waiting for your photos…' })).toBeDisabled()
  release.resolve()
  await expect(page).toHaveURL(postedPage.service)
  const [service] = await (await page.request.get('/api/servicesbyauser')).json()
  expect(service.images).toHaveLength(2)
})

test('posts the ad without a picture that fails, and names it', { tag: '@slow' }, async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/)
  await signIn()
  const release = Promise.withResolvers<void>()
  let count = 0
  await page.route('**/api/images', async (route) => {
    await release.promise
    count += 1
    await (count === 1 ? route.abort('connectionreset') : route.continue())
  })
  await openForm(page, 'service')
  await choosePictures(page, ['phone.jpg', 'picture.webp'])
  await fillForm(page, 'service')
  await button(page, 'Post Service').click()
  release.resolve()
  await expectToast(page, /Image upload failed\. phone\.jpg\. Everything else was saved/)
  await expect(page).toHaveURL(postedPage.service)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(page).toHaveURL(/\/service-update\//)
  await expectUploaded(page, 1)
})

test('retries failed pictures and removes others', { tag: '@slow' }, async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/)
  await signIn()
  let broken = true
  await page.route('**/api/images', (route) => (broken ? route.abort() : route.continue()))
  await openForm(page, 'service')
  await choosePictures(page, ['phone.jpg', 'picture.webp', 'small.jpg'])
  await expectToast(page, 'Image upload failed. phone.jpg, picture.webp, and small.jpg')
  await expect(tiles(page).first()).toContainText('We couldn’t reach the server.')
  broken = false
  await page.getByRole('button', { name: 'Retry: phone.jpg' }).click()
  await expect(page.getByRole('button', { name: 'Remove: phone.jpg' })).toBeFocused()
  await expect(tiles(page).first().locator('img[src^="/pictures/"]')).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove: picture.webp' }).click()
  await expect(tiles(page)).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Remove: small.jpg' })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'picture.webp was removed.' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Retry: small.jpg' }).click()
  await expectUploaded(page, 2)
  for (const left of [1, 0]) {
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    await expect(tiles(page)).toHaveCount(left)
  }
  await expect(label(page, 'Images')).toBeFocused()
})

test('accepts ten pictures and names the rest', { tag: '@slow' }, async ({ page, signIn }) => {
  await signIn()
  await page.route('**/api/images', () => {})
  await openForm(page, 'service')
  const file = (index: number) => ({
    name: `${index}.png`,
    mimeType: 'image/png',
    buffer: Buffer.from(`file number ${index}`),
  })
  await label(page, 'Images').setInputFiles(Array.from({ length: 12 }, (_, index) => file(index + 1)))
  await expect(tiles(page)).toHaveCount(10)
  await expect(page.getByRole('alert')).toHaveText(
    'An ad can have up to 10 photos. Not added: 11.png and 12.png.',
  )
})

test('the columns of the form stay beside each other, whatever is in them', { tag: '@slow' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  await openForm(page, 'service')
  async function columns() {
    const places: number[][] = []
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const boxes = await page
        .locator('form:has([data-form-bar]) > :nth-child(-n + 2)')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
      places.push(boxes.flatMap(({ x, y, width }) => [x, y, width]))
    }
    return places
  }
  const before = await columns()
  for (const [, leftY, , , rightY] of before) expect(leftY).toBe(rightY)
  await choosePictures(page, ['small.jpg'])
  await expectUploaded(page, 1)
  // Such as the name of a file in a browser that does not cut it off.
  await tiles(page).evaluate((tile) => {
    tile.style.minWidth = '60rem'
  })
  expect(await columns()).toEqual(before)
})
