/** The dashboard's screen of texts: found, changed with a live preview, undone, and pages added, with and without scripts. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '../../src/server/platform/database/database.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { expectToast, rows, undo } from '../support/browser/dashboard.ts'
import { visit } from '../support/browser/journey.ts'
import { expectNoSidewaysScrolling, overflow } from '../support/browser/screen-checks.ts'
import { test } from '../support/browser/signed-in.ts'

async function restoreTexts({ database }: { database: Database }) {
  await sql`delete from text_version`.execute(database.kysely)
  await sql`update site_revision set revision = revision + 1`.execute(database.kysely)
}
test.beforeEach(restoreTexts)
test.afterEach(restoreTexts)

const screen = '/admin?tab=texts'
const about = `${screen}&text=about`
const text = (page: Page) => page.getByLabel('Text', { exact: true })
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })
const main = (page: Page) => page.getByRole('main')

test('an admin edits About with a live preview, is refused, and undoes it', async ({
  page,
  signIn,
  allowStatus,
}) => {
  allowStatus(400)
  await signIn({ isAdmin: true })
  await visit(page, screen)
  await expectAccessible(page, 'the texts')
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('flea market, the electrician')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 text', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Edit About' }).click()
  await expect(preview(page)).toContainText('Who it’s for')

  await text(page).fill('## Hello\n\nWe are {nobody}.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(text(page)).toHaveAccessibleDescription(/There is no variable \{nobody\} here/)
  await text(page).fill('## Hello\n\nWe are **{site}**, <b>really</b>. [Write to us](/contact)')
  await expect(preview(page).getByRole('heading', { name: 'Hello' })).toBeVisible()
  await expect(preview(page)).toContainText('<b>really</b>')
  // Nothing typed is lost by a link of the preview.
  await preview(page).getByRole('link', { name: 'Write to us' }).click()
  await expect(page).toHaveURL(about)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Text saved.')
  await expect(page.getByText('Version 1', { exact: false }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Show changes of version 1' }).click()
  await expect(main(page)).toContainText('Removed: ## Who it’s for')
  await expectAccessible(page, 'the editor')

  const visitor = await page.context().newPage()
  await visitor.goto('/about')
  await expect(main(visitor)).toContainText('We are Corkboard, <b>really</b>.')
  await expect(main(visitor).getByRole('heading', { name: 'Who it’s for' })).toHaveCount(0)

  await visit(page, `/admin?tab=log&search=${encodeURIComponent('changed a text')}`)
  const entry = rows(page).first()
  await expect(entry).toContainText('Changed a text About')
  await entry.getByRole('button', { name: /^Undo/ }).click()
  await expectToast(page, 'Undone.')
  await visitor.reload()
  await expect(main(visitor).getByRole('heading', { name: 'Who it’s for' })).toBeVisible()
})

test('an admin adds a page to the header, and removes it', { tag: '@slow' }, async ({
  page,
  signIn,
  allowStatus,
}) => {
  allowStatus(400)
  await signIn({ isAdmin: true })
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, screen)
  await page.getByRole('link', { name: 'Add a page' }).click()
  await page.getByLabel('Title', { exact: true }).fill('House rules')
  await page.getByLabel('Address').fill('about')
  await page.getByLabel('Link to it').selectOption('header')
  await text(page).fill('Be kind.\n\n## Why\n\nBecause.')
  await expect(preview(page).getByRole('heading', { name: 'Why' })).toBeVisible()
  await page.getByRole('button', { name: 'Add page' }).click()
  await expect(page.getByLabel('Address')).toHaveAccessibleDescription(/\/about belongs to the site itself/)
  await page.getByLabel('Address').fill('house-rules')
  await page.getByRole('button', { name: 'Add page' }).click()
  await expectToast(page, 'Page added.')
  await expect(page.getByRole('heading', { name: 'Edit “House rules”' })).toBeVisible()
  await page.reload()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'House rules' }).click()
  await expect(page).toHaveURL('/house-rules')
  await expect(page).toHaveTitle('House rules | Corkboard')
  await expect(main(page)).toContainText('Because.')
  await expectAccessible(page, 'an own page')
  for (const width of [360, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflow(page), `${width} pixels`).toBe(0)
  }
  await page.goBack()
  await page.getByRole('button', { name: 'Remove this page' }).click()
  await expectToast(page, 'Text saved.')
  await undo(page)
  await expect(page.getByRole('link', { name: 'Edit House rules' })).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('all of it works', async ({ page, context, signIn }) => {
    await signIn({ isAdmin: true })
    await page.goto(about)
    await text(page).fill('Plain **words**.')
    const opened = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Preview' }).click()
    const shown = await opened
    await expect(shown.locator('strong')).toHaveText('words')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
    await expect(text(page)).toHaveValue('Plain **words**.')
    await page.getByRole('button', { name: 'Use the site’s own text' }).click()
    await expect(text(page)).toHaveValue(/Who it’s for/)
    await page.goto(`${screen}&text=-`)
    await page.getByLabel('Title', { exact: true }).fill('Rules')
    await page.getByLabel('Address').fill('rules')
    await text(page).fill('Be kind.')
    await page.getByRole('button', { name: 'Add page' }).click()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Rules' }).click()
    await expect(main(page)).toContainText('Be kind.')
  })
})

test('fits every screen, in both colors, and offers an improved text', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
}) => {
  await signIn({ isAdmin: true })
  await sql`
    insert into text_version (key, version, title, body, base) values
      ('about', 1, 'About us', '## Hello\n\nWe are **{site}**.\n\n### 1. First\n\nOne.\n\n### 2. Second\n\nTwo.', 'Another')`.execute(
    database.kysely,
  )
  for (const path of [screen, `${screen}&text=verify-email`, `${screen}&text=-`, about]) {
    await visit(page, path)
    await expectNoSidewaysScrolling(page)
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `an offered text in ${colorScheme}`)
  }
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expectToast(page, 'Text saved.')
  await expect(page.getByRole('button', { name: 'Use the new version' })).toHaveCount(0)
})
