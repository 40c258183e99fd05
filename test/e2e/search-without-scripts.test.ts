/** Search without scripts, on the demo listings: what the search says, facets, alternatives, and a place. */
import { expect, type Page } from '@playwright/test'
import { test } from '../support/browser/journey.ts'

test.use({ javaScriptEnabled: false })

const results = (page: Page) => page.getByRole('region', { name: 'Results' })
const cards = (page: Page) => results(page).getByRole('article')
const chip = (page: Page, name: string) => page.getByRole('link', { name: `Remove filter ${name}` })
const facet = (page: Page, group: string) => page.getByRole('navigation', { name: group, exact: true })
const countOf = (text: string | null) => Number(/([\d,]+) ads?$/.exec(text ?? '')?.[1])

test('a facet lists as many ads as it says', async ({ page }) => {
  await page.goto('/all-services?searchtext=lessons')
  const link = facet(page, 'Categories').getByRole('link').first()
  const count = countOf(await link.textContent())
  expect(count).toBeGreaterThan(0)
  await link.click()
  await expect(results(page).getByRole('status')).toHaveText(count === 1 ? '1 service' : `${count} services`)
  expect(new URL(page.url()).searchParams.get('category')).toBeTruthy()
  const state = facet(page, 'States').getByRole('link').first()
  const inState = countOf(await state.textContent())
  await state.click()
  await expect(results(page).getByRole('status')).toHaveText(
    inState === 1 ? '1 service' : `${inState} services`,
  )
})

test('a place in the text is a chip that can be removed', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/search?searchtext=barber+austin+tx')
  await expect(cards(page).first()).toContainText('Austin, Texas')
  await chip(page, 'In Austin, Texas').click()
  expect(new URL(page.url()).searchParams.get('searchtext')).toBe('barber')
  await expect(cards(page).first()).toBeVisible()
})

test('a corrected typo is explained, and the text as typed can be searched', { tag: '@slow' }, async ({
  page,
}) => {
  await page.goto('/all-services?searchtext=plummer')
  await expect(results(page).getByText('Showing results for plumber.')).toBeVisible()
  await results(page).getByRole('link', { name: 'plummer', exact: true }).click()
  expect(new URL(page.url()).searchParams.get('verbatim')).toBe('true')
})

test('a search without results leads to searches that have some', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/all-services?searchtext=barber&country=United+States&state=Vermont')
  const alternatives = page.getByRole('navigation', { name: 'These searches have results' })
  await expect(alternatives.getByRole('link').first()).toBeVisible()
  const text = await alternatives.getByRole('link').first().textContent()
  const count = Number(/(\d+) service/.exec(text ?? '')?.[1])
  await alternatives.getByRole('link').first().click()
  await expect(cards(page)).toHaveCount(Math.min(count, 12))
})

test('a place, a ZIP code, and a Canadian postal code filter a list', async ({ page }) => {
  for (const [near, town, unit] of [
    ['Round Rock, TX', 'Round Rock, Texas', 'mi'],
    ['78701', 'Austin, Texas', 'mi'],
    ['M5V 3L9', 'Toronto, Ontario', 'km'],
  ] as const) {
    await page.goto('/all-services')
    await page.getByRole('main').getByLabel('Near', { exact: true }).fill(near)
    await page.getByRole('button', { name: 'Apply Filter' }).click()
    await expect(chip(page, `Within 25 ${unit} of ${town}`)).toBeVisible()
    await expect(cards(page).first()).toContainText(`${unit} away`)
  }
})

test('an unknown place is explained beside its field, and what was typed stays', { tag: '@slow' }, async ({
  page,
}) => {
  await page.goto('/all-services?near=00000&within=10')
  await expect(page.getByText('We can’t find “00000”, so we’re showing all places.')).toBeVisible()
  await expect(page.getByRole('main').getByLabel('Near', { exact: true })).toHaveValue('00000')
  await expect(page.getByRole('main').getByLabel('Within')).toHaveValue('10')
  await expect(
    page.getByText('We do not know this place. Try a city, a ZIP code, or a postal code.'),
  ).toBeVisible()
  await expect(cards(page).first()).toBeVisible()
})
