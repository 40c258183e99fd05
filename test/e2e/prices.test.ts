/** Prices: free ads, and what a price is for, from the form to every screen that shows it. */
import { expect, type Page } from '@playwright/test'
import { listings } from '../../src/shared/messages/forms.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { visit } from '../support/browser/journey.ts'
import {
  button,
  expectToast,
  fillForm,
  label,
  openForm,
  updateButton,
} from '../support/browser/posting-form.ts'
import { test } from '../support/browser/signed-in.ts'
import { createListing, uniqueTitle } from '../support/data/factories.ts'

const main = (page: Page) => page.getByRole('main')
const card = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name: title, exact: true }) })
const openCard = async (page: Page, title: string, kind = 'service') => {
  await visit(page, `/all-${kind}s?searchtext=${encodeURIComponent(title)}`)
  return card(page, title)
}

test('the author chooses what the price is for, sees it in the preview, and can change it', async ({
  page,
  signIn,
}) => {
  await signIn()
  const title = uniqueTitle('Piano by the hour')
  await openForm(page, 'service')
  await fillForm(page, 'service', { Title: title, Price: '35' })
  await expect(label(page, 'Unit')).toHaveValue('')
  await label(page, 'Unit').selectOption('per hour')
  await expectAccessible(page, 'the form with a unit')
  await button(page, 'Preview').click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview.getByText('$35 per hour', { exact: true })).toHaveCount(2)
  await page.keyboard.press('Escape')
  await button(page, 'Post Service').click()
  await expectToast(page, listings.service.posted)

  await visit(page, '/my-services')
  await expect(main(page).getByText('$35 per hour', { exact: true })).toBeVisible()
  await expect(await openCard(page, title)).toContainText('$35 per hour')
  await expectAccessible(page, 'a card with a unit')
  await card(page, title).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(main(page).getByText('$35 per hour', { exact: true })).toBeVisible()

  await main(page).getByRole('link', { name: 'Edit' }).click()
  await expect(label(page, 'Unit')).toHaveValue('hour')
  await label(page, 'Unit').selectOption('from')
  await button(page, updateButton.service).click()
  await expectToast(page, listings.service.updated)
  await expect(await openCard(page, title)).toContainText('from $35')
})

for (const kind of ['service', 'event'] as const) {
  test(`a free ${kind} says Free on its card, its page, and in its author's list`, { tag: '@slow' }, async ({
    page,
    signIn,
    database,
  }) => {
    const { email } = await signIn()
    const title = uniqueTitle('Costs nothing')
    const id = await createListing(database, {
      kind,
      title,
      authorEmail: email,
      price: 0,
      priceUnit: 'hour',
    })
    await expect(await openCard(page, title, kind)).toContainText('Free')
    for (const path of [`/${kind === 'event' ? 'event' : 'ad'}-details/${id}`, `/my-${kind}s`]) {
      await visit(page, path)
      // The first one: similar ads below may be free too.
      await expect(
        main(page)
          .getByText(/^(Ticket price: )?Free$/)
          .first(),
      ).toBeVisible()
    }
    for (const path of [`/all-${kind}s?searchtext=${encodeURIComponent(title)}`, `/my-${kind}s`]) {
      await visit(page, path)
      await expect(main(page)).not.toContainText(/\$0|per hour/)
    }
  })
}

test('the price of an event is per ticket unless its author says otherwise', { tag: '@slow' }, async ({
  page,
  database,
}) => {
  for (const [priceUnit, shown] of [
    [null, 'Ticket price: $12 per ticket'],
    ['person', 'Ticket price: $12 per person'],
    ['from', 'Ticket price: from $12 per ticket'],
  ] as const) {
    const id = await createListing(database, { kind: 'event', price: 12, priceUnit })
    await visit(page, `/event-details/${id}`)
    await expect(main(page).getByRole('paragraph').filter({ hasText: 'Ticket price' })).toHaveText(shown)
  }
})
