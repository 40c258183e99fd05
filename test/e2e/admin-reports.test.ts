/** Deciding about reported services and events in the dashboard. */
import { expect } from '@playwright/test'
import { adminDone, adminRefusals } from '../../src/shared/messages/forms.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import {
  button,
  createReportedListing,
  dialog,
  expectToast,
  row,
  rows,
  statusOf,
  undo,
  uniqueEmail,
} from '../support/browser/dashboard.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'
import { createUser } from '../support/data/accounts.ts'

const kinds = [
  { kind: 'service', tab: 'reported-services' },
  { kind: 'event', tab: 'reported-events' },
] as const

for (const { kind, tab } of kinds) {
  const subject = kind === 'service' ? 'This service' : 'This event'
  const address = (search: string) => `/admin?tab=${tab}&search=${encodeURIComponent(search)}`

  test(
    `a reported ${kind} shows how many people reported it, why and when, and who posted it`,
    slowJourneyUnless(kind === 'service'),
    async ({ page, signIn, database }) => {
      await signIn({ isAdmin: true })
      const { email } = await createUser(database, { email: uniqueEmail('author'), name: 'Vera Novak' })
      const { email: reporter } = await createUser(database, { email: uniqueEmail('reporter') })
      await createReportedListing(database, { kind, authorEmail: email, title: 'Something else' })
      await createReportedListing(
        database,
        { kind, authorEmail: email, title: 'Cheap watches, nearly new and shiny' },
        [
          { reason: 'scam', note: 'They asked for\n<b>gift cards</b>.', by: reporter, daysAgo: 2 },
          { reason: 'scam', daysAgo: 1 },
          { reason: 'duplicate' },
        ],
      )
      await visit(page, address(email))
      const watches = row(page, 'Cheap watches')
      await expect(watches.getByRole('heading', { level: 2 })).toHaveText(
        'Cheap watches, nearly new and shiny',
      )
      await expect(
        watches.getByRole('link', { name: 'Cheap watches, nearly new and shiny', exact: true }),
      ).toBeVisible()
      await expect(watches).toContainText('3 reports: scam or fraud (2), duplicate (1)')
      await expect(watches).toContainText('(2 days ago)')
      await expect(watches.getByText('Hidden', { exact: true })).toBeVisible()
      await watches.getByText('Details').click()
      for (const text of [
        '<b>gift cards</b>',
        reporter,
        'a visitor',
        'Vera Novak',
        'Account since',
        '1 report about other ads',
        'What is offered, said in a sentence or two.',
      ])
        await expect(watches).toContainText(text)
      await expectAccessible(page, 'with a case open')
    },
  )

  test(
    `a reported ${kind} is approved, and Undo brings it back`,
    slowJourneyUnless(kind === 'event'),
    async ({ page, signIn, database }) => {
      await signIn({ isAdmin: true })
      const authorEmail = uniqueEmail('author')
      const first = await createReportedListing(database, { kind, authorEmail, title: 'Piano lessons' }, [
        { daysAgo: 2 },
      ])
      await createReportedListing(database, { kind, authorEmail, title: 'Guitar lessons' }, [{ daysAgo: 1 }])
      await visit(page, address(authorEmail))
      await expect(rows(page)).toHaveCount(2)
      await button(row(page, 'Piano lessons'), 'Approve').click()
      await expectToast(page, adminDone[kind])
      await expect(rows(page)).toHaveCount(1)
      // The keyboard goes on with the row that follows.
      await expect(button(row(page, 'Guitar lessons'), 'Approve')).toBeFocused()
      expect(await statusOf(database, first)).toBe('active')
      await undo(page)
      await expectToast(page, 'Undone.')
      await expect(rows(page)).toHaveCount(2)
      expect(await statusOf(database, first)).toBe('reported')
    },
  )

  test(
    `a reported ${kind} is deleted with a reason that its author gets by email`,
    slowJourneyUnless(kind === 'service'),
    async ({ page, signIn, database, accountSite: { mail } }) => {
      await signIn({ isAdmin: true })
      const authorEmail = uniqueEmail('author')
      const id = await createReportedListing(database, { kind, authorEmail, title: 'Cheap watches' })
      await visit(page, address(authorEmail))
      await button(row(page, 'Cheap watches'), 'Delete').click()
      const confirmation = page.getByRole('dialog', { name: 'Are you sure?' })
      await expect(confirmation).toContainText(`${subject} will be removed right away.`)
      await expect(confirmation).toContainText('Optional. We email the reason to the poster, who can reply.')
      await confirmation.getByRole('button', { name: 'Cancel' }).click()
      await expect(button(row(page, 'Cheap watches'), 'Delete')).toBeFocused()
      await button(row(page, 'Cheap watches'), 'Delete').click()
      await confirmation.getByLabel('Reason').selectOption('Scam or fraud')
      await confirmation.getByLabel('In your own words').fill('Nobody sells watches at this price.')
      await expectAccessible(page, 'in the dialog')
      await confirmation.getByRole('button', { name: 'Yes, delete it!' }).click()
      await expectToast(page, kind === 'service' ? 'Service deleted' : 'Event deleted')
      await expect(row(page, 'Cheap watches')).toHaveCount(0)
      await expect(page.getByRole('main')).toBeFocused()
      expect(await statusOf(database, id)).toBe('deleted')
      expect((await mail.waitForEmail(authorEmail)).text).toContain(
        'Reason: Scam or fraud. Nobody sells watches at this price.',
      )
    },
  )
}

test('hiding requires the reason that its author gets by email', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
  accountSite: { mail },
}) => {
  await signIn({ isAdmin: true })
  const authorEmail = uniqueEmail('author')
  await createReportedListing(database, { authorEmail, title: 'Cheap watches' })
  await visit(page, `/admin?tab=reported-services&search=${authorEmail}`)
  await button(row(page, 'Cheap watches'), 'Hide').click()
  await expect(dialog(page)).toContainText('Pick a reason or write one. We email it to the poster')
  await dialog(page).getByRole('button', { name: 'Hide' }).click()
  const reason = dialog(page).getByLabel('Reason')
  await expect(reason).toHaveAccessibleDescription('Please choose or write a reason.')
  await expect(reason).toBeFocused()
  await expectAccessible(page, 'with the error')
  await dialog(page).getByLabel('In your own words').fill('Nobody sells watches at this price.')
  await dialog(page).getByRole('button', { name: 'Hide' }).click()
  await expectToast(page, 'Service hidden')
  expect((await mail.waitForEmail(authorEmail)).text).toContain('Reason: Nobody sells watches at this price.')
})

test('a failed decision keeps the dialog open with what was typed', async ({
  page,
  signIn,
  database,
  allowStatus,
}) => {
  allowStatus(503)
  await signIn({ isAdmin: true })
  const authorEmail = uniqueEmail('author')
  await createReportedListing(database, { authorEmail, title: 'Cheap watches' })
  await visit(page, `/admin?tab=reported-services&search=${authorEmail}`)
  await page.route('**/api/moderation/cases', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'The database is down.' } }),
  )
  await button(row(page, 'Cheap watches'), 'Hide').click()
  await dialog(page).getByLabel('In your own words').fill('Too good to be true.')
  await dialog(page).getByRole('button', { name: 'Hide' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('The database is down.')
  await expect(dialog(page).getByLabel('In your own words')).toHaveValue('Too good to be true.')
  await dialog(page).getByLabel('In your own words').fill('a'.repeat(501))
  await dialog(page).getByRole('button', { name: 'Hide' }).click()
  await expect(dialog(page).getByLabel('In your own words')).toHaveAccessibleDescription(/at most 500/)
})

test('a removed admin sees the specification’s message', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
  allowStatus,
}) => {
  allowStatus(403)
  await signIn({ isAdmin: true })
  const authorEmail = uniqueEmail('author')
  await createReportedListing(database, { authorEmail, title: 'Cheap watches' })
  await visit(page, `/admin?tab=reported-services&search=${authorEmail}`)
  await page.route('**/api/moderation/cases', (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', message: 'This is for admins only.' } }),
  )
  await button(row(page, 'Cheap watches'), 'Approve').click()
  await expectToast(page, adminRefusals.service)
})

test.describe('the saved reasons', () => {
  // The whole site shares them, and later tests choose from them.
  let original: { text: string; position: number }[] = []
  test.beforeEach(async ({ database: { kysely } }) => {
    original = await kysely.selectFrom('removal_reason').selectAll().execute()
  })
  test.afterEach(async ({ database: { kysely } }) => {
    await kysely.deleteFrom('removal_reason').execute()
    await kysely.insertInto('removal_reason').values(original).execute()
  })

  test('are edited, moved, added and removed, and then offered', { tag: '@slow' }, async ({
    page,
    signIn,
    database,
    allowStatus,
  }) => {
    allowStatus(400)
    await signIn({ isAdmin: true })
    const authorEmail = uniqueEmail('author')
    await createReportedListing(database, { authorEmail, title: 'Cheap watches' })
    await visit(page, `/admin?tab=reported-services&search=${authorEmail}`)
    await page.getByText('Saved reasons').click()
    const reason = (position: number) =>
      page.getByRole('textbox', { name: `Reason ${position}`, exact: true })
    await expect(reason(1)).toHaveValue('Spam')
    const count = await page.getByRole('textbox', { name: /^Reason \d/ }).count()
    await page.getByRole('button', { name: 'Move reason 1 down' }).click()
    await expect(reason(2)).toHaveValue('Spam')
    await expect(page.getByRole('button', { name: 'Move reason 2 down' })).toBeFocused()
    await page.getByRole('button', { name: 'Move reason 2 up' }).click()
    await expect(reason(1)).toHaveValue('Spam')
    await page.getByRole('button', { name: 'Remove reason 2' }).click()
    await page.getByRole('button', { name: 'Add a reason' }).click()
    await expect(reason(count)).toBeFocused()
    await page.keyboard.type('No')
    await page.getByRole('button', { name: 'Save reasons' }).click()
    await expect(page.getByRole('alert')).toHaveText('Please use at least 3 characters for each reason.')
    await reason(count).fill('It is a second-hand tale.')
    // At other scroll positions the header covers half a row, which axe reports.
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessible(page, 'with the reasons open')
    await page.getByRole('button', { name: 'Save reasons' }).click()
    await expectToast(page, adminDone.reasonsSaved)
    await button(row(page, 'Cheap watches'), 'Hide').click()
    await expect(dialog(page).getByLabel('Reason')).toContainText('It is a second-hand tale.')
    await expect(dialog(page).getByLabel('Reason')).not.toContainText('Scam or fraud')
  })
})
