import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { hydrated, test, visit } from '../support/journey.ts'
import { first } from '../support/screens.ts'

// One site whose database is taken away and given back: these tests take turns.
test.describe.configure({ mode: 'default' })
test.use({ baseURL: async ({ cuttableSite }, use) => use(cuttableSite.url) })

test.beforeEach(({ allowStatus }) => allowStatus(503))

async function expectFailure(page: Page, sentence: string) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(sentence)
  await expect(page).toHaveTitle(`${sentence} | Corkboard`)
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Post Ad' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
}

// The sentences stand here as the specification words them (section 8), not as the code does.
const screens = [
  { path: '/', sentence: 'Error loading data' },
  { path: '/all-services', sentence: 'Error loading services' },
  { path: '/all-services?searchtext=piano&country=Canada', sentence: 'Error loading services' },
  { path: '/all-events', sentence: 'Error loading events' },
  { path: '/category/pet-services', sentence: 'Error loading category' },
  { path: '/category/pet-services/subcategory/dog-walking', sentence: 'Error loading category' },
  { path: '/location/united-states', sentence: 'Error loading location' },
  { path: '/state/Texas?tab=events', sentence: 'Error loading location' },
]

for (const { path, sentence } of screens) {
  test(`${path} says “${sentence}” with 503 while the database is away`, async ({ page, databaseLink }) => {
    await databaseLink.cut()
    const response = await visit(page, path)
    expect(response?.status()).toBe(503)
    await expectFailure(page, sentence)
  })
}

test('the details of a listing say their sentence with 503, and are there again afterwards', async ({
  page,
  api,
  databaseLink,
}) => {
  const service = first((await api.listServices({ query: { page: 1, limit: 1 } })).services)
  const event = first((await api.listEvents({ query: { page: 1, limit: 1 } })).events)
  await databaseLink.cut()
  const refused = await visit(page, `/event-details/${event._id}`)
  expect(refused?.status()).toBe(503)
  await expectFailure(page, 'Error loading Events')
  expect((await visit(page, `/ad-details/${service._id}`))?.status()).toBe(503)
  await expectFailure(page, 'Error loading services')

  await databaseLink.restore()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(service.title)
})

for (const { from, tab, sentence } of [
  { from: '/all-services', tab: 'service', sentence: 'Error loading services' },
  { from: '/all-events', tab: 'event', sentence: 'Error loading Events' },
]) {
  test(`a click on a card of an ${tab} says “${sentence}” while the database is away`, async ({
    page,
    databaseLink,
  }) => {
    await visit(page, from)
    await databaseLink.cut()
    await page.getByRole('article').first().getByRole('link').click()
    await expectFailure(page, sentence)
    await databaseLink.restore()
    await page.goBack()
    await expect(page.getByRole('article')).toHaveCount(12)
  })
}

for (const { link, path, sentence } of [
  { link: 'Services', path: '/all-services', sentence: 'Error loading services' },
  { link: 'Events', path: '/all-events', sentence: 'Error loading events' },
]) {
  test(`going to ${link} says “${sentence}”, and Try again recovers`, async ({ page, databaseLink }) => {
    await visit(page, '/')
    await databaseLink.cut()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click()
    await expectFailure(page, sentence)
    await expect(page).toHaveURL(path)
    await databaseLink.restore()
    await page.getByRole('link', { name: 'Try again' }).click()
    await hydrated(page)
    await expect(page.getByRole('article')).toHaveCount(12)
  })
}

test('the catalog is in memory: categories and places are read while the database is away', async ({
  page,
  databaseLink,
}) => {
  await databaseLink.cut()
  expect((await visit(page, '/all-categories'))?.status()).toBe(200)
  await expect(page.getByRole('link', { name: 'Dog Walking' })).toBeVisible()
  expect((await visit(page, '/all-locations'))?.status()).toBe(200)
  await expect(page.getByRole('link', { name: 'United States' })).toBeVisible()
})

for (const { link, call, sentence } of [
  { link: 'Categories', call: '**/api/categories', sentence: 'Error loading categories' },
  { link: 'Locations', call: '**/api/locations', sentence: 'Error loading locations' },
]) {
  test(`going to ${link} without a connection says “${sentence}”`, async ({ page, allowConsole }) => {
    allowConsole(/net::ERR_/)
    await visit(page, '/all-services')
    await page.route(call, (route) => route.abort('internetdisconnected'))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click()
    await expectFailure(page, sentence)
  })
}

test('choices that do not arrive stay empty and are asked for again', async ({ page, allowConsole }) => {
  allowConsole(/net::ERR_/)
  await visit(page, '/all-services')
  const category = page.getByRole('combobox', { name: 'Category', exact: true })
  const choices = page.getByRole('combobox', { name: 'Subcategory' }).getByRole('option')
  await page.route('**/api/singlecategory*', (route) => route.abort('internetdisconnected'), { times: 1 })
  await category.selectOption('Pet Services')
  await expect(choices).toHaveText(['Any subcategory'])
  await category.selectOption('')
  await category.selectOption('Pet Services')
  await expect(choices.filter({ hasText: 'Dog Walking' })).toHaveCount(1)
})

test('a screen that could not be loaded is accessible', async ({ page, databaseLink }) => {
  await databaseLink.cut()
  await visit(page, '/all-services')
  await expectAccessible(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the sentence is in the page, and Try again recovers', async ({ page, databaseLink }) => {
    await databaseLink.cut()
    await page.goto('/all-events')
    await expectFailure(page, 'Error loading events')
    await databaseLink.restore()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('article')).toHaveCount(12)
  })
})
