import { expect, type Locator, type Page } from '@playwright/test'
import type { Api } from '../../src/shared/api-client.ts'
import { addDays } from '../../src/shared/days.ts'
import type { ListedEvent, ListedService } from '../../src/shared/listing.ts'
import { test, visit } from '../support/browser/journey.ts'
import { first } from '../support/browser/screens.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'

const firstFifty = { query: { page: 1, limit: 50 } }
const eventWith = async (api: Api, matches: (event: ListedEvent) => boolean) =>
  first((await api.listEvents(firstFifty)).events.filter(matches))
const serviceWith = async (api: Api, matches: (service: ListedService) => boolean) =>
  first((await api.listServices(firstFifty)).services.filter(matches))

/** Callers add or subtract at least two days, to be independent of the site's time zone. */
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const isOver = (event: ListedEvent) => event.endDate < dayFromNow(-2)
const isUpcoming = (event: ListedEvent) => event.endDate > dayFromNow(2)
const isSoldOut = (event: ListedEvent) => event.event_availability === 'soldout'

const pictures = (page: Page) => page.getByRole('region', { name: /^Photos of / })
const badge = (within: Page | Locator, text: string) => within.getByText(text, { exact: true })
const fullDate = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
  })

test('buttons and arrow keys cycle through the pictures of a listing', async ({ page, api }) => {
  const event = await eventWith(api, ({ images }) => images.length === 3)
  await visit(page, `/event-details/${event._id}`)
  const shown = (number: number) =>
    pictures(page).getByRole('img', { name: `${event.title}, ${number} of 3` })
  await expect(shown(1)).toBeVisible()
  await expect(shown(1)).not.toHaveJSProperty('naturalWidth', 0)
  await pictures(page).getByRole('button', { name: 'Next photo' }).click()
  for (const number of [2, 3, 1]) {
    await expect(shown(number)).toBeVisible()
    await expect(pictures(page).getByRole('img')).toHaveCount(1)
    await page.keyboard.press('ArrowRight')
  }
  await expect(shown(2)).toBeVisible()
  for (const number of [1, 3, 2]) {
    await page.keyboard.press('ArrowLeft')
    await expect(shown(number)).toBeVisible()
  }
})

for (const { what, matches, soldOut, expired } of [
  {
    what: 'sold out',
    matches: (event: ListedEvent) => isSoldOut(event) && isUpcoming(event),
    soldOut: 1,
    expired: 0,
  },
  {
    what: 'over',
    matches: (event: ListedEvent) => !isSoldOut(event) && isOver(event),
    soldOut: 0,
    expired: 1,
  },
  {
    what: 'both',
    matches: (event: ListedEvent) => isSoldOut(event) && isOver(event),
    soldOut: 1,
    expired: 1,
  },
  {
    what: 'neither',
    matches: (event: ListedEvent) => !isSoldOut(event) && isUpcoming(event),
    soldOut: 0,
    expired: 0,
  },
]) {
  test(
    `an event that is ${what} has ${soldOut} Sold Out and ${expired} Expired badges`,
    slowJourneyUnless(what === 'both'),
    async ({ page, api }) => {
      const event = await eventWith(api, matches)
      await visit(page, `/event-details/${event._id}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.title)
      await expect(badge(page, 'Sold Out')).toHaveCount(soldOut)
      await expect(badge(page, 'Expired')).toHaveCount(expired)

      await visit(page, `/all-events?searchtext=${encodeURIComponent(event.title)}`)
      const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: event.title }) })
      await expect(badge(card, 'Sold Out')).toHaveCount(soldOut)
      await expect(badge(card, 'Expired')).toHaveCount(expired)
    },
  )
}

test('a date range shows both dates in full, and a single day shows once', { tag: '@slow' }, async ({
  page,
  api,
}) => {
  const when = page
    .getByRole('main')
    .locator('p', { hasText: /, 20\d\d/ })
    .first()
  // A series shows one date, and an evening that ends after midnight one day.
  const long = await eventWith(
    api,
    ({ rule, startDate, endDate }) => !rule && addDays(startDate, 1) < endDate,
  )
  await visit(page, `/event-details/${long._id}`)
  // A time may follow each day.
  const time = '(, \\d+:\\d\\d [AP]M)?'
  await expect(when).toHaveText(
    RegExp(`^${fullDate(long.startDate)}${time} – ${fullDate(long.endDate)}${time}`),
  )
  const short = await eventWith(api, ({ rule, startDate, endDate }) => !rule && startDate === endDate)
  await visit(page, `/event-details/${short._id}`)
  await expect(when).toHaveText(RegExp(`^${fullDate(short.startDate)}(?!.*20\\d\\d)`))
})

test('an event shows its place, ticket price, category, subcategory, and description', {
  tag: '@slow',
}, async ({ page, api }) => {
  const { _id } = await eventWith(api, ({ price, subcategory }) => price > 0 && subcategory !== null)
  const event = await api.getEvent({ params: { id: _id }, query: {} })
  await visit(page, `/event-details/${_id}`)
  const main = page.getByRole('main')
  await expect(main.getByText(`${event.city}, ${event.state}, ${event.country}`)).toBeVisible()
  await expect(main.getByRole('paragraph').filter({ hasText: 'Ticket price' })).toContainText(
    `Ticket price: $${event.price}`,
  )
  const facts = main.getByRole('definition')
  await expect(facts.nth(0).getByRole('link', { name: event.category })).toBeVisible()
  await expect(facts.nth(1).getByRole('link', { name: event.subcategory ?? '' })).toBeVisible()
  await expect(main.getByText(event.description)).toBeVisible()
})

test('a service shows its price and links to every contact of its author', { tag: '@slow' }, async ({
  page,
  api,
}) => {
  const { services } = await api.listServices(firstFifty)
  const all = await Promise.all(services.map(({ _id }) => api.getService({ params: { id: _id }, query: {} })))
  const service = first(
    all.flatMap(({ _id, price, price_unit, author }) =>
      author && Object.values(author).every(Boolean) && price_unit === null ? [{ _id, price, author }] : [],
    ),
  )
  const { email, business_email, phone, facebook, instagram } = service.author
  await visit(page, `/ad-details/${service._id}`)
  await expect(page.getByText(`$${service.price}`, { exact: true })).toBeVisible()
  const panel = page.getByRole('complementary', { name: 'Contact' })
  const description = page.getByRole('heading', { name: 'Description' })
  const followed = await description.evaluate(
    (text, panel) => {
      if (!panel) return 0
      return text.compareDocumentPosition(panel) & Node.DOCUMENT_POSITION_FOLLOWING
    },
    await panel.elementHandle(),
  )
  expect(followed, 'Tab reaches it in the order of phones, in every browser').toBeGreaterThan(0)
  for (const { name, to } of [
    { name: `Email ${email}`, to: RegExp(`^mailto:${email}\\?subject=`) },
    { name: `Business Email ${business_email}`, to: RegExp(`^mailto:${business_email}\\?subject=`) },
    { name: `Phone ${phone}`, to: `tel:${phone.replace(/\D/g, '')}` },
    { name: /^Facebook /, to: facebook },
    { name: /^Instagram /, to: instagram },
  ]) {
    const link = panel.getByRole('link', { name, exact: true })
    await expect(link).toHaveAttribute('href', to)
    await expect(link).toHaveAttribute('rel', 'noopener nofollow ugc')
  }
  expect(facebook).toMatch(/^https:/)
  expect(instagram).toMatch(/^https:/)
})

test('a service without pictures shows a placeholder on its card and its page', { tag: '@slow' }, async ({
  page,
  api,
}) => {
  const service = await serviceWith(api, ({ images }) => images.length === 0)
  const placeholder = (within: Page | Locator) => within.locator('svg[viewBox="0 0 400 300"]')
  await visit(page, `/all-services?searchtext=${encodeURIComponent(service.title)}`)
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: service.title }) })
  await expect(placeholder(card)).toBeVisible()
  await card.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(service.title)
  // Those further down are of similar ads.
  await expect(placeholder(page).first()).toBeInViewport()
  await expect(page.getByRole('main').getByRole('img', { name: /^(?!Map of)/ })).toHaveCount(0)
})
