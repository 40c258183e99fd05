/** The search in the header and on the home page, and its results page. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/browser/accessible.ts'
import { hydrated, searchFieldIn, test, visit } from '../support/browser/journey.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'

const tab = (page: Page, name: 'Services' | 'Events') => page.getByRole('tab', { name })
const results = (page: Page) => page.getByRole('region', { name: 'Results' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const headerField = (page: Page) => searchFieldIn(page.getByRole('banner'))
// Playwright has no role for a `<summary>`.
const opener = (page: Page) => page.locator('summary[aria-label=Search]')
const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const queryOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

for (const { text, finds } of [
  { text: 'street fair', finds: /street fair/i },
  { text: 'salsa', finds: /salsa/i },
  { text: 'market', finds: /market/i },
]) {
  test(
    `the home page finds events for “${text}”`,
    slowJourneyUnless(text === 'street fair'),
    async ({ page, api }) => {
      const events = await api.filterEvents({ query: { searchtext: text, page: 1, limit: 12 } })
      const services = await api.filterServices({ query: { searchtext: text, page: 1, limit: 12 } })
      expect(events.total).toBeGreaterThan(services.total)
      await visit(page, '/')
      await searchFieldIn(page.getByRole('main')).fill(text)
      await page.keyboard.press('Enter')
      await expect(heading(page)).toHaveText(`Results for "${text}"`)
      await expect(page).toHaveTitle(`Results for "${text}" | Corkboard`)
      await expect(page).toHaveURL(`/search?${new URLSearchParams({ searchtext: text })}`)
      await expect(tab(page, 'Services')).toHaveText(`Services (${services.total})`)
      await expect(tab(page, 'Events')).toHaveText(`Events (${events.total})`)
      await expect(tab(page, 'Events')).toHaveAttribute('aria-selected', 'true')
      await expect(results(page).getByRole('article').first()).toContainText(finds)
      await expect(headerField(page)).toHaveValue(text)
    },
  )
}

test('the tab with more results opens, unless the URL names one', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/search?searchtext=piano')
  await expect(tab(page, 'Services')).toHaveAttribute('aria-selected', 'true')
  await tab(page, 'Events').click()
  await expect(tab(page, 'Events')).toHaveAttribute('aria-selected', 'true')
  expect(queryOf(page)).toEqual({ searchtext: 'piano', tab: 'events' })
  await page.reload()
  await expect(tab(page, 'Events')).toHaveAttribute('aria-selected', 'true')
})

test('a place can be part of the text', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/')
  await expect(headerField(page)).toHaveAttribute('placeholder', /haircut austin/)
  await headerField(page).fill('haircut austin')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Results for "haircut austin"')
  const cards = results(page).getByRole('article')
  await expect(cards.first()).toContainText('Austin')
  for (const card of await cards.all()) await expect(card).toContainText('Austin')
})

test('a search for a plumber finds plumbing and no websites', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/search?searchtext=plumber&tab=services')
  const links = results(page).getByRole('article').getByRole('link')
  await expect(links.first()).toBeVisible()
  for (const link of await links.all()) await expect(link).not.toHaveAccessibleName(/website/i)
})

test('both counts are requested at the same time', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/about')
  const eventsRequested = page.waitForRequest('**/api/eventsbyfilter?**')
  await page.route('**/api/servicesbyfilter?**', async (route) => {
    await eventsRequested
    await route.continue()
  })
  await headerField(page).fill('piano')
  await page.keyboard.press('Enter')
  await expect(tab(page, 'Services')).toHaveText(/^Services \([1-9]/)
})

for (const scripts of [true, false]) {
  test.describe(scripts ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled: scripts })

    test(
      'filters, sort order, and pages keep the text and the tab',
      slowJourneyUnless(!scripts),
      async ({ page }) => {
        await page.goto('/search?searchtext=united+states')
        await tab(page, 'Events').click()
        await expect(tab(page, 'Events')).toHaveAttribute('aria-selected', 'true')
        await page.getByRole('link', { name: 'Next', exact: true }).click()
        await expect(page.getByText(/^Page 2 of/)).toBeVisible()
        expect(queryOf(page)).toEqual({ searchtext: 'united states', tab: 'events', page: '2' })

        await select(page, 'Category').selectOption('Music & Performing Arts')
        await page.getByRole('button', { name: 'Apply Filter' }).click()
        const chip = page.getByRole('link', { name: 'Remove filter Music & Performing Arts' })
        await expect(chip).toBeVisible()
        expect(queryOf(page)).toMatchObject({
          searchtext: 'united states',
          tab: 'events',
          category: 'Music & Performing Arts',
        })
        await expect(tab(page, 'Events')).toHaveAttribute('aria-selected', 'true')

        await select(page, 'Sort by').selectOption('Price: low to high')
        if (!scripts) await page.getByRole('button', { name: 'Apply Filter' }).click()
        await expect(page).toHaveURL(/sort=price-asc/)
        await chip.click()
        await expect(chip).toHaveCount(0)
        expect(queryOf(page)).toEqual({ searchtext: 'united states', tab: 'events', sort: 'price-asc' })
      },
    )

    test(
      'the header searches from any page, and a new text replaces the old one',
      slowJourneyUnless(scripts),
      async ({ page }) => {
        await page.goto('/about')
        await headerField(page).fill('piano')
        await headerField(page).press('Enter')
        await expect(heading(page)).toHaveText('Results for "piano"')
        await expect(headerField(page)).toHaveValue('piano')
        await headerField(page).fill('guitar')
        await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
        await expect(heading(page)).toHaveText('Results for "guitar"')
        await page.goBack()
        await expect(heading(page)).toHaveText('Results for "piano"')
        // Without scripts, browsers restore what was typed on the page.
        await expect(headerField(page)).toHaveValue(scripts ? 'piano' : 'guitar')
      },
    )

    test(
      'on a phone, a button in the header opens the search',
      slowJourneyUnless(!scripts),
      async ({ page }) => {
        await page.setViewportSize({ width: 360, height: 740 })
        await page.goto('/state/Texas')
        await expect(headerField(page)).toBeHidden()
        await opener(page).click()
        await headerField(page).fill('salsa')
        await headerField(page).press('Enter')
        await expect(heading(page)).toHaveText('Results for "salsa"')
        await expect(headerField(page)).toBeHidden()
        await opener(page).click()
        await expect(headerField(page)).toHaveValue('salsa')
      },
    )
  })
}

test('opening the search on a phone focuses its field, and Escape closes it', { tag: '@slow' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await visit(page, '/about')
  await opener(page).focus()
  await page.keyboard.press('Enter')
  await expect(headerField(page)).toBeFocused()
  await expectAccessible(page, 'with the search open')
  await page.keyboard.press('Escape')
  await expect(headerField(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()
})

test('the header offers search and posting at any width without overflowing', { tag: '@slow' }, async ({
  page,
}) => {
  await visit(page, '/about')
  for (const width of [320, 360, 768, 1024, 1280, 1440])
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 })
      await expect(headerField(page).or(opener(page)).filter({ visible: true })).toHaveCount(1)
      const banner = page.getByRole('banner')
      await expect(banner.getByRole('link', { name: 'Post Ad' })).toBeInViewport({ ratio: 1 })
      const main = banner.getByRole('navigation', { name: 'Main' })
      const menu = page.locator('summary[aria-label=Menu]')
      await expect(main.or(menu).filter({ visible: true })).toHaveCount(1)
      const logo = await banner.getByRole('link', { name: 'Corkboard' }).boundingBox()
      const next = await headerField(page).or(opener(page)).filter({ visible: true }).boundingBox()
      expect(logo && next && logo.x + logo.width <= next.x, 'the logo leaves room').toBe(true)
      const right = await banner.evaluate((header) =>
        Math.max(
          ...[...header.querySelectorAll('a, input, summary')].map((e) => e.getBoundingClientRect().right),
        ),
      )
      expect(right).toBeLessThanOrEqual(width)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })
})

test.describe('a search without results', () => {
  test('in one tab leads to the other', async ({ page }) => {
    await visit(page, '/search?searchtext=street+fair&tab=services')
    await expect(results(page).getByText('No Service Found', { exact: true })).toBeVisible()
    await results(page).getByRole('link', { name: 'See 1 event' }).click()
    await expect(tab(page, 'Events')).toHaveAttribute('aria-selected', 'true')
    await expect(results(page).getByRole('article')).toHaveCount(1)
  })

  test('because of a filter offers to remove it, and keeps the text', { tag: '@slow' }, async ({ page }) => {
    await visit(page, '/search?searchtext=piano&tab=services&category=Pet+Services')
    await results(page).getByRole('link', { name: 'Clear all filters' }).click()
    await expect(page).toHaveURL('/search?searchtext=piano&tab=services')
    await expect(results(page).getByRole('article').first()).toBeVisible()
  })

  test('anywhere offers to browse categories, and does not ask to post an ad', { tag: '@slow' }, async ({
    page,
  }) => {
    await visit(page, '/search?searchtext=xqzzyv+wkkpt')
    await expect(tab(page, 'Services')).toHaveText('Services (0)')
    await expect(tab(page, 'Events')).toHaveText('Events (0)')
    await expect(results(page).getByText('Check the spelling or try a different word.')).toBeVisible()
    await expect(results(page).getByRole('link', { name: 'Post the first ad' })).toHaveCount(0)
    await results(page).getByRole('link', { name: 'Browse categories' }).click()
    await expect(page).toHaveURL('/all-categories')
  })
})

test('text typed into the header before hydration is preserved', { tag: '@slow' }, async ({ page }) => {
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto('/about', { waitUntil: 'commit' })
  await headerField(page).fill('piano')
  gate.resolve()
  await hydrated(page)
  await expect(headerField(page)).toHaveValue('piano')
  await headerField(page).press('Enter')
  await expect(heading(page)).toHaveText('Results for "piano"')
})
