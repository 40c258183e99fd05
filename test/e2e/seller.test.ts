/** The person behind an ad, and the page with all of their ads. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { pageNotFound } from '../../src/shared/messages/pages.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { readHead } from '../support/browser/head.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { createUser } from '../support/data/accounts.ts'
import { createListing } from '../support/data/factories.ts'

const panel = (page: Page) => page.getByRole('complementary', { name: 'Contact' })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const cards = (page: Page) => page.getByRole('tabpanel').getByRole('article')
const year = new Date().getFullYear()

test('an ad shows its poster’s name, initials, year, and verified email, and leads to their other ads', async ({
  page,
  database,
}) => {
  const { email } = await createUser(database, { name: 'Rosa Delgado' })
  const id = await createListing(database, { authorEmail: email, title: 'Window washing' })
  await visit(page, `/ad-details/${id}`)
  const poster = panel(page).getByRole('region', { name: 'Posted by' })
  await expect(poster).toContainText('Rosa Delgado')
  await expect(poster.getByText('RD', { exact: true })).toBeVisible()
  await expect(poster.getByText(`On Corkboard since ${year}`)).toBeVisible()
  await expect(poster.getByText('Verified email')).toBeVisible()
  await expect(poster.getByRole('link')).toHaveText(['Rosa Delgado'])

  await createListing(database, { authorEmail: email, title: 'Gutter cleaning' })
  await createListing(database, {
    authorEmail: email,
    kind: 'event',
    title: 'Tool swap',
    startDate: '2027-01-05',
  })
  await page.reload()
  await poster.getByRole('link', { name: '2 more ads' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rosa Delgado')
  await expect(tab(page, 'Services (2)')).toHaveAttribute('aria-selected', 'true')
  await expect(cards(page)).toHaveCount(2)
  await expect(cards(page).getByRole('link', { name: 'Gutter cleaning' })).toBeVisible()
  await tab(page, 'Events (1)').click()
  await expect(cards(page).getByRole('link', { name: 'Tool swap' })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `of a seller in ${colorScheme}`)
  }
  expect((await readHead(page)).metas.robots).toEqual(['noindex, follow'])
  expect(await (await page.request.get(page.url())).text()).not.toContain(email)
})

test('a single other ad is counted in the singular', { tag: '@slow' }, async ({ page, database }) => {
  const { email } = await createUser(database)
  const id = await createListing(database, { authorEmail: email })
  await createListing(database, { authorEmail: email, kind: 'event' })
  await visit(page, `/ad-details/${id}`)
  await panel(page).getByRole('link', { name: '1 more ad', exact: true }).click()
  await expect(tab(page, 'Services (1)')).toBeVisible()
})

test('someone without a name is a neighbor, and the email does not give it away', async ({
  page,
  database,
}) => {
  const { email, accountId } = await createUser(database, { email: 'shy-person@example.com' })
  await sql`update account set name = 'shy-person' where id = ${accountId}`.execute(database.kysely)
  await sql`update profile set name = ${email} where account_id = ${accountId}`.execute(database.kysely)
  const id = await createListing(database, { authorEmail: email })
  await createListing(database, { authorEmail: email })
  await visit(page, `/ad-details/${id}`)
  await expect(panel(page)).toContainText('A neighbor')
  await panel(page).getByRole('link', { name: '1 more ad' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A neighbor')
  expect(await (await page.request.get(page.url())).text()).not.toContain('shy-person')
})

test('a long list has pages', { tag: '@slow' }, async ({ page, database }) => {
  const { email } = await createUser(database, { name: 'Busy Bee' })
  const ids = []
  for (let n = 1; n <= 14; n += 1)
    ids.push(await createListing(database, { authorEmail: email, title: `Job ${n}` }))
  await visit(page, `/ad-details/${ids[0]}`)
  await panel(page).getByRole('link', { name: '13 more ads' }).click()
  await expect(cards(page)).toHaveCount(12)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(cards(page)).toHaveCount(2)
  await expect(cards(page).getByRole('link', { name: 'Job 1', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/seller\/[\da-f-]+\?page=2$/)
})

test('someone with events only starts with them', { tag: '@slow' }, async ({ page, database }) => {
  const { email } = await createUser(database)
  const event = { kind: 'event', authorEmail: email, startDate: '2027-01-05' } as const
  const id = await createListing(database, event)
  await createListing(database, event)
  await visit(page, `/event-details/${id}`)
  await panel(page).getByRole('link', { name: '1 more ad' }).click()
  await expect(tab(page, 'Events (2)')).toHaveAttribute('aria-selected', 'true')
  await expect(cards(page)).toHaveCount(2)
  await tab(page, 'Services (0)').click()
  await expect(page.getByText('No Services Found')).toBeVisible()
  await page.getByRole('link', { name: 'See events' }).click()
  await expect(cards(page)).toHaveCount(2)
})

test('the page of someone unknown or suspended does not exist', { tag: '@slow' }, async ({
  page,
  database,
  allowStatus,
  signIn,
}) => {
  allowStatus(404)
  const { email, accountId } = await createUser(database)
  const id = await createListing(database, { authorEmail: email })
  const { seller } = await (await page.request.get(`/api/service/${id}`)).json()
  expect((await page.goto(`/seller/${seller.id}`))?.status()).toBe(200)
  await signIn({ isAdmin: true })
  const suspension = await page.request.put(`/api/moderation/suspend/${seller.id}`, {
    data: { reason: 'Spam' },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(suspension.status()).toBe(200)
  for (const path of [`/seller/${seller.id}`, `/seller/${accountId}`, '/seller/nobody']) {
    expect((await page.goto(path))?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pageNotFound.title)
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the tabs and the ads are links', async ({ page, database }) => {
    const { email } = await createUser(database)
    const id = await createListing(database, { authorEmail: email })
    await createListing(database, {
      authorEmail: email,
      kind: 'event',
      title: 'Plant swap',
      startDate: '2027-01-05',
    })
    await page.goto(`/ad-details/${id}`)
    await panel(page).getByRole('link', { name: '1 more ad' }).click()
    await tab(page, 'Events (1)').click()
    await cards(page).getByRole('link', { name: 'Plant swap' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plant swap')
  })
})
