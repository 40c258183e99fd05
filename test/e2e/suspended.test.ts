/** What a suspended user sees. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { suspendAccount } from '../../src/server/modules/accounts/suspension.ts'
import type { Database } from '../../src/server/platform/database/database.ts'
import { suspendedSession } from '../../src/shared/messages/forms.ts'
import { signIn as signInMessages } from '../../src/shared/messages/sign-in.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { createUser, goodPassword } from '../support/data/accounts.ts'

const banner = (page: Page) => page.getByRole('region', { name: 'Suspension' })
const postAd = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Post Ad' })
const reason = 'Three of your ads asked for gift cards.'

const suspend = ({ kysely }: Database, email: string, why = reason) =>
  sql`update account set suspended_at = now(), suspension_reason = ${why} where email = ${email}`.execute(
    kysely,
  )
const lift = ({ kysely }: Database, email: string) =>
  sql`update account set suspended_at = null, suspension_reason = '' where email = ${email}`.execute(kysely)

test('every page says why, how to appeal, and offers the data', async ({
  page,
  database,
  signIn,
  allowStatus,
}) => {
  allowStatus(404)
  const { email } = await signIn()
  await suspend(database, email)
  for (const path of ['/', '/all-services', '/about', '/profile', '/profile/account', '/no-such-page']) {
    await page.goto(path)
    await expect(banner(page), path).toContainText('Your account is suspended.')
    await expect(banner(page), path).toContainText(reason)
    await expect(banner(page), path).toHaveCount(1)
  }
  await visit(page, '/')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `in ${colorScheme}`)
  }
  const download = page.waitForEvent('download')
  await banner(page).getByRole('link', { name: 'download it' }).click()
  expect((await download).suggestedFilename()).toBe('corkboard-account.json')
  await expect(banner(page).getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/)
  await banner(page).getByRole('link', { name: 'Contact us' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
})

test('the banner stays while browsing, and disappears once the suspension is lifted', {
  tag: '@slow',
}, async ({ page, database, signIn }) => {
  const { email } = await signIn()
  await suspend(database, email)
  await visit(page, '/')
  await page.getByRole('banner').getByRole('link', { name: 'Services', exact: true }).click()
  await expect(page).toHaveURL('/all-services')
  await expect(banner(page)).toContainText(reason)
  await expect(postAd(page)).toHaveCount(0)
  await lift(database, email)
  await page.getByRole('banner').getByRole('link', { name: 'Events', exact: true }).click()
  await expect(page).toHaveURL('/all-events')
  await expect(banner(page)).toHaveCount(0)
  await expect(postAd(page)).toBeVisible()
})

test('nothing invites the user to post, and forms that the server would refuse are not shown', {
  tag: '@slow',
}, async ({ page, database, signIn }) => {
  const { email } = await signIn()
  await suspend(database, email, '')
  for (const path of ['/update-profile', '/post', '/post-services', '/post-events']) {
    await visit(page, path)
    await expect(banner(page)).toBeVisible()
    await expect(page.getByRole('main')).toContainText('while your account is suspended')
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  }
  for (const path of ['/all-services', '/post', '/my-services', '/my-events', '/corkboard-suggestions']) {
    await visit(page, path)
    await expect(page.getByRole('link', { name: /^Post (Ad|a|an|your)\b/ }), path).toHaveCount(0)
  }
  await visit(page, '/profile')
  await expect(banner(page)).toBeVisible()
})

test('who is suspended while signed in learns why they are signed out', { tag: '@slow' }, async ({
  page,
  database,
  signIn,
  allowStatus,
}) => {
  allowStatus(401)
  const { email, accountId } = await signIn()
  await visit(page, '/')
  // What the page does in the background would be refused first, and its toast says the same.
  await page.waitForLoadState('networkidle')
  await database.kysely.transaction().execute((tx) => suspendAccount(tx, accountId, reason))
  const sentence = page.getByRole('heading', { level: 1, name: suspendedSession })
  await page.getByRole('banner').getByRole('link', { name: 'Post Ad' }).click()
  await expect(sentence).toBeVisible()
  await expectAccessible(page, 'after a suspension')
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/signin/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(goodPassword)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(banner(page)).toContainText(reason)
})

test('signing in says that the account is suspended', { tag: '@slow' }, async ({ page, database }) => {
  const { email } = await createUser(database)
  await suspend(database, email)
  await visit(page, '/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(goodPassword)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  const toast = page.locator('[data-sonner-toast]')
  await expect(toast).toContainText(signInMessages.suspended)
  await expect(toast).not.toContainText(signInMessages.done)
  await expect(toast).toContainText(signInMessages.doneSuspended)
  await expect(banner(page)).toContainText(reason)
})

test('other users see no banner', { tag: '@slow' }, async ({ page, signIn }) => {
  await signIn()
  await visit(page, '/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
  await expect(postAd(page)).toBeVisible()
  await visit(page, '/update-profile')
  await expect(page.getByRole('textbox', { name: 'Bio' })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the banner is there, and gone once the suspension is lifted', async ({ page, database, signIn }) => {
    const { email } = await signIn()
    await suspend(database, email)
    await page.goto('/all-services')
    await expect(banner(page)).toContainText(reason)
    await lift(database, email)
    await page.goto('/all-services')
    await expect(banner(page)).toHaveCount(0)
  })
})
