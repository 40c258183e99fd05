/** The picture field: what is taken looks right, what is refused says why, and nothing of the rest is touched. */
import { expect, type Page } from '@playwright/test'
import { pictures } from '../../src/shared/messages/forms.ts'
import { expectAccessible } from '../support/accessible.ts'
import { badPictures } from '../support/pictures.ts'
import {
  button,
  choosePictures,
  expectToast,
  expectUploaded,
  fillForm,
  label,
  openForm,
  tiles,
} from '../support/posting-form.ts'
import { test } from '../support/signed-in.ts'

test.describe.configure({ timeout: 60_000 })

/** As the browser has decoded it: its size, and what colour it has near its top and near its bottom. */
const seen = (page: Page, place: number) =>
  tiles(page)
    .nth(place)
    .locator('img[src^="/pictures/"]')
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      const { naturalWidth: width, naturalHeight: height } = image
      const canvas = new OffscreenCanvas(width, height)
      const drawing = canvas.getContext('2d', { willReadFrequently: true })
      drawing?.drawImage(image, 0, 0)
      const colourAt = (y: number) => {
        const [red = 0, , blue = 0, alpha = 0] = drawing?.getImageData(width >> 1, y, 1, 1).data ?? []
        if (alpha < 200) return 'clear'
        return red > blue + 60 ? 'red' : blue > red + 60 ? 'blue' : 'grey'
      }
      return { width, height, top: colourAt(height >> 3), bottom: colourAt(height - (height >> 3) - 1) }
    })

const good = [
  // It lies on its side in its file, and says so.
  ['phone.jpg', { width: 400, height: 600, top: 'red', bottom: 'blue' }],
  ['photo.jpg', { width: 400, height: 300, top: expect.any(String), bottom: expect.any(String) }],
  ['animated.gif', { width: 300, height: 200, top: 'red', bottom: 'blue' }],
  ['alpha.png', { width: 400, height: 311, top: 'clear', bottom: 'clear' }],
  ['picture.webp', { width: 400, height: 320, top: 'red', bottom: 'blue' }],
  ['name-that-lies.jpg', { width: 400, height: 300, top: 'red', bottom: 'blue' }],
] as const

test('pictures of every kind are taken, and look right', async ({ page, signIn }) => {
  await signIn()
  await openForm(page, 'service')
  await choosePictures(
    page,
    good.map(([name]) => name),
  )
  await expectUploaded(page, good.length)
  await expectToast(page, pictures.uploaded)
  await expect(page.getByText(pictures.uploaded)).toHaveCount(1)
  for (const [place, [name, expected]] of good.entries()) {
    expect.soft(await seen(page, place), name).toEqual(expected)
  }
  await expectAccessible(page, 'with pictures')

  await fillForm(page, 'service')
  await button(page, 'Post Service').click()
  await expect(page).toHaveURL('/my-services')
  const [service] = await (await page.request.get('/api/servicesbyauser')).json()
  expect(service.images).toHaveLength(good.length)
})

const refused = [
  'cut-off.jpg',
  'bomb.png',
  'large.png',
  'script.svg',
  'html-named.jpg',
  'iphone.heic',
  'empty.jpg',
  'too-large.jpg',
] as const

test('what is refused says why in its place, and the rest goes on', async ({ page, signIn, allowStatus }) => {
  allowStatus(400)
  allowStatus(413)
  allowStatus(415)
  await signIn()
  await openForm(page, 'service')
  await fillForm(page, 'service')
  await choosePictures(page, [...refused, 'small.jpg'])
  await expectToast(page, /^Image upload failed\./)
  for (const [place, name] of refused.entries()) {
    const tile = tiles(page).nth(place)
    await expect.soft(tile).toContainText(name)
    await expect.soft(tile).toContainText(pictures.failed)
    await expect.soft(tile).toContainText(badPictures[name][0])
  }
  await expect(tiles(page).last().locator('img[src^="/pictures/"]')).toHaveCount(1)
  await expect(label(page, 'Title')).toHaveValue('Piano lessons for beginners')
  await expectAccessible(page, 'with pictures that were refused')

  await button(page, 'Post Service').click()
  await expectToast(page, /Image upload failed\. cut-off\.jpg, bomb\.png, .*Everything else is saved/)
  await expect(page).toHaveURL('/my-services')
  const [service] = await (await page.request.get('/api/servicesbyauser')).json()
  expect(service.images).toHaveLength(1)
})

test('pictures show at once, one after the other on their way', async ({ page, signIn }) => {
  await signIn()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/images', async (route) => {
    await held.promise
    await route.continue()
  })
  await openForm(page, 'service')
  await choosePictures(page, ['phone.jpg', 'picture.webp'])
  await expect(tiles(page).locator('img[src^="blob:"]')).toHaveCount(2)
  await expect(page.getByRole('progressbar', { name: 'Uploading phone.jpg' })).toBeVisible()
  await expect(tiles(page).nth(1)).toContainText('Waiting…')
  await expectAccessible(page, 'while pictures are on their way')

  await fillForm(page, 'service')
  await button(page, 'Post Service').click()
  await expect(page.getByRole('button', { name: 'Waiting for your pictures…' })).toBeDisabled()
  held.resolve()
  await expect(page).toHaveURL('/my-services')
  const [service] = await (await page.request.get('/api/servicesbyauser')).json()
  expect(service.images).toHaveLength(2)
})

test('a picture that fails while the ad waits for it is told, and the ad is posted with the others', async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/)
  await signIn()
  const held = Promise.withResolvers<void>()
  let count = 0
  await page.route('**/api/images', async (route) => {
    await held.promise
    count += 1
    await (count === 1 ? route.abort('connectionreset') : route.continue())
  })
  await openForm(page, 'service')
  await choosePictures(page, ['phone.jpg', 'picture.webp'])
  await fillForm(page, 'service')
  await button(page, 'Post Service').click()
  held.resolve()
  await expectToast(page, /Image upload failed\. phone\.jpg\. Everything else is saved/)
  await expect(page).toHaveURL('/my-services')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(page).toHaveURL(/\/service-update\//)
  await expectUploaded(page, 1)
})

test('a failed one is tried again, and one that is not wanted is taken out', async ({
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
  await expect(tiles(page).first()).toContainText("We couldn't reach the server.")
  broken = false
  await page.getByRole('button', { name: 'Retry: phone.jpg' }).click()
  await expect(page.getByRole('button', { name: 'Remove: phone.jpg' })).toBeFocused()
  await expect(tiles(page).first().locator('img[src^="/pictures/"]')).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove: picture.webp' }).click()
  await expect(tiles(page)).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Remove: small.jpg' })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'picture.webp is removed.' })).toHaveCount(1)
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

test('pictures of other files are kept out when there are ten, and named', async ({ page, signIn }) => {
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
  await expect(page.getByRole('alert')).toHaveText('An ad can have 10 pictures. Left out: 11.png and 12.png.')
})
