/** The suggestions page and its special rules from the specification. */
import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { suggestions } from '../../src/shared/messages/suggestions.ts'
import { test, visit } from '../support/browser/journey.ts'
import { administer, databaseAt } from '../support/site/databases.ts'
import { startSite } from '../support/site/site.ts'

const path = '/corkboard-suggestions'
const main = (page: Page) => page.getByRole('main')
const toast = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

test('shows a card with working links for each category', async ({ page, api }) => {
  const categories = await api.listCategories({})
  await visit(page, path)
  await expect(main(page)).toContainText('There’s probably something you already love doing.')
  for (const { name, slug, subcategories } of categories) {
    const link = main(page).getByRole('link', { name, exact: true })
    await expect(link.first()).toHaveAttribute('href', `/category/${slug}`)
    for (const { slug: sub } of subcategories) {
      await expect(main(page).locator(`a[href="/category/${slug}/subcategory/${sub}"]`)).toHaveCount(1)
    }
  }
  await main(page).getByRole('link', { name: 'Dog Walking' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dog Walking' })).toBeVisible()
})

test('blocks copying, pasting, and the right mouse button only on this page', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await visit(page, path)
  await page.evaluate(() => navigator.clipboard.writeText('from before'))
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Control+C')
  await expect(toast(page, suggestions.copy)).toBeVisible()
  expect(await clipboard()).toBe('from before')
  await page.keyboard.press('Control+V')
  await expect(toast(page, suggestions.paste)).toBeVisible()
  await main(page).getByRole('heading', { level: 1 }).click({ button: 'right' })
  await expect(toast(page, suggestions.rightClick)).toBeVisible()
  const box = await toast(page, suggestions.rightClick).boundingBox()
  const width = page.viewportSize()?.width ?? 0
  expect(box && box.x > width / 2 && box.y < 200, 'toasts are at the top right').toBe(true)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Categories' }).click()
  await expect(page).toHaveURL('/all-categories')
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Categories')
  // The page moves the focus to its content once it is there, which ends a selection.
  await expect(main(page)).toBeFocused()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Control+C')
  await expect.poll(clipboard).toContain('Dog Walking')
})

test('always opens at the top', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/all-categories')
  await page.getByRole('link', { name: 'Corkboard Suggestions' }).click()
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Corkboard Suggestions')
  const last = main(page).getByRole('link').last()
  await last.scrollIntoViewIfNeeded()
  await last.click()
  await expect(page).not.toHaveURL(path)
  await page.goBack()
  await expect(page).toHaveURL(path)
  await expect(main(page).getByRole('heading', { level: 1 })).toBeInViewport()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('uses the name and the slug of a renamed site', { tag: '@slow' }, async ({
  page,
  allowStatus,
  allowConsole,
}) => {
  // The test visits another site than the others.
  allowConsole(/request to another host: http:\/\/localhost/)
  allowStatus(404)
  const server = process.env.E2E_DATABASE ?? ''
  const name = `renamed_${randomBytes(4).toString('hex')}`
  await administer(server, `create database ${name}`)
  const site = await startSite({
    databaseUrl: databaseAt(server, name),
    demo: false,
    settings: { SITE_NAME: 'Hill Street', SITE_SLUG: 'hill-street' },
  })
  try {
    await visit(page, `${site.url}/all-categories`)
    await page.getByRole('link', { name: 'Hill Street Suggestions' }).click()
    await expect(page).toHaveURL(`${site.url}/hill-street-suggestions`)
    await expect(page).toHaveTitle('Hill Street Suggestions | Hill Street')
    expect((await page.reload())?.status()).toBe(200)
    expect((await page.goto(site.url + path))?.status()).toBe(404)
  } finally {
    await page.goto('about:blank')
    await site.stop()
    await administer(server, `drop database ${name} with (force)`)
  }
})
