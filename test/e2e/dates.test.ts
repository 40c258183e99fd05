/** Dates: those of timestamps are in the site's time zone (New York), whatever the browser's; those of events are days. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { addDays, dayIn } from '../../src/shared/days.ts'
import { formatInstantDay } from '../../src/shared/format.ts'
import { defaultSettings } from '../../src/shared/settings/table.ts'
import { uniqueEmail } from '../support/browser/dashboard.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { createUser } from '../support/data/accounts.ts'
import { createListing, uniqueTitle } from '../support/data/factories.ts'

test.use({ timezoneId: 'Asia/Tokyo', locale: 'ja-JP' })

/** 23:30 in New York, and already the next day in UTC and in Tokyo. */
const lateEvening = '2026-11-22T04:30:00.000Z'
const thatDay = 'November 21, 2026'

const { timeZone } = defaultSettings
const hourMs = 3_600_000
const main = (page: Page) => page.getByRole('main')
const age = (page: Page) => page.getByRole('article').first().getByRole('time')

const search = (title: string, kind = 'service') => `/all-${kind}s?searchtext=${encodeURIComponent(title)}`

test('an ad posted at 23:30 in New York was posted on that day', async ({ page, signIn, database }) => {
  const { email } = await signIn({ isAdmin: true })
  const title = uniqueTitle('Late poster')
  const id = await createListing(database, { title, authorEmail: email, posted: lateEvening })
  await visit(page, `/ad-details/${id}`)
  await expect(main(page).getByRole('definition').filter({ hasText: thatDay })).toBeVisible()
  await visit(page, '/my-services')
  await expect(main(page).getByText(`Posted ${thatDay}`)).toBeVisible()
  await visit(page, `/admin?tab=services&search=${id}`)
  await expect(main(page).getByText(`posted ${thatDay}`)).toBeVisible()
})

test('accounts, sessions, and suspensions have the dates of the site', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
}) => {
  const admin = await signIn({ isAdmin: true })
  await sql`update account_session set created = ${lateEvening} where account_id = ${admin.accountId}`.execute(
    database.kysely,
  )
  await visit(page, '/profile/account')
  await expect(main(page).getByText(`Signed in on ${thatDay}`)).toBeVisible()

  const { email, accountId } = await createUser(database, { email: uniqueEmail('suspended') })
  await sql`update account set suspended_at = ${lateEvening}, suspension_reason = 'Spam' where id = ${accountId}`.execute(
    database.kysely,
  )
  await sql`update profile set created = ${lateEvening} where account_id = ${accountId}`.execute(
    database.kysely,
  )
  await visit(page, `/admin?tab=users&search=${encodeURIComponent(email)}`)
  await expect(main(page).getByText(`since ${thatDay}`)).toBeVisible()
  await expect(main(page).getByText(`Suspended on ${thatDay}`)).toBeVisible()
})

test('a card says how long ago its ad was posted, and the date on hover', { tag: '@slow' }, async ({
  page,
  database,
}) => {
  // Just two days, because days are counted by the calendar.
  const posted = new Date(Date.now() - 48 * hourMs - 60_000).toISOString()
  const title = uniqueTitle('Two days old')
  await createListing(database, { title, posted })
  await visit(page, search(title))
  await expect(age(page)).toHaveText('2 days ago')
  await expect(age(page)).toHaveAttribute('datetime', posted)
  const card = page.getByRole('article').first()
  await expect(card).toContainText('Posted 2 days ago')
  const date = await age(page).evaluate((element) => {
    element.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = element.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2)?.getAttribute('title')
  })
  expect(date).toBe(`${title}\nPosted ${formatInstantDay(posted, timeZone)}`)
})

test('the age is the same without scripts, and advances while the page is open', { tag: '@slow' }, async ({
  page,
  browser,
  baseURL,
  database,
}) => {
  const title = uniqueTitle('Three hours old')
  const posted = new Date(Date.now() - 3.5 * hourMs).toISOString()
  await createListing(database, { title, posted })
  const withoutScripts = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const plain = await withoutScripts.newPage()
  await plain.goto(search(title))
  await expect(age(plain)).toHaveText('3 hours ago')
  await withoutScripts.close()

  await page.clock.install()
  await visit(page, search(title))
  await expect(age(page)).toHaveText('3 hours ago')
  await page.clock.fastForward(2 * hourMs)
  await expect(age(page)).toHaveText('5 hours ago')
})

test('the days of an event have their weekdays', { tag: '@slow' }, async ({ page, database }) => {
  const create = (startDate: string, endDate: string) =>
    createListing(database, { kind: 'event', startDate, endDate })
  await visit(page, `/event-details/${await create('2199-11-29', '2199-11-29')}`)
  await expect(main(page).getByText('Friday, November 29, 2199', { exact: true })).toBeVisible()
  await visit(page, `/event-details/${await create('2199-11-29', '2199-12-01')}`)
  await expect(
    main(page).getByText('Friday, November 29, 2199 – Sunday, December 1, 2199', { exact: true }),
  ).toBeVisible()
})

test('soonest first begins with what starts today, and says what is on now', { tag: '@slow' }, async ({
  page,
  database,
}) => {
  const word = uniqueTitle('Harvest')
  const today = dayIn(timeZone, new Date())
  const create = (title: string, start: number, end: number) =>
    createListing(database, {
      kind: 'event',
      title: `${title} ${word}`,
      startDate: addDays(today, start),
      endDate: addDays(today, end),
    })
  await create('Over', -9, -2)
  await create('Begun', -200, 400)
  await create('Later', 3, 4)
  await create('Today', 0, 1)
  await visit(page, `${search(word, 'event')}&sort=soonest`)
  const cards = page.getByRole('article')
  await expect(cards.getByRole('link')).toHaveText([/^Today/, /^Begun/, /^Later/, /^Over/])
  await expect(cards.nth(1)).toContainText(/On now, until [A-Z][a-z]{2} \d+, \d{4}/)
  await expect(page.getByText(/On now/)).toHaveCount(1)
  await cards.nth(1).getByRole('link').click()
  await expect(main(page).getByText(/^On now, until [A-Z][a-z]{2} \d+, \d{4}$/)).toBeVisible()
})
