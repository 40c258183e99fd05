/** The cards of ads in lists. */
import { randomBytes } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { openDatabase } from '../../src/server/platform/database/database.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { test as journey, visit } from '../support/browser/journey.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'
import { createListing } from '../support/data/factories.ts'
import { administer, databaseAt } from '../support/site/databases.ts'
import { silentLog } from '../support/site/silent-log.ts'
import { startSite } from '../support/site/site.ts'

const longTitle = 'Wooden toys, mended, waxed, and sanded while you wait at the market'
const description = `${'Every repair is done by hand, and none takes longer than a cup of coffee. '.repeat(6)}`

/** A site with the setting CARD_TEXT_LENGTH=0. */
const test = journey.extend<Record<never, never>, { twoLineSite: string }>({
  twoLineSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures here
    async ({}, use) => {
      const server = process.env.E2E_DATABASE ?? ''
      const name = `cards_${randomBytes(4).toString('hex')}`
      await administer(server, `create database ${name}`)
      const databaseUrl = databaseAt(server, name)
      const site = await startSite({ databaseUrl, demo: false, settings: { CARD_TEXT_LENGTH: '0' } })
      const database = openDatabase({
        connectionString: databaseUrl,
        timeZone: 'UTC',
        log: silentLog,
        connections: 1,
      })
      await createListing(database, { title: longTitle, description })
      await createListing(database, { title: 'Short', description: 'Also short text' })
      await createListing(database, { title: 'W'.repeat(120), description: 'x'.repeat(2_000) })
      await database.close()
      await use(site.url)
      await site.stop()
      await administer(server, `drop database ${name} with (force)`)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

const cards = (page: Page) => page.getByRole('article')
const link = (card: Locator) => card.getByRole('link')

const linesOf = (element: Locator) =>
  element.evaluate((node) => {
    const { height } = node.getBoundingClientRect()
    return Math.round(height / Number.parseFloat(getComputedStyle(node).lineHeight))
  })
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
const colorOf = (element: Locator) => element.evaluate((node) => getComputedStyle(node).color)

test('a card shows a short title and names the whole one, with its subcategory and age', async ({
  page,
  api,
}) => {
  const { services } = await api.listServices({ query: {} })
  await visit(page, '/all-services')
  for (const [index, service] of services.entries()) {
    const card = cards(page).nth(index)
    const shown = await link(card).textContent()
    expect(shown?.replace('…', '').length).toBeLessThanOrEqual(20)
    expect(shown).not.toMatch(/[,.;:!?–—-]…$/)
    await expect(link(card)).toHaveAccessibleName(service.title)
    expect(await link(card).getAttribute('title')).toMatch(/\nPosted [A-Z][a-z]+ \d{1,2}, 20\d\d$/)
    expect((await link(card).getAttribute('title'))?.split('\n')[0]).toBe(service.title)
    await expect(card.getByText(service.subcategory ?? '', { exact: true })).toBeVisible()
    await expect(card.locator('time')).toHaveText(/ago$|^yesterday$|^just now$|, 20\d\d$/)
  }
})

test('the whole card leads to the ad, the age included', { tag: '@slow' }, async ({ page }) => {
  for (const part of ['time', '.card-price']) {
    await visit(page, '/all-services')
    const {
      x = 0,
      y = 0,
      width = 0,
      height = 0,
    } = (await cards(page).first().locator(part).boundingBox()) ?? {}
    await page.mouse.click(x + width / 2, y + height / 2)
    await expect(page).toHaveURL(/\/ad-details\//)
  }
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `prices have the color of text in ${colorScheme}`,
    slowJourneyUnless(colorScheme === 'dark'),
    async ({ page, api }) => {
      await page.emulateMedia({ colorScheme })
      const [service] = (await api.listServices({ query: { limit: 1 } })).services
      await visit(page, '/all-services')
      const ink = await colorOf(page.locator('body'))
      expect(await colorOf(page.locator('.card-price').first())).toBe(ink)
      await visit(page, `/ad-details/${service?._id}`)
      const price = page
        .getByRole('main')
        .getByRole('paragraph')
        .filter({ hasText: /^(from )?\$\d/ })
      expect(await colorOf(price.first())).toBe(ink)
    },
  )
}

test.describe('with CARD_TEXT_LENGTH=0', () => {
  test.use({ baseURL: async ({ twoLineSite }, use) => use(twoLineSite) })

  for (const width of [320, 360, 1440]) {
    test(`clamps titles and descriptions to two lines at ${width} px`, { tag: '@slow' }, async ({ page }) => {
      await page.setViewportSize({ width, height: 740 })
      await visit(page, '/all-services')
      const long = cards(page).filter({ hasText: 'Wooden toys' })
      expect(await linesOf(long.getByRole('heading'))).toBe(2)
      expect(await linesOf(long.getByText('Every repair'))).toBe(2)
      await expect(link(long)).toHaveText(longTitle)
      const short = cards(page).filter({ hasText: 'Short' })
      expect(await linesOf(short.getByRole('heading'))).toBe(1)
      expect(await linesOf(short.getByText('Also short text'))).toBe(1)
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      await expectAccessible(page)
    })
  }
})
