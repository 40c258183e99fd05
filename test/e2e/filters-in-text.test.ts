/** Days and prices in the text of a search: chips that remove them, and the events open. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/browser/accessible.ts'
import { test } from '../support/browser/journey.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'

const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('link')
const results = (page: Page) => page.getByRole('region', { name: 'Results' })
const textOf = (page: Page) => new URL(page.url()).searchParams.get('searchtext')

for (const scripts of [true, false]) {
  test.describe(scripts ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled: scripts })

    test(
      'days and a price in the text open the events, as chips that can be removed',
      slowJourneyUnless(scripts),
      async ({ page }) => {
        await page.goto('/')
        // Its role changes when suggestions can open below it.
        const search = page.getByRole('main').locator('input[name=searchtext]').first()
        await search.fill('dancing in the next 7 days under $20')
        await search.press('Enter')
        await expect(page).toHaveURL(/\/search/)
        await expect(page.getByRole('tab', { name: /Events/ })).toHaveAttribute('aria-selected', 'true')
        await expect(results(page).getByRole('link', { name: /Salsa social/ })).toBeVisible()
        await expect(chips(page)).toHaveText([/Next 7 days/, /Up to \$20/])
        await expect(results(page).getByText('Used as filters: in the next 7 days, under $20.')).toBeVisible()
        if (scripts) await expectAccessible(page)

        await page.getByRole('tab', { name: /Services/ }).click()
        await expect(chips(page)).toHaveText([/Up to \$20/])
        await page.getByRole('tab', { name: /Events/ }).click()

        await page.getByRole('link', { name: 'Remove filter Next 7 days' }).click()
        await expect.poll(() => textOf(page)).toBe('dancing under $20')
        await expect(chips(page)).toHaveText([/Up to \$20/])
        await results(page).getByRole('link', { name: 'Search for the words instead' }).click()
        await expect.poll(() => textOf(page)).toBe('dancing "under $20"')
        await expect(chips(page)).toHaveCount(0)
      },
    )
  })
}
