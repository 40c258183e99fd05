import { expect, type Locator, type Page } from '@playwright/test'
import { test, visit, visitWithFont } from '../support/browser/journey.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'

const kB = 1000
const banners = (page: Page) => page.getByRole('region', { name: 'What you can do here' })
/** The corkboard behind the tagline, the search field, and the banners. */
const hero = (page: Page) => page.locator('.cork').filter({ has: banners(page) })

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('The part is not on the page.')
  return box
}

for (const { width, height, maxHeight } of [
  { width: 360, height: 740, maxHeight: 320 },
  { width: 1440, height: 900, maxHeight: 420 },
]) {
  test(
    `at ${width} px, the hero is at most ${maxHeight} px high, and ads are visible below it`,
    slowJourneyUnless(width === 360),
    async ({ page }) => {
      await page.setViewportSize({ width, height })
      await visitWithFont(page, '/')
      const box = await hero(page).boundingBox()
      expect(box?.height).toBeLessThanOrEqual(maxHeight)
      await expect(page.getByRole('article').first()).toBeInViewport()
    },
  )

  test(`at ${width} px, each banner shows its text and link in full`, { tag: '@slow' }, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await visit(page, '/')
    for (const number of [1, 2, 3, 4]) {
      // Until the banner has stopped moving.
      await expect(async () => {
        const banner = banners(page).getByRole('group', { name: `${number} of 4` })
        const frame = await boxOf(hero(page))
        const link = await boxOf(banner.getByRole('link'))
        for (const part of [
          await boxOf(banner.getByRole('heading')),
          await boxOf(banner.locator('p')),
          link,
        ]) {
          expect(part.x).toBeGreaterThanOrEqual(frame.x)
          expect(part.y + part.height).toBeLessThanOrEqual(frame.y + frame.height)
        }
        const controls = await boxOf(banners(page).getByRole('button', { name: 'Previous slide' }))
        expect(link.x + link.width).toBeLessThanOrEqual(controls.x)
      }).toPass()
      await banners(page).getByRole('button', { name: 'Next slide' }).click()
    }
  })
}

test('the photos of the first banner load at once, the others when they are near', async ({ page }) => {
  await visit(page, '/')
  const photosOf = (number: number) =>
    banners(page)
      .getByRole('group', { name: `${number} of 4`, includeHidden: true })
      .locator('img')
  await expect(photosOf(1).first()).toHaveAttribute('loading', 'eager')
  for (const number of [2, 3, 4]) {
    for (const photo of await photosOf(number).all()) await expect(photo).toHaveAttribute('loading', 'lazy')
  }
})

test('the photos of all banners are at most 60 kB', async ({ page }) => {
  const sizes: number[] = []
  page.on('response', async (response) => {
    if (new URL(response.url()).pathname.endsWith('.webp')) sizes.push((await response.body()).length)
  })
  await visit(page, '/')
  await banners(page).getByRole('button', { name: 'Next slide' }).focus()
  await expect.poll(() => sizes.length).toBe(12)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60 * kB)
})

test('nothing moves while the home page loads', async ({ page }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = (entry as PerformanceEntry & { value?: number }).value ?? 0
        document.documentElement.dataset.shift = String(
          Number(document.documentElement.dataset.shift ?? 0) + shift,
        )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(Number(await page.locator('html').getAttribute('data-shift'))).toBeLessThan(0.01)
})
