/** Saved searches in the browser: from a list, through signing in, to an email and its link; without scripts. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { goodPassword } from '../support/accounts.ts'
import { createListing } from '../support/factories.ts'
import { visit } from '../support/journey.ts'
import { test } from '../support/signed-in.ts'

const notifyMe = (page: Page) => page.getByRole('link', { name: 'Notify me about new ads' })
const saved = (page: Page) => page.getByRole('main').getByRole('listitem')

test('a visitor saves a search after signing in, gets an email about a new ad, and stops it', async ({
  page,
  database,
  signIn,
  accountSite,
}) => {
  await visit(page, '/all-services?searchtext=accordion&country=United+States&state=Texas&price_max=60')
  await notifyMe(page).click()
  await expect(page).toHaveURL(/\/signin\?to=/)
  const back = new URL(page.url()).searchParams.get('to') ?? ''
  const { email } = await signIn()
  await visit(page, back)
  await expect(page.getByLabel('Name')).toHaveValue('accordion in Texas, Up to $60')
  await expectAccessible(page, 'the form')
  await page.getByRole('button', { name: 'Save search' }).click()
  await expect(page).toHaveURL(/\/saved-searches/)
  await expect(saved(page)).toContainText('accordion in Texas, Up to $60')

  await createListing(database, {
    title: 'Accordion lessons',
    price: 40,
    posted: new Date().toISOString(),
  })
  const { subject, links } = await accountSite.mail.waitForEmail(email, /New/)
  expect(subject).toBe('New: Accordion lessons on Corkboard')
  await visit(page, links.find((link) => link.includes('/unsubscribe')) ?? '')
  await expect(page.getByText('New ads for “accordion in Texas')).toBeVisible()
  await expectAccessible(page, 'the page that stops emails')
  await page.getByRole('button', { name: 'Stop emails' }).click()
  await expect(page.getByText('You won’t get these emails anymore')).toBeVisible()

  await visit(page, '/saved-searches')
  await expect(saved(page)).toContainText('Services · Paused')
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(saved(page)).toContainText('Services · Immediately')
  await page.getByText('Change name or frequency').click()
  await page.getByLabel('Name').fill('Squeezeboxes')
  await page.getByLabel('How often').selectOption('weekly')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(saved(page)).toContainText('Services · Once a week')
  await expectAccessible(page, 'the saved searches')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No saved searches yet')).toBeVisible()
})

test('saves, changes, and deletes a search, and chooses emails, without scripts', async ({
  browser,
  baseURL,
  signIn,
}) => {
  const { email } = await signIn()
  const plain = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
  await plain.request.post('/api/auth/sign-in/email', {
    data: { email, password: goodPassword },
    headers: { origin: baseURL ?? '' },
  })
  const page = await plain.newPage()
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/category/pet-services?tab=events')
  await notifyMe(page).click()
  await page.getByLabel('How often').selectOption('daily')
  await page.getByRole('button', { name: 'Save search' }).click()
  await expect(page.getByText('We’ll tell you about new ads.')).toBeVisible()
  await expect(saved(page)).toContainText('Pet Services')
  await expect(saved(page)).toContainText('Events · Once a day')
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(saved(page)).toContainText('Events · Paused')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Search deleted.')).toBeVisible()

  await page.goto('/profile/account')
  await page.getByLabel('Changed events').uncheck()
  await page.locator('#emails').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your choices are saved.')).toBeVisible()
  await expect(page.getByLabel('Changed events')).not.toBeChecked()
  await expect(page.getByLabel('Saved searches')).toBeChecked()
  await plain.close()
})
