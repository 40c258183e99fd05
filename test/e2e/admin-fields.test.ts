/** The dashboard's screen of fields: an operator's own field from its addition to its undone retirement, with and without scripts. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '../../src/server/platform/database/database.ts'
import type { ListingField } from '../../src/shared/listing-fields/field.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { expectToast, rows, undo } from '../support/browser/dashboard.ts'
import { visit } from '../support/browser/journey.ts'
import { fillForm, label, openForm, postedPage } from '../support/browser/posting-form.ts'
import { overflow } from '../support/browser/screen-checks.ts'
import { test } from '../support/browser/signed-in.ts'

/** Other tests post ads on the same site, which have the fields of all topics. */
async function restoreFields({ database }: { database: Database }) {
  await sql`delete from listing_field`.execute(database.kysely)
  await sql`update listing_field_order set keys = '{}'`.execute(database.kysely)
}
test.beforeEach(restoreFields)
test.afterEach(restoreFields)

const screen = '/admin?tab=fields'
const musicServices = '/all-services?category=Music+%26+Performing+Arts'
const row = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole('heading', { name, exact: true }) })
const labels = (page: Page) => rows(page).getByRole('heading').allTextContents()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const choice = (page: Page, number: number) =>
  page.getByRole('textbox', { name: `Choice ${number}`, exact: true })

const readField = async (page: Page, key: string) => {
  const { fields } = await (await page.request.get('/api/moderation/listing-fields')).json()
  const found = (fields as { field: ListingField }[]).find(({ field }) => field.key === key)
  return found?.field
}

async function fillIn(page: Page, name: string) {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Type').selectOption('One choice')
  for (const [index, label] of ['Beginner', 'Intermediate', 'Advanced'].entries())
    await choice(page, index + 1).fill(label)
  await page.locator('summary', { hasText: 'Topics: all' }).click()
  await page.getByRole('checkbox', { name: 'All Music & Performing Arts' }).check()
  await page.getByRole('checkbox', { name: 'Cards', exact: true }).check()
}

test('an operator adds a field, requires it, posts, renames a choice, retires the field, and undoes that', async ({
  page,
  signIn,
}) => {
  const { email } = await signIn({ isAdmin: true })
  await visit(page, screen)
  await expectAccessible(page, 'the list of fields')
  await page.getByRole('link', { name: 'Add a field' }).click()
  await fillIn(page, 'Skill level')
  // Ads of other tests have values of a field with the key that would follow from the name.
  await page.getByLabel('Key', { exact: true }).fill('own_level')
  const preview = page.getByText('Preview', { exact: true }).locator('..')
  await expect(preview.getByLabel('Skill level').locator('option')).toHaveText([
    'Not specified',
    'Beginner',
    'Intermediate',
    'Advanced',
  ])
  await expect(preview).toContainText('Skill level: Beginner')
  await expectAccessible(page, 'the form of a new field')
  await button(page, 'Add field').click()
  await expectToast(page, 'Field added.')
  await expect(page).toHaveURL(screen)
  await expect(row(page, 'Skill level')).toContainText(
    'One choice · Services in Music & Performing Arts · Everyone',
  )
  await expect(row(page, 'Skill level')).toContainText('0 ads have it')

  await page.getByRole('link', { name: 'Edit Skill level' }).click()
  await page.getByRole('checkbox', { name: 'Required', exact: true }).check()
  await choice(page, 2).fill('Some experience')
  await page.getByLabel('Position 3').fill('1.5')
  await expect(preview.getByLabel('Skill level').locator('option')).toHaveText([
    'Choose',
    'Beginner',
    'Advanced',
    'Some experience',
  ])
  await button(page, 'Save field').click()
  await expectToast(page, 'Field saved.')
  await expect(row(page, 'Skill level')).toContainText('Required')
  expect(await readField(page, 'own_level')).toMatchObject({
    required: true,
    choices: [
      { key: 'beginner', label: 'Beginner' },
      { key: 'advanced', label: 'Advanced' },
      { key: 'intermediate', label: 'Some experience' },
    ],
  })

  await openForm(page, 'service')
  await fillForm(page, 'service')
  await button(page, 'Post Service').click()
  await expect(label(page, 'Skill level')).toHaveAccessibleDescription(/Please choose: Skill level\./)
  await label(page, 'Skill level').selectOption('Some experience')
  await button(page, 'Post Service').click()
  await expect(page).toHaveURL(postedPage.service)
  const ad = `/ad-details/${new URL(page.url()).searchParams.get('posted')}`
  await visit(page, ad)
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details).toContainText('Some experience')

  await visit(page, musicServices)
  await page.getByRole('checkbox', { name: /^Some experience/ }).check()
  await button(page, 'Apply Filter').click()
  await expect(page).toHaveURL(/[?&]f\.own_level=intermediate(&|$)/)
  await expect(page.locator(`a[href="${ad}"]`).first()).toBeVisible()
  await expectAccessible(page, 'a list filtered by a field')
  await page.getByRole('checkbox', { name: /^Beginner/ }).check()
  await page.getByRole('checkbox', { name: /^Some experience/ }).uncheck()
  await button(page, 'Apply Filter').click()
  await expect(page).toHaveURL(/[?&]f\.own_level=beginner(&|$)/)
  await expect(page.locator(`a[href="${ad}"]`)).toHaveCount(0)
  await page.getByRole('link', { name: 'Remove filter Skill level: Beginner' }).click()
  await expect(page).not.toHaveURL(/own_level/)
  await expect(page.getByRole('checkbox', { name: /^Beginner/ })).not.toBeChecked()
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Experience: high to low')
  await expect(page).toHaveURL(/[?&]sort=f\.years-desc(&|$)/)

  await visit(page, `${screen}&field=own_level`)
  await page.getByRole('checkbox', { name: 'Retired choice 3' }).check()
  await button(page, 'Save field').click()
  await expectToast(page, 'Field saved.')
  await openForm(page, 'service')
  await fillForm(page, 'service')
  await expect(label(page, 'Skill level').locator('option')).toHaveText(['Choose', 'Beginner', 'Advanced'])
  await visit(page, ad)
  await expect(details).toContainText('Some experience')

  await visit(page, screen)
  await expect(row(page, 'Skill level')).toContainText('1 ad has it')
  await button(page, 'Retire Skill level').click()
  await expect(row(page, 'Skill level')).toContainText('Retired')
  expect((await labels(page)).at(-1)).toBe('Skill level')
  expect(await (await page.request.get(ad)).text()).not.toContain('Some experience')
  await undo(page)
  await expect(row(page, 'Skill level')).not.toContainText('Retired')

  await visit(page, ad)
  await expect(details).toContainText('Some experience')

  await visit(page, `/admin?tab=log&search=${encodeURIComponent(email)}`)
  const retired = rows(page).filter({ hasText: '→ Beginner · Advanced · Some experience (retired)' })
  await retired.getByRole('button', { name: /^Undo/ }).click()
  await expectToast(page, 'Undone.')
  const renamed = rows(page).filter({
    hasText: 'Choices: Beginner · Intermediate · Advanced changed to → Beginner · Advanced · Some experience',
  })
  await renamed.getByRole('button', { name: /^Undo/ }).click()
  await expect(renamed).toContainText('Undone')
  expect(await readField(page, 'own_level')).toMatchObject({
    required: false,
    choices: [{}, { label: 'Intermediate' }, {}],
  })
})

test('fields move up and down with the keyboard, and back', { tag: '@slow' }, async ({ page, signIn }) => {
  await signIn({ isAdmin: true })
  await visit(page, screen)
  const before = await labels(page)
  const [first = '', second = ''] = before
  await button(page, `Move ${first} down`).focus()
  await page.keyboard.press('Enter')
  await expect(rows(page).first()).toContainText(second)
  await expect(button(page, `Move ${first} down`)).toBeFocused()
  await undo(page)
  await expect(rows(page).first()).toContainText(first)
  expect(await labels(page)).toEqual(before)
})

test('says that another admin was faster, and keeps what was typed', { tag: '@slow' }, async ({
  page,
  signIn,
  allowStatus,
  database,
}) => {
  allowStatus(409)
  await signIn({ isAdmin: true })
  await visit(page, `${screen}&field=years`)
  await page.getByLabel('Help text').fill('Of work for money.')
  const theirs = JSON.stringify({ ...(await readField(page, 'years')), label: 'Years of work' })
  await sql`insert into listing_field (key, definition) values ('years', ${theirs}::jsonb)`.execute(
    database.kysely,
  )
  await button(page, 'Save field').click()
  await expect(page.getByText('Someone else has changed this field in the meantime.')).toBeVisible()
  await expect(page.getByLabel('Help text')).toHaveValue('Of work for money.')
  expect(await readField(page, 'years')).toMatchObject({ label: 'Years of work', help: '' })
})

test('shows what is wrong at its field, and announces what belongs to a group', async ({
  page,
  signIn,
  allowStatus,
}) => {
  allowStatus(400)
  await signIn({ isAdmin: true })
  await visit(page, `${screen}&field=-`)
  await button(page, 'Add field').click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/Please enter a name/)
  await page.getByLabel('Name', { exact: true }).fill('Empty')
  await button(page, 'Add field').click()
  await expect(page.getByRole('group', { name: 'Choices' })).toHaveAccessibleDescription(
    'Please add at least one choice.',
  )
  await expect(page.getByRole('alert').filter({ hasText: 'Please add at least one choice.' })).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('all of it works', { tag: '@slow' }, async ({ page, signIn, allowStatus }) => {
    // Browsers log an error for a refused form.
    allowStatus(400)
    await signIn({ isAdmin: true })
    await page.goto(screen)
    await page.getByRole('link', { name: 'Add a field' }).click()
    await fillIn(page, 'Playing level')
    await page.getByLabel('Name', { exact: true }).fill('  ')
    await button(page, 'Add field').click()
    const typed = page.getByLabel('Label', { exact: true })
    await expect(typed).toHaveValue('  ')
    await expect(typed).toHaveAccessibleDescription(/Please enter a name/)
    await expect(page.getByLabel('Choices 2 label')).toHaveValue('Intermediate')
    await typed.fill('Playing level')
    await button(page, 'Send again').click()
    await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
    await expect(row(page, 'Playing level')).toContainText('Services in Music & Performing Arts')

    await page.getByRole('link', { name: 'Edit Playing level' }).click()
    await page.getByRole('checkbox', { name: 'Required', exact: true }).check()
    await choice(page, 2).fill('Some experience')
    await page.getByLabel('Position 3').fill('1.5')
    await page.getByRole('checkbox', { name: 'Retired choice 2' }).check()
    await page.getByLabel('New ads begin with').selectOption('Beginner')
    await button(page, 'Save field').click()
    expect(await readField(page, 'playing_level')).toMatchObject({
      required: true,
      initial: 'beginner',
      choices: [
        { key: 'beginner', retired: false },
        { key: 'advanced', retired: false },
        { key: 'intermediate', label: 'Some experience', retired: true },
      ],
    })

    await button(page, 'Move Playing level up').click()
    await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
    await button(page, 'Retire Playing level').click()
    await expect(row(page, 'Playing level')).toContainText('Retired')
    await page.getByRole('link', { name: 'Undo it in the log' }).click()
    await rows(page).first().getByRole('button', { name: /^Undo/ }).click()
    await page.goto(screen)
    await expect(row(page, 'Playing level')).not.toContainText('Retired')

    await page.goto(musicServices)
    const choices = page.getByRole('group', { name: 'Playing level' })
    await choices.getByRole('checkbox', { name: /^Beginner/ }).check()
    await choices.getByRole('checkbox', { name: /^Advanced/ }).check()
    await page.getByLabel('Experience (years) from').fill('3')
    await button(page, 'Apply Filter').click()
    const chips = page.getByRole('list', { name: 'Active filters' })
    await expect(chips).toContainText('Playing level: Beginner or Advanced')
    await expect(page.getByLabel('Experience (years) from')).toHaveValue('3')
    await expect(choices.getByRole('checkbox', { checked: true })).toHaveCount(2)
    await expect(choices.getByRole('checkbox', { name: /^Some experience/ })).toHaveCount(0)
    await chips.getByRole('link', { name: 'Remove filter Experience: 3 years or more' }).click()
    await expect(page.getByLabel('Experience (years) from')).toHaveValue('')
    await expect(chips).toContainText('Playing level: Beginner or Advanced')
  })
})

test('the screens fit phones', { tag: '@slow' }, async ({ page, signIn }) => {
  await signIn({ isAdmin: true })
  await page.setViewportSize({ width: 360, height: 800 })
  for (const path of [screen, `${screen}&field=languages`, `${screen}&field=-`]) {
    await visit(page, path)
    expect(await overflow(page), path).toBe(0)
    await expectAccessible(page, path)
  }
})
