/** The dashboard's screen of settings: found, changed, refused, undone, with and without scripts. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '../../src/server/platform/database/database.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { expectToast, rows, undo } from '../support/browser/dashboard.ts'
import { visit } from '../support/browser/journey.ts'
import { expectNoSidewaysScrolling } from '../support/browser/screen-checks.ts'
import { test } from '../support/browser/signed-in.ts'

/** Other tests use the same site, so these change only what no other one shows. */
const own = ['postsOnFirstDay', 'announcementEnd', 'backupKeep', 'backupSchedule']
async function restoreSettings({ database }: { database: Database }) {
  await sql`delete from setting where key = any(${own})`.execute(database.kysely)
  await sql`update site_revision set revision = revision + 1`.execute(database.kysely)
}
test.beforeEach(restoreSettings)
test.afterEach(restoreSettings)

const screen = '/admin?tab=settings'
const newAds = (page: Page) => page.getByLabel('New ads of a new account')
const save = (page: Page, group: string) => page.getByRole('button', { name: `Save: ${group}`, exact: true })
const isStored = (database: Database, key: string, value: unknown) =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ value: unknown }>`select value from setting where key = ${key}`.execute(
        database.kysely,
      )
      return rows[0]?.value
    })
    .toEqual(value)

test('an admin finds a setting, changes it, and undoes that at once and in the log', async ({
  page,
  signIn,
  allowStatus,
  database,
}) => {
  allowStatus(400)
  const { email } = await signIn({ isAdmin: true })
  await visit(page, screen)
  await expectAccessible(page, 'the settings')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'The site',
    'Email',
    'Look',
    'Money, time, and distances',
    'Home page',
    'Ads',
    'People',
    'Data and backups',
    'Notices and maintenance',
  ])
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('first day')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 settings')).toBeVisible()

  await newAds(page).fill('0')
  await save(page, 'Ads').click()
  await expect(newAds(page)).toHaveAccessibleDescription(/Please enter a whole number from 1 to 1,000/)
  await newAds(page).fill('7')
  await save(page, 'Ads').click()
  await expectToast(page, 'Settings saved.')
  await isStored(database, 'postsOnFirstDay', 7)
  await undo(page)
  await expect(newAds(page)).toHaveValue('5')
  await newAds(page).fill('8')
  await save(page, 'Ads').click()
  await isStored(database, 'postsOnFirstDay', 8)

  await visit(page, `/admin?tab=log&search=${encodeURIComponent(email)}`)
  const entry = rows(page).first()
  await expect(entry).toContainText('Changed a setting New ads of a new account')
  await expect(entry).toContainText('Value: 5 changed to → 8')
  await entry.getByRole('button', { name: /^Undo/ }).click()
  await expectToast(page, 'Undone.')
  await isStored(database, 'postsOnFirstDay', undefined)
})

test('says which environment variable sets a setting, and offers no control for it', {
  tag: '@slow',
}, async ({ page, signIn }) => {
  await signIn({ isAdmin: true })
  await visit(page, `${screen}&search=SERVICE_FRESHNESS`)
  await expect(page.getByText('The environment variable SERVICE_FRESHNESS sets it.')).toBeVisible()
  await expect(
    page.getByText('Ask the author: 20000 days · Show in gray: 20015 days · Remove from lists: 20030 days'),
  ).toBeVisible()
  await expect(page.getByLabel('Services in lists')).toHaveCount(0)
  await expect(save(page, 'Ads')).toHaveCount(0)
})

test('several numbers have an input each, and a refused one keeps what was typed', { tag: '@slow' }, async ({
  page,
  signIn,
  allowStatus,
  database,
}) => {
  allowStatus(400)
  await signIn({ isAdmin: true })
  await visit(page, `${screen}&search=backups`)
  const kept = page.getByRole('group', { name: 'Backups to keep' })
  const days = kept.getByLabel('Days')
  await page.getByLabel('Backups', { exact: true }).selectOption('Every Sunday at 3:00 UTC')
  await days.fill('many')
  await kept.getByLabel('Years').fill('3')
  await save(page, 'Data and backups').click()
  await expect(days).toHaveAccessibleDescription(/Please enter a whole number from 0 to 9,999/)
  await expect(days).toBeFocused()
  await expect(kept.getByLabel('Years')).toHaveValue('3')
  await expect(page.getByLabel('Backups', { exact: true })).toHaveValue('0 3 * * 0')
  await days.fill('14')
  await save(page, 'Data and backups').click()
  await expectToast(page, 'Settings saved.')
  await isStored(database, 'backupKeep', { daily: 14, weekly: 5, monthly: 12, yearly: 3 })
  await isStored(database, 'backupSchedule', '0 3 * * 0')
})

test('time zone and currency are chosen by their names', { tag: '@slow' }, async ({ page, signIn }) => {
  await signIn({ isAdmin: true })
  await visit(page, screen)
  const currency = page.getByLabel('Currency')
  await expect(currency.locator('option:checked')).toHaveText('US Dollar (USD)')
  await currency.focus()
  await page.keyboard.type('Euro')
  await expect(currency).toHaveValue('EUR')
  await expect(page.getByLabel('Time zone').locator('option', { hasText: 'Europe/Paris' })).toHaveCount(1)
})

test('an invitation is a link that an admin can copy', async ({ page, signIn }) => {
  await signIn({ isAdmin: true })
  await visit(page, screen)
  await page.getByRole('button', { name: 'Create an invitation' }).click()
  await expect(page.getByText('Everyone with this link can sign up')).toContainText(
    /\/signup\?invitation=[a-z2-7]{45}/,
  )
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('all of it works', { tag: '@slow' }, async ({ page, signIn, database, allowStatus }) => {
    // Browsers log an error for a refused form.
    allowStatus(400)
    await signIn({ isAdmin: true })
    await page.goto(screen)
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('first day')
    await page.keyboard.press('Enter')
    await newAds(page).fill('0')
    await save(page, 'Ads').click()
    const refused = page.getByLabel('Posts on first day')
    await expect(refused).toHaveAccessibleDescription('Please enter a whole number from 1 to 1,000.')
    await refused.fill('9')
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
    await expect(newAds(page)).toHaveValue('9')
    await isStored(database, 'postsOnFirstDay', 9)
    await page.getByRole('link', { name: 'Undo it in the log' }).click()
    await rows(page)
      .filter({ hasText: 'New ads of a new account' })
      .first()
      .getByRole('button', { name: /^Undo/ })
      .click()
    await isStored(database, 'postsOnFirstDay', undefined)

    await page.goto(screen)
    await page.getByLabel('Banner about posting an event').fill('One line\nand another')
    await save(page, 'Home page').click()
    await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()

    await page.goto(screen)
    await page.getByRole('button', { name: 'Create an invitation' }).click()
    await expect(page.getByText(/\/signup\?invitation=[a-z2-7]{45}/)).toBeVisible()
  })
})

test('fits every screen, in both colors', { tag: '@slow' }, async ({ page, signIn }) => {
  await signIn({ isAdmin: true })
  await visit(page, screen)
  await expectNoSidewaysScrolling(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `the settings in ${colorScheme}`)
  }
})
