import { expect } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { test, visit } from '../support/journey.ts'

test.use({ baseURL: async ({ emptySite }, use) => use(emptySite) })

const subcategory = '/category/pet-services/subcategory/dog-walking'

// The sentences stand here as the specification words them (section 2), not as the code does.
const screens = [
  { path: '/', sentence: 'No Service Found', wayOn: 'Browse all services' },
  { path: '/?tab=events', sentence: 'No Event Found', wayOn: 'Browse all events' },
  { path: '/all-services', sentence: 'No Service Found', wayOn: 'Browse categories' },
  { path: '/all-events', sentence: 'No Service Found', wayOn: 'Browse categories' },
  { path: '/category/pet-services', sentence: 'No Service Found', wayOn: 'Browse all services' },
  { path: '/category/pet-services?tab=events', sentence: 'No Event Found', wayOn: 'Browse all events' },
  { path: subcategory, sentence: 'No Service Found', wayOn: 'Browse all services' },
  { path: `${subcategory}?tab=events`, sentence: 'No Events Found', wayOn: 'Browse all events' },
  { path: '/location/united-states', sentence: 'No Services Found', wayOn: 'Browse all services' },
  { path: '/location/united-states?tab=events', sentence: 'No Events Found', wayOn: 'Browse all events' },
  { path: '/state/Texas', sentence: 'No Services Found', wayOn: 'Browse all services' },
  { path: '/state/Texas?tab=events', sentence: 'No Events Found', wayOn: 'Browse all events' },
]

for (const { path, sentence, wayOn } of screens) {
  test(`${path} says “${sentence}” where nobody has posted, and what to do`, async ({ page }) => {
    const response = await visit(page, path)
    expect(response?.status()).toBe(200)
    const main = page.getByRole('main')
    await expect(main.getByText(sentence, { exact: true })).toBeVisible()
    await expect(main.getByText('Nobody has pinned anything here yet.')).toBeVisible()
    await expect(main.getByRole('link', { name: 'Post the first ad' })).toBeVisible()
    await expect(main.getByRole('link', { name: wayOn })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
  })
}

test('a location narrowed to an empty state offers to clear the filter', async ({ page }) => {
  await visit(page, '/location/united-states?state=Texas')
  await expect(page.getByText('No Services Found', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Clear all filters' }).click()
  await expect(page).toHaveURL('/location/united-states')
})

test('an empty list is accessible', async ({ page }) => {
  await visit(page, '/all-services')
  await expectAccessible(page)
})
