import { expect, type Page } from '@playwright/test'
import { emptyLists } from '../../src/shared/messages/pages.ts'
import { test, visit } from '../support/browser/journey.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'

const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const apply = (page: Page) => page.getByRole('button', { name: 'Apply Filter' }).click()
const results = (page: Page) => page.getByRole('region', { name: 'Results' })
const filtersIn = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const names = (list: { name: string }[] | undefined) => list?.map(({ name }) => name) ?? []

test.beforeEach(async ({ page }) => {
  await visit(page, '/all-services')
})

test('choosing a category offers its subcategories, and another category clears the choice', async ({
  page,
  api,
}) => {
  const pets = await api.getSingleCategory({ query: { category: 'Pet Services' } })
  const cleaning = await api.getSingleCategory({ query: { category: 'Cleaning & Maintenance Services' } })
  await expect(select(page, 'Subcategory')).toHaveCount(0)
  await select(page, 'Category').selectOption(pets.name)
  await expect(select(page, 'Subcategory').getByRole('option')).toHaveText([
    'Any subcategory',
    ...names(pets.subcategories),
  ])
  await select(page, 'Subcategory').selectOption('Dog Walking')
  await select(page, 'Category').selectOption(cleaning.name)
  await expect(select(page, 'Subcategory')).toHaveValue('')
  await expect(select(page, 'Subcategory').getByRole('option')).toHaveText([
    'Any subcategory',
    ...names(cleaning.subcategories),
  ])
  await select(page, 'Category').selectOption('')
  await expect(select(page, 'Subcategory')).toHaveCount(0)
})

test('countries offer states, states offer cities, and a change clears the choices below it', {
  tag: '@slow',
}, async ({ page, api }) => {
  const [usa, canada] = await api.listLocations({})
  const citiesOf = (state: string) => names(usa?.state.find(({ name }) => name === state)?.cities)
  await expect(select(page, 'State')).toHaveCount(0)
  await select(page, 'Country').selectOption('United States')
  await expect(select(page, 'State').getByRole('option')).toHaveText(['Any state', ...names(usa?.state)])
  await expect(select(page, 'City')).toHaveCount(0)

  await select(page, 'State').selectOption('Texas')
  await expect(select(page, 'City').getByRole('option')).toHaveText(['Any city', ...citiesOf('Texas')])
  await select(page, 'City').selectOption('Austin')
  await select(page, 'State').selectOption('Georgia')
  await expect(select(page, 'City')).toHaveValue('')
  await expect(select(page, 'City').getByRole('option')).toHaveText(['Any city', ...citiesOf('Georgia')])

  await select(page, 'City').selectOption('Atlanta')
  await select(page, 'Country').selectOption('Canada')
  await expect(select(page, 'State')).toHaveValue('')
  await expect(select(page, 'State').getByRole('option')).toHaveText(['Any state', ...names(canada?.state)])
  await expect(select(page, 'City')).toHaveCount(0)
})

test('Apply Filter puts the choices into the URL and filters the results', async ({ page }) => {
  await select(page, 'Category').selectOption('Beauty & Personal Care Services')
  await select(page, 'Subcategory').selectOption('Haircuts & Barbering')
  await select(page, 'Country').selectOption('United States')
  await select(page, 'State').selectOption('Texas')
  await select(page, 'City').selectOption('Austin')
  await expect(page, 'no filter applies before the button is pressed').toHaveURL('/all-services')
  await apply(page)
  await expect(results(page).getByRole('status')).toHaveText('1 service')
  await expect(results(page).getByRole('article')).toHaveCount(1)
  await expect(results(page).getByRole('article')).toContainText('Austin, Texas')
  expect(filtersIn(page)).toEqual({
    category: 'Beauty & Personal Care Services',
    subcategory: 'Haircuts & Barbering',
    country: 'United States',
    state: 'Texas',
    city: 'Austin',
  })
})

test('a reload and the back button keep the filters', { tag: '@slow' }, async ({ page, api }) => {
  const { total } = await api.filterServices({ query: { category: 'Pet Services', page: 1, limit: 12 } })
  await select(page, 'Category').selectOption('Pet Services')
  await apply(page)
  await expect(results(page).getByRole('status')).toHaveText(`${total} services`)
  await page.reload()
  await expect(results(page).getByRole('status')).toHaveText(`${total} services`)
  await expect(select(page, 'Category')).toHaveValue('Pet Services')
  await expect(select(page, 'Subcategory')).toHaveValue('')

  await results(page).getByRole('article').first().getByRole('link').click()
  await expect(page).toHaveURL(/\/ad-details\//)
  await page.goBack()
  await expect(results(page).getByRole('status')).toHaveText(`${total} services`)
  await expect(select(page, 'Category')).toHaveValue('Pet Services')
  await page.goBack()
  await expect(page).toHaveURL('/all-services')
  await expect(select(page, 'Category')).toHaveValue('')
})

for (const { typed, kind, path, finds } of [
  { typed: 'guitr lessons', kind: 'a typo', path: '/all-services', finds: /guitar/i },
  { typed: 'Quinceañera', kind: 'an accent', path: '/all-services', finds: /quinceañera/i },
  { typed: 'quinceanera', kind: 'a missing accent', path: '/all-services', finds: /quinceañera/i },
  { typed: 'RESUME', kind: 'capital letters', path: '/all-services', finds: /résumé/i },
  { typed: 'repair cafe', kind: 'a missing accent', path: '/all-events', finds: /repair café/i },
]) {
  test(
    `searching ${path} for “${typed}” finds listings despite ${kind}`,
    slowJourneyUnless(typed === 'guitr lessons'),
    async ({ page }) => {
      await visit(page, path)
      await page.getByRole('searchbox', { name: 'Search by title' }).fill(typed)
      await page.keyboard.press('Enter')
      await expect(
        results(page).getByRole('article').first().getByRole('link', { name: finds }),
      ).toBeVisible()
      expect(filtersIn(page)).toEqual({ searchtext: typed })
    },
  )
}

test('a chip removes its filter and the filters that depend on it', { tag: '@slow' }, async ({ page }) => {
  await visit(
    page,
    '/all-services?searchtext=dog&category=Pet+Services&subcategory=Dog+Walking&country=United+States',
  )
  const chips = page.getByRole('list', { name: 'Active filters' })
  await chips.getByRole('link', { name: 'Remove filter Pet Services' }).click()
  await expect(chips.getByRole('link', { name: /^Remove filter/ })).toHaveText([/dog/, /United States/])
  expect(filtersIn(page)).toEqual({ searchtext: 'dog', country: 'United States' })
  await expect(select(page, 'Category')).toHaveValue('')
  await chips.getByRole('link', { name: 'Clear all' }).click()
  await expect(chips).toHaveCount(0)
  await expect(page).toHaveURL('/all-services')
})

for (const { path, message } of [
  { path: '/all-services', message: emptyLists.allServices },
  { path: '/all-events', message: emptyLists.allEvents },
]) {
  test(`an empty search of ${path} says so and offers next steps`, { tag: '@slow' }, async ({ page }) => {
    await visit(page, path)
    await page.getByRole('searchbox', { name: 'Search by title' }).fill('xqzzyv wkkpt')
    await page.keyboard.press('Enter')
    await expect(results(page).getByText(message, { exact: true })).toBeVisible()
    await expect(results(page).getByRole('link', { name: 'Browse categories' })).toBeVisible()
    await results(page).getByRole('link', { name: 'Clear all filters' }).click()
    await expect(page).toHaveURL(path)
    await expect(results(page).getByRole('article')).toHaveCount(12)
  })
}

test('what is chosen before the scripts load is kept, and the selects that depend on it follow', async ({
  page,
}) => {
  const release = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    if (!route.request().url().includes('entry-boot')) await release.promise
    await route.continue()
  })
  await page.goto('/all-services')
  await page.getByRole('combobox', { name: 'Country' }).selectOption('United States')
  await page.getByRole('searchbox', { name: 'Search by title' }).fill('piano')
  release.resolve()
  await page.getByRole('combobox', { name: 'State' }).selectOption('Texas')
  await expect(page.getByRole('searchbox', { name: 'Search by title' })).toHaveValue('piano')
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(page).toHaveURL(/searchtext=piano&country=United\+States&state=Texas/)
})
