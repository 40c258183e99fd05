/** The preview shows the form's current values without leaving the form. */
import { expect, type Page } from '@playwright/test'
import { listings, pictures } from '../../src/shared/messages/forms.ts'
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
} from '../support/browser/posting-form.ts'
import { test } from '../support/browser/signed-in.ts'

const preview = (page: Page) => page.getByRole('dialog', { name: 'Preview' })

test('previews the card and the page of an event, with inactive links', async ({ page, signIn }) => {
  const { email } = await signIn()
  await openForm(page, 'event')
  await choosePictures(page, ['phone.jpg'])
  await fillForm(page, 'event')
  await expectUploaded(page, 1)
  await expectToast(page, pictures.uploaded)
  await button(page, 'Preview').click()
  const card = preview(page).getByRole('article')
  await expect(card).toContainText('Piano lessons for be…')
  await expect(card).toContainText('$42.50')
  await expect(card).toContainText('just now')
  await expect(card.locator('img')).not.toHaveJSProperty('naturalWidth', 0)
  await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('Piano lessons for beginners')
  for (const text of [
    'Saturday, May 4, 2030 – Sunday, May 5, 2030',
    'Austin, Texas, United States',
    email,
    'facebook.com/lessons',
  ])
    await expect(preview(page)).toContainText(text)
  await expectAccessible(page, 'the preview')
  await preview(page).getByRole('link', { name: 'Piano lessons for beginners' }).click()
  await preview(page)
    .getByRole('link', { name: /facebook/ })
    .click()
  await expect(page).toHaveURL('/post-events')
  await expect(page).toHaveTitle('Post an event | Corkboard')

  await preview(page).getByRole('button', { name: 'View photo 1 of 1 full screen' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(preview(page)).toHaveCount(0)
  await expect(button(page, 'Preview')).toBeFocused()
  await expect(label(page, 'Title')).toHaveValue('Piano lessons for beginners')
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
})

test('previews an empty form, and pictures that are still uploading', { tag: '@slow' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.route('**/api/images', () => {})
  await openForm(page, 'service')
  await button(page, 'Preview').click()
  await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('Untitled')
  await preview(page).getByRole('button', { name: 'Back to the form' }).click()
  await choosePictures(page, ['small.jpg'])
  await button(page, 'Preview').click()
  await expect(preview(page).locator('img[src^="blob:"]').first()).not.toHaveJSProperty('naturalWidth', 0)
})

test('posts from the preview, or shows what is missing in the form', { tag: '@slow' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  await openForm(page, 'service')
  await fillForm(page, 'service', { Title: '' })
  await button(page, 'Preview').click()
  await preview(page).getByRole('button', { name: 'Post Service' }).click()
  await expect(preview(page)).toHaveCount(0)
  await expect(label(page, 'Title')).toBeFocused()
  await expect(label(page, 'Title')).toHaveAccessibleDescription('Please enter a title.')

  await label(page, 'Title').fill('Piano lessons for beginners')
  await button(page, 'Preview').click()
  await preview(page).getByRole('button', { name: 'Post Service' }).click()
  await expectToast(page, listings.service.posted)
  await expect(page).toHaveURL(postedPage.service)
})
