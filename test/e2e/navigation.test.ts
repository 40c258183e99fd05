/** Finding one's way by categories and places: counts, filters, and the search for a city. */
import { expect, type Locator, type Page } from '@playwright/test'
import type { Api } from '../../src/shared/api-client.ts'
import { test, visit } from '../support/browser/journey.ts'
import { first } from '../support/browser/screens.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'

const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const apply = (page: Page) => page.getByRole('button', { name: 'Apply Filter' }).click()
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const queryOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

/** The numbers at the end of links and summaries, in order. */
async function countsIn(list: Locator): Promise<number[]> {
  const texts = await list.allTextContents()
  return texts.map((text) => Number(/([\d,]+) ads?$/.exec(text)?.[1]?.replace(',', '')))
}

const emptyAreLast = (counts: number[]) =>
  counts.every((count, index) => count > 0 || counts.slice(index).every((later) => later === 0))

async function totalIn(api: Api, filter: { category?: string; subcategory?: string; state?: string }) {
  const query = { ...filter, page: 1, limit: 1 }
  const [services, events] = await Promise.all([api.filterServices({ query }), api.filterEvents({ query })])
  return services.total + events.total
}

test('the categories page shows the number of ads, and empty topics last', async ({ page, api }) => {
  await visit(page, '/all-categories')
  const main = page.getByRole('main')
  const categories = main.getByRole('heading', { level: 2 }).getByRole('link')
  expect(emptyAreLast(await countsIn(categories))).toBe(true)
  const pets = main.getByRole('link', { name: /^Pet Services/ })
  expect(await countsIn(pets)).toEqual([await totalIn(api, { category: 'Pet Services' })])
  const walking = main.getByRole('link', { name: /^Dog Walking/ })
  expect(await countsIn(walking)).toEqual([await totalIn(api, { subcategory: 'Dog Walking' })])

  let empty: Locator | null = null
  for (const list of await main.locator('ul ul').all()) {
    const counts = await countsIn(list.getByRole('link'))
    expect(emptyAreLast(counts), String(counts)).toBe(true)
    if (counts.at(-1) === 0) empty ??= list.getByRole('link').last()
  }
  if (!empty) throw new Error('The demo has no empty subcategory.')
  await empty.click()
  await expect(page.getByText('Nothing has been posted here yet.')).toBeVisible()
})

test('the home page shows the number of ads of its categories', { tag: '@slow' }, async ({ page, api }) => {
  await visit(page, '/')
  const summary = page.locator('summary', { hasText: 'Pet Services' })
  expect(await countsIn(summary)).toEqual([await totalIn(api, { category: 'Pet Services' })])
  await summary.click()
  const links = page.locator('details[open]').filter({ has: summary }).locator('ul').getByRole('link')
  expect(emptyAreLast(await countsIn(links))).toBe(true)
})

test('a topic with only events opens their tab', { tag: '@slow' }, async ({ page, api }) => {
  const categories = await api.listCategories({})
  const counts = await api.countListings({ query: {} })
  const topic = first(
    categories
      .flatMap(({ subcategories }) => subcategories)
      .filter(({ id }) => counts.some((row) => row.id === id && row.services === 0 && row.events > 0)),
  )
  await visit(page, '/all-categories')
  await page.getByRole('main').getByRole('link', { name: topic.name }).click()
  await expect(heading(page)).toHaveText(topic.name)
  await expect(page.getByRole('tab', { name: 'Events' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('article').first()).toBeVisible()

  await page.getByRole('tab', { name: 'Services' }).click()
  await page.getByRole('link', { name: /^See \d+ events?$/ }).click()
  await expect(page.getByRole('tab', { name: 'Events' })).toHaveAttribute('aria-selected', 'true')
})

test('the numbers beside a category are those of its tab and place, and its links keep both', {
  tag: '@slow',
}, async ({ page, api }) => {
  const links = page.getByRole('navigation', { name: 'Subcategories' }).getByRole('link')
  const place = { country: 'United States', state: 'Texas' }
  const category = 'Music & Performing Arts'
  const { subcategories } = await api.getSingleCategory({ query: { category } })
  for (const [tab, list] of [
    ['services', api.filterServices],
    ['events', api.filterEvents],
  ] as const) {
    await visit(page, `/category/music-performing-arts?tab=${tab}&${new URLSearchParams(place)}`)
    const counts = await countsIn(links)
    expect(emptyAreLast(counts)).toBe(true)
    expect(counts).toHaveLength(subcategories.length)
    const { total } = await list({ query: { category, ...place, page: 1, limit: 1 } })
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total)
  }
  await links.first().click()
  expect(queryOf(page)).toEqual({ tab: 'events', ...place })
})

for (const scripts of [true, false]) {
  test.describe(scripts ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled: scripts })

    /** Without scripts, the next select appears once the choice before it is applied. */
    const choose = async (page: Page, name: string, value: string) => {
      await select(page, name).selectOption(value)
      if (!scripts) await apply(page)
    }

    for (const { path, filter } of [
      { path: '/category/beauty-personal-care', filter: { category: 'Beauty & Personal Care Services' } },
      {
        path: '/category/beauty-personal-care/subcategory/haircuts-and-barbering',
        filter: { subcategory: 'Haircuts & Barbering' },
      },
    ]) {
      test(
        `${path} can be filtered by place`,
        slowJourneyUnless(scripts === path.includes('subcategory')),
        async ({ page, api }) => {
          const place = { country: 'United States', state: 'Texas', city: 'Austin' }
          const { total } = await api.filterServices({ query: { ...filter, ...place, page: 1, limit: 1 } })
          await page.goto(path)
          await choose(page, 'Country', 'United States')
          await choose(page, 'State', 'Texas')
          await select(page, 'City').selectOption('Austin')
          await apply(page)
          await expect(page.getByText('Showing only Austin, Texas, United States')).toBeVisible()
          await expect(page.getByRole('article')).toHaveCount(total)
          await expect(page.getByRole('article').first()).toContainText('Austin, Texas')
          expect(queryOf(page)).toMatchObject(place)
          await page.getByRole('tab', { name: 'Events' }).click()
          await expect(page.getByRole('tab', { name: 'Events' })).toHaveAttribute('aria-selected', 'true')
          await expect(select(page, 'City')).toHaveValue('Austin')
          await page.getByRole('link', { name: 'Remove filters' }).click()
          await expect(page).toHaveURL(`${path}?tab=events`)
          await expect(select(page, 'Country')).toHaveValue('')
        },
      )
    }

    for (const { path, place, count } of [
      { path: '/state/Texas', place: { state: 'Texas' }, count: 'Texas' },
      { path: '/location/united-states', place: { country: 'United States' }, count: 'United States' },
    ]) {
      test(
        `${path} can be filtered by category and subcategory`,
        slowJourneyUnless(scripts !== path.includes('state')),
        async ({ page, api }) => {
          const topic = { category: 'Beauty & Personal Care Services', subcategory: 'Haircuts & Barbering' }
          const { total } = await api.filterServices({ query: { ...topic, ...place, page: 1, limit: 1 } })
          expect(total, count).toBeGreaterThan(0)
          await page.goto(path)
          await choose(page, 'Category', topic.category)
          await select(page, 'Subcategory').selectOption(topic.subcategory)
          await apply(page)
          await expect(page.getByText(`Showing only ${topic.subcategory}, ${topic.category}`)).toBeVisible()
          await expect(page.getByRole('article')).toHaveCount(total)
          expect(queryOf(page)).toMatchObject(topic)
        },
      )
    }

    test('a search for a city leads to its ads', slowJourneyUnless(scripts), async ({ page }) => {
      await page.goto('/all-locations')
      await page.getByRole('searchbox', { name: 'Find your city' }).fill('austin, tx')
      await page.keyboard.press('Enter')
      await expect(heading(page)).toHaveText('Austin, Texas')
      await expect(
        page.getByRole('main').getByText('Services and events in Austin, Texas, United States'),
      ).toBeVisible()
      await expect(page.getByRole('article').first()).toContainText('Austin, Texas')
    })

    test(
      'a name that several cities share offers each of them',
      slowJourneyUnless(!scripts),
      async ({ page }) => {
        await page.goto('/all-locations')
        await page.getByRole('searchbox', { name: 'Find your city' }).fill('Springfield')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('heading', { name: 'Which one do you mean?' })).toBeVisible()
        await page.getByRole('link', { name: 'Springfield, Oregon' }).click()
        await expect(page).toHaveURL('/location/united-states?state=Oregon&city=Springfield')
      },
    )

    test('an unknown city gets help', slowJourneyUnless(!scripts), async ({ page }) => {
      await page.goto('/all-locations?city=Atlantis')
      await expect(page.getByRole('status').filter({ hasText: 'We couldn’t find “Atlantis”.' })).toBeVisible()
      await expect(page.getByRole('searchbox', { name: 'Find your city' })).toHaveValue('Atlantis')
    })
  })
}

test('a single page has no pagination', { tag: '@slow' }, async ({ page }) => {
  for (const path of [
    '/all-services?searchtext=piano',
    '/category/food-baking',
    '/search?searchtext=piano',
  ]) {
    await visit(page, path)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
    await expect(page.getByText('Page 1 of 1')).toHaveCount(0)
  }
})

test('on a phone, the filters of a category fold, and close when applied', { tag: '@slow' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await visit(page, '/category/pet-services')
  await expect(select(page, 'Country')).toBeHidden()
  await page.getByText('Filters', { exact: true }).click()
  await select(page, 'Country').selectOption('United States')
  await apply(page)
  await expect(page.getByText('Filters (1)')).toBeVisible()
  await expect(select(page, 'Country')).toBeHidden()
})
