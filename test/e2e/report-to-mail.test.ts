/** A report from end to end: a visitor's word, an admin's decision, the author's mail, and the way back. */
import { type Browser, expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { reports } from '../../src/shared/messages/forms.ts'
import { hiddenListing } from '../../src/shared/messages/pages.ts'
import { defaultProduct } from '../../src/shared/product.ts'
import { createPerson, goodPassword } from '../support/accounts.ts'
import { button, dialog, expectToast, own, row, rows, undo } from '../support/dashboard.ts'
import { createListing } from '../support/factories.ts'
import { visit } from '../support/journey.ts'
import type { MailServer } from '../support/mail-server.ts'
import { test } from '../support/signed-in.ts'

const mailsTo = ({ received }: MailServer, address: string) =>
  received.filter(({ recipients }) => recipients.includes(address)).map(({ email }) => email)

/** Somebody else's browser. */
const openBrowser = async (browser: Browser, baseURL = '') =>
  (await browser.newContext({ baseURL })).newPage()

async function reportAsSpam(page: Page, path: string, note: string) {
  await visit(page, path)
  await page.getByRole('button', { name: 'Report Spam', exact: true }).click()
  await dialog(page).getByRole('radio', { name: 'Scam or fraud' }).check()
  await dialog(page).getByLabel('Note').fill(note)
  await dialog(page).getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: reports.service.done })).toBeVisible()
}

test('what a visitor reports is hidden by an admin, told to its author by mail, and shown again', async ({
  page,
  browser,
  baseURL,
  database,
  signIn,
  accountSite: { mail },
  allowStatus,
}) => {
  allowStatus(404)
  const { email } = await createPerson(database, { email: own('author'), name: 'Vera Novak' })
  const id = await createListing(database, { authorEmail: email, title: 'Cheap watches' })
  const path = `/ad-details/${id}`
  const visitor = await openBrowser(browser, baseURL)
  await reportAsSpam(visitor, path, 'They asked me for gift cards.')

  await signIn({ isAdmin: true })
  await visit(page, '/admin')
  await page
    .getByRole('region', { name: 'What waits' })
    .getByRole('link', { name: /reported service/ })
    .click()
  await page.getByRole('searchbox').fill(email)
  await page.getByRole('searchbox').press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await row(page, 'Cheap watches').getByText('Reports, ad and author').click()
  await expect(row(page, 'Cheap watches')).toContainText('They asked me for gift cards.')
  await button(row(page, 'Cheap watches'), 'Hide').click()
  await dialog(page).getByLabel('Reason').selectOption('It looks like a scam or fraud.')
  await dialog(page).getByRole('button', { name: 'Hide' }).click()
  await expectToast(page, 'Service hidden')

  const told = await mail.waitForEmail(email, /hidden/)
  expect(told.text).toContain('Vera Novak')
  expect(told.text).toContain('Cheap watches')
  expect(told.text).toContain('It looks like a scam or fraud.')
  // How to answer: to the people who look after the site. Of the visitor there is nothing.
  expect(told.replyTo).toMatchObject([{ address: defaultProduct.contactEmail }])
  expect(told.text).not.toContain('gift cards')
  expect((await visitor.goto(path))?.status()).toBe(404)

  await undo(page)
  await expectToast(page, 'Undone.')
  await mail.waitForEmail(email, /again/)
  expect((await visitor.goto(path))?.status()).toBe(200)
  expect(mailsTo(mail, email)).toHaveLength(2)
  await visitor.context().close()
})

test('three visitors hide a listing, its author alone still sees it, and an approval outlasts them', async ({
  page,
  browser,
  baseURL,
  database,
  signIn,
  accountSite: { mail },
  allowStatus,
}) => {
  allowStatus(404)
  const { email } = await createPerson(database, { email: own('author') })
  const id = await createListing(database, { authorEmail: email, title: 'Honest watches' })
  const path = `/ad-details/${id}`
  // Visitors are told apart by where they come from, and here all come from one place: two came before.
  for (const visitor of ['first', 'second']) {
    await sql`insert into report (id, listing_id, visitor_hash) values (gen_random_uuid(), ${id}, ${visitor})`.execute(
      database.kysely,
    )
  }
  const third = await openBrowser(browser, baseURL)
  await reportAsSpam(third, path, '')
  expect((await third.goto(path))?.status()).toBe(404)

  const author = await openBrowser(browser, baseURL)
  const answer = await author.request.post('/api/auth/sign-in/email', {
    data: { email, password: goodPassword },
    headers: { origin: baseURL ?? '' },
  })
  expect(answer.status()).toBe(200)
  await visit(author, path)
  await expect(author.getByText(hiddenListing)).toBeVisible()
  await expect(author.getByText(/scam|reported by/i)).toHaveCount(0)

  await signIn({ isAdmin: true })
  await visit(page, `/admin?tab=reported-services&search=${email}`)
  await expect(row(page, 'Honest watches')).toContainText('Reported by 3 people')
  await button(row(page, 'Honest watches'), 'Approve').click()
  await expectToast(page, 'Service Approved')
  await mail.waitForEmail(email, /again/)
  await reportAsSpam(third, path, 'Still not theirs.')
  expect((await third.goto(path))?.status()).toBe(200)
  await page.reload()
  await expect(row(page, 'Honest watches')).toHaveCount(0)
  await third.context().close()
  await author.context().close()
})

test('while no mail can be sent nothing waits for it, and what was to be told arrives once', async ({
  page,
  database,
  signIn,
  accountSite: { mail },
}) => {
  const { email } = await createPerson(database, { email: own('author') })
  const id = await createListing(database, { authorEmail: email, title: 'Late watches' })
  const writer = own('writer')
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
  await dialog(page).getByRole('button', { name: 'Hide' }).click()
  await expectToast(page, 'Service hidden')
  const triedInVain = () =>
    sql<{
      attempts: number
    }>`select min(attempts)::int as attempts from outbox_email where recipient in (${email}, ${defaultProduct.contactEmail}) and status = 'queued'`
      .execute(database.kysely)
      .then(({ rows }) => rows[0]?.attempts)
  await expect.poll(triedInVain).toBeGreaterThan(0)

  await mail.up()
  await mail.waitForEmail(email, /hidden/)
  const fromWriter = () =>
    mailsTo(mail, defaultProduct.contactEmail).filter(({ replyTo }) => replyTo?.[0]?.address === writer)
  await expect.poll(() => fromWriter().length, { timeout: 25_000 }).toBe(1)
  expect(mailsTo(mail, email)).toHaveLength(1)
})
