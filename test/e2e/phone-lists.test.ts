/** Lists on phones, and pages of signed-in users on phones and wide screens. */
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from '../support/browser/accessible.ts'
import { test as journey, visit } from '../support/browser/journey.ts'
import { test as signedIn } from '../support/browser/signed-in.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'
import { createListing } from '../support/data/factories.ts'

const phone = { width: 360, height: 740 }

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not visible.')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Counts the ads that are wholly visible below the header. */
async function visibleAds(page: Page): Promise<number> {
  const header = await boxOf(page.locator('body > header'))
  const height = page.viewportSize()?.height ?? 0
  const boxes = await Promise.all((await page.getByRole('article').all()).map(boxOf))
  return boxes.filter(({ y, bottom }) => y >= header.bottom && bottom <= height).length
}

for (const path of ['/all-services', '/all-events', '/category/pet-services', '/state/New%20York']) {
  journey(
    `a phone shows at least three ads of ${path} per screen`,
    slowJourneyUnless(path === '/state/New%20York'),
    async ({ page }) => {
      await page.setViewportSize(phone)
      await visit(page, path)
      const card = page.getByRole('article').first()
      const picture = await boxOf(card.locator('.card-picture'))
      const title = await boxOf(card.getByRole('heading'))
      expect(picture.right, 'the picture is on the left').toBeLessThanOrEqual(title.x)
      const top = (await boxOf(card)).y - (await boxOf(page.locator('body > header'))).bottom
      await page.mouse.wheel(0, top - 8)
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(Math.min(top - 20, 1))
      await expect.poll(() => visibleAds(page)).toBeGreaterThanOrEqual(3)
    },
  )
}

journey('the first screen of the services on a phone shows three ads', { tag: '@slow' }, async ({ page }) => {
  await page.setViewportSize(phone)
  await visit(page, '/all-services')
  expect(await visibleAds(page)).toBeGreaterThanOrEqual(3)
})

journey(
  'cards stand next to each other on wider screens, with the picture on top',
  { tag: '@slow' },
  async ({ page }) => {
    await visit(page, '/all-services')
    const [one, two] = [page.getByRole('article').nth(0), page.getByRole('article').nth(1)]
    expect((await boxOf(one)).y).toBe((await boxOf(two)).y)
    const picture = await boxOf(one.locator('.card-picture'))
    expect(picture.bottom).toBeLessThanOrEqual((await boxOf(one.getByRole('heading'))).y)
  },
)

const controls = (page: Page) => ({
  search: page.getByRole('searchbox', { name: 'Search by title' }),
  filters: page.locator('summary', { hasText: /^Filters/ }),
  sort: page.getByRole('combobox', { name: 'Sort by' }),
})

journey('search, filters, and sort order share a row on a tablet', { tag: '@slow' }, async ({ page }) => {
  const width = 768
  await page.setViewportSize({ width, height: 740 })
  await visit(page, '/all-services')
  const { search, filters, sort } = controls(page)
  const [a, b, c] = await Promise.all([search, filters, sort].map(boxOf))
  if (!a || !b || !c) throw new Error('A control is missing.')
  expect(Math.abs(a.y - b.y)).toBeLessThanOrEqual(1)
  expect(Math.abs(b.y - c.y)).toBeLessThanOrEqual(1)
  expect(a.x >= 0 && a.right <= b.x && b.right <= c.x && c.right <= width).toBe(true)
  expect(Math.min(b.height, c.height, c.width)).toBeGreaterThanOrEqual(44)

  await filters.click()
  const category = page.getByRole('combobox', { name: 'Category' })
  await expect(category).toBeVisible()
  expect((await boxOf(category)).y, 'open filters are below the row').toBeGreaterThanOrEqual(a.bottom)
  expect((await boxOf(filters)).x, 'the button stays where it was').toBe(b.x)
  const status = await boxOf(page.getByRole('main').getByRole('status'))
  const apply = await boxOf(page.getByRole('button', { name: 'Apply Filter' }))
  expect(status.y, 'filters cover no results').toBeGreaterThanOrEqual(apply.bottom)
  await expectAccessible(page, `with open filters at ${width} px`)
})

for (const width of [320, 360]) {
  for (const path of ['/all-services', '/category/pet-services']) {
    journey(
      `filters of ${path} are a sheet within reach of the thumb at ${width} px`,
      slowJourneyUnless(width === 320 && path === '/all-services'),
      async ({ page }) => {
        await page.setViewportSize({ width, height: 740 })
        await visit(page, path)
        const { filters } = controls(page)
        const closed = await boxOf(filters)
        expect(closed.height).toBeGreaterThanOrEqual(44)
        expect(closed.y, 'the button is in the lower third').toBeGreaterThanOrEqual(740 * 0.66)
        await page.mouse.wheel(0, 300)
        await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
        expect((await boxOf(filters)).y, 'the button stays while the list scrolls').toBe(closed.y)

        await filters.click()
        const apply = page.getByRole('button', { name: 'Apply Filter' })
        await expect(apply).toBeInViewport({ ratio: 1 })
        expect((await boxOf(apply)).y, 'so is the button that applies them').toBeGreaterThanOrEqual(
          740 * 0.66,
        )
        const within = page.getByRole('combobox', { name: 'Within' })
        await within.scrollIntoViewIfNeeded()
        await expect(within).toBeInViewport()
        expect(await overflow(page)).toBeLessThanOrEqual(0)
        await expectAccessible(page, `with open filters at ${width} px`)

        await page.keyboard.press('Escape')
        await expect(apply).toBeHidden()
        await expect(filters).toBeFocused()
        await filters.click()
        await page.mouse.click(width / 2, 20)
        await expect(apply, 'a tap beside the sheet closes it').toBeHidden()
      },
    )
  }
}

journey(
  'on a phone, an unknown place is explained above the list and stays in its field',
  async ({ page, allowStatus }) => {
    allowStatus(400)
    await page.setViewportSize(phone)
    await visit(page, '/all-services')
    const { filters } = controls(page)
    // A combobox once its code has loaded.
    const near = page.getByRole('main').getByLabel('Near')
    const within = page.getByRole('main').getByRole('combobox', { name: 'Within' })
    await filters.click()
    await near.fill('99999999')
    await within.selectOption('10 mi')
    await page.getByRole('button', { name: 'Apply Filter' }).click()
    await expect(page.getByText('We can’t find “99999999”, so we’re showing all places.')).toBeInViewport()
    await filters.click()
    await expect(near).toHaveValue('99999999')
    await expect(within).toHaveValue('10')
    await expect(near).toHaveAccessibleDescription(/^We do not know this place/)
    await expectAccessible(page, 'with a rejected place')
  },
)

journey('search, filters, and sort order work on a phone', { tag: '@slow' }, async ({ page }) => {
  await page.setViewportSize(phone)
  await visit(page, '/all-services')
  const { search, filters, sort } = controls(page)
  await sort.selectOption('Price: low to high')
  await expect(page).toHaveURL(/sort=price-asc/)
  await filters.click()
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Pet Services')
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(page).toHaveURL(/category=Pet\+Services/)
  await search.fill('dog')
  await search.press('Enter')
  await expect(page).toHaveURL(/searchtext=dog/)
})

for (const path of ['/', '/all-services', '/all-events']) {
  journey(
    `${path} fits into 320 px, as at a zoom of 400 %`,
    slowJourneyUnless(path === '/'),
    async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 })
      await visit(page, path)
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      if (path === '/') return
      const views = await boxOf(page.getByRole('navigation', { name: 'View' }).getByRole('listitem').first())
      const total = await page
        .getByText(/^\d+ (services|events)$/)
        .filter({ visible: true })
        .evaluate((element) => {
          const range = document.createRange()
          range.selectNodeContents(element)
          const { right, bottom } = range.getBoundingClientRect()
          return { right, bottom }
        })
      expect(total.bottom, 'the number of results is in the row of the views').toBeGreaterThan(views.y)
      // There is room for 1,234 instead of 34.
      expect(total.right + 24, 'and beside them').toBeLessThanOrEqual(views.x)
    },
  )
}

signedIn(
  'the account fits into 320 px in a font as wide as DejaVu Sans',
  { tag: '@slow' },
  async ({ page, signIn }) => {
    await signIn()
    await page.setViewportSize({ width: 320, height: 740 })
    await visit(page, '/profile/account')
    await page.addStyleTag({ content: '* { font-family: "DejaVu Sans", Verdana !important; }' })
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  },
)

const signedInPages = ['/profile', '/profile/account', '/my-services', '/post', '/post-services']

for (const path of signedInPages) {
  signedIn(
    `${path} uses the full width of the screen`,
    slowJourneyUnless(path === '/my-services'),
    async ({ page, signIn, database }) => {
      const { email } = await signIn()
      for (const title of ['Piano lessons', 'Guitar lessons'])
        await createListing(database, { authorEmail: email, title })
      await visit(page, path)
      for (const width of [320, 360, 768, 1440]) {
        await page.setViewportSize({ width, height: 740 })
        const main = page.getByRole('main')
        const sheets = await Promise.all((await main.locator('.shadow-sheet, .own-listing').all()).map(boxOf))
        const left = Math.min(...sheets.map(({ x }) => x))
        const right = Math.max(...sheets.map((sheet) => sheet.right))
        const logo = await boxOf(page.locator('body > header').getByText('Corkboard', { exact: true }))
        expect.soft(left, `left edge at ${width} px`).toBeLessThanOrEqual(Math.ceil(logo.x))
        expect.soft(right, `right edge at ${width} px`).toBeGreaterThanOrEqual(Math.min(width, 1340) * 0.93)
        expect.soft(await overflow(page), `overflow at ${width} px`).toBeLessThanOrEqual(0)
      }
      await expectAccessible(page)
    },
  )
}

signedIn(
  'my services on a phone are three per screen',
  { tag: '@slow' },
  async ({ page, signIn, database }) => {
    const { email } = await signIn()
    for (const title of ['One thing', 'Two things', 'Three things', 'Four things'])
      await createListing(database, { authorEmail: email, title })
    await page.setViewportSize(phone)
    await visit(page, '/my-services')
    const rows = await Promise.all((await page.locator('.own-listing').all()).map(boxOf))
    expect((rows[2]?.bottom ?? 0) - (rows[0]?.y ?? 0)).toBeLessThanOrEqual(phone.height - 120)
  },
)
