/** Services and events in every status, and the audit log of what admins did to them. */
import { expect } from '@playwright/test'
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
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'
import { createUser } from '../support/data/accounts.ts'
import { createListing } from '../support/data/factories.ts'

const kinds = [
  { article: 'a', kind: 'service', id: 'services', done: 'Service' },
  { article: 'an', kind: 'event', id: 'events', done: 'Event' },
] as const

for (const { article, kind, id: tabId, done } of kinds) {
  test(
    `${article} ${kind} shows its facts and links to its page and its form`,
    slowJourneyUnless(kind === 'event'),
    async ({ page, signIn, database }) => {
      await signIn({ isAdmin: true })
      const authorEmail = uniqueEmail('author')
      const title = 'Watches for everybody in town'
      const id = await createListing(database, { kind, authorEmail, title, price: 12.5 })
      await visit(page, `/admin?tab=${tabId}&search=${authorEmail}`)
      const watches = row(page, 'Watches')
      await expect(watches.getByRole('heading', { level: 2 })).toHaveText('Watches for everybod…')
      for (const text of [
        'What is offered, sai…',
        '$12.50',
        'Pet Services',
        'Austin, Texas',
        authorEmail,
        'Live',
      ])
        await expect(watches).toContainText(text)
      const viewPath = kind === 'service' ? `/ad-details/${id}` : `/event-details/${id}`
      const editPath = kind === 'service' ? `/service-update/${id}` : `/event-update/${id}`
      const link = (name: string) => watches.getByRole('link', { name, exact: true })
      await expect(link(title)).toHaveAttribute('href', viewPath)
      await expect(link(`View ${title}`)).toHaveAttribute('href', viewPath)
      await expect(link(`Edit ${title}`)).toHaveAttribute('href', editPath)
    },
  )

  test(
    `${article} ${kind} is hidden with a reason, listed as hidden, and shown again`,
    slowJourneyUnless(kind === 'service'),
    async ({ page, signIn, database, accountSite: { mail } }) => {
      await signIn({ isAdmin: true })
      const authorEmail = uniqueEmail('author')
      const id = await createListing(database, { kind, authorEmail, title: 'Watches' })
      await visit(page, `/admin?tab=${tabId}&search=${authorEmail}`)
      await button(row(page, 'Watches'), 'Hide').click()
      await dialog(page).getByLabel('Reason').selectOption('Spam')
      await dialog(page).getByRole('button', { name: 'Hide' }).click()
      await expectToast(page, `${done} hidden`)
      await expect(page.getByText('No matches')).toBeVisible()
      expect((await mail.waitForEmail(authorEmail)).text).toContain('Reason: Spam')
      expect(await statusOf(database, id)).toBe('hidden')
      await page.getByLabel('Show').selectOption('Hidden')
      await expect(page).toHaveURL(
        `/admin?tab=${tabId}&search=${encodeURIComponent(authorEmail)}&status=hidden`,
      )
      await button(row(page, 'Watches'), 'Show again').click()
      await expectToast(page, `${done} Approved`)
      expect(await statusOf(database, id)).toBe('active')
    },
  )

  test(
    `${article} ${kind} is deleted, listed with who deleted it and why, and restored`,
    slowJourneyUnless(kind === 'event'),
    async ({ page, signIn, database }) => {
      const { email: admin } = await signIn({ isAdmin: true })
      const authorEmail = uniqueEmail('author')
      const id = await createListing(database, { kind, authorEmail, title: 'Watches' })
      await visit(page, `/admin?tab=${tabId}&search=${authorEmail}`)
      await button(row(page, 'Watches'), 'Delete').click()
      await expect(dialog(page)).toContainText('You can undo this for 30 days')
      await dialog(page).getByLabel('In your own words').fill('Not what it seems.')
      await dialog(page).getByRole('button', { name: 'Yes, delete it!' }).click()
      await expectToast(page, `${done} deleted`)
      await visit(page, `/admin?tab=${tabId}&status=deleted&search=${authorEmail}`)
      await expect(row(page, 'Watches')).toContainText(`Deleted by ${admin} on`)
      await expect(row(page, 'Watches')).toContainText('Not what it seems.')
      await expect(row(page, 'Watches').getByRole('link', { name: 'View' })).toHaveCount(0)
      await expectAccessible(page, 'with a deleted ad')
      await button(row(page, 'Watches'), 'Undo').click()
      await expectToast(page, 'Undone.')
      await expect(row(page, 'Watches')).toHaveCount(0)
      expect(await statusOf(database, id)).toBe('active')
    },
  )
}

test('an ad that its author deleted cannot be restored', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
}) => {
  await signIn({ isAdmin: true })
  const authorEmail = uniqueEmail('author')
  await createListing(database, { authorEmail, title: 'Watches', status: 'deleted' })
  await visit(page, `/admin?tab=services&status=deleted&search=${authorEmail}`)
  await expect(row(page, 'Watches')).toContainText('Deleted by the poster on')
  await expect(button(row(page, 'Watches'), 'Undo')).toHaveCount(0)
})

test('finds listings by words and in any status by id, and sorts them by price', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
}) => {
  await signIn({ isAdmin: true })
  const authorEmail = uniqueEmail('author')
  const word = `zithers${process.pid}`
  for (const [title, price] of [
    ['Cheap', 10],
    ['Dear', 900],
    ['Fair', 50],
  ] as const)
    await createListing(database, { authorEmail, title: `${title} ${word}`, price })
  const hidden = await createListing(database, { authorEmail, title: `Away ${word}`, status: 'hidden' })
  await visit(page, '/admin?tab=services')
  await page.getByRole('main').getByRole('searchbox').fill(word)
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(rows(page)).toHaveCount(3)
  await page.getByLabel('Sort by').selectOption('Price: high to low')
  const prices = rows(page).getByText(/^\$\d+$/)
  await expect(prices).toHaveText(['$900', '$50', '$10'])
  await page.getByRole('main').getByRole('searchbox').fill(hidden)
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(row(page, 'Away')).toContainText('Hidden')
})

test('shows twelve per page, and keeps the filters on the next page', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
}) => {
  await signIn({ isAdmin: true })
  const authorEmail = uniqueEmail('author')
  for (let n = 1; n <= 14; n += 1)
    await createListing(database, { authorEmail, title: `Watch ${n}`, status: 'hidden' })
  await visit(page, `/admin?tab=services&status=hidden&search=${authorEmail}`)
  await expect(page.getByText('14 services', { exact: true })).toBeVisible()
  await expect(rows(page)).toHaveCount(12)
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL(/status=hidden.*page=2$/)
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(rows(page)).toHaveCount(12)
})

test('the log shows who did what, what changed and why, and undoes it', async ({
  page,
  signIn,
  database,
}) => {
  const { email: admin } = await signIn({ isAdmin: true, email: uniqueEmail('ada') })
  const { email: authorEmail } = await createUser(database, { email: uniqueEmail('author') })
  const id = await createListing(database, { authorEmail, title: 'Watches for everybody in town' })
  await visit(page, `/admin?tab=services&search=${authorEmail}`)
  await button(row(page, 'Watches'), 'Hide').click()
  await dialog(page).getByLabel('In your own words').fill('Not <b>yours</b> to sell.')
  await dialog(page).getByRole('button', { name: 'Hide' }).click()
  await expectToast(page, 'Service hidden')

  await tab(page, 'Log').click()
  await expect(page.getByRole('tabpanel', { name: 'Log' })).toBeVisible()
  await page.getByRole('main').getByRole('searchbox').fill(id)
  await page.keyboard.press('Enter')
  const entry = rows(page).first()
  await expect(entry.getByRole('heading')).toHaveText('Hid an ad Watches for everybod…')
  for (const text of [admin, 'Status: Live', 'Hidden', '“Not <b>yours</b> to sell.”'])
    await expect(entry).toContainText(text)
  await expect(entry).not.toContainText('listing.hide')
  await expectAccessible(page, 'in the log')
  await button(entry, 'Undo').click()
  await expectToast(page, 'Undone.')
  await expect(rows(page).first()).toContainText('Undid a decision')
  await expect(rows(page).nth(1)).toContainText('Undone')
  expect(await statusOf(database, id)).toBe('active')

  await entry.getByRole('link', { name: 'Watches for everybody in town' }).click()
  await expect(page).toHaveURL(`/admin?tab=services&search=${id}`)
  await visit(page, `/admin?tab=log&search=${admin}`)
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('link', { name: 'Hid an ad: show all' }).click()
  await expect(page).toHaveURL('/admin?tab=log&search=Hid+an+ad')
  await expect(rows(page).filter({ hasNotText: 'Hid an ad' })).toHaveCount(0)
  await expect(rows(page).first()).toBeVisible()
})

test('does not undo an action after a later change, and says why', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
  allowStatus,
}) => {
  allowStatus(409)
  await signIn({ isAdmin: true })
  const authorEmail = uniqueEmail('author')
  const id = await createListing(database, { authorEmail, title: 'Watches' })
  await visit(page, `/admin?tab=services&search=${authorEmail}`)
  await button(row(page, 'Watches'), 'Hide').click()
  await dialog(page).getByLabel('Reason').selectOption('Spam')
  await dialog(page).getByRole('button', { name: 'Hide' }).click()
  await expectToast(page, 'Service hidden')
  await database.kysely.updateTable('listing').set({ status: 'active' }).where('id', '=', id).execute()
  await undo(page)
  await expectToast(page, 'The ad has changed since then')
})
