/** The development server, which compiles pages on request. `npm run dev` sets DEV_SERVER. */
import { expect, test } from '@playwright/test'
import { startSite } from '../support/site/site.ts'

test('the development server renders and hydrates pages without errors', async ({ page }) => {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))
  const site = await startSite({ settings: { DEV_SERVER: 'on' } })
  try {
    await page.goto(`${site.url}/all-services`)
    await expect(page.locator('script[src="/@id/virtual:dev-entry"]')).toBeAttached()
    // Navigating within the document proves that React has hydrated the page: a new document would lose the mark.
    await expect(async () => {
      await page.evaluate(() => Object.assign(window, { mark: true }))
      await page.getByRole('link', { name: 'Events', exact: true }).first().click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Events')
      expect(await page.evaluate(() => 'mark' in window)).toBe(true)
    }).toPass()
    expect(errors).toEqual([])
  } finally {
    await site.stop()
  }
})
