/** Events that are sold out, over, or both. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/browser/accessible.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'
import { createListing, type ListingOverrides } from '../support/data/factories.ts'

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
/** A separate place, so that other tests' events are not similar. */
const place = { state: 'Wyoming', city: 'Casper', subcategory: 'Pet Sitting' }
const event: ListingOverrides = { kind: 'event', price: 12, ...place, startDate: dayFromNow(9) }
const over = { startDate: dayFromNow(-9) }

const line = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true })
const ticketPrice = (page: Page) =>
  page.getByRole('main').getByRole('paragraph').filter({ hasText: 'Ticket price' })
const similar = (page: Page) => page.getByRole('region', { name: 'Similar events' })

for (const { what, overrides, lines, canContact } of [
  { what: 'sold out', overrides: { availability: 'soldout' }, lines: ['Sold out'], canContact: true },
  { what: 'over', overrides: over, lines: ['Ended'], canContact: false },
  {
    what: 'sold out and over',
    overrides: { ...over, availability: 'soldout' },
    lines: ['Ended', 'Sold out'],
    canContact: false,
  },
] as const) {
  test(
    `an event that is ${what} says so below its title, strikes its price, and leads to others`,
    slowJourneyUnless(what === 'over'),
    async ({ page, database }) => {
      await createListing(database, { ...event, title: 'One to go to' })
      const id = await createListing(database, { ...event, ...overrides })
      await page.setViewportSize({ width: 360, height: 640 })
      await visit(page, `/event-details/${id}`)
      for (const text of ['Ended', 'Sold out'])
        await expect(line(page, text)).toHaveCount((lines as readonly string[]).includes(text) ? 1 : 0)
      await expect(ticketPrice(page)).toContainText('no longer available')
      await expect(ticketPrice(page).locator('s')).toContainText('$12')

      const contact = [
        page.getByRole('heading', { name: 'Get in touch' }),
        page.locator('a[href^="mailto:"]:not([href^="mailto:?"])').first(),
      ]
      for (const part of contact) await expect(part).toHaveCount(canContact ? 1 : 0)
      await expect(page.getByRole('group', { name: 'Contact the poster' })).toHaveCount(canContact ? 1 : 0)
      await expect(page.getByRole('region', { name: 'Posted by' })).toBeVisible()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await expectAccessible(page, `of an event that is ${what} in ${colorScheme}`)
      }

      await page.getByRole('link', { name: 'See similar upcoming events' }).click()
      await expect(
        similar(page).getByRole('heading', { name: 'Similar events', exact: true }),
      ).toBeInViewport()
      await similar(page).getByRole('link', { name: 'One to go to' }).first().click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('One to go to')
      await expect(line(page, 'Ended')).toHaveCount(0)
      await expect(ticketPrice(page).locator('s')).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'See similar upcoming events' })).toHaveCount(0)
    },
  )
}

test('without similar events, an ended one leads to the list of its category', { tag: '@slow' }, async ({
  page,
  database,
}) => {
  const lonely = {
    category: 'Moving, Hauling & Delivery',
    subcategory: null,
    state: 'Wyoming',
    city: 'Casper',
  }
  const id = await createListing(database, { ...event, ...over, ...lonely })
  await visit(page, `/event-details/${id}`)
  await expect(similar(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'See similar upcoming events' }).click()
  await expect(page).toHaveURL(/\/all-events\?category=Moving/)
})

test('the whole day still counts: an event that ends today has not ended', { tag: '@slow' }, async ({
  page,
  database,
  accountSite,
}) => {
  const home = await (await fetch(accountSite.url)).text()
  const today = /"today":"(\d{4}-\d\d-\d\d)"/.exec(home)?.[1] ?? ''
  const id = await createListing(database, { ...event, startDate: today })
  await visit(page, `/event-details/${id}`)
  await expect(page.getByRole('heading', { name: 'Get in touch' })).toBeVisible()
  await expect(line(page, 'Ended')).toHaveCount(0)
})
