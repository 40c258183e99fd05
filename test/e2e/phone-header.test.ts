/** The header of someone who is signed in, on a phone. */
import { expect, type Page } from '@playwright/test'
import { visit } from '../support/browser/journey.ts'
import { button, label } from '../support/browser/posting-form.ts'
import { test } from '../support/browser/signed-in.ts'
import { createListing } from '../support/data/factories.ts'

const banner = (page: Page) => page.getByRole('banner')

async function expectName(page: Page) {
  const name = await banner(page).getByText('Corkboard', { exact: true }).boundingBox()
  const link = await banner(page).getByRole('link', { name: 'Corkboard' }).boundingBox()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect((link?.x ?? 0) + (link?.width ?? 0), 'the whole name').toBeGreaterThanOrEqual(
    (name?.x ?? 0) + (name?.width ?? 0) - 1,
  )
  expect(width).toBe(360)
}

test('it has the name of the site, and a menu that becomes a ×', async ({
  page,
  browser,
  baseURL,
  database,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const author = await signIn()
  await visit(page, '/about')
  await expectName(page)
  const icon = () =>
    banner(page).getByLabel('Menu', { exact: true }).locator('svg:visible use').getAttribute('href')
  expect(await icon()).toContain('#menu')
  await banner(page).getByLabel('Menu', { exact: true }).click()
  expect(await icon()).toContain('#x')
  await page.keyboard.press('Escape')
  expect(await icon()).toContain('#menu')

  await test.step('also with an unread message, of which the menu tells', async () => {
    const id = await createListing(database, { authorEmail: author.email })
    const other = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
    await signIn({}, other.context())
    await visit(other, `/ad-details/${id}/message`)
    await label(other, 'Message').fill('Is Tuesday possible?')
    await button(other, 'Send message').click()
    await expect(other.getByRole('log', { name: 'Messages' })).toBeVisible()
    await other.context().close()
    await visit(page, '/about')
    await expect(banner(page).getByLabel('Menu, 1 unread')).toBeVisible()
    await expectName(page)
  })
})
