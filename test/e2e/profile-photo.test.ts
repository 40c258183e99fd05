/** The profile photo: uploaded, replaced, and removed. */
import { expect, type Page } from '@playwright/test'
import { account } from '../../src/shared/messages/forms.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { holdCode, visit } from '../support/browser/journey.ts'
import { button, expectToast } from '../support/browser/posting-form.ts'
import { test } from '../support/browser/signed-in.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'
import { badPictures, writePictures } from '../support/data/pictures.ts'

const photoGroup = (page: Page) => page.getByRole('group', { name: 'Profile photo' })
const chooser = (page: Page) => photoGroup(page).getByLabel(/^(Upload a|Change) photo$/)
const photo = (page: Page) => photoGroup(page).locator('img')
const menuPhoto = (page: Page) => page.getByRole('banner').getByLabel('Your menu').locator('img')

async function choose(page: Page, name: Parameters<typeof writePictures>[1][number]) {
  await chooser(page).setInputFiles(await writePictures(test.info().outputPath(), [name]))
}

for (const path of ['/profile/account', '/update-profile']) {
  test(
    `${path} uploads, replaces, and removes the photo`,
    slowJourneyUnless(path === '/profile/account'),
    async ({ page, signIn }) => {
      await signIn()
      await visit(page, path)
      await expect(photo(page)).toHaveCount(0)
      await expect(page.getByLabel('Photo URL')).toHaveCount(0)
      await expect(button(page, 'Remove photo')).toHaveCount(0)
      const release = await holdCode(page)
      await page.reload()
      await choose(page, 'phone.jpg')
      release()
      await expectToast(page, account.photoSaved)
      await expect(photo(page)).toHaveAttribute('src', /^\/profile-photos\/[0-9a-f]{32}-256\.webp$/)
      await expect(photo(page)).toHaveJSProperty('naturalWidth', 256)
      await expect(menuPhoto(page)).toHaveJSProperty('naturalWidth', 96)
      await expectAccessible(page, 'with a photo')

      const first = await photo(page).getAttribute('src')
      await choose(page, 'picture.webp')
      await expect(photo(page)).not.toHaveAttribute('src', first ?? '')
      expect((await page.request.get(first ?? '')).status()).toBe(404)

      await button(page, 'Remove photo').click()
      await expectToast(page, account.photoRemoved)
      await expect(photo(page)).toHaveCount(0)
      await expect(menuPhoto(page)).toHaveCount(0)
      await expect(chooser(page)).toBeFocused()
      await visit(page, '/profile')
      await expect(page.getByRole('main').locator('img')).toHaveCount(0)
    },
  )
}

test('says why a photo was refused, and keeps the current one', { tag: '@slow' }, async ({
  page,
  signIn,
  allowStatus,
}) => {
  allowStatus(413)
  allowStatus(415)
  allowStatus(422)
  await signIn()
  await visit(page, '/profile/account')
  await choose(page, 'small.jpg')
  await expectToast(page, account.photoSaved)
  const current = (await photo(page).getAttribute('src')) ?? ''
  for (const name of ['iphone.heic', 'too-large.jpg', 'empty.jpg', 'cut-off.jpg'] as const) {
    await choose(page, name)
    await expect(photoGroup(page).getByRole('alert')).toHaveText(
      name === 'too-large.jpg' ? /larger than 15 MB/ : badPictures[name][0],
    )
  }
  await expectAccessible(page, 'with an error')
  await expect(photo(page)).toHaveAttribute('src', current)
})

test('shows the progress, and reports a lost connection', { tag: '@slow' }, async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/)
  await signIn()
  await visit(page, '/profile/account')
  const release = Promise.withResolvers<void>()
  await page.route('**/api/profile-photo', async (route) => {
    await release.promise
    await route.abort('connectionreset')
  })
  await choose(page, 'small.jpg')
  await expect(photoGroup(page).getByRole('progressbar', { name: 'Uploading your photo' })).toBeVisible()
  await expect(chooser(page)).toBeDisabled()
  release.resolve()
  await expect(photoGroup(page).getByRole('alert')).toContainText('couldn’t reach the server')
  await expect(chooser(page)).toBeEnabled()
})

test('opens the file dialog by keyboard', { tag: '@slow' }, async ({ page, signIn }) => {
  await signIn()
  await visit(page, '/profile/account')
  await expect(chooser(page)).toBeEnabled()
  // Before the focus: a dialog that opens before Playwright intercepts dialogs is lost.
  const opened = page.waitForEvent('filechooser')
  await chooser(page).focus()
  await page.keyboard.press('Enter')
  expect((await opened).isMultiple()).toBe(false)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('offers the camera, also before the code has loaded, and fits the screen', { tag: '@slow' }, async ({
    page,
    signIn,
  }) => {
    await signIn()
    const release = await holdCode(page)
    await page.goto('/update-profile')
    const opened = page.waitForEvent('filechooser')
    await button(page, 'Take a photo').click()
    release()
    const dialog = await opened
    await dialog.setFiles(await writePictures(test.info().outputPath(), ['phone.jpg']))
    await expectToast(page, account.photoSaved)
    await expect(photo(page)).toHaveJSProperty('naturalWidth', 256)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
})
