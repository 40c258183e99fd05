/** Several admins working at the same time, and decisions about many reports at once. */
import { expect, type Page } from '@playwright/test'
import { adminDone } from '../../src/shared/messages/forms.ts'
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

/** Opens the only case, and waits until the server knows. */
async function openCase(page: Page) {
  const recorded = page.waitForResponse('**/api/moderation/case-view/*')
  await rows(page).getByText('Details').click()
  await recorded
}

test('decides many at once, and lists the ones that another admin decided first', { tag: '@slow' }, async ({
  page,
  browser,
  signIn,
  database,
  accountSite: { url },
}) => {
  await signIn({ isAdmin: true })
  const colleagueContext = await browser.newContext({ baseURL: url })
  const { email: colleague } = await signIn(
    { isAdmin: true, email: uniqueEmail('colleague') },
    colleagueContext,
  )
  const authorEmail = uniqueEmail('author')
  const ids: string[] = []
  for (const title of ['One', 'Two', 'Three', 'Four'])
    ids.push(await createReportedListing(database, { authorEmail, title: `Advert ${title}` }))
  await visit(page, `/admin?tab=reported-services&search=${authorEmail}`)
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  await page.getByRole('checkbox', { name: 'Select Advert One' }).check()
  await expect(all).toBeChecked({ indeterminate: true })
  await expect(page.getByText('1 case selected')).toBeVisible()
  await all.check()
  await expect(page.getByText('4 cases selected')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select Advert Four' }).uncheck()
  // At other scroll positions the bar covers half a row, which axe reports.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page, 'with some selected')

  const response = await colleagueContext.request.put(`/api/service-report-close/${ids[1]}`, {
    data: { status: 'active' },
    headers: { origin: url },
  })
  expect(response.status()).toBe(200)
  await page.getByRole('group', { name: 'Selected cases' }).getByRole('button', { name: 'Hide' }).click()
  await expect(dialog(page)).toContainText('3 services')
  await dialog(page).getByLabel('Reason').selectOption('Spam')
  await dialog(page).getByRole('button', { name: 'Hide' }).click()
  await expectToast(page, '2 services hidden')
  await expect(page.getByText('Not changed:')).toBeVisible()
  await expect(page.getByText(`This ad was already approved by ${colleague}.`)).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  const statuses = () => Promise.all(ids.map((id) => statusOf(database, id)))
  expect(await statuses()).toEqual(['hidden', 'active', 'hidden', 'reported'])
  await undo(page)
  await expect(rows(page)).toHaveCount(3)
  expect(await statuses()).toEqual(['reported', 'active', 'reported', 'reported'])
  await colleagueContext.close()
})

test('the second of two admins sees what the first did, and nothing happens twice', async ({
  page,
  browser,
  signIn,
  database,
  accountSite: { url, mail },
}) => {
  const { email: faster } = await signIn({ isAdmin: true, email: uniqueEmail('faster') })
  const slowContext = await browser.newContext({ baseURL: url })
  await signIn({ isAdmin: true }, slowContext)
  const second = await slowContext.newPage()
  const authorEmail = uniqueEmail('author')
  const id = await createReportedListing(database, { authorEmail, title: 'Cheap watches' })
  const address = `/admin?tab=reported-services&search=${authorEmail}`
  await visit(page, address)
  await visit(second, address)
  await button(row(page, 'Cheap watches'), 'Approve').click()
  await expectToast(page, adminDone.service)
  await button(row(second, 'Cheap watches'), 'Delete').click()
  await dialog(second).getByRole('button', { name: 'Yes, delete it!' }).click()
  await expectToast(second, `This ad was already approved by ${faster}.`)
  await expect(row(second, 'Cheap watches')).toHaveCount(0)
  await expect(dialog(second)).toHaveCount(0)
  expect(await statusOf(database, id)).toBe('active')
  expect(mail.received.filter(({ recipients }) => recipients.includes(authorEmail))).toEqual([])
  await slowContext.close()
})

test('shows who else has the same case open', { tag: '@slow' }, async ({
  page,
  browser,
  signIn,
  database,
  accountSite: { url },
}) => {
  const { email: ada } = await signIn({ isAdmin: true, email: uniqueEmail('ada') })
  const otherContext = await browser.newContext({ baseURL: url })
  const { email: noor } = await signIn({ isAdmin: true, email: uniqueEmail('noor') }, otherContext)
  const second = await otherContext.newPage()
  const authorEmail = uniqueEmail('author')
  await createReportedListing(database, { authorEmail, title: 'Cheap watches' })
  const address = `/admin?tab=reported-services&search=${authorEmail}`
  await page.clock.install()
  await visit(page, address)
  await openCase(page)
  await expect(row(page, 'Cheap watches')).not.toContainText('viewing this')
  await visit(second, address)
  await expect(row(second, 'Cheap watches')).toContainText(`${ada} is also viewing this`)
  await openCase(second)
  await expect(row(second, 'Cheap watches')).toContainText(`${ada} is also viewing this`)
  await page.clock.runFor(20_000)
  await expect(row(page, 'Cheap watches')).toContainText(`${noor} is also viewing this`)
  await otherContext.close()
})

test('an admin who loses the rights while a case is open goes home, and stays signed in', {
  tag: '@slow',
}, async ({ page, signIn, database }) => {
  const { email } = await signIn({ isAdmin: true })
  const authorEmail = uniqueEmail('author')
  await createReportedListing(database, { authorEmail, title: 'Cheap watches' })
  await page.clock.install()
  await visit(page, `/admin?tab=reported-services&search=${authorEmail}`)
  await openCase(page)
  await database.kysely.updateTable('profile').set({ is_admin: false }).where('email', '=', email).execute()
  await page.clock.runFor(20_000)
  await expect(page).toHaveURL('/')
  await expect(page.getByLabel('Your menu')).toBeVisible()
})
