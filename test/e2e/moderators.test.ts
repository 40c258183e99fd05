/** Moderators in the dashboard: how admins choose what they are responsible for, and what they see. */
import { expect } from '@playwright/test'
import { expectAccessible } from '../support/browser/accessible.ts'
import {
  button,
  createReportedListing,
  dialog,
  expectToast,
  row,
  statusOf,
  tab,
  undo,
  uniqueEmail,
} from '../support/browser/dashboard.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { createUser, insertSession } from '../support/data/accounts.ts'

test('an admin adds a moderator of a category and a place, and the moderator decides what is there', async ({
  page,
  browser,
  accountSite: { url },
  signIn,
  database,
  allowStatus,
}) => {
  // The place that does not exist.
  allowStatus(400)
  await signIn({ isAdmin: true })
  const { email } = await createUser(database, { email: uniqueEmail('mo'), name: 'Mo Lind' })
  const [own, other] = await Promise.all([
    createReportedListing(database, { title: 'Walks for shy dogs' }),
    createReportedListing(database, {
      title: 'Walks in Montana',
      state: 'Montana',
      city: 'Billings',
    }),
  ])

  await test.step('the admin chooses a category and a place', async () => {
    await visit(page, `/admin?tab=admins&search=${email}`)
    await page.getByRole('button', { name: 'Add a moderator' }).click()
    await expectAccessible(page, 'in the dialog')
    await dialog(page).getByLabel('Name').fill('Mo Lind')
    await dialog(page).getByLabel('Email').fill(email)
    await dialog(page).getByLabel('Pet Services').check()
    await dialog(page).getByLabel('Only these places').fill('Atlantis')
    await dialog(page).getByRole('button', { name: 'Add moderator' }).click()
    await expect(dialog(page).getByLabel('Only these places')).toHaveAccessibleDescription(
      /There is no place “Atlantis”\./,
    )
    await dialog(page).getByLabel('Only these places').fill('Texas')
    await dialog(page).getByRole('button', { name: 'Add moderator' }).click()
    await expectToast(page, `${email} is now a moderator.`)
    await expect(row(page, email)).toContainText('Only ads in: Pet Services')
    await expect(row(page, email)).toContainText('Only ads from: Texas, United States')
  })

  const context = await browser.newContext({ baseURL: url })
  const session = await insertSession(database, email)
  await context.addCookies([{ ...session, url, httpOnly: true, sameSite: 'Lax' }])
  const moderator = await context.newPage()
  await test.step('the moderator sees their cases and no settings', async () => {
    await visit(moderator, '/admin')
    await expect(tab(moderator, 'Queue')).toBeVisible()
    for (const name of ['Manage Users', 'Manage Admins', 'Settings', 'Texts', 'Messages', 'Categories'])
      await expect(tab(moderator, name)).toHaveCount(0)
    await expect(moderator.getByText('Backed up.')).toHaveCount(0)
    await expectAccessible(moderator, 'the overview')
    // The address of a tab that they do not have leads to the overview.
    await visit(moderator, '/admin?tab=settings')
    await expect(moderator.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    await visit(moderator, '/admin?tab=queue&search=Walks')
    await expect(row(moderator, 'Walks for shy dogs')).toBeVisible()
    await expect(row(moderator, 'Walks in Montana')).toHaveCount(0)
    await expect(moderator.getByText('Saved reasons')).toHaveCount(0)
  })

  await test.step('the moderator hides an ad, and undoes it', async () => {
    await button(row(moderator, 'Walks for shy dogs'), 'Hide').click()
    await dialog(moderator).getByLabel('In your own words').fill('The same ad twice.')
    await dialog(moderator).getByRole('button', { name: 'Hide', exact: true }).click()
    await expect.poll(() => statusOf(database, own)).toBe('hidden')
    await undo(moderator)
    await expect.poll(() => statusOf(database, own)).toBe('reported')
    expect(await statusOf(database, other)).toBe('reported')
  })

  await test.step('the rights end with the next click after an admin removes them', async () => {
    await button(row(page, email), 'Remove').click()
    await dialog(page).getByRole('button', { name: 'Remove moderator rights' }).click()
    await expectToast(page, 'Moderator rights removed')
    await visit(moderator, '/admin?tab=queue')
    await expect(moderator).toHaveURL('/')
  })
  await context.close()
})
