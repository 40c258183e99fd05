/** Reporting a listing as a visitor, as a user and as an admin. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '../../src/server/platform/database/database.ts'
import { reports } from '../../src/shared/messages/forms.ts'
import { reportReasonLabels } from '../../src/shared/report-reasons.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'
import { createListing } from '../support/data/factories.ts'

const reportButton = (page: Page) => page.getByRole('button', { name: 'Report Spam', exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Report Spam' })
const toast = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

async function openDialog(page: Page) {
  await reportButton(page).click()
  await expect(dialog(page)).toBeVisible()
}

async function report(page: Page, reason: string, note = '') {
  await openDialog(page)
  await dialog(page).getByRole('radio', { name: reason }).check()
  await dialog(page).getByLabel('Note').fill(note)
  await dialog(page).getByRole('button', { name: 'Send report' }).click()
}

type ReportRow = { reason: string; note: string; email: string | null; byVisitor: boolean }
const reportsOf = async ({ kysely }: Database, id: string) =>
  (
    await sql<ReportRow>`
      select reason, note, profile.email, visitor_hash is not null as "byVisitor"
      from report left join profile on profile.id = reporter_id
      where listing_id = ${id} order by report.created`.execute(kysely)
  ).rows
const statusOf = async ({ kysely }: Database, id: string) =>
  (await sql<{ status: string }>`select status from listing where id = ${id}`.execute(kysely)).rows[0]?.status

test('a visitor reports a service with a reason and a note, and it stays public', async ({
  page,
  database,
}) => {
  const id = await createListing(database)
  await visit(page, `/ad-details/${id}`)
  await openDialog(page)
  await expect(dialog(page).getByRole('radio')).toHaveCount(7)
  for (const name of Object.values(reportReasonLabels)) {
    await expect(dialog(page).getByRole('radio', { name, exact: true })).toBeChecked({
      checked: name === reportReasonLabels.spam,
    })
  }
  await dialog(page).getByRole('radio', { name: 'Scam or fraud' }).check()
  await dialog(page).getByLabel('Note').fill('Asks for gift cards.')
  await dialog(page).getByRole('button', { name: 'Send report' }).click()
  await expect(toast(page, 'Service reported')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  expect(await reportsOf(database, id)).toEqual([
    { reason: 'scam', note: 'Asks for gift cards.', email: null, byVisitor: true },
  ])
  expect(await statusOf(database, id)).toBe('reported')
  expect((await page.goto(`/ad-details/${id}`))?.status()).toBe(200)
})

test('the page keeps confirming a report, and has the keyboard focus there', { tag: '@slow' }, async ({
  page,
  database,
}) => {
  const id = await createListing(database)
  await visit(page, `/ad-details/${id}`)
  await report(page, 'Duplicate')
  const confirmation = page.getByRole('main').getByRole('status').filter({ hasText: 'You reported this ad.' })
  await expect(confirmation).toBeVisible()
  await expect(confirmation.getByText('Thank you!')).toBeFocused()
  await expect(reportButton(page)).toHaveCount(0)
  await toast(page, reports.service.done).getByRole('button', { name: 'Close' }).click()
  await expect(confirmation).toBeVisible()
  await expectAccessible(page, 'after a report')
})

test('a report without a reason is about spam', { tag: '@slow' }, async ({ page, database }) => {
  const id = await createListing(database)
  await visit(page, `/ad-details/${id}`)
  await openDialog(page)
  await dialog(page).getByRole('button', { name: 'Send report' }).click()
  await expect(toast(page, reports.service.done)).toBeVisible()
  expect(await reportsOf(database, id)).toMatchObject([{ reason: 'spam' }])
})

test('the API accepts a report without a reason, and records it as spam', { tag: '@slow' }, async ({
  page,
  database,
}) => {
  const id = await createListing(database)
  const response = await page.request.put(`/api/service-report/${id}`, { data: { status: 'reported' } })
  expect(response.status()).toBe(200)
  expect(await reportsOf(database, id)).toMatchObject([{ reason: 'spam', note: '' }])
})

test('an event has its own confirmation', { tag: '@slow' }, async ({ page, database }) => {
  const id = await createListing(database, { kind: 'event' })
  await visit(page, `/event-details/${id}`)
  await report(page, 'Wrong category')
  await expect(toast(page, 'Event reported')).toBeVisible()
  expect(await reportsOf(database, id)).toMatchObject([{ reason: 'wrong-category', note: '' }])
})

test('counts one report per visitor and per account, and confirms every one', { tag: '@slow' }, async ({
  page,
  database,
  signIn,
}) => {
  const id = await createListing(database)
  for (const reason of ['Spam', 'Offensive']) {
    await visit(page, `/ad-details/${id}`)
    await report(page, reason)
    await expect(toast(page, reports.service.done)).toBeVisible()
  }
  expect(await reportsOf(database, id)).toMatchObject([{ reason: 'spam', byVisitor: true }])

  const { email } = await signIn()
  await visit(page, `/ad-details/${id}`)
  await report(page, 'Duplicate')
  await expect(toast(page, reports.service.done)).toBeVisible()
  expect(await reportsOf(database, id)).toMatchObject([{ reason: 'spam' }, { reason: 'duplicate', email }])
  expect(await statusOf(database, id)).toBe('reported')
})

test('the author sees no Report Spam button', { tag: '@slow' }, async ({ page, database, signIn }) => {
  const { email } = await signIn()
  const ownListing = await createListing(database, { authorEmail: email })
  const otherListing = await createListing(database)
  await visit(page, `/ad-details/${ownListing}`)
  await expect(page.getByRole('main').getByLabel('Share', { exact: true })).toBeVisible()
  await expect(reportButton(page)).toHaveCount(0)
  await visit(page, `/ad-details/${otherListing}`)
  await expect(reportButton(page)).toBeVisible()
})

test('an admin’s report hides the ad at once, and the page says so', async ({ page, database, signIn }) => {
  await signIn({ isAdmin: true })
  const id = await createListing(database)
  await visit(page, `/ad-details/${id}`)
  await openDialog(page)
  await expect(dialog(page)).toContainText('hidden as soon as you report it')
  await dialog(page).getByRole('radio', { name: 'Spam' }).check()
  await dialog(page).getByRole('button', { name: 'Send report' }).click()
  await expect(toast(page, reports.service.done)).toBeVisible()
  await expect(page.getByRole('main').getByText('so it’s hidden now')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Hidden by a moderator: Spam')
  expect(await statusOf(database, id)).toBe('hidden')
})

test('shows the server’s reason for a refusal, and keeps the form’s values for another try', async ({
  page,
  database,
  allowStatus,
}) => {
  allowStatus(429)
  const id = await createListing(database)
  await visit(page, `/ad-details/${id}`)
  const message = 'Too many attempts. Please try again in 12 minutes.'
  await page.route('**/api/service-report/*', (route) =>
    route.fulfill({ status: 429, json: { code: 'rate_limited', message } }),
  )
  await report(page, 'Other', 'The pictures are mine.')
  await expect(toast(page, message)).toBeVisible()
  await page.unroute('**/api/service-report/*')
  await toast(page, message).getByRole('button', { name: 'Try again' }).click()
  await expect(dialog(page).getByRole('radio', { name: 'Other' })).toBeChecked()
  await expect(dialog(page).getByLabel('Note')).toHaveValue('The pictures are mine.')
  await dialog(page).getByRole('button', { name: 'Send report' }).click()
  await expect(toast(page, reports.service.done)).toBeVisible()
  expect(await reportsOf(database, id)).toMatchObject([{ reason: 'other', note: 'The pictures are mine.' }])
})

for (const { kind, path, failed } of [
  { kind: 'service', path: 'ad-details', failed: 'Error reporting service' },
  { kind: 'event', path: 'event-details', failed: 'Error reporting event' },
] as const) {
  test(
    `shows “${failed}” when the server does not respond`,
    slowJourneyUnless(kind === 'event'),
    async ({ page, database, allowConsole }) => {
      allowConsole(/ERR_FAILED/)
      const id = await createListing(database, { kind })
      await visit(page, `/${path}/${id}`)
      await page.route('**/api/*-report/*', (route) => route.abort())
      await report(page, 'Spam')
      await expect(toast(page, failed)).toBeVisible()
      expect(await reportsOf(database, id)).toEqual([])
    },
  )

  test(`shows "${failed}" if a proxy responds with its own page`, { tag: '@slow' }, async ({
    page,
    database,
    allowStatus,
  }) => {
    allowStatus(502)
    const id = await createListing(database, { kind })
    await visit(page, `/${path}/${id}`)
    await page.route('**/api/*-report/*', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
    )
    await report(page, 'Spam')
    await expect(toast(page, failed)).toBeVisible()
    expect(await reportsOf(database, id)).toEqual([])
  })

  test(`says so when the ${kind} was deleted in the meantime`, { tag: '@slow' }, async ({
    page,
    database,
    allowStatus,
  }) => {
    allowStatus(410)
    const id = await createListing(database, { kind })
    await visit(page, `/${path}/${id}`)
    await sql`update listing set status = 'deleted' where id = ${id}`.execute(database.kysely)
    await report(page, 'Spam')
    await expect(toast(page, `This ${kind} has been removed.`)).toBeVisible()
  })
}

test('the dialog is accessible, fits a phone, and returns the keyboard focus', { tag: '@slow' }, async ({
  page,
  database,
}) => {
  const id = await createListing(database)
  await page.setViewportSize({ width: 360, height: 640 })
  await visit(page, `/ad-details/${id}`)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await openDialog(page)
    await expectAccessible(page, `in the dialog in ${colorScheme}`)
    const box = await dialog(page).boundingBox()
    expect(box && box.y >= 0 && box.y + box.height <= 640, 'the dialog is within the window').toBe(true)
    await expect(dialog(page).getByRole('button', { name: 'Send report' })).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(reportButton(page)).toBeFocused()
  }
  await openDialog(page)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await reportsOf(database, id)).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('links to the contact page instead, which has the email address', async ({ page, database }) => {
    await page.goto(`/ad-details/${await createListing(database)}`)
    await expect(reportButton(page)).toBeHidden()
    await page.getByRole('link', { name: 'Tell us' }).click()
    await expect(page).toHaveURL('/contact')
    await expect(page.getByRole('main')).toContainText('This form needs JavaScript.')
    await expect(page.getByRole('main').locator('a[href^="mailto:"]').first()).toBeVisible()
  })
})
