/** What a list says about its search. The replies are the site's own with explanations of this test's added. */
import { expect, type Page } from '@playwright/test'
import type { Facets, SearchReport } from '../../src/shared/search.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { test, visit } from '../support/browser/journey.ts'

const results = (page: Page) => page.getByRole('region', { name: 'Results' })
const queryOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

const plain: SearchReport = {
  corrected: null,
  place: null,
  understood: [],
  near: null,
  more: false,
  full: 12,
  related: false,
  alternatives: [],
}
const noFacets: Facets = {
  categories: [],
  subcategories: [],
  states: [],
  cities: [],
  free: { count: 0, more: false },
  pictures: { count: 0, more: false },
  fields: [],
}

type Explained = { search?: Partial<SearchReport>; facets?: Partial<Facets>; empty?: boolean }

/** Searches for `text` from a page, with explanations in the replies. */
async function search(page: Page, text: string, { search, facets, empty = false }: Explained) {
  await page.route('**/api/servicesbyfilter?**', async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    const services = empty ? [] : reply.services.map((row: object) => ({ ...row, distance: 2.7 }))
    const json = {
      services,
      total: services.length,
      totalPages: Math.min(services.length, 1),
      search: { ...plain, ...search },
      facets: { ...noFacets, ...facets },
    }
    await route.fulfill({ response, json })
  })
  await visit(page, '/all-services')
  await page.getByRole('searchbox', { name: 'Search by title' }).fill(text)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/searchtext=/)
}

test('a corrected typo is explained, and the text as typed can be searched', async ({ page }) => {
  await search(page, 'dog', { search: { corrected: 'dogs' } })
  await expect(results(page).getByText('Showing results for dogs. Search instead for dog')).toBeVisible()
  await results(page).getByRole('link', { name: 'dog', exact: true }).click()
  await expect(page).toHaveURL(/verbatim=true/)
  await page.getByRole('link', { name: 'Remove filter Exactly as typed' }).click()
  await expect(page).toHaveURL('/all-services?searchtext=dog')
})

test('a place in the text is a chip, which searches everywhere when removed', { tag: '@slow' }, async ({
  page,
}) => {
  await search(page, 'dog walker nyc', { search: { place: { name: 'New York City', text: 'dog walker' } } })
  await page.getByRole('link', { name: 'Remove filter In New York City' }).click()
  await expect(page).toHaveURL('/all-services?searchtext=dog+walker')
})

test('results that match some of the words are below a divider', { tag: '@slow' }, async ({ page }) => {
  await search(page, 'dog', { search: { full: 1 } })
  const divider = results(page).getByRole('heading', { name: 'These match some of your words' })
  await expect(divider).toBeVisible()
  const order = await results(page)
    .locator('h2, article')
    .evaluateAll((elements) => elements.map((element) => element.localName))
  expect(order.slice(0, 4)).toEqual(['h2', 'article', 'h2', 'article'])
})

test('a list that stops counting says so, and cards say how far away they are', { tag: '@slow' }, async ({
  page,
}) => {
  await search(page, 'dog', { search: { more: true, near: { name: 'Austin, Texas', unit: 'km' } } })
  await expect(results(page).getByRole('status')).toHaveText(/^\d+\+ services$/)
  await expect(results(page).getByRole('article').first()).toContainText('3 km away')
})

test('a list near a place is sorted by distance, and can be sorted otherwise', { tag: '@slow' }, async ({
  page,
}) => {
  await visit(page, '/all-services?near=Austin')
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  await expect(sort.getByRole('option').first()).toHaveText('Nearest first')
  await sort.selectOption('Newest first')
  await expect(page).toHaveURL('/all-services?near=Austin&sort=newest')
  await sort.selectOption('Nearest first')
  await expect(page).toHaveURL('/all-services?near=Austin')
  await page.getByRole('link', { name: /^Remove filter Within/ }).click()
  await expect(page).toHaveURL('/all-services')
  await expect(sort.getByRole('option', { name: 'Nearest first' })).toHaveCount(0)
})

test('facets count what each value would leave, and set the filter', { tag: '@slow' }, async ({ page }) => {
  const names = [
    'Pet Services',
    'Food & Baking',
    'Event Services',
    'Health & Wellness',
    'Legal',
    'Arts',
    'Sports',
  ]
  await search(page, 'dog', {
    facets: {
      categories: names.map((name, index) => ({ name, count: 1000 - index, more: index === 0 })),
      states: [{ name: 'Texas', count: 1, more: false }],
      free: { count: 4, more: false },
    },
  })
  const categories = page.getByRole('navigation', { name: 'Categories' })
  await expect(categories.getByRole('link').first()).toHaveText('Pet Services 1,000+ ads')
  await expect(categories.getByRole('link', { name: 'Sports' })).toBeHidden()
  await categories.getByText('Show all 7').click()
  await expect(categories.getByRole('link', { name: 'Sports 994 ads' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Free only 4' })).toBeVisible()
  await expectAccessible(page, 'with facets')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.locator('summary', { hasText: /^Filters/ }).click()
  await expect(categories.getByRole('link', { name: 'Sports 994 ads' })).toBeVisible()
  await page.getByRole('navigation', { name: 'States' }).getByRole('link', { name: 'Texas 1 ad' }).click()
  await expect(page).toHaveURL(/state=Texas/)
  expect(queryOf(page)).toEqual({ searchtext: 'dog', country: 'United States', state: 'Texas' })
})

test('a search without results offers searches that have some', async ({ page }) => {
  await search(page, 'xqzzyv', {
    empty: true,
    search: {
      alternatives: [
        { reason: 'without-filter', label: 'Everywhere', set: { state: '', country: '' }, total: 3 },
        {
          reason: 'related-topic',
          label: 'Dog Walking',
          set: { searchtext: '', category: 'Pet Services' },
          total: 1,
        },
      ],
    },
  })
  const alternatives = page.getByRole('navigation', { name: 'These searches have results' })
  await expect(alternatives.getByRole('link')).toHaveText(['Everywhere3 services', 'Dog Walking1 service'])
  await expectAccessible(page, 'with alternatives')
  await alternatives.getByRole('link', { name: 'Dog Walking' }).click()
  await expect(page).toHaveURL('/all-services?category=Pet+Services')
})
