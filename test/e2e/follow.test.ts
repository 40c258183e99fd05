/** Feeds and calendars of lists, and adding a single event to a calendar. */
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { test, visit } from '../support/browser/journey.ts'
import { first } from '../support/browser/screens.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'

const feedLink = (page: Page) => page.getByRole('link', { name: 'RSS feed' })
const calendarLink = (page: Page) => page.getByRole('link', { name: 'Subscribe in your calendar' })
const openFollowing = (page: Page) => page.getByText('More ways to follow').click()
const addToCalendar = (page: Page) => page.locator('summary', { hasText: 'Add to calendar' })
const announcedFeeds = (page: Page) =>
  page.locator('head link[rel="alternate"][type="application/atom+xml"]').evaluateAll(hrefs)

const hrefs = (links: Element[]) => links.map((link) => link.getAttribute('href') ?? '')

/** Each list and the path of its feed. */
const lists = [
  { path: '/all-services', feed: '/feeds/services.atom' },
  {
    path: '/all-services?searchtext=dog&category=Pet+Services&sort=price-asc&page=1',
    feed: '/feeds/services.atom?searchtext=dog&category=Pet+Services',
  },
  { path: '/all-events', feed: '/feeds/events.atom' },
  { path: '/category/pet-services', feed: '/feeds/services.atom?category=Pet+Services' },
  { path: '/category/pet-services?tab=events', feed: '/feeds/events.atom?category=Pet+Services' },
  {
    path: '/category/pet-services/subcategory/dog-walking',
    feed: '/feeds/services.atom?category=Pet+Services&subcategory=Dog+Walking',
  },
  {
    path: '/location/united-states?state=Texas&city=Austin&tab=events',
    feed: '/feeds/events.atom?country=United+States&state=Texas&city=Austin',
  },
  { path: '/state/Texas', feed: '/feeds/services.atom?country=United+States&state=Texas' },
]

for (const { path, feed } of lists) {
  test(
    `${path} links to the feed of the same list, also without scripts`,
    slowJourneyUnless(path.includes('city')),
    async ({ browser, baseURL }) => {
      const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
      const page = await context.newPage()
      await page.goto(path)
      expect(await announcedFeeds(page)).toEqual([feed])
      await openFollowing(page)
      await expect(feedLink(page)).toHaveAttribute('href', feed)
      const calendar = feed.replace('.atom', '.ics')
      const isEvents = feed.includes('events')
      const { host } = new URL(page.url())
      if (isEvents) await expect(calendarLink(page)).toHaveAttribute('href', `webcal://${host}${calendar}`)
      else await expect(calendarLink(page)).toHaveCount(0)

      // The calendar has the soonest events, as the list does; the feed has the newest.
      const text = (await (await page.request.get(isEvents ? calendar : feed)).text()).replaceAll('\r\n ', '')
      const listings = await page.getByRole('article').getByRole('link').evaluateAll(hrefs)
      expect(listings.length).toBeGreaterThan(0)
      for (const path of listings) expect(text).toContain(path)
      await context.close()
    },
  )
}

test('the head links to the feed of the current list only', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/category/pet-services')
  await page.getByRole('tab', { name: 'Events' }).click()
  await expect(page).toHaveURL(/tab=events/)
  await expect.poll(() => announcedFeeds(page)).toEqual(['/feeds/events.atom?category=Pet+Services'])
  await page.getByRole('banner').getByRole('link').first().click()
  await expect.poll(() => announcedFeeds(page)).toEqual([])
})

test('the browser opens a feed', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/all-services')
  await openFollowing(page)
  const [request] = await Promise.all([
    page.waitForRequest((request) => request.isNavigationRequest()),
    feedLink(page).click(),
  ])
  expect(new URL(request.url()).pathname).toBe('/feeds/services.atom')
  expect((await request.response())?.headers()['content-type']).toBe('application/atom+xml; charset=utf-8')
})

test('an upcoming event can be added to a calendar', async ({ page, api }) => {
  const { _id, title } = first((await api.listEvents({ query: { page: 1, limit: 1 } })).events)
  await visit(page, `/event-details/${_id}`)
  await addToCalendar(page).click()
  const subscribe = page.getByRole('link', { name: /^(Subscribe to changes|Add all dates)$/ })
  await expect(subscribe).toHaveAttribute('href', /^webcal:\/\/[^/]+\/feeds\/events\/[^/]+\.ics$/)
  for (const [name, host] of [
    ['Google Calendar', 'calendar.google.com'],
    ['Outlook', 'outlook.live.com'],
  ]) {
    const href = await page.getByRole('link', { name }).getAttribute('href')
    const { hostname, searchParams } = new URL(href ?? '')
    expect(hostname).toBe(host)
    expect([...searchParams.values()]).toContain(title)
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Calendar file (.ics)' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.ics$/)
  const calendar = (await readFile(await download.path(), 'utf8')).replaceAll('\r\n ', '')
  expect(calendar).toContain(`UID:${_id}@`)
  expect(calendar).toContain(title.replace(/[\\;,]/g, '\\$&'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test('past events and services offer no calendar file', { tag: '@slow' }, async ({ page, api }) => {
  const { events, totalPages } = await api.listEvents({ query: { page: 1, limit: 50 } })
  const last =
    totalPages > 1 ? (await api.listEvents({ query: { page: totalPages, limit: 50 } })).events : events
  const ended = first(
    last.filter(({ endDate }) => endDate < new Date(Date.now() - 2 * 86_400_000).toISOString()),
  )
  const service = first((await api.listServices({ query: { page: 1, limit: 1 } })).services)
  for (const path of [`/event-details/${ended._id}`, `/ad-details/${service._id}`]) {
    await visit(page, path)
    await expect(page.getByRole('main').getByLabel('Share', { exact: true })).toBeVisible()
    await expect(addToCalendar(page)).toHaveCount(0)
  }
})
