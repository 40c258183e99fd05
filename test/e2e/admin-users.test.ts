/** Managing users and admins in the dashboard. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { adminDone } from '../../src/shared/messages/forms.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import {
  button,
  dialog,
  expectToast,
  row,
  rows,
  statusOf,
  tab,
  undo,
  uniqueEmail,
} from '../support/browser/dashboard.ts'
import { hydrated, visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { createUser, goodPassword } from '../support/data/accounts.ts'
import { createListing } from '../support/data/factories.ts'

const search = (page: Page) => page.getByRole('main').getByRole('searchbox', { name: 'Search' })
const expectSummary = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible()

test.describe('users', () => {
  test('are found by any part of the name or email, sorted three ways, fifty per page', async ({
    page,
    signIn,
    database,
  }) => {
    await signIn({ isAdmin: true })
    const street = `street${process.pid}`
    await sql`insert into profile (id, email, name, created)
      select gen_random_uuid(), ${street} || lpad((61 - n)::text, 2, '0') || '@towns.example', 'Person ' || lpad(n::text, 2, '0'),
        now() - n * interval '1 day'
      from generate_series(1, 60) n`.execute(database.kysely)
    await visit(page, '/admin?tab=users')
    await search(page).fill(street.toUpperCase())
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/admin?tab=users&search=${street.toUpperCase()}`)
    await expectSummary(page, '60 users')
    await expect(rows(page)).toHaveCount(50)
    await expect(rows(page).first()).toContainText('Person 01')

    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText('Page 2 of 2')).toBeVisible()
    await expect(rows(page).last()).toContainText('Person 60')
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()

    await page.getByLabel('Sort by').selectOption('Email')
    await expect(page).toHaveURL(/sort=email$/)
    await expect(rows(page).first()).toContainText(`${street}01@towns.example`)
    await page.goBack()
    await expect(page.getByLabel('Sort by')).toHaveValue('newest')
    await visit(page, `/admin?tab=users&search=${street}&sort=name&page=9`)
    await expect(page).toHaveURL(`/admin?tab=users&search=${street}&sort=name&page=2`)
  })

  test('that do not exist show an empty result with a link to the whole list', { tag: '@slow' }, async ({
    page,
    signIn,
  }) => {
    await signIn({ isAdmin: true })
    await visit(page, '/admin?tab=users&search=nobody-at-all')
    await expect(page.getByText('No matches')).toBeVisible()
    await expectAccessible(page, 'with no matches')
    await page.getByRole('link', { name: 'Show all' }).click()
    await expect(page).toHaveURL('/admin?tab=users')
    await expect(rows(page).first()).toBeVisible()
  })

  test('show their facts and link to their listings', { tag: '@slow' }, async ({
    page,
    signIn,
    database,
  }) => {
    const { email: admin } = await signIn({ isAdmin: true })
    const { email } = await createUser(database, { email: uniqueEmail('seller'), name: 'Rosa <b>Lind</b>' })
    await createListing(database, { authorEmail: email, title: 'Piano lessons' })
    await createListing(database, { authorEmail: email, title: 'Yard concert', kind: 'event' })
    await visit(page, `/admin?tab=users&search=${email}`)
    await expect(rows(page)).toHaveCount(1)
    for (const text of ['Rosa <b>Lind</b>', email, '2 ads', 'since']) {
      await expect(row(page, email)).toContainText(text)
    }
    await page.getByRole('link', { name: `Events of ${email}` }).click()
    await expect(page).toHaveURL(`/admin?tab=events&search=${encodeURIComponent(email)}`)
    await expect(row(page, 'Yard concert')).toBeVisible()
    await visit(page, `/admin?tab=users&search=${admin}`)
    await expect(row(page, admin).getByText('Admin', { exact: true })).toBeVisible()
    await expect(button(row(page, admin), 'Suspend')).toHaveCount(0)
  })

  test('are suspended with a reason that they get by email, and reinstated', async ({
    page,
    signIn,
    database,
    accountSite: { mail },
  }) => {
    await signIn({ isAdmin: true })
    const { email } = await createUser(database, { email: uniqueEmail('seller') })
    const id = await createListing(database, { authorEmail: email, title: 'Piano lessons' })
    await visit(page, `/admin?tab=users&search=${email}`)
    await button(row(page, email), 'Suspend').click()
    await dialog(page).getByRole('button', { name: 'Suspend' }).click()
    await expect(dialog(page).getByLabel('Reason')).toHaveAccessibleDescription(/Please enter a reason/)
    await expect(dialog(page).getByLabel('Reason')).toBeFocused()
    await expectAccessible(page, 'in the dialog')
    await dialog(page).getByLabel('Reason').fill('Three people were asked for gift cards.')
    await dialog(page).getByRole('button', { name: 'Suspend' }).click()
    await expectToast(page, 'Account suspended.')
    await expect(row(page, email)).toContainText('Three people were asked for gift cards.')
    await expect(button(row(page, email), 'Lift suspension')).toBeFocused()
    expect(await statusOf(database, id)).toBe('hidden')
    const suspensionEmail = await mail.waitForEmail(email)
    expect(suspensionEmail.text).toContain('Three people were asked for gift cards.')

    await page.getByRole('link', { name: `Services of ${email}` }).click()
    await expect(row(page, 'Piano lessons')).toContainText('Hidden')
    await page.goBack()
    await button(row(page, email), 'Lift suspension').click()
    await expectToast(page, 'Suspension lifted.')
    await expect(button(row(page, email), 'Suspend')).toBeFocused()
    expect(await statusOf(database, id)).toBe('active')
  })

  test('are reinstated by Undo', { tag: '@slow' }, async ({ page, signIn, database }) => {
    await signIn({ isAdmin: true })
    const { email } = await createUser(database, { email: uniqueEmail('seller') })
    await visit(page, `/admin?tab=users&search=${email}`)
    await button(row(page, email), 'Suspend').click()
    await dialog(page).getByLabel('Reason').fill('By mistake.')
    await page.keyboard.press('Tab')
    await dialog(page).getByRole('button', { name: 'Suspend' }).click()
    await expect(row(page, email)).toContainText('By mistake.')
    await undo(page)
    await expect(row(page, email)).not.toContainText('By mistake.')
    await expect(button(row(page, email), 'Suspend')).toBeVisible()
  })
})

test.describe('admins', () => {
  test('are added by name and email, with errors at the fields', async ({ page, signIn, database }) => {
    await signIn({ isAdmin: true })
    const { email } = await createUser(database, { email: uniqueEmail('helper'), name: 'Rosa Lind' })
    await visit(page, '/admin?tab=admins')
    await page.getByRole('button', { name: 'Add admin' }).click()
    await expect(page.getByLabel('Name')).toBeFocused()
    await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Please enter a name.')
    await page.getByLabel('Name').fill('Rosa')
    await page.getByLabel('Email').fill('rosa@')
    await page.getByRole('button', { name: 'Add admin' }).click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Add admin' }).click()
    await expectToast(page, `${email} is now an admin.`)
    await expect(row(page, email)).toContainText('Rosa Lind')
    await expect(page.getByLabel('Email')).toHaveValue('')
  })

  test('that cannot be added keep the form’s values and say why', { tag: '@slow' }, async ({
    page,
    signIn,
    allowStatus,
  }) => {
    allowStatus(503)
    await signIn({ isAdmin: true })
    await visit(page, '/admin?tab=admins')
    await page.route('**/api/add-admin', (route) =>
      route.fulfill({ status: 503, json: { code: 'unavailable', message: 'The database is down.' } }),
    )
    await page.getByLabel('Name').fill('Rosa')
    await page.getByLabel('Email').fill('rosa@example.com')
    await page.getByRole('button', { name: 'Add admin' }).click()
    await expectToast(page, adminDone.addAdminFailed('The database is down.'))
    await expect(page.getByLabel('Email')).toHaveValue('rosa@example.com')
  })

  test('without an account stay pending until they sign in with an emailed link', { tag: '@slow' }, async ({
    page,
    browser,
    signIn,
    accountSite: { url, mail },
  }) => {
    test.slow()
    await signIn({ isAdmin: true })
    const email = uniqueEmail('stranger')
    await visit(page, '/admin?tab=admins')
    await page.getByLabel('Name').fill('New Helper')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Add admin' }).click()
    await expectToast(page, `We’ve invited ${email}`)
    await expect(row(page, email).getByText('Pending', { exact: true })).toBeVisible()

    const linkIn = async (subject: RegExp) => (await mail.waitForEmail(email, subject)).links[0] ?? ''
    const stranger = await (await browser.newContext({ baseURL: url })).newPage()
    await stranger.goto(await linkIn(/invited/))
    await hydrated(stranger)
    await stranger.getByLabel('Name').fill('New Helper')
    await stranger.getByLabel('Email').fill(email)
    await stranger.getByLabel('Password').fill(goodPassword)
    await stranger.getByRole('checkbox', { name: /Privacy Policy/ }).check()
    await stranger.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Check your inbox')
    await page.reload()
    await expect(row(page, email).getByText('Pending', { exact: true })).toBeVisible()

    await stranger.goto(await linkIn(/Confirm your email/))
    await stranger.getByRole('button', { name: 'Confirm my email' }).click()
    await expect(stranger).toHaveURL('/')
    await hydrated(stranger)
    await page.reload()
    await expect(row(page, email).getByText('Pending', { exact: true })).toBeVisible()

    await stranger.goto(await linkIn(/^Accept your invitation/))
    await hydrated(stranger)
    await stranger.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await expect(stranger).toHaveURL('/admin')
    await visit(stranger, '/admin')
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    await stranger.context().close()
  })

  test('are removed after a confirmation', { tag: '@slow' }, async ({ page, signIn, database }) => {
    await signIn({ isAdmin: true })
    const { email } = await createUser(database, { email: uniqueEmail('helper'), isAdmin: true })
    await visit(page, `/admin?tab=admins&search=${email}`)
    await button(row(page, email), 'Remove').click()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(button(row(page, email), 'Remove')).toBeFocused()
    await button(row(page, email), 'Remove').click()
    await expectAccessible(page, 'in the dialog')
    await dialog(page).getByRole('button', { name: 'Remove admin rights' }).click()
    await expectToast(page, adminDone.adminRemoved)
    await expect(row(page, email)).toHaveCount(0)
  })

  test('cannot all be removed', { tag: '@slow' }, async ({ page, signIn, database, allowStatus }) => {
    allowStatus(409)
    const { email } = await signIn({ isAdmin: true })
    await sql`update profile set is_admin = false where email <> ${email}`.execute(database.kysely)
    await visit(page, '/admin?tab=admins')
    await button(row(page, email), 'Remove').click()
    await dialog(page).getByRole('button', { name: 'Remove admin rights' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'This is the last admin. Please make someone else an admin first.',
    )
    await page.keyboard.press('Escape')
    await expect(row(page, email)).toBeVisible()
  })

  test('who remove themselves go home', async ({ page, signIn, database }) => {
    await createUser(database, { email: uniqueEmail('helper'), isAdmin: true })
    const { email } = await signIn({ isAdmin: true })
    await visit(page, `/admin?tab=admins&search=${email}`)
    await button(row(page, email), 'Remove').click()
    await dialog(page).getByRole('button', { name: 'Remove admin rights' }).click()
    await expectToast(page, adminDone.adminRemoved)
    await expect(page).toHaveURL('/')
    await expect(tab(page, 'Manage Users')).toHaveCount(0)
  })
})
