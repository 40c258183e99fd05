/** The dashboard's screen of places: a village from its addition to its merge, and a country, with and without scripts. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import type { PlaceForAdmin } from '../../src/shared/contract/places.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { expectToast, rows } from '../support/browser/dashboard.ts'
import { visit } from '../support/browser/journey.ts'
import { fillForm, label, openForm, postedPage } from '../support/browser/posting-form.ts'
import { overflow } from '../support/browser/screen-checks.ts'
import { test } from '../support/browser/signed-in.ts'

const screen = '/admin?tab=places'
const row = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole('heading', { name, exact: true }) })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved.' })
const listOf = (city: string) =>
  `/all-services?${new URLSearchParams({ country: 'United States', state: 'Montana', city })}`
const ad = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Huckleberry pies', exact: true })

async function openPlace(page: Page, name: string) {
  const query = new URLSearchParams({ search: name })
  const { places } = await (await page.request.get(`/api/moderation/places?${query}`)).json()
  const { id } = (places as PlaceForAdmin[]).find((place) => place.name === name) ?? {}
  await visit(page, `${screen}&field=${id}`)
}

/** Other tests use the same site. */
test.afterEach(async ({ database: { kysely } }) => {
  await sql`update city set retired_at = now() where name in ('Whitefish', 'Flathead Village', 'Kila')`.execute(
    kysely,
  )
  await sql`update site_revision set revision = revision + 1, catalog_revision = revision + 1`.execute(kysely)
})

test('an admin adds a village, in which a user posts, renames it, merges it into a town, and undoes that', async ({
  page,
  signIn,
}) => {
  await signIn({ isAdmin: true })
  await visit(page, screen)
  await expectAccessible(page, 'the countries')
  await page.getByRole('link', { name: 'Open United States' }).click()
  await page.getByPlaceholder('Town in United States').fill('montana')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Open Montana' }).click()
  await expectAccessible(page, 'the towns of a state')
  await page.getByRole('link', { name: 'Add a town, village, or neighborhood' }).click()
  await expect(page.getByRole('heading', { name: 'Add a town' })).toBeVisible()
  await label(page, 'Name').fill('Whitefish')
  await label(page, 'Latitude and longitude').fill('48.4106, -114.3353')
  await expectAccessible(page, 'the form of a new town')
  await button(page, 'Add town').click()
  await expectToast(page, 'Place added.')
  await expect(row(page, 'Whitefish')).toContainText('0 ads')

  await openForm(page, 'service')
  await fillForm(page, 'service', {
    Title: 'Huckleberry pies',
    Country: 'United States',
    State: 'Montana',
    City: 'Whitefish',
  })
  await page.getByRole('main').getByRole('button', { name: 'Post Service' }).click()
  await expect(page).toHaveURL(postedPage.service)

  await openPlace(page, 'Whitefish')
  await label(page, 'Name').fill('Flathead Village')
  await button(page, 'Save').click()
  await expectToast(page, 'Place saved.')
  await visit(page, listOf('Whitefish'))
  await expect(page).toHaveURL(listOf('Flathead Village'))
  await expect(ad(page)).toHaveCount(1)

  await openPlace(page, 'Flathead Village')
  await label(page, 'Merge Flathead Village into').fill('billings')
  await button(page, 'Merge').click()
  await expectToast(page, /Merging/)
  for (const name of ['Whitefish', 'Flathead Village']) {
    await visit(page, listOf(name))
    await expect(page).toHaveURL(listOf('Billings'))
    await expect(ad(page)).toHaveCount(1)
  }

  await visit(page, '/admin?tab=log')
  await rows(page)
    .filter({ hasText: 'Merged a place' })
    .first()
    .getByRole('button', { name: /^Undo/ })
    .click()
  await expectToast(page, 'Undone.')
  // A job moves its ads back.
  await expect(async () => {
    await visit(page, listOf('Flathead Village'))
    await expect(page).toHaveURL(listOf('Flathead Village'))
    await expect(ad(page)).toHaveCount(1, { timeout: 500 })
  }).toPass()
})

test('shows what is wrong at its field, and keeps what was typed', { tag: '@slow' }, async ({
  page,
  signIn,
  allowStatus,
}) => {
  allowStatus(400)
  await signIn({ isAdmin: true })
  await openPlace(page, 'Billings')
  await label(page, 'Merge Billings into').fill('Nowhere at all')
  await button(page, 'Merge').click()
  await expect(label(page, 'Merge Billings into')).toHaveAccessibleDescription(
    /no other place “Nowhere at all”/,
  )
  await label(page, 'Latitude and longitude').fill('north')
  await button(page, 'Save').click()
  await expect(label(page, 'Latitude and longitude')).toHaveAccessibleDescription(/enter the latitude/)
  await expect(label(page, 'Latitude and longitude')).toHaveValue('north')
})

test('a country is added while the screen says how far it is, and removed', async ({ page, signIn }) => {
  await signIn({ isAdmin: true })
  await visit(page, screen)
  await label(page, 'Country').fill('Liechtenstein')
  await button(page, 'Add country').click()
  await expect(page.getByText(/^Liechtenstein has \d+ towns/)).toBeVisible({
    timeout: 60_000,
  })
  await expect(row(page, 'Liechtenstein')).toContainText('regions')
  await page.getByRole('link', { name: 'Open Liechtenstein' }).click()
  await button(page, 'Remove Liechtenstein').click()
  await expectToast(page, 'Liechtenstein will be removed in a moment.')
  await expect(page.getByText(/^Removed Liechtenstein/)).toBeVisible({ timeout: 60_000 })
  await expect(row(page, 'Liechtenstein')).toHaveCount(0)
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
  await page.goto(`${screen}&search=montana`)
  await page.getByRole('link', { name: 'Open Montana' }).click()
  await page.getByRole('link', { name: 'Add a town, village, or neighborhood' }).click()
  await label(page, 'Name').fill('Kila')
  await label(page, 'Latitude and longitude').fill('48.1216 -114.4526')
  await button(page, 'Add town').click()
  await expect(saved(page)).toBeVisible()
  await button(page, 'Retire Kila').click()
  await expect(row(page, 'Kila')).toContainText('Retired')
  await page.getByRole('link', { name: 'Edit Kila' }).click()
  await label(page, 'Merge Kila into').fill('Billings')
  await button(page, 'Merge').click()
  await expect(saved(page)).toBeVisible()
  await expect(row(page, 'Kila')).toHaveCount(0)
  await page.goto(screen)
  await label(page, 'Country').fill('LI')
  await button(page, 'Add country').click()
  await expect(page.getByText(/Liechtenstein/).first()).toBeVisible()
  await plain.close()
})

test('the screens fit phones', { tag: '@slow' }, async ({ page, signIn }) => {
  await signIn({ isAdmin: true })
  await page.setViewportSize({ width: 360, height: 800 })
  await visit(page, screen)
  expect(await overflow(page), screen).toBe(0)
  for (const name of ['United States', 'Montana', 'Billings']) {
    await openPlace(page, name)
    expect(await overflow(page), name).toBe(0)
    await expectAccessible(page, name)
  }
})
