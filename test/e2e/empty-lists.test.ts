import { expect } from '@playwright/test'
import { expectAccessible } from '../support/browser/accessible.ts'
import { test, visit } from '../support/browser/journey.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'

test.use({ baseURL: async ({ emptySite }, use) => use(emptySite) })

const subcategory = '/category/pet-services/subcategory/dog-walking'

// These messages are literal from specification, section 2, not imported from the code.
const screens = [
  { path: '/', message: 'No Service Found', nextStep: 'Browse all services' },
  { path: '/?tab=events', message: 'No Event Found', nextStep: 'Browse all events' },
  { path: '/all-services', message: 'No Service Found', nextStep: 'Browse categories' },
  { path: '/all-events', message: 'No Service Found', nextStep: 'Browse categories' },
  { path: '/category/pet-services', message: 'No Service Found', nextStep: 'Browse all services' },
  { path: '/category/pet-services?tab=events', message: 'No Event Found', nextStep: 'Browse all events' },
  { path: subcategory, message: 'No Service Found', nextStep: 'Browse all services' },
  { path: `${subcategory}?tab=events`, message: 'No Events Found', nextStep: 'Browse all events' },
  { path: '/location/united-states', message: 'No Services Found', nextStep: 'Browse all services' },
  { path: '/location/united-states?tab=events', message: 'No Events Found', nextStep: 'Browse all events' },
  { path: '/state/Texas', message: 'No Services Found', nextStep: 'Browse all services' },
  { path: '/state/Texas?tab=events', message: 'No Events Found', nextStep: 'Browse all events' },
]

for (const { path, message, nextStep } of screens) {
  test(
    `${path} says “${message}” when empty, and what to do next`,
    slowJourneyUnless(['/', '/category/pet-services/subcategory/dog-walking?tab=events'].includes(path)),
    async ({ page }) => {
      const response = await visit(page, path)
      expect(response?.status()).toBe(200)
      const main = page.getByRole('main')
      await expect(main.getByText(message, { exact: true })).toBeVisible()
      await expect(main.getByText('Nothing has been posted here yet.')).toBeVisible()
      await expect(main.getByRole('link', { name: 'Post the first ad' })).toBeVisible()
      await expect(main.getByRole('link', { name: nextStep })).toBeVisible()
      await expect(page.getByRole('article')).toHaveCount(0)
      await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
    },
  )
}

test('a location filtered by an empty state offers to clear the filter', { tag: '@slow' }, async ({
  page,
}) => {
  await visit(page, '/location/united-states?state=Texas')
  await expect(page.getByText('No Services Found', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Clear all filters' }).click()
  await expect(page).toHaveURL('/location/united-states')
})

test('an empty list is accessible', async ({ page }) => {
  await visit(page, '/all-services')
  await expectAccessible(page)
})
