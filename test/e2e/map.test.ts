/** The map of a list. */
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from '../support/browser/accessible.ts'
import { test, visit } from '../support/browser/journey.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'

// The other tests run without WebGL, which is drawn by the processor here.
test.use({
  // Drawing a small map takes half the time.
  viewport: { width: 900, height: 600 },
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH,
    args: [
      '--no-sandbox',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
    ],
  },
})

const map = (page: Page) => page.getByRole('region', { name: 'Map of towns' })
const markers = (page: Page) => map(page).getByRole('button', { name: /: \d+ ads?$/ })
const clusters = (page: Page) => map(page).getByRole('button', { name: /^\d+ towns with / })
const cards = (page: Page) => page.getByRole('main').getByRole('article')
const showMap = (page: Page) => page.getByRole('link', { name: 'Show on a map' })
const showList = (page: Page) => page.getByRole('link', { name: 'Show as a list' })
const townList = (page: Page) => page.locator('summary', { hasText: 'as a list' })

for (const path of [
  '/all-services',
  '/all-events',
  '/search?searchtext=lessons&tab=services',
  '/category/pet-services',
  '/location/united-states',
  '/state/Texas',
]) {
  test(
    `${path} can be shown as a map and back`,
    slowJourneyUnless(path === '/all-services'),
    async ({ page }) => {
      await visit(page, path)
      await showMap(page).click()
      await expect(page).toHaveURL(/view=map/)
      await expect(markers(page).or(clusters(page)).first()).toBeVisible()
      await expect(cards(page).first()).toBeVisible()
      await showList(page).click()
      await expect(map(page)).toHaveCount(0)
      await expect(page).toHaveURL(path)
    },
  )
}

test('a town, chosen with the keyboard, shows its ads', async ({ page, api }) => {
  const towns = await api.listTowns({ query: { kind: 'service', state: 'Texas' } })
  const [town] = towns
  await visit(page, '/state/Texas?view=map')
  const marker = map(page).getByRole('button', { name: `${town?.name}, Texas: ${town?.count} ad` })
  await marker.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `Ads in ${town?.name}, Texas` })).toBeVisible()
  await expect(cards(page)).toHaveCount(Math.min(town?.count ?? 0, 12))
  for (const card of await cards(page).all()) await expect(card).toContainText(town?.name ?? '')
  await expect(marker).toHaveAttribute('aria-pressed', 'true')
})

test('a cluster zooms in', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/all-services?view=map')
  await expect(clusters(page).first()).toBeVisible()
  const before = await map(page).getByRole('button').count()
  await clusters(page).first().click()
  await expect.poll(() => map(page).getByRole('button').count()).not.toBe(before)
})

/** Returns the colors in the middle of the map, and of land. */
async function colors(page: Page): Promise<{ shown: string; land: string }> {
  const { data, info } = await sharp(await map(page).locator('canvas').screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 3)) * info.channels
  const shown = `#${data.subarray(middle, middle + 3).toString('hex')}`
  const land = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--sunken').trim(),
  )
  return { shown, land }
}

test('land has a color before the outlines have loaded, and as close as they can be looked at', {
  tag: '@slow',
}, async ({ page }) => {
  const outlines = Promise.withResolvers<void>()
  await page.route(/regions.*\.json/, async (route) => {
    await outlines.promise
    await route.continue()
  })
  const isLand = async () => {
    const { shown, land } = await colors(page)
    return shown === land
  }
  // Without animation: here, the processor draws each frame.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visit(page, '/state/Texas?view=map')
  await expect.poll(isLand, 'while they load').toBe(true)
  outlines.resolve()
  await expect(markers(page).or(clusters(page)).first()).toBeVisible()
  const closer = map(page).getByRole('button', { name: 'Zoom in', exact: true })
  await expect
    .poll(async () => {
      if (await closer.isEnabled()) await closer.click()
      return closer.isDisabled()
    })
    .toBe(true)
  await expect.poll(isLand, 'close up').toBe(true)
})

test('the same towns are a list of links', { tag: '@slow' }, async ({ page, api }) => {
  const towns = await api.listTowns({ query: { kind: 'event' } })
  await visit(page, '/all-events?view=map')
  await townList(page).click()
  const links = page.locator('details', { has: townList(page) }).getByRole('link')
  await expect(links).toHaveCount(towns.length)
  await links.first().click()
  await expect(page.getByRole('heading', { name: `Ads in ${towns[0]?.name}` })).toBeVisible()
  await expect(page).toHaveURL(/town=/)
})

test('without WebGL, a sentence leads to the list', { tag: '@slow' }, async ({ page, allowConsole }) => {
  allowConsole(/WebGL/i)
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await visit(page, '/all-services?view=map')
  await expect(page.getByText('Your browser can’t draw the map.')).toBeVisible()
  await townList(page).click()
  await expect(
    page
      .locator('details', { has: townList(page) })
      .getByRole('link')
      .first(),
  ).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the towns are a list, and the page says so in place of the map', async ({ page }) => {
    await page.goto('/all-services?view=map')
    await expect(page.getByText('The map needs JavaScript. The list below has the same towns.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Map of towns' })).toBeHidden()
    await townList(page).click()
    await page
      .locator('details', { has: townList(page) })
      .getByRole('link')
      .first()
      .click()
    await expect(page.getByRole('heading', { name: /^Ads in .+, / })).toBeVisible()
  })
})

test('lists load no code of the map', { tag: '@slow' }, async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await visit(page, '/all-services')
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((url) => /map-view|draw-map|maplibre|regions/.test(url))).toEqual([])
})

for (const width of [360, 1440]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(
      `at ${width} px in ${colorScheme}, the map is accessible and fits`,
      slowJourneyUnless(width === 360 && colorScheme === 'light'),
      async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 900 })
        await visit(page, '/all-services?view=map')
        await expect(markers(page).or(clusters(page)).first()).toBeVisible()
        await expectAccessible(page, 'with a map')
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow).toBeLessThanOrEqual(0)
      },
    )
  }
}
