/** What opens on a page is accessible. `screens.test.ts` checks the pages themselves. */
import { expect } from '@playwright/test'
import { expectAccessible } from '../support/browser/accessible.ts'
import { test, visit } from '../support/browser/journey.ts'
import { overflow } from '../support/browser/screen-checks.ts'

test('the phone menu, the filters, the chips, and a category are accessible when open', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 })
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
