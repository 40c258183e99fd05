/** Edit conflicts: two people edit one ad at once, and the second loses nothing. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '../../src/server/platform/database/database.ts'
import { editConflict, listings } from '../../src/shared/messages/forms.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { hydrated, visit } from '../support/browser/journey.ts'
import { button, expectToast, label } from '../support/browser/posting-form.ts'
import { test } from '../support/browser/signed-in.ts'
import { createListing } from '../support/data/factories.ts'

test.beforeEach(({ allowStatus }) => allowStatus(409))

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Someone else edited this ad' })
const choice = (page: Page, part: string, side: 'Theirs' | 'Yours') =>
  dialog(page).getByRole('group', { name: part }).getByRole('radio', { name: side })

type Changes = Partial<{ title: string; price: number; phone: string }>

/** Edits the listing as another tab or an admin would. */
async function editElsewhere({ kysely }: Database, id: string, changes: Changes) {
  await kysely.updateTable('listing').set(changes).where('id', '=', id).execute()
  await sql`update listing set version = version + 1 where id = ${id}`.execute(kysely)
}

const rowOf = ({ kysely }: Database, id: string) =>
  kysely
    .selectFrom('listing')
    .select(['title', 'price', 'phone', 'description'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function causeConflict(page: Page, database: Database, email: string) {
  const id = await createListing(database, { authorEmail: email, title: 'Piano', price: 35, phone: '1' })
  await visit(page, `/service-update/${id}`)
  await editElsewhere(database, id, { title: 'Their title', price: 40, phone: '2' })
  await label(page, 'Title').fill('My title')
  await label(page, 'Description').fill('My words, typed with care.')
  await button(page, 'Update Service').click()
  await expect(dialog(page)).toContainText(editConflict)
  return id
}

test('resolves a conflict field by field', async ({ page, signIn, database }) => {
  const { email } = await signIn()
  const id = await causeConflict(page, database, email)
  await expectAccessible(page, 'with an edit conflict')
  await expect(dialog(page).getByRole('group')).toHaveCount(3)
  await expect(dialog(page).getByRole('group', { name: 'Title' })).toContainText('Their title')
  await expect(dialog(page).getByRole('group', { name: 'Title' })).toContainText('My title')
  // Fields that this user did not change default to the other person's value.
  await expect(choice(page, 'Title', 'Yours')).toBeChecked()
  await expect(choice(page, 'Price', 'Theirs')).toBeChecked()
  await choice(page, 'Phone', 'Yours').check()
  await dialog(page).getByRole('button', { name: 'Apply to form' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(label(page, 'Title')).toHaveValue('My title')
  await expect(label(page, 'Price')).toHaveValue('40')
  await expect(label(page, 'Phone')).toHaveValue('1')
  await expect(label(page, 'Description')).toHaveValue('My words, typed with care.')
  await expect(label(page, 'City')).toHaveValue('Austin')
  await expect(button(page, 'Update Service')).toBeFocused()
  await button(page, 'Update Service').click()
  await expectToast(page, listings.service.updated)
  expect(await rowOf(database, id)).toMatchObject({
    title: 'My title',
    price: 40,
    phone: '1',
    description: 'My words, typed with care.',
  })
})

for (const [choiceOfAll, title, phone] of [
  ['Keep all mine', 'My title', '1'],
  ['Use all theirs', 'Their title', '2'],
] as const) {
  test(`resolves a conflict with “${choiceOfAll}”`, { tag: '@slow' }, async ({ page, signIn, database }) => {
    const { email } = await signIn()
    const id = await causeConflict(page, database, email)
    await dialog(page).getByRole('button', { name: choiceOfAll }).click()
    await dialog(page).getByRole('button', { name: 'Apply to form' }).click()
    await button(page, 'Update Service').click()
    await expectToast(page, listings.service.updated)
    expect(await rowOf(database, id)).toMatchObject({
      title,
      phone,
      description: 'My words, typed with care.',
    })
  })
}

test('keeps the form after “Decide later”, and asks again', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
}) => {
  const { email } = await signIn()
  const id = await causeConflict(page, database, email)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(label(page, 'Title')).toHaveValue('My title')
  expect(await rowOf(database, id)).toMatchObject({ title: 'Their title' })
  await button(page, 'Update Service').click()
  await expect(dialog(page)).toBeVisible()
})

test('reports a conflict for a draft older than the last edit', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
}) => {
  const { email } = await signIn()
  const id = await createListing(database, { authorEmail: email, title: 'Piano', price: 35 })
  await visit(page, `/service-update/${id}`)
  await label(page, 'Title').fill('My title')
  await visit(page, '/my-services')
  await editElsewhere(database, id, { price: 40 })
  await visit(page, `/service-update/${id}`)
  await expect(label(page, 'Title')).toHaveValue('My title')
  await button(page, 'Update Service').click()
  await expect(dialog(page).getByRole('group')).toHaveCount(1)
  await expect(choice(page, 'Price', 'Theirs')).toBeChecked()
})

test('reports no conflict when the response of the same update was lost', async ({
  page,
  signIn,
  database,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/)
  const { email } = await signIn()
  const id = await createListing(database, { authorEmail: email, title: 'Piano' })
  await visit(page, `/service-update/${id}`)
  await label(page, 'Title').fill('Piano lessons')
  let lost = false
  await page.route('**/api/service-update/*', async (route) => {
    if (lost) return route.fallback()
    lost = true
    await route.fetch()
    await route.abort()
  })
  await button(page, 'Update Service').click()
  await expectToast(page, /^Error updating service/)
  await page.reload()
  await hydrated(page)
  // The update was saved; only its response was lost, so there is still a draft.
  await expect(button(page, 'Start over')).toBeVisible()
  await expect(label(page, 'Title')).toHaveValue('Piano lessons')
  await button(page, 'Update Service').click()
  await expectToast(page, listings.service.updated)
  await expect(page).toHaveURL('/my-services')
})
