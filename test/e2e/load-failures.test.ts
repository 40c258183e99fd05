import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/browser/accessible.ts'
import { hydrated, test, visit } from '../support/browser/journey.ts'
import { first } from '../support/browser/screens.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'

// These tests cut the same site's database connection, so they run one after the other.
test.describe.configure({ mode: 'default' })
test.use({ baseURL: async ({ cuttableSite }, use) => use(cuttableSite.url) })

test.beforeEach(({ allowStatus }) => allowStatus(503))

async function expectErrorPage(page: Page, message: string) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(message)
  await expect(page).toHaveTitle(`${message} | Corkboard`)
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Post Ad' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
}

// These messages are literal from specification, section 8, not imported from the code.
const screens = [
  { path: '/', message: 'Error loading data' },
  { path: '/all-services', message: 'Error loading services' },
  { path: '/all-services?searchtext=piano&country=Canada', message: 'Error loading services' },
  { path: '/all-events', message: 'Error loading events' },
  { path: '/category/pet-services', message: 'Error loading category' },
  { path: '/category/pet-services/subcategory/dog-walking', message: 'Error loading category' },
  { path: '/location/united-states', message: 'Error loading location' },
  { path: '/state/Texas?tab=events', message: 'Error loading location' },
]

for (const { path, message } of screens) {
  test(
    `${path} says “${message}” with 503 while the database is unavailable`,
    slowJourneyUnless(path.startsWith('/all-services?')),
    async ({ page, databaseLink }) => {
      await databaseLink.cut()
      const response = await visit(page, path)
      expect(response?.status()).toBe(503)
      await expectErrorPage(page, message)
    },
  )
}

test('the page of a listing shows its message with 503, and recovers', async ({
  page,
  api,
  databaseLink,
}) => {
  const service = first((await api.listServices({ query: { page: 1, limit: 1 } })).services)
  const event = first((await api.listEvents({ query: { page: 1, limit: 1 } })).events)
  await databaseLink.cut()
  const response = await visit(page, `/event-details/${event._id}`)
  expect(response?.status()).toBe(503)
  await expectErrorPage(page, 'Error loading Events')
  expect((await visit(page, `/ad-details/${service._id}`))?.status()).toBe(503)
  await expectErrorPage(page, 'Error loading services')

  await databaseLink.restore()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(service.title)
})

for (const { from, message } of [
  { from: '/all-services', message: 'Error loading services' },
  { from: '/all-events', message: 'Error loading Events' },
]) {
  test(`a click on a card of ${from} says “${message}” while the database is unavailable`, {
    tag: '@slow',
  }, async ({ page, databaseLink }) => {
    await visit(page, from)
    await databaseLink.cut()
    await page.getByRole('article').first().getByRole('link').click()
    await expectErrorPage(page, message)
    await databaseLink.restore()
    await page.goBack()
    await expect(page.getByRole('article')).toHaveCount(12)
  })
}

for (const { link, path, message } of [
  { link: 'Services', path: '/all-services', message: 'Error loading services' },
  { link: 'Events', path: '/all-events', message: 'Error loading events' },
]) {
  test(
    `navigating to ${link} says “${message}”, and Try again recovers`,
    slowJourneyUnless(link === 'Events'),
    async ({ page, databaseLink }) => {
      await visit(page, '/')
      await databaseLink.cut()
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click()
      await expectErrorPage(page, message)
      await expect(page).toHaveURL(path)
      await databaseLink.restore()
      await page.getByRole('link', { name: 'Try again' }).click()
      await hydrated(page)
      await expect(page.getByRole('article')).toHaveCount(12)
    },
  )
}

test('categories and locations are available while the database is unavailable, from memory', async ({
  page,
  databaseLink,
}) => {
  await databaseLink.cut()
  expect((await visit(page, '/all-categories'))?.status()).toBe(200)
  await expect(page.getByRole('link', { name: 'Dog Walking' })).toBeVisible()
  expect((await visit(page, '/all-locations'))?.status()).toBe(200)
  await expect(page.getByRole('link', { name: 'United States' })).toBeVisible()
})

for (const { link, call, message } of [
  { link: 'Categories', call: '**/api/categories', message: 'Error loading categories' },
  { link: 'Locations', call: '**/api/places', message: 'Error loading locations' },
]) {
  test(
    `navigating to ${link} offline says “${message}”`,
    slowJourneyUnless(link === 'Categories'),
    async ({ page, allowConsole }) => {
      allowConsole(/net::ERR_/)
      await visit(page, '/all-services')
      await page.route(call, (route) => route.abort('internetdisconnected'))
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click()
      await expectErrorPage(page, message)
    },
  )
}

test('options that fail to load stay empty and are fetched again', { tag: '@slow' }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(/net::ERR_/)
  await visit(page, '/all-services')
  const category = page.getByRole('combobox', { name: 'Category', exact: true })
  const options = page.getByRole('combobox', { name: 'Subcategory' }).getByRole('option')
  await page.route('**/api/singlecategory*', (route) => route.abort('internetdisconnected'), { times: 1 })
  await category.selectOption('Pet Services')
  await expect(options).toHaveText(['Any subcategory'])
  await category.selectOption('')
  await category.selectOption('Pet Services')
  await expect(options.filter({ hasText: 'Dog Walking' })).toHaveCount(1)
})

test('an error page is accessible', async ({ page, databaseLink }) => {
  await databaseLink.cut()
  await visit(page, '/all-services')
  await expectAccessible(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the page shows the message, and Try again recovers', { tag: '@slow' }, async ({
    page,
    databaseLink,
  }) => {
    await databaseLink.cut()
    await page.goto('/all-events')
    await expectErrorPage(page, 'Error loading events')
    await databaseLink.restore()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('article')).toHaveCount(12)
  })
})
