/** The dashboard's screen of categories: a category from its addition to its merge, with and without scripts. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import type { TopicForAdmin } from '../../src/shared/contract/topics.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { expectToast, rows, undo } from '../support/browser/dashboard.ts'
import { visit } from '../support/browser/journey.ts'
import { fillForm, label, openForm, postedPage } from '../support/browser/posting-form.ts'
import { overflow } from '../support/browser/screen-checks.ts'
import { test } from '../support/browser/signed-in.ts'

const screen = '/admin?tab=categories'
const row = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole('heading', { name, exact: true }) })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const names = (page: Page) => rows(page).getByRole('heading').allTextContents()
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved.' })

async function topicId(page: Page, name: string): Promise<string> {
  const { topics } = await (await page.request.get('/api/moderation/topics')).json()
  return (topics as TopicForAdmin[]).find((topic) => topic.name === name)?.id ?? ''
}
const openEditor = async (page: Page, name: string) =>
  visit(page, `${screen}&field=${await topicId(page, name)}`)

/** Other tests use the same site. */
test.afterEach(async ({ database: { kysely } }) => {
  await sql`update category set retired_at = now() where name like 'Bees%' or name like 'Honey%'`.execute(
    kysely,
  )
  await sql`update category set retired_at = null where name = 'Pet Services'`.execute(kysely)
  await sql`update site_revision set revision = revision + 1, catalog_revision = revision + 1`.execute(kysely)
})

test('an operator adds a category with a subcategory and a drawing, posts, renames, moves, merges, and undoes', async ({
  page,
  signIn,
}) => {
  await signIn({ isAdmin: true })
  await visit(page, screen)
  await expectAccessible(page, 'the list of categories')
  await page.getByRole('link', { name: 'Add a category' }).click()
  await label(page, 'Name').fill('Bees & Honey')
  await label(page, 'What people call it').fill('beekeeper, hive ~0.5')
  await page.getByRole('radio', { name: 'leaf' }).check({ force: true })
  await page.locator('summary', { hasText: 'Your own drawing' }).click()
  await page.getByLabel('SVG file').setInputFiles({
    name: 'bee.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" onload="document.title=1"><script>document.title = "x"</script><circle cx="12" cy="12" r="9"/></svg>',
    ),
  })
  await expect(label(page, 'SVG text')).toHaveValue(/<circle/)
  await expectAccessible(page, 'the form of a new category')
  await button(page, 'Add category').click()
  await expectToast(page, 'Category added.')
  await expect(row(page, 'Bees & Honey')).toContainText('0 ads')
  expect((await names(page)).at(-1)).toBe('Bees & Honey')

  await openEditor(page, 'Bees & Honey')
  await expect(label(page, 'SVG text')).toHaveValue(/^<svg(?!.*(script|onload)).*<circle/)
  await page.getByRole('link', { name: 'Add a subcategory' }).click()
  await expect(page.getByRole('heading', { name: 'Add a subcategory' })).toBeVisible()
  await label(page, 'Name').fill('Swarm Removal')
  await page.getByRole('checkbox', { name: 'Events' }).uncheck()
  await button(page, 'Add subcategory').click()
  await expectToast(page, 'Category added.')
  await expect(row(page, 'Swarm Removal')).toContainText('Services only')

  await visit(page, '/all-categories')
  const card = page.getByRole('main').getByRole('link', { name: /^Bees & Honey/ })
  const drawing = await card.locator('use').getAttribute('href')
  expect(drawing).toMatch(/^\/category-drawings\/\d+-[\w-]+\.svg#icon$/)
  await expect(page).not.toHaveTitle(/x/)

  await openForm(page, 'event')
  await label(page, 'Category').selectOption('Bees & Honey')
  await expect(label(page, 'Subcategory').locator('option')).toHaveText(['No options'])
  await openForm(page, 'service')
  await fillForm(page, 'service', {
    Category: 'Bees & Honey',
    Subcategory: 'Swarm Removal',
    Title: 'Swarms, gently',
  })
  await page.getByRole('main').getByRole('button', { name: 'Post Service' }).click()
  await expect(page).toHaveURL(postedPage.service)

  await openEditor(page, 'Bees & Honey')
  await label(page, 'Name').fill('Honey & Bees')
  await button(page, 'Save').click()
  await expectToast(page, 'Category saved.')
  await visit(page, '/category/bees-and-honey/subcategory/swarm-removal')
  await expect(page).toHaveURL('/category/honey-and-bees/subcategory/swarm-removal')
  await expect(page.getByRole('link', { name: 'Swarms, gently' }).first()).toBeVisible()

  await openEditor(page, 'Honey & Bees')
  await label(page, 'Merge Honey & Bees into').selectOption('Pet Services')
  await button(page, 'Merge').click()
  await expectToast(page, /Merg/)
  await expect(row(page, 'Honey & Bees')).toHaveCount(0)
  await visit(page, '/category/bees-and-honey/subcategory/swarm-removal')
  await expect(page).toHaveURL('/category/pet-services/subcategory/swarm-removal')
  await expect(page.getByRole('link', { name: 'Swarms, gently' }).first()).toBeVisible()

  await visit(page, '/admin?tab=log')
  await rows(page).filter({ hasText: 'Merged' }).first().getByRole('button', { name: /^Undo/ }).click()
  await expectToast(page, 'Undone.')
  await visit(page, '/category/bees-and-honey/subcategory/swarm-removal')
  await expect(page).toHaveURL('/category/honey-and-bees/subcategory/swarm-removal')
  await expect(page.getByRole('link', { name: 'Swarms, gently' }).first()).toBeVisible()
})

test('categories move up and down with the keyboard, are retired, and both is undone', async ({
  page,
  signIn,
}) => {
  await signIn({ isAdmin: true })
  await visit(page, screen)
  const before = await names(page)
  const [first = '', second = ''] = before
  await button(page, `Move ${first} down`).focus()
  await page.keyboard.press('Enter')
  await expect(rows(page).first()).toContainText(second)
  await expect(button(page, `Move ${first} down`)).toBeFocused()
  await undo(page)
  await expect(rows(page).first()).toContainText(first)
  await button(page, 'Retire Pet Services').click()
  await expect(row(page, 'Pet Services')).toContainText('Retired')
  expect((await names(page)).indexOf('Pet Services')).toBeGreaterThan(17)
  await undo(page)
  await expect(row(page, 'Pet Services')).not.toContainText('Retired')
  expect(await names(page)).toEqual(before)
})

test('shows what is wrong at its field, and keeps what was typed', async ({
  page,
  signIn,
  allowStatus,
  database,
}) => {
  allowStatus(400)
  allowStatus(409)
  await signIn({ isAdmin: true })
  await visit(page, `${screen}&field=-`)
  await label(page, 'Name').fill('pet services')
  await label(page, 'What people call it').fill('hive ~9')
  await button(page, 'Add category').click()
  await expect(label(page, 'What people call it')).toHaveAccessibleDescription(/separate phrases by commas/)
  await label(page, 'What people call it').fill('hive')
  await button(page, 'Add category').click()
  await expect(label(page, 'Name')).toHaveAccessibleDescription(/already “Pet Services” here/)

  await openEditor(page, 'Pet Services')
  await label(page, 'What people call it').fill('critters')
  await sql`update category set kinds = '{event}' where name = 'Pet Services'`.execute(database.kysely)
  await button(page, 'Save').click()
  await expect(page.getByText('Someone else has changed the categories in the meantime.')).toBeVisible()
  await expect(label(page, 'What people call it')).toHaveValue('critters')
  await sql`update category set kinds = '{service,event}' where name = 'Pet Services'`.execute(
    database.kysely,
  )
})

test('all of it works without scripts', { tag: '@slow' }, async ({ context, signIn, baseURL }) => {
  await signIn({ isAdmin: true })
  const plain = await context.browser()?.newContext({
    javaScriptEnabled: false,
    ...(baseURL && { baseURL }),
    storageState: await context.storageState(),
  })
  if (!plain) throw new Error('There is no browser.')
  const page = await plain.newPage()
  await page.goto(screen)
  await page.getByRole('link', { name: 'Add a category' }).click()
  await label(page, 'Name').fill('Bees')
  await page.getByRole('radio', { name: 'sun', exact: true }).check({ force: true })
  await button(page, 'Add category').click()
  await expect(saved(page)).toBeVisible()
  await expect(row(page, 'Bees').locator('use')).toHaveAttribute('href', /#sun$/)
  await button(page, 'Move Bees up').click()
  await expect(saved(page)).toBeVisible()
  expect((await names(page)).at(-1)).not.toBe('Bees')
  await page.getByRole('link', { name: 'Edit Bees', exact: true }).click()
  await page.getByRole('link', { name: 'Add a subcategory' }).click()
  await label(page, 'Name').fill('Hives')
  await button(page, 'Add subcategory').click()
  await expect(row(page, 'Hives')).toContainText('0 ads')
  await button(page, 'Retire Hives').click()
  await expect(row(page, 'Hives')).toContainText('Retired')
  await label(page, 'Merge Bees into').selectOption('Pet Services')
  await button(page, 'Merge').click()
  await expect(saved(page)).toBeVisible()
  await expect(row(page, 'Bees')).toHaveCount(0)
  await plain.close()
})

test('the screens fit phones', { tag: '@slow' }, async ({ page, signIn }) => {
  await signIn({ isAdmin: true })
  await page.setViewportSize({ width: 360, height: 800 })
  for (const path of [
    screen,
    `${screen}&field=${await topicId(page, 'Pet Services')}`,
    `${screen}&field=-`,
  ]) {
    await visit(page, path)
    expect(await overflow(page), path).toBe(0)
    await expectAccessible(page, path)
  }
})
