import { expect, type Page } from '@playwright/test'
import { emptyLists } from '../../src/shared/messages/pages.ts'
import { test } from '../support/browser/journey.ts'

test.use({ javaScriptEnabled: false })

const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const apply = (page: Page) => page.getByRole('button', { name: 'Apply Filter' }).click()
const results = (page: Page) => page.getByRole('region', { name: 'Results' })
const filtersIn = (page: Page) =>
  Object.fromEntries([...new URL(page.url()).searchParams].filter(([, value]) => value))

test('the button applies each choice and offers the options of the next select', async ({ page }) => {
  await page.goto('/all-services')
  await expect(select(page, 'Subcategory')).toHaveCount(0)
  await select(page, 'Category').selectOption('Beauty & Personal Care Services')
  await select(page, 'Country').selectOption('United States')
  await apply(page)
  await select(page, 'Subcategory').selectOption('Haircuts & Barbering')
  await select(page, 'State').selectOption('Texas')
  await apply(page)
  await select(page, 'City').selectOption('Austin')
  await apply(page)
  await expect(results(page).getByRole('status')).toHaveText('1 service')
  await expect(results(page).getByRole('article')).toContainText('Austin, Texas')
  expect(filtersIn(page)).toEqual({
    category: 'Beauty & Personal Care Services',
    subcategory: 'Haircuts & Barbering',
    country: 'United States',
    state: 'Texas',
    city: 'Austin',
  })
  await page.reload()
  await expect(select(page, 'City')).toHaveValue('Austin')
})

test('another category clears the subcategory, and another country clears the state and the city', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto(
    '/all-services?category=Pet+Services&subcategory=Dog+Walking&country=United+States&state=Texas&city=Austin',
  )
  await select(page, 'Category').selectOption('Food & Baking')
  await select(page, 'Country').selectOption('Canada')
  await apply(page)
  await expect(select(page, 'Category')).toHaveValue('Food & Baking')
  await expect(select(page, 'Subcategory')).toHaveValue('')
  await expect(select(page, 'State')).toHaveValue('')
  await expect(select(page, 'City')).toHaveCount(0)
  const chips = page.getByRole('list', { name: 'Active filters' })
  await expect(chips.getByRole('link', { name: /^Remove filter/ })).toHaveText([/Food & Baking/, /Canada/])
})

test('another state clears the city', { tag: '@slow' }, async ({ page, api }) => {
  const georgia = { country: 'United States', state: 'Georgia' }
  const { total } = await api.filterServices({ query: { ...georgia, page: 1, limit: 12 } })
  await page.goto('/all-services?country=United+States&state=Texas&city=Austin')
  await select(page, 'State').selectOption('Georgia')
  await apply(page)
  await expect(select(page, 'City')).toHaveValue('')
  await expect(results(page).getByRole('status')).toHaveText(`${total} services`)
})

test('searching, sorting, and removing a filter work', async ({ page }) => {
  await page.goto('/all-services?category=Music+%26+Performing+Arts')
  await page.getByRole('searchbox', { name: 'Search by title' }).fill('lessns')
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
  await expect(results(page).getByRole('article').first()).toContainText(/lessons/i)
  await select(page, 'Sort by').selectOption('Price: low to high')
  await apply(page)
  expect(filtersIn(page)).toMatchObject({ searchtext: 'lessns', sort: 'price-asc' })
  await page.getByRole('link', { name: 'Remove filter “lessns”' }).click()
  expect(filtersIn(page)).toEqual({ category: 'Music & Performing Arts', sort: 'price-asc' })
})

test('an empty search says so and offers next steps', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/all-services?searchtext=xqzzyv+wkkpt')
  await expect(results(page).getByText(emptyLists.allServices, { exact: true })).toBeVisible()
  await results(page).getByRole('link', { name: 'Clear all filters' }).click()
  await expect(results(page).getByRole('article')).toHaveCount(12)
})

test('a location can be filtered by state and city', { tag: '@slow' }, async ({ page, api }) => {
  const { slug } = await api.getLocation({ params: { id: 'united-states' } })
  await page.goto(`/location/${slug}?tab=events`)
  await select(page, 'State').selectOption('Texas')
  await apply(page)
  await expect(page.getByRole('tab', { name: 'Events' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('main').getByText('Services and events in Texas, United States')).toBeVisible()
  await expect(select(page, 'City')).toHaveValue('')
  const { events } = await api.eventsByState({ query: { state: 'Texas', page: 1, limit: 12 } })
  await expect(page.getByRole('article')).toHaveCount(events.length)
  for (const { title } of events)
    await expect(page.getByRole('article').getByRole('link', { name: title, exact: true })).toBeVisible()
})
