/** What a suspended user sees. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '../../src/server/platform/database/database.ts'
import { expectAccessible } from '../support/accessible.ts'
import { visit } from '../support/journey.ts'
import { test } from '../support/signed-in.ts'

const notice = (page: Page) => page.getByRole('region', { name: 'Suspension' })

const suspend = ({ kysely }: Database, email: string, reason: string) =>
  sql`update account set suspended_at = now(), suspension_reason = ${reason} where email = ${email}`.execute(
    kysely,
  )

test('the profile says why, and links to the contact page and the data download', async ({
  page,
  database,
  signIn,
}) => {
  const { email } = await signIn()
  await suspend(database, email, 'Three of your ads asked for gift cards.')
  await visit(page, '/profile')
  await expect(notice(page)).toContainText('Your account is suspended.')
  await expect(notice(page)).toContainText('Three of your ads asked for gift cards.')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `in ${colorScheme}`)
  }

  await notice(page).getByRole('link', { name: 'contact us' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await page.goBack()
  await notice(page).getByRole('link', { name: 'your account page' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  expect((await download).suggestedFilename()).toBe('corkboard-account.json')
})

test('forms that the server would refuse are not shown, and the user stays signed in', async ({
  page,
  database,
  signIn,
}) => {
  const { email } = await signIn()
  await suspend(database, email, '')
  for (const path of ['/update-profile', '/post-services', '/post-events']) {
    await visit(page, path)
    await expect(notice(page)).toContainText('Your account is suspended.')
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  }
  await visit(page, '/profile')
  await expect(notice(page)).toBeVisible()
})

test('other users see no notice', async ({ page, signIn }) => {
  await signIn()
  await visit(page, '/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
  await visit(page, '/update-profile')
  await expect(page.getByRole('textbox', { name: 'Bio' })).toBeVisible()
})
