/** Several admins at once, and many reports at once. */
import { expect, type Page } from '@playwright/test'
import { adminDone } from '../../src/shared/messages/forms.ts'
import { expectAccessible } from '../support/accessible.ts'
import {
  button,
  createReported,
  dialog,
  expectToast,
  own,
  row,
  rows,
  statusOf,
  undo,
} from '../support/dashboard.ts'
import { visit } from '../support/journey.ts'
import { test } from '../support/signed-in.ts'

/** Opens the only case, and waits until colleagues can know. */
async function openCase(page: Page) {
  const looked = page.waitForResponse('**/api/moderation/case-view/*')
  await page.getByText('Reports, ad and author').click()
  await looked
}

test('many are decided together, and what a colleague was faster with is listed and left', async ({
  page,
  browser,
  signIn,
  database,
  accountSite: { url },
}) => {
  await signIn({ isAdmin: true })
  const colleagues = await browser.newContext({ baseURL: url })
  const { email: colleague } = await signIn({ isAdmin: true, email: own('colleague') }, colleagues)
  const authorEmail = own('author')
  const ids: string[] = []
  for (const title of ['One', 'Two', 'Three', 'Four'])
    ids.push(await createReported(database, { authorEmail, title: `Advert ${title}` }))
  await visit(page, `/admin?tab=reported-services&search=${authorEmail}`)
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  await page.getByRole('checkbox', { name: 'Select Advert One' }).check()
  await expect(all).toBeChecked({ indeterminate: true })
  await expect(page.getByText('1 ad selected')).toBeVisible()
  await all.check()
  await expect(page.getByText('4 ads selected')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select Advert Four' }).uncheck()
  await expectAccessible(page, 'with some selected')

  const answer = await colleagues.request.put(`/api/service-report-close/${ids[1]}`, {
    data: { status: 'active' },
    headers: { origin: url },
  })
  expect(answer.status()).toBe(200)
  await page
    .getByRole('group', { name: 'With the selected ads' })
    .getByRole('button', { name: 'Hide' })
    .click()
  await expect(dialog(page)).toContainText('3 services')
  await dialog(page).getByRole('button', { name: 'Hide' }).click()
  await expectToast(page, '2 services hidden')
  await expect(page.getByText('Left as it is:')).toBeVisible()
  await expect(page.getByText(`This ad was already approved by ${colleague}.`)).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  const states = () => Promise.all(ids.map((id) => statusOf(database, id)))
  expect(await states()).toEqual(['hidden', 'active', 'hidden', 'reported'])
  await undo(page)
  await expect(rows(page)).toHaveCount(3)
  expect(await states()).toEqual(['reported', 'active', 'reported', 'reported'])
  await colleagues.close()
})

test('of two admins the second is told what the first did, and nothing is done twice', async ({
  page,
  browser,
  signIn,
  database,
  accountSite: { url, mail },
}) => {
  const { email: faster } = await signIn({ isAdmin: true, email: own('faster') })
  const slow = await browser.newContext({ baseURL: url })
  await signIn({ isAdmin: true }, slow)
  const second = await slow.newPage()
  const authorEmail = own('author')
  const id = await createReported(database, { authorEmail, title: 'Cheap watches' })
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
  await slow.close()
})

test('a colleague who has the same case open is named', async ({
  page,
  browser,
  signIn,
  database,
  accountSite: { url },
}) => {
  const { email: ada } = await signIn({ isAdmin: true, email: own('ada') })
  const other = await browser.newContext({ baseURL: url })
  const { email: noor } = await signIn({ isAdmin: true, email: own('noor') }, other)
  const second = await other.newPage()
  const authorEmail = own('author')
  await createReported(database, { authorEmail, title: 'Cheap watches' })
  const address = `/admin?tab=reported-services&search=${authorEmail}`
  await page.clock.install()
  await visit(page, address)
  await openCase(page)
  await expect(row(page, 'Cheap watches')).not.toContainText('looking at this')
  await visit(second, address)
  await expect(row(second, 'Cheap watches')).toContainText(`${ada} is looking at this as well`)
  await openCase(second)
  await expect(row(second, 'Cheap watches')).toContainText(`${ada} is looking at this as well`)
  await page.clock.runFor(20_000)
  await expect(row(page, 'Cheap watches')).toContainText(`${noor} is looking at this as well`)
  await other.close()
})

test('watching over an open case ends no session: whoever lost the rights is led home', async ({
  page,
  signIn,
  database,
}) => {
  const { email } = await signIn({ isAdmin: true })
  const authorEmail = own('author')
  await createReported(database, { authorEmail, title: 'Cheap watches' })
  await page.clock.install()
  await visit(page, `/admin?tab=reported-services&search=${authorEmail}`)
  await openCase(page)
  await database.kysely.updateTable('profile').set({ is_admin: false }).where('email', '=', email).execute()
  await page.clock.runFor(20_000)
  await expect(page).toHaveURL('/')
  await expect(page.getByLabel('Your menu')).toBeVisible()
})
