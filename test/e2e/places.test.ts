/** Places of another country, as visitors and authors meet them. */
import { expect, type Page } from '@playwright/test'
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
