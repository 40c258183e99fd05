/** The header where it is narrow: the name of the site, the menu, and the example in the search field. */
import { expect, type Page } from '@playwright/test'
import { visit } from '../support/browser/journey.ts'
import { button, label } from '../support/browser/posting-form.ts'
import { overflow } from '../support/browser/screen-checks.ts'
import { test } from '../support/browser/signed-in.ts'
import { createListing } from '../support/data/factories.ts'

const banner = (page: Page) => page.getByRole('banner')

const logo = (page: Page) => banner(page).getByRole('link', { name: 'Corkboard' })

/** Returns how much of the name the logo shows: where it has no room, it is below the part that is visible. */
async function shownName(page: Page): Promise<'all' | 'none' | 'a part'> {
  const name = await banner(page).getByText('Corkboard', { exact: true }).boundingBox()
  const link = await logo(page).boundingBox()
  if (!name || !link) throw new Error('The logo is missing.')
  if (name.y >= link.y + link.height) return 'none'
  return name.x + name.width <= link.x + link.width + 1 && name.y >= link.y ? 'all' : 'a part'
}

async function expectName(page: Page) {
  expect(await shownName(page)).toBe('all')
  expect(await overflow(page)).toBe(0)
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

test('the whole name or none of it has room, and so has the example in the search field', async ({
  page,
  signIn,
}) => {
  // Which needs more room than a visitor's.
  await signIn()
  await visit(page, '/about')
  const search = banner(page).getByRole('searchbox').filter({ visible: true })
  // 345 is a window of 360 pixels with a scroll bar of 15, of which a media query knows nothing.
  for (const { width, shown } of [
    { width: 320, shown: 'none' },
    { width: 345, shown: 'all' },
    { width: 1024, shown: 'all' },
    { width: 768, shown: 'all' },
    { width: 1280, shown: 'all' },
    { width: 1440, shown: 'all' },
  ]) {
    await page.setViewportSize({ width, height: 740 })
    await expect(search).toHaveCount([768, 1280, 1440].includes(width) ? 1 : 0)
    expect.soft(await shownName(page), `the name at ${width} pixels`).toBe(shown)
    expect.soft(await overflow(page), `overflow at ${width} pixels`).toBe(0)
    for (const field of await search.all())
      expect
        .soft(await field.evaluate(roomOfExample), `the example at ${width} pixels`)
        .toBeGreaterThanOrEqual(0)
  }
})

/** Returns how much room the example in an empty field leaves, in pixels. */
function roomOfExample(field: HTMLElement | SVGElement): number {
  if (!(field instanceof HTMLInputElement)) throw new Error('It is not a field.')
  const style = getComputedStyle(field)
  const text = document.createElement('canvas').getContext('2d')
  if (!text) throw new Error('There is no canvas.')
  text.font = style.font
  const { paddingLeft, paddingRight } = style
  const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  return room - text.measureText(field.placeholder).width
}
