/** Filling in the listing form: before hydration, on a phone, and when options fail to load. */
import { expect } from '@playwright/test'
import { listings } from '../../src/shared/messages/forms.ts'
import { hydrated } from '../support/browser/journey.ts'
import {
  button,
  expectToast,
  expectUploaded,
  fillForm,
  label,
  openForm,
} from '../support/browser/posting-form.ts'
import { test } from '../support/browser/signed-in.ts'
import { writePictures } from '../support/data/pictures.ts'

test('keeps what was typed, selected and added before hydration', async ({ page, signIn }, testInfo) => {
  await signIn()
  const files = await writePictures(testInfo.outputPath(), ['small.jpg'])
  let typed: Promise<void> | null = null
  await page.route('**/assets/*.js', async (route) => {
    typed ??= (async () => {
      await label(page, 'Title').fill('Typed early')
      await label(page, 'Category').selectOption('Pet Services')
      await label(page, 'Country').selectOption('Canada')
      await label(page, 'Images').setInputFiles(files)
    })()
    await typed
    await route.continue()
  })
  await page.goto('/post-services')
  await hydrated(page)
  await expect(label(page, 'Title')).toHaveValue('Typed early')
  await expect(label(page, 'Category')).toHaveValue('Pet Services')
  await label(page, 'Subcategory').selectOption('Dog Walking')
  await label(page, 'State').selectOption('Ontario')
  await expect(label(page, 'Country')).toHaveValue('Canada')
  await expectUploaded(page, 1)
  await page.reload()
  await hydrated(page)
  await expect(label(page, 'Title')).toHaveValue('Typed early')
  await expect(label(page, 'Subcategory')).toHaveValue('Dog Walking')
})

test('retries options that failed to load before it validates', { tag: '@slow' }, async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/)
  await signIn()
  await openForm(page, 'service')
  let broken = true
  await page.route('**/api/singlecategory*', (route) => (broken ? route.abort() : route.continue()))
  await fillForm(page, 'service', { Subcategory: '' })
  await expect(label(page, 'Subcategory').getByRole('option')).toHaveText(['No options'])
  broken = false
  await button(page, 'Post Service').click()
  await expect(label(page, 'Subcategory')).toHaveAccessibleDescription('Please choose a subcategory.')
  await label(page, 'Subcategory').selectOption('Piano Lessons')
  await button(page, 'Post Service').click()
  await expectToast(page, listings.service.posted)
})

test('offers the profile’s phone number without filling it in', { tag: '@slow' }, async ({
  page,
  signIn,
  accountSite,
}) => {
  await signIn()
  await page.request.put('/api/profile-update', {
    data: { phone: '+1 512 555 0100' },
    headers: { origin: accountSite.url },
  })
  await openForm(page, 'service')
  await expect(label(page, 'Phone')).toHaveValue('')
  await button(page, 'Use my profile’s phone').click()
  await expect(label(page, 'Phone')).toHaveValue('+1 512 555 0100')
  await expect(label(page, 'Phone')).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('moves to the next field on Enter, fits the screen, and keeps the buttons visible', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await openForm(page, 'event')
    await label(page, 'Title').fill('Piano')
    await page.keyboard.press('Enter')
    await expect(label(page, 'Category')).toBeFocused()
    await label(page, 'Price').fill('5')
    await page.keyboard.press('Enter')
    await expect(label(page, 'Unit')).toBeFocused()
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
    await expect(label(page, 'Price')).toHaveAttribute('inputmode', 'decimal')
    await expect(button(page, 'Post Event')).toBeInViewport({ ratio: 1 })
    await expect(button(page, 'Preview')).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
})

test('does not hide the focused field under the buttons', { tag: '@slow' }, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 800, height: 500 })
  await signIn()
  await openForm(page, 'event')
  await label(page, 'Title').focus()
  const bar = page.locator('[data-form-bar]')
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab')
    const hidden = await bar.evaluate((element) => {
      const focused = document.activeElement
      if (!focused || element.contains(focused)) return false
      return focused.getBoundingClientRect().top >= element.getBoundingClientRect().top
    })
    expect(hidden, `after ${step + 1} steps`).toBe(false)
  }
})
