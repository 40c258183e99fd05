import { expect } from '@playwright/test'
import { test } from '../support/browser/journey.ts'
import { screens } from '../support/browser/screens.ts'

test.use({ javaScriptEnabled: false })

test('every screen is readable without scripts', async ({ page, api, allowStatus }) => {
  allowStatus(404)
  for (const { screen, find } of screens)
    await test.step(screen, async () => {
      const { path, status, title, content } = await find(page, api)
      const response = await page.goto(path)
      expect(response?.status()).toBe(status)
      await expect(page).toHaveTitle(`${title} | Corkboard`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(content).toBeVisible()
      await expect(page.getByRole('banner').getByRole('link', { name: 'Post Ad' })).toBeVisible()
      await expect(page.getByRole('contentinfo')).toContainText(/© 2025–\d{4} Corkboard/)
    })
})

test('links, tabs, and disclosures work without scripts', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('tab', { name: 'Events' }).click()
  await expect(page).toHaveURL(/\?tab=events$/)
  await expect(page.getByRole('tab', { name: 'Events' })).toHaveAttribute('aria-selected', 'true')
  await page.locator('summary', { hasText: 'Pet Services' }).click()
  await page.getByRole('link', { name: 'Dog Walking' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dog Walking' })).toBeVisible()
})

test('the banners scroll as a row without scripts', async ({ page }) => {
  await page.goto('/')
  const banners = page.getByRole('region', { name: 'What you can do here' })
  await expect(banners.getByRole('group')).toHaveCount(4)
  await expect(banners.getByRole('button')).toHaveCount(0)
})
