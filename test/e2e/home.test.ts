import { expect, type Page } from '@playwright/test'
import { bannerTransitionMs, homeListings } from '../../src/shared/limits.ts'
import { homeCategories, homeStates } from '../../src/shared/settings/default-values.ts'
import { test, visit } from '../support/browser/journey.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'

const banners = (page: Page) => page.getByRole('region', { name: 'What you can do here' })
const section = (page: Page, title: string) =>
  page.getByRole('main').locator('section', { has: page.getByRole('heading', { level: 2, name: title }) })

/** Expects banner `number` to be shown and the others to be unreachable. */
async function expectBanner(page: Page, number: number) {
  await expect(banners(page).getByRole('group')).toHaveCount(1)
  await expect(banners(page).getByRole('group', { name: `${number} of 4` })).toBeVisible()
}

test.describe('the banners', () => {
  test.beforeEach(async ({ page }) => {
    await visit(page, '/')
  })

  test('present the four main actions', async ({ page }) => {
    const titles = banners(page).getByRole('heading', { includeHidden: true })
    await expect(titles).toHaveText([
      'Share your services',
      'Browse available services',
      'Create your event',
      'Discover events',
    ])
    await banners(page).getByRole('button', { name: 'Next slide' }).focus()
    for (const picture of await banners(page).locator('img').all()) {
      await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
    }
  })

  test('cycle in both directions with the buttons', { tag: '@slow' }, async ({ page }) => {
    const next = banners(page).getByRole('button', { name: 'Next slide' })
    const previous = banners(page).getByRole('button', { name: 'Previous slide' })
    for (const number of [2, 3, 4, 1]) {
      await next.click()
      await expectBanner(page, number)
    }
    for (const number of [4, 3, 2, 1]) {
      await previous.click()
      await expectBanner(page, number)
    }
  })

  test('cycle in both directions with the arrow keys', { tag: '@slow' }, async ({ page }) => {
    await banners(page).getByRole('button', { name: 'Next slide' }).focus()
    for (const number of [2, 3, 4, 1]) {
      await page.keyboard.press('ArrowRight')
      await expectBanner(page, number)
    }
    for (const number of [4, 3, 2, 1]) {
      await page.keyboard.press('ArrowLeft')
      await expectBanner(page, number)
    }
  })

  test('move within 350 ms', { tag: '@slow' }, async ({ page }) => {
    expect(bannerTransitionMs).toBe(350)
    await banners(page).getByRole('button', { name: 'Next slide' }).click()
    const banner = banners(page).getByRole('group', { name: '2 of 4' })
    await expect(banner).toHaveCSS('transition-duration', '0.35s')
    await expect(banner).toHaveCSS('transition-property', /transform/)
  })
})

test('the banners never move on their own', { tag: '@slow' }, async ({ page }) => {
  await page.clock.install()
  await visit(page, '/')
  await page.clock.runFor('10:00')
  await expectBanner(page, 1)
})

for (const { tab, path, all } of [
  { tab: 'Services', path: '/ad-details/', all: '/all-services' },
  { tab: 'Events', path: '/event-details/', all: '/all-events' },
]) {
  test(
    `the ${tab} tab shows six cards and links to the full list`,
    slowJourneyUnless(tab === 'Events'),
    async ({ page }) => {
      await visit(page, '/')
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
      const panel = page.getByRole('tabpanel', { name: tab })
      await expect(panel.locator(`article a[href^="${path}"]`)).toHaveCount(homeListings)
      await expect(panel.getByRole('article')).toHaveCount(homeListings)
      await panel.getByRole('link', { name: `All ${tab.toLowerCase()}` }).click()
      await expect(page).toHaveURL(all)
    },
  )
}

test('the seven categories are in order and expand to their subcategories', async ({ page, api }) => {
  await visit(page, '/')
  const categories = section(page, 'Top Categories')
  await expect(categories.locator('summary')).toHaveText(
    homeCategories.map((name) => RegExp(`^${name} [1-9]`)),
  )
  const catalog = await api.listCategories({})
  for (const name of homeCategories) {
    const disclosure = categories.locator('details', { has: page.locator('summary', { hasText: name }) })
    const subcategories = catalog.find((category) => category.name === name)?.subcategories ?? []
    await expect(disclosure.locator('ul')).toBeHidden()
    await disclosure.locator('summary').click()
    const links = disclosure.locator('ul').getByRole('link')
    await expect(links).toHaveCount(subcategories.length)
    for (const { name } of subcategories) await expect(links.filter({ hasText: name })).toHaveCount(1)
  }
  await categories.getByRole('link', { name: 'All categories' }).click()
  await expect(page).toHaveURL('/all-categories')
})

test('the six states of the first country are in order', { tag: '@slow' }, async ({ page, api }) => {
  await visit(page, '/')
  const [country] = await api.listLocations({})
  const place = section(page, 'Top Location')
  await expect(place.getByRole('listitem')).toHaveText([...homeStates])
  await expect(place.getByRole('heading', { level: 3 })).toHaveText(country?.name ?? '')
  await place.getByRole('link', { name: 'Pennsylvania' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pennsylvania')
  await page.goBack()
  await section(page, 'Top Location').getByRole('link', { name: 'All locations' }).click()
  await expect(page).toHaveURL('/all-locations')
})

test('an opened category moves no other one', { tag: '@slow' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, '/')
  const categories = page.getByRole('main').locator('details')
  const places = () =>
    categories.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y + scrollY))
  const before = await places()
  await categories.nth(1).locator('summary').click()
  const link = categories.nth(1).getByRole('link').first()
  await expect(link).toBeVisible()
  expect(await places()).toEqual(before)
  await categories.nth(2).locator('summary').click()
  await expect(link).toBeHidden()
})
