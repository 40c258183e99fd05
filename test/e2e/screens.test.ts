import { expect } from '@playwright/test'
import { hydrated, test } from '../support/journey.ts'
import { screens } from '../support/screens.ts'

for (const { screen, find } of screens) {
  test(`${screen} shows its title, heading, and content within the layout`, async ({
    page,
    api,
    allowStatus,
  }) => {
    const { path, status, title, content } = await find(page, api)
    // Browsers log an error for every 404.
    if (status === 404) allowStatus(404)
    const response = await page.goto(path)
    await hydrated(page)
    expect(response?.status()).toBe(status)
    await expect(page).toHaveTitle(`${title} | Corkboard`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('main')).toBeVisible()
    await expect(content).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Post Ad' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText(/© 2025–\d{4} Corkboard/)
    for (const name of ['Contact', 'About', 'Safety Guide', 'Privacy']) {
      await expect(page.getByRole('contentinfo').getByRole('link', { name, exact: true })).toBeVisible()
    }
  })
}
