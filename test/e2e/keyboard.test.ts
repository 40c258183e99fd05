import { expect, type Page } from '@playwright/test'
import { test, visit } from '../support/browser/journey.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name })

test('offers a skip link on the first Tab', async ({ page }) => {
  await visit(page, '/all-services')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox', { name: 'Search by title' })).toBeFocused()
})

for (const path of ['/', '/category/pet-services', '/location/united-states', '/state/Texas']) {
  test(
    `the tabs of ${path} are one tab stop, and arrow keys cycle through them`,
    slowJourneyUnless(path === '/'),
    async ({ page }) => {
      await visit(page, path)
      await tab(page, 'Services').focus()
      for (const { key, name } of [
        { key: 'ArrowRight', name: 'Events' },
        { key: 'ArrowRight', name: 'Services' },
        { key: 'ArrowLeft', name: 'Events' },
        { key: 'Home', name: 'Services' },
        { key: 'End', name: 'Events' },
      ]) {
        await page.keyboard.press(key)
        await expect(tab(page, name)).toBeFocused()
        await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
        await expect(page.getByRole('tab', { selected: true })).toHaveCount(1)
      }
      await expect(page).toHaveURL(`${path}?tab=events`)
      await expect(tab(page, 'Services')).toHaveAttribute('tabindex', '-1')
      await page.keyboard.press('Tab')
      await expect(tab(page, 'Services')).not.toBeFocused()
      await expect(page.getByRole('tabpanel', { name: 'Events' })).toBeVisible()
    },
  )
}

test('opens a card with Enter, and moves focus to the new page', async ({ page }) => {
  await visit(page, '/all-events')
  const link = page.getByRole('article').first().getByRole('link')
  const title = await link.getAttribute('aria-label')
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '')
  await expect(page.getByRole('main')).toBeFocused()
})

test('selects and applies filters by keyboard', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/all-services')
  await page.getByRole('combobox', { name: 'Category', exact: true }).focus()
  await page.keyboard.type('Pet')
  await expect(page.getByRole('combobox', { name: 'Subcategory' })).toBeVisible()
  await page.getByRole('button', { name: 'Apply Filter' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/all-services?category=Pet+Services')
})

test.describe('the menu on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  // Playwright has no role for a `<summary>`.
  const opener = (page: Page) => page.locator('summary[aria-label=Menu]')
  const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

  test('opens, goes to each page, and closes', async ({ page }) => {
    await visit(page, '/state/Texas')
    for (const { link, title } of [
      { link: 'Services', title: 'All Services' },
      { link: 'Events', title: 'All Events' },
      { link: 'Categories', title: 'Categories' },
      { link: 'Locations', title: 'Locations' },
      { link: 'Home', title: 'Local services and events, from people nearby' },
    ]) {
      await expect(menu(page)).toBeHidden()
      await opener(page).click()
      await menu(page).getByRole('link', { name: link }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    }
    await expect(menu(page)).toBeHidden()
  })

  test('opens with Enter, closes with Escape, and restores focus', { tag: '@slow' }, async ({ page }) => {
    await visit(page, '/state/Texas')
    await opener(page).focus()
    await page.keyboard.press('Enter')
    await expect(menu(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(menu(page).getByRole('link', { name: 'Home' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu(page)).toBeHidden()
    await expect(opener(page)).toBeFocused()
  })

  test('contains Sign In, which the header hides on phones', { tag: '@slow' }, async ({ page }) => {
    await visit(page, '/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Post Ad' })).toBeVisible()
    await opener(page).click()
    await expect(menu(page).getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/signin')
  })
})
