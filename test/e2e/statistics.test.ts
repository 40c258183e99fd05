/** What authors see of the statistics of their ads. */
import { expect } from '@playwright/test'
import { sql } from 'kysely'
import { dayIn } from '../../src/shared/days.ts'
import { defaultSettings } from '../../src/shared/settings/table.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { createListing } from '../support/data/factories.ts'

test('My Services has the views of each ad and of all, as numbers and as pictures that can be read aloud', async ({
  page,
  database,
  signIn,
}) => {
  const { email } = await signIn()
  const piano = await createListing(database, { authorEmail: email, title: 'Piano lessons' })
  const guitar = await createListing(database, { authorEmail: email, title: 'Guitar lessons' })
  await createListing(database, { authorEmail: email, title: 'Harp lessons' })
  const today = dayIn(defaultSettings.timeZone, new Date())
  await sql`
    insert into listing_view (listing_id, day, views)
    select listing.id, ${today}::date - ago, views
    from (values (${piano}::uuid, 0, 3), (${piano}::uuid, 1, 12), (${piano}::uuid, 5, 2), (${guitar}::uuid, 1, 1)) view (id, ago, views)
    join listing using (id)`.execute(database.kysely)
  await visit(page, '/my-services')
  const total = page.getByRole('region', { name: 'Last 30 days' })
  await expect(total.getByRole('definition')).toHaveText(['18', '0', '0'])
  await expect(
    total.getByRole('img', { name: /^Views on each of 30 days: 18 in all, most on .* \(13\)\.$/ }),
  ).toBeVisible()
  const row = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  await expect(row('Piano lessons').getByText('17 views')).toBeVisible()
  await expect(row('Piano lessons').getByRole('img', { name: /17 in all/ })).toBeVisible()
  await expect(row('Guitar lessons').getByText('1 view', { exact: true })).toBeVisible()
  await expect(row('Harp lessons').getByText('0 views')).toBeVisible()
  await expectAccessible(page, 'the statistics')
})
