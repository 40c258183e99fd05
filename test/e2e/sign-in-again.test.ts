/** Actions that require a recent sign-in: the page asks for the password and continues where it was. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '../../src/server/platform/database/database.ts'
import { account, adminDone, signInAgain } from '../../src/shared/messages/forms.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { button, expectToast, row, uniqueEmail } from '../support/browser/dashboard.ts'
import { hydrated, visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { createUser, goodPassword, type TestUser } from '../support/data/accounts.ts'

const makeSessionsOld = ({ kysely }: Database, { accountId }: TestUser) =>
  sql`update account_session set created = now() - interval '2 days' where account_id = ${accountId}`.execute(
    kysely,
  )

/** The refused call, and a wrong password. */
test.beforeEach(({ allowStatus }) => {
  allowStatus(403)
  allowStatus(401)
})

const dialog = (page: Page) => page.getByRole('dialog', { name: signInAgain.title })

async function signInAgainWith(page: Page, password: string) {
  await dialog(page).getByLabel('Password').fill(password)
  await dialog(page).getByRole('button', { name: signInAgain.confirm }).click()
}

test('adding an admin continues after the password, with what was typed', async ({
  page,
  signIn,
  database,
}) => {
  const admin = await signIn({ isAdmin: true })
  await makeSessionsOld(database, admin)
  await visit(page, '/admin?tab=admins')
  const email = uniqueEmail('helper')
  await page.getByLabel('Name').fill('New Helper')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Add admin' }).click()
  await expect(dialog(page)).toContainText(admin.email)
  await expectAccessible(page, 'sign in again')
  await signInAgainWith(page, 'not the password')
  await expect(dialog(page).getByRole('alert')).toContainText('Wrong email or password')
  await signInAgainWith(page, goodPassword)
  await expectToast(page, `We’ve invited ${email}`)
  await expect(row(page, email)).toBeVisible()
})

test('removing an admin continues after the password, and can be canceled', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
}) => {
  const admin = await signIn({ isAdmin: true })
  const { email } = await createUser(database, { email: uniqueEmail('colleague'), isAdmin: true })
  await makeSessionsOld(database, admin)
  await visit(page, `/admin?tab=admins&search=${encodeURIComponent(email)}`)
  await button(row(page, email), 'Remove').click()
  await page.getByRole('button', { name: 'Remove admin rights' }).click()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'please sign in again' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove admin rights' }).click()
  await signInAgainWith(page, goodPassword)
  await expectToast(page, adminDone.adminRemoved)
  await expect(row(page, email)).toHaveCount(0)
})

test('an emailed link serves instead of the password', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
  accountSite: { mail },
}) => {
  const user = await signIn()
  await makeSessionsOld(database, user)
  await visit(page, '/profile/account')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByLabel('Type your email to confirm').fill(user.email)
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await dialog(page).getByRole('button', { name: 'Email me a link instead' }).click()
  await expect(dialog(page)).toContainText('Open it in this browser')
  const otherTab = await page.context().newPage()
  await otherTab.goto((await mail.waitForEmail(user.email)).links[0] ?? '')
  await hydrated(otherTab)
  await otherTab.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(otherTab).not.toHaveURL(/email-link/)
  await otherTab.close()
  await dialog(page).getByRole('button', { name: signInAgain.confirm }).click()
  await expectToast(page, account.deleted)
})
