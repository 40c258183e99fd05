/** A report from end to end: the visitor's report, the admin's decision, the author's email, and the undo. */
import { type Browser, expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { establishedAccountDays } from '../../src/shared/limits.ts'
import { reports } from '../../src/shared/messages/forms.ts'
import { defaultSettings } from '../../src/shared/settings/table.ts'
import { button, dialog, expectToast, row, rows, undo, uniqueEmail } from '../support/browser/dashboard.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { createUser, goodPassword } from '../support/data/accounts.ts'
import { createListing } from '../support/data/factories.ts'
import type { MailServer } from '../support/site/mail-server.ts'

const emailsTo = ({ received }: MailServer, address: string) =>
  received.filter(({ recipients }) => recipients.includes(address)).map(({ email }) => email)

/** Opens a page in another person's browser. */
const openBrowser = async (browser: Browser, baseURL = '') =>
  (await browser.newContext({ baseURL })).newPage()

async function reportAsScam(page: Page, path: string, note: string) {
  await visit(page, path)
  await page.getByRole('button', { name: 'Report Spam', exact: true }).click()
  await dialog(page).getByRole('radio', { name: 'Scam or fraud' }).check()
  await dialog(page).getByLabel('Note').fill(note)
  await dialog(page).getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: reports.service.done })).toBeVisible()
}

test('an admin hides a reported ad, its author gets an email, and Undo shows it again', async ({
  page,
  browser,
  baseURL,
  database,
  signIn,
  accountSite: { mail },
  allowStatus,
}) => {
  allowStatus(404)
  const { email } = await createUser(database, { email: uniqueEmail('author'), name: 'Vera Novak' })
  const id = await createListing(database, { authorEmail: email, title: 'Cheap watches' })
  const path = `/ad-details/${id}`
  const visitor = await openBrowser(browser, baseURL)
  await reportAsScam(visitor, path, 'They asked me for gift cards.')

  await signIn({ isAdmin: true })
  await visit(page, '/admin')
  await page
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('link', { name: /reported service/ })
    .click()
  await page.getByRole('main').getByRole('searchbox').fill(email)
  await page.getByRole('main').getByRole('searchbox').press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await row(page, 'Cheap watches').getByText('Details').click()
  await expect(row(page, 'Cheap watches')).toContainText('They asked me for gift cards.')
  await button(row(page, 'Cheap watches'), 'Hide').click()
  await dialog(page).getByLabel('Reason').selectOption('Scam or fraud')
  await dialog(page).getByRole('button', { name: 'Hide' }).click()
  await expectToast(page, 'Service hidden')

  const notification = await mail.waitForEmail(email, /hidden/)
  expect(notification.text).toContain('Vera Novak')
  expect(notification.text).toContain('Cheap watches')
  expect(notification.text).toContain('Scam or fraud')
  // A reply goes to the site's contact address. The email says nothing about the visitor.
  expect(notification.replyTo).toMatchObject([{ address: defaultSettings.contactEmail }])
  expect(notification.text).not.toContain('gift cards')
  expect((await visitor.goto(path))?.status()).toBe(404)

  await undo(page)
  await expectToast(page, 'Undone.')
  await mail.waitForEmail(email, /again/)
  expect((await visitor.goto(path))?.status()).toBe(200)
  expect(emailsTo(mail, email)).toHaveLength(2)
  await visitor.context().close()
})

test('three reports of known people hide a listing from all but its author, and after an approval more do not', {
  tag: '@slow',
}, async ({ page, browser, baseURL, database, signIn, accountSite: { mail }, allowStatus }) => {
  allowStatus(404)
  const { email } = await createUser(database, { email: uniqueEmail('author') })
  const id = await createListing(database, { authorEmail: email, title: 'Honest watches' })
  const path = `/ad-details/${id}`
  const reporters = await Promise.all(
    ['first', 'second', 'third'].map((name) =>
      createUser(database, { email: uniqueEmail(name), daysOld: establishedAccountDays }),
    ),
  )
  const signInAs = async (person: Page, { email }: { email: string }) => {
    const response = await person.request.post('/api/auth/sign-in/email', {
      data: { email, password: goodPassword },
      headers: { origin: baseURL ?? '' },
    })
    expect(response.status()).toBe(200)
  }
  for (const { email } of reporters.slice(0, 2))
    await sql`
      insert into report (id, listing_id, reporter_id)
      select gen_random_uuid(), ${id}, profile.id from profile where email = ${email}`.execute(
      database.kysely,
    )
  const visitor = await openBrowser(browser, baseURL)
  await reportAsScam(visitor, path, '')
  expect((await visitor.goto(path))?.status(), 'visitors hide nothing').toBe(200)
  const third = await openBrowser(browser, baseURL)
  await signInAs(third, reporters[2] ?? { email })
  await reportAsScam(third, path, '')
  expect((await third.goto(path))?.status()).toBe(404)

  const author = await openBrowser(browser, baseURL)
  await signInAs(author, { email })
  await visit(author, path)
  await expect(author.getByText(/was reported and is hidden from visitors until a moderator/)).toBeVisible()
  await expect(author.getByText(/scam|reported by/i)).toHaveCount(0)

  await signIn({ isAdmin: true })
  await visit(page, `/admin?tab=reported-services&search=${email}`)
  await expect(row(page, 'Honest watches')).toContainText('4 reports')
  await button(row(page, 'Honest watches'), 'Approve').click()
  await expectToast(page, 'Service Approved')
  await mail.waitForEmail(email, /again/)
  await reportAsScam(third, path, 'Still not theirs.')
  expect((await third.goto(path))?.status()).toBe(200)
  await page.reload()
  await expect(row(page, 'Honest watches')).toHaveCount(0)
  await Promise.all([visitor, third, author].map((person) => person.context().close()))
})

test('a mail outage delays nothing else, and afterwards each email arrives once', { tag: '@slow' }, async ({
  page,
  database,
  signIn,
  accountSite: { mail },
}) => {
  const { email } = await createUser(database, { email: uniqueEmail('author') })
  const id = await createListing(database, { authorEmail: email, title: 'Late watches' })
  const writer = uniqueEmail('writer')
  await mail.down()
  await visit(page, '/contact')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ann Lee')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(writer)
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Where are the watches?')
  await page.getByRole('main').getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Your message has been sent successfully!')).toBeVisible()

  await signIn({ isAdmin: true })
  await visit(page, `/admin?tab=services&search=${id}`)
  await button(row(page, 'Late watches'), 'Hide').click()
  await dialog(page).getByLabel('Reason').selectOption('Spam')
  await dialog(page).getByRole('button', { name: 'Hide' }).click()
  await expectToast(page, 'Service hidden')
  const failedAttempts = () =>
    sql<{
      attempts: number
    }>`select min(attempts)::int as attempts from outbox_email where recipient in (${email}, ${defaultSettings.contactEmail}) and status = 'queued'`
      .execute(database.kysely)
      .then(({ rows }) => rows[0]?.attempts)
  await expect.poll(failedAttempts).toBeGreaterThan(0)

  await mail.up()
  await mail.waitForEmail(email, /hidden/)
  const emailsFromWriter = () =>
    emailsTo(mail, defaultSettings.contactEmail).filter(({ replyTo }) => replyTo?.[0]?.address === writer)
  await expect.poll(() => emailsFromWriter().length, { timeout: 25_000 }).toBe(1)
  expect(emailsTo(mail, email)).toHaveLength(1)
})
