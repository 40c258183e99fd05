/** Places of another country, as visitors and authors meet them. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { addCountry } from '../../src/server/modules/catalog/load-country.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'

const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })

test('a French town can be chosen in a filter and in the form of an ad without a restart, and no page has all towns', async ({
  page,
  database,
  accountSite,
  signIn,
}) => {
  await addCountry(database, 'FR', { minPopulation: 20_000 })
  await expect
    .poll(async () => (await fetch(`${accountSite.url}/api/places`)).text(), { timeout: 30_000 })
    .toContain('France')
  await signIn()
  for (const path of ['/all-services', '/post-services']) {
    const response = await visit(page, `${accountSite.url}${path}`)
    expect(await response?.text()).not.toContain('Villeurbanne')
    await select(page, 'Country').selectOption('France')
    await select(page, 'Region').selectOption('Auvergne-Rhône-Alpes')
    await select(page, 'City').selectOption('Lyon')
    await expect(select(page, 'City').getByRole('option', { name: 'Villeurbanne' })).toBeAttached()
  }
  await visit(page, `${accountSite.url}/all-services`)
  await select(page, 'Country').selectOption('France')
  await select(page, 'Region').selectOption('Auvergne-Rhône-Alpes')
  await select(page, 'City').selectOption('Lyon')
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(page).toHaveURL(/country=France&state=Auvergne-Rh%C3%B4ne-Alpes&city=Lyon/)
})

test('the only country is not chosen: its states are offered at once', { tag: '@slow' }, async ({
  page,
  database: { kysely },
  signIn,
}) => {
  const only = async (value: string) => {
    await sql`insert into setting (key, value) values ('onlyRegions', ${JSON.stringify(value)}::jsonb)
      on conflict (key) do update set value = excluded.value`.execute(kysely)
    await sql`update site_revision set revision = revision + 1`.execute(kysely)
  }
  await only('United States')
  await signIn()
  await expect(async () => {
    await visit(page, '/all-services')
    await expect(select(page, 'State')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(select(page, 'Country')).toHaveCount(0)
  await select(page, 'State').selectOption('Texas')
  await select(page, 'City').selectOption('Austin')
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(page).toHaveURL(/\?(?!.*country=).*state=Texas&city=Austin/)
  await expect(select(page, 'City')).toHaveValue('Austin')
  await visit(page, '/post-services')
  await expect(select(page, 'Country')).toHaveCount(0)
  await expect(page.locator('input[name="country"]')).toHaveValue('United States')
  await select(page, 'State').selectOption('Texas')
  await select(page, 'City').selectOption('Austin')
  await only('')
})
