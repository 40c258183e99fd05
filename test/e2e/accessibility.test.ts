import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { test, visit } from '../support/journey.ts'
import { screens } from '../support/screens.ts'

// This file takes the longest, so its tests run in parallel.
test.describe.configure({ mode: 'parallel' })

const phone = 360
const desktop = 1440

async function setDisplay(page: Page, colorScheme: 'light' | 'dark', width: number) {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 900 })
}

/** By how many pixels the page is wider than the window. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** The first two show each layout and each color once. */
const displays = [
  { tag: [], what: 'in light on a phone, and in dark on a wide screen', light: phone, dark: desktop },
  { tag: ['@slow'], what: 'in light on a wide screen, and in dark on a phone', light: desktop, dark: phone },
]

for (const { screen, find } of screens) {
  for (const { tag, what, ...widths } of displays) {
    test(`${screen} is accessible ${what}`, { tag }, async ({ page, api, allowStatus }) => {
      const { path, status, content } = await find(page, api)
      if (status === 404) allowStatus(404)
      await visit(page, path)
      for (const colorScheme of ['light', 'dark'] as const) {
        const width = widths[colorScheme]
        await setDisplay(page, colorScheme, width)
        await expect(content).toBeAttached()
        await expectAccessible(page, `in ${colorScheme} at ${width} px`)
      }
    })
  }

  test(`${screen} never scrolls sideways`, async ({ page, api, allowStatus }) => {
    const { path, status, content } = await find(page, api)
    if (status === 404) allowStatus(404)
    await visit(page, path)
    await expect(content).toBeAttached()
    for (const width of [phone, 768, desktop]) {
      await setDisplay(page, 'light', width)
      expect.soft(await overflow(page), `at ${width} px`).toBeLessThanOrEqual(0)
    }
  })
}

test('the phone menu, the filters, the chips, and a category are accessible when open', async ({ page }) => {
  await page.setViewportSize({ width: phone, height: 900 })
  await visit(page, '/all-services?category=Pet+Services&searchtext=dog')
  await page.locator('summary', { hasText: 'Filters' }).click()
  await expect(page.getByRole('combobox', { name: 'Subcategory' })).toBeVisible()
  await expectAccessible(page, 'in the opened filters')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.keyboard.press('Escape')

  await page.locator('summary[aria-label=Menu]').click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expectAccessible(page, 'in the opened menu')

  await visit(page, '/?tab=events')
  await page.locator('summary', { hasText: 'Pet Services' }).click()
  await expectAccessible(page, 'in the opened category')
})
