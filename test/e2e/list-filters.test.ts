/** Filters beyond words, topic, and place: from the form to the URL, the chips, and back. */
import { expect, type Page } from '@playwright/test'
import { hydrated, test, visit } from '../support/browser/journey.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'

const main = (page: Page) => page.getByRole('main')
const field = (page: Page, name: string) => main(page).getByLabel(name, { exact: true })
const apply = (page: Page) => page.getByRole('button', { name: 'Apply Filter' }).click()
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' })
const chipLabels = (page: Page) => chips(page).getByRole('link', { name: /^Remove filter/ })
const queryOf = (page: Page) =>
  Object.fromEntries([...new URL(page.url()).searchParams].filter(([, value]) => value))

for (const scripts of [true, false]) {
  test.describe(scripts ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled: scripts })

    test(
      'every filter of events is in the URL and has a chip that removes it',
      slowJourneyUnless(scripts),
      async ({ page }) => {
        await page.goto('/all-events?sort=price-asc')
        await field(page, 'Near').fill('Austin')
        await field(page, 'Within').selectOption('50 mi')
        await field(page, 'Price from').fill('5')
        await field(page, 'Price to').fill('40')
        await page.getByRole('checkbox', { name: 'Free only' }).check()
        await page.getByRole('checkbox', { name: 'With pictures' }).check()
        await field(page, 'When').selectOption('This weekend')
        await field(page, 'From').fill('2026-11-20')
        await field(page, 'To').fill('2026-11-30')
        await page.getByRole('checkbox', { name: 'Hide ended events' }).check()
        await apply(page)
        await expect(chipLabels(page)).toHaveText([
          /Within 50 mi of Austin/,
          /\$5 to \$40/,
          /Free/,
          /With pictures/,
          /This weekend/,
          /November 20, 2026 to November 30, 2026/,
          /Not ended/,
        ])
        const filters = {
          near: 'Austin',
          within: '50',
          price_min: '5',
          price_max: '40',
          free: 'true',
          pictures: 'true',
          when: 'weekend',
          from: '2026-11-20',
          to: '2026-11-30',
          hide_ended: 'true',
          sort: 'price-asc',
        }
        expect(queryOf(page)).toEqual(filters)
        await page.reload()
        await expect(field(page, 'Near')).toHaveValue('Austin')
        await expect(field(page, 'Within')).toHaveValue('50')
        await expect(field(page, 'When')).toHaveValue('weekend')

        await page.getByRole('link', { name: /^Remove filter Within 50 mi/ }).click()
        await expect(chipLabels(page)).toHaveCount(6)
        const { near: _, within: __, ...others } = filters
        expect(queryOf(page)).toEqual(others)
        await expect(field(page, 'Near')).toHaveValue('')
        await expect(page.getByRole('checkbox', { name: 'Free only' })).toBeChecked()

        await chips(page).getByRole('link', { name: 'Clear all' }).click()
        await expect(chips(page)).toHaveCount(0)
        expect(queryOf(page)).toEqual({ sort: 'price-asc' })
        await expect(page.getByRole('checkbox', { name: 'Free only' })).not.toBeChecked()
      },
    )

    test(
      'a category has the filters too, and keeps them across tabs and places',
      slowJourneyUnless(!scripts),
      async ({ page }) => {
        await page.goto('/category/food-baking?tab=events')
        await page.getByText('More filters', { exact: true }).click()
        await field(page, 'Price to').fill('30')
        await field(page, 'When').selectOption('Next 7 days')
        await apply(page)
        await expect(chipLabels(page)).toHaveText([/Up to \$30/, /Next 7 days/])
        expect(queryOf(page)).toEqual({ tab: 'events', price_max: '30', when: 'week' })
        await page.getByRole('tab', { name: 'Services' }).click()
        await expect(chipLabels(page), 'services have no days').toHaveText([/Up to \$30/])
        await field(page, 'Country').selectOption('Canada')
        await apply(page)
        await expect(page.getByText('Showing only Canada')).toBeVisible()
        expect(queryOf(page)).toMatchObject({ country: 'Canada', price_max: '30' })
        await page.getByRole('link', { name: 'Remove filters' }).click()
        await expect(page).toHaveURL('/category/food-baking')
      },
    )

    test(
      'on a phone, the button says how many filters are active',
      slowJourneyUnless(scripts),
      async ({ page }) => {
        await page.setViewportSize({ width: 360, height: 740 })
        await page.goto('/search?searchtext=dog&tab=services')
        await page.locator('summary', { hasText: 'Filters' }).click()
        await field(page, 'Category').selectOption('Pet Services')
        // It moves what is below, even between the press and the release of a click.
        if (scripts) await expect(field(page, 'Subcategory')).toBeVisible()
        await field(page, 'Price to').fill('50')
        await page.getByRole('checkbox', { name: 'With pictures' }).check()
        await apply(page)
        await expect(page.locator('summary', { hasText: 'Filters (3)' })).toBeVisible()
        await expect(page.getByRole('button', { name: 'Apply Filter' })).toBeHidden()
        expect(queryOf(page)).toMatchObject({ searchtext: 'dog', category: 'Pet Services', price_max: '50' })
      },
    )

    test('invalid values in the URL break no page', slowJourneyUnless(!scripts), async ({ page }) => {
      const response = await page.goto(
        '/all-services?within=7&near=Austin&price_min=abc&free=no&pictures=true',
      )
      expect(response?.status()).toBe(200)
      await expect(page.getByRole('article').first()).toBeVisible()
      await expect(chipLabels(page)).toHaveText([/Within 25 mi of Austin/, /With pictures/])
      await expect(main(page).getByText('Enter a price such as 20.')).toBeVisible()
    })
  })
}

test('filtered lists are not indexed, and their canonical page is the list without the filters', {
  tag: '@slow',
}, async ({ page }) => {
  for (const [path, canonical] of [
    ['/all-services?price_max=20&page=2', '/all-services'],
    ['/all-events?category=Pet+Services&when=today', '/all-events?category=Pet+Services'],
    ['/category/pet-services?free=true', '/category/pet-services'],
    ['/state/Texas?pictures=true&page=2', '/state/Texas'],
  ] as const) {
    await page.goto(path)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
    const href = await page.locator('link[rel=canonical]').getAttribute('href')
    expect(new URL(href ?? '').pathname + new URL(href ?? '').search).toBe(canonical)
  }
})

test('a filter chosen before the scripts run is kept', { tag: '@slow' }, async ({ page }) => {
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto('/all-services', { waitUntil: 'commit' })
  await field(page, 'Price to').fill('25')
  await page.getByRole('checkbox', { name: 'With pictures' }).check()
  gate.resolve()
  await hydrated(page)
  await field(page, 'Price from').fill('5')
  await expect(field(page, 'Price to')).toHaveValue('25')
  await apply(page)
  await expect(chipLabels(page)).toHaveText([/\$5 to \$25/, /With pictures/])
})

test.describe('Use my location', () => {
  const locate = (page: Page) => page.getByRole('button', { name: 'Use my location' })

  test('searches near the town, and tells nobody the position', async ({ page, context }) => {
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 30.267153, longitude: -97.743061 })
    await visit(page, '/all-services?searchtext=dog')
    expect(queryOf(page)).not.toHaveProperty('near')
    await locate(page).click()
    await expect(page).toHaveURL(/near=/)
    expect(queryOf(page)).toEqual({ searchtext: 'dog', near: 'Austin, Texas' })
    await expect(chipLabels(page).last()).toHaveText('Remove filterWithin 25 mi of Austin, Texas')
    await expect(field(page, 'Near')).toHaveValue('Austin, Texas')
    expect(addresses.filter((address) => /30\.2|97\.7/.test(address))).toEqual([])
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(stored).not.toContain('30.2')
  })

  test('a position in the URL becomes its town', { tag: '@slow' }, async ({ page }) => {
    await page.goto('/all-services?near=30.27,-97.74&price_max=50')
    await expect(page).toHaveURL('/all-services?near=Austin%2C+Texas&price_max=50')
    await expect(field(page, 'Near')).toHaveValue('Austin, Texas')
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(links.filter((link) => link?.includes('30.27'))).toEqual([])
  })

  test('explains what to do if the browser refuses', { tag: '@slow' }, async ({ page, context }) => {
    await context.clearPermissions()
    await visit(page, '/all-services')
    await locate(page).click()
    await expect(page.getByText('Please type a place instead.')).toBeVisible()
    await expect(locate(page)).toBeEnabled()
  })
})
