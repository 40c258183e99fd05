/** Reordering pictures by keyboard, mouse and touch. The first picture is the cover. */
import { expect, type Page } from '@playwright/test'
import { listings } from '../../src/shared/messages/forms.ts'
import {
  button,
  choosePictures,
  expectToast,
  expectUploaded,
  fillForm,
  openForm,
  tiles,
} from '../support/browser/posting-form.ts'
import { test } from '../support/browser/signed-in.ts'

const names = ['phone.jpg', 'picture.webp', 'small.jpg'] as const

async function openWithPictures(page: Page) {
  await openForm(page, 'service')
  await choosePictures(page, [...names])
  await expectUploaded(page, names.length)
}

const expectOrder = (page: Page, ...order: string[]) =>
  expect(tiles(page).getByRole('paragraph')).toHaveText(order)
const expectAnnounced = (page: Page, sentence: string) =>
  expect(page.getByRole('status').filter({ hasText: sentence })).toHaveCount(1)

test('reorders by keyboard, and posts that order', async ({ page, signIn }) => {
  await signIn()
  await openWithPictures(page)
  await expect(tiles(page).first()).toContainText('Cover')
  const later = page.getByRole('button', { name: 'Move later: phone.jpg' })
  await later.focus()
  await page.keyboard.press('Enter')
  await expectOrder(page, 'picture.webp', 'phone.jpg', 'small.jpg')
  await expectAnnounced(page, 'phone.jpg is now photo 2 of 3.')
  await expect(later).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expectOrder(page, 'picture.webp', 'small.jpg', 'phone.jpg')
  await expect(later).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expectOrder(page, 'picture.webp', 'small.jpg', 'phone.jpg')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expectOrder(page, 'phone.jpg', 'picture.webp', 'small.jpg')
  await expectAnnounced(page, 'phone.jpg is now photo 1 of 3, the cover.')

  await page.getByRole('button', { name: 'Make cover: small.jpg' }).click()
  await expectOrder(page, 'small.jpg', 'phone.jpg', 'picture.webp')
  await expect(tiles(page).first()).toContainText('Cover')
  await expect(page.getByText('Cover', { exact: true })).toHaveCount(1)

  const addresses = await tiles(page)
    .locator('img')
    .evaluateAll((all) => all.map((image) => image.getAttribute('src')?.slice(0, 43)))
  await fillForm(page, 'service')
  await button(page, 'Post Service').click()
  await expectToast(page, listings.service.posted)
  const [service] = await (await page.request.get('/api/servicesbyauser')).json()
  expect(service.images.map((address: string) => address.slice(0, 43))).toEqual(addresses)
})

/** Returns the center of the picture at an index. */
async function centerOf(page: Page, index: number) {
  const box = await tiles(page).nth(index).boundingBox()
  if (!box) throw new Error('There is no such tile.')
  return { x: box.x + box.width / 2, y: box.y + box.width / 2 }
}

test('reorders by mouse; Escape cancels', { tag: '@slow' }, async ({ page, signIn }) => {
  await signIn()
  await openWithPictures(page)
  await tiles(page).first().scrollIntoViewIfNeeded()
  const [from, to] = [await centerOf(page, 0), await centerOf(page, 2)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expectOrder(page, ...names)

  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
  await expectOrder(page, 'picture.webp', 'small.jpg', 'phone.jpg')
})

test('accepts files dropped on the field, and ignores drops elsewhere', { tag: '@slow' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  await openForm(page, 'service')
  const drop = (selector: string) =>
    page.evaluate(async (target) => {
      const canvas = new OffscreenCanvas(40, 30)
      canvas.getContext('2d')?.fillRect(0, 0, 20, 30)
      const transfer = new DataTransfer()
      transfer.items.add(new File([await canvas.convertToBlob()], 'dropped.png', { type: 'image/png' }))
      const options = { bubbles: true, cancelable: true, dataTransfer: transfer }
      const over = new DragEvent('dragover', options)
      const dropped = new DragEvent('drop', options)
      for (const event of [over, dropped]) document.querySelector(target)?.dispatchEvent(event)
      return over.defaultPrevented && dropped.defaultPrevented
    }, selector)
  // By default the browser would leave the form and open the file.
  expect(await drop('h1')).toBe(true)
  await expect(tiles(page)).toHaveCount(0)
  expect(await drop('input[name=images]')).toBe(true)
  await expectUploaded(page, 1)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('reorders by touch on the grip, and opens the camera', async ({ page, signIn, context }) => {
    await signIn()
    await openWithPictures(page)
    await expect(button(page, 'Take a photo')).toBeVisible()
    const chooser = page.waitForEvent('filechooser')
    await button(page, 'Take a photo').tap()
    expect(await (await chooser).element().getAttribute('capture')).toBe('environment')

    await tiles(page).first().scrollIntoViewIfNeeded()
    const grip = await tiles(page).first().locator('[aria-hidden].touch-none').boundingBox()
    const target = await centerOf(page, 1)
    if (!grip) throw new Error('There is no grip.')
    const touch = await context.newCDPSession(page)
    const at = (x: number, y: number) => ({ touchPoints: [{ x, y }] })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(grip.x + 22, grip.y + 22) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(grip.x + 60, grip.y + 10) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(target.x, target.y) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expectOrder(page, 'picture.webp', 'phone.jpg', 'small.jpg')
  })
})
