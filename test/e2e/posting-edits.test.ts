/** Editing a listing: the form's initial values, who may open it, and what is required again. */
import { expect, type Page } from '@playwright/test'
import { listings, noAccess } from '../../src/shared/messages/forms.ts'
import { pageNotFound } from '../../src/shared/messages/pages.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { visit } from '../support/browser/journey.ts'
import {
  button,
  choosePictures,
  expectToast,
  expectUploaded,
  label,
  ownPage,
  tiles,
  updateButton,
} from '../support/browser/posting-form.ts'
import { test } from '../support/browser/signed-in.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'
import { createListing, setStatus } from '../support/data/factories.ts'

const kinds = ['service', 'event'] as const
const editPage = (kind: 'service' | 'event', id: string) => `/${kind}-update/${id}`
const detailsPage = (kind: 'service' | 'event', id: string) =>
  kind === 'service' ? `/ad-details/${id}` : `/event-details/${id}`

const expectFields = async (page: Page, fields: Record<string, string>) => {
  for (const [name, text] of Object.entries(fields))
    await expect.soft(label(page, name), name).toHaveValue(text)
}

for (const kind of kinds) {
  test(
    `shows a ${kind} in the form, and saves the changes`,
    slowJourneyUnless(kind === 'event'),
    async ({ page, signIn, database }) => {
      const { email } = await signIn()
      const id = await createListing(database, {
        kind,
        authorEmail: email,
        title: 'Piano lessons',
        price: 42.5,
        phone: '512 555 0142',
        ...(kind === 'event' && { startDate: '2030-05-04', endDate: '2030-05-05', availability: 'soldout' }),
      })
      await visit(page, editPage(kind, id))
      await expectFields(page, {
        Title: 'Piano lessons',
        Category: 'Pet Services',
        Subcategory: 'Dog Walking',
        Price: '42.50',
        Description: 'What is offered, said in a sentence or two.',
        Country: 'United States',
        State: 'Texas',
        City: 'Austin',
        Email: email,
        Phone: '512 555 0142',
      })
      await expect(label(page, 'Email')).toBeDisabled()
      if (kind === 'event') {
        await expectFields(page, { 'Start Date': '2030-05-04', 'End Date': '2030-05-05', Availability: '' })
        await expect(label(page, 'Availability')).toHaveAccessibleDescription('Saved: Sold out')
      }
      await expectAccessible(page, 'the edit form')

      await label(page, 'Title').fill('Piano lessons for all')
      await choosePictures(page, ['small.jpg'])
      await expectUploaded(page, 1)
      await button(page, updateButton[kind]).click()
      if (kind === 'event') {
        await expect(label(page, 'Availability')).toBeFocused()
        await expect(label(page, 'Availability')).toHaveAccessibleDescription(
          'Saved: Sold out Please choose whether tickets are available.',
        )
        await label(page, 'Availability').selectOption('Available')
        await button(page, updateButton[kind]).click()
      }
      await expectToast(page, listings[kind].updated)
      await expect(page).toHaveURL(ownPage[kind])
      await visit(page, detailsPage(kind, id))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Piano lessons for all')
      await expect(page.getByText('Sold Out')).toHaveCount(0)

      await visit(page, editPage(kind, id))
      await expectUploaded(page, 1)
      await page.getByRole('button', { name: /^Remove/ }).click()
      if (kind === 'event') await label(page, 'Availability').selectOption('Sold out')
      await button(page, updateButton[kind]).click()
      await expect(page).toHaveURL(ownPage[kind])
      await visit(page, editPage(kind, id))
      await expect(tiles(page)).toHaveCount(0)
    },
  )

  test(`requires a state and a city to update a ${kind}`, { tag: '@slow' }, async ({
    page,
    signIn,
    database,
  }) => {
    const { email } = await signIn()
    const id = await createListing(database, { kind, authorEmail: email, state: null, city: null })
    await visit(page, editPage(kind, id))
    if (kind === 'event') await label(page, 'Availability').selectOption('Available')
    await button(page, updateButton[kind]).click()
    await expect(label(page, 'State')).toHaveAccessibleDescription('Please choose a state.')
    await expect(label(page, 'State')).toBeFocused()
    await label(page, 'State').selectOption('Texas')
    await button(page, updateButton[kind]).click()
    await expect(label(page, 'City')).toHaveAccessibleDescription('Please choose a city.')
    await label(page, 'City').selectOption('Austin')
    await button(page, updateButton[kind]).click()
    await expectToast(page, listings[kind].updated)
  })

  test(
    `redirects from someone else’s ${kind} without a forbidden call and without signing out`,
    slowJourneyUnless(kind === 'event'),
    async ({ page, signIn, database }) => {
      await signIn()
      const id = await createListing(database, { kind })
      const rejected: string[] = []
      page.on('response', (response) => {
        if ([401, 403].includes(response.status())) rejected.push(response.url())
      })
      await visit(page, editPage(kind, id))
      await expectToast(page, noAccess)
      await expect(page).toHaveURL(ownPage[kind])
      await expect(page.getByRole('banner').getByLabel('Your menu')).toBeVisible()
      expect(rejected).toEqual([])
    },
  )

  test(
    `lets an admin edit someone else’s ${kind}, which keeps its author`,
    slowJourneyUnless(kind === 'service'),
    async ({ page, signIn, database }) => {
      await signIn({ isAdmin: true })
      const id = await createListing(database, { kind, authorEmail: 'neighbor@example.com' })
      await visit(page, editPage(kind, id))
      await expect(label(page, 'Email')).toHaveValue('neighbor@example.com')
      await label(page, 'Title').fill('Made clearer by an admin')
      if (kind === 'event') await label(page, 'Availability').selectOption('Available')
      await button(page, updateButton[kind]).click()
      await expectToast(page, listings[kind].updated)
      await visit(page, detailsPage(kind, id))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Made clearer by an admin')
      await expect(page.getByRole('main')).toContainText('neighbor@example.com')
    },
  )

  test(
    `returns 404 for an unknown ${kind} and 410 for a deleted one`,
    slowJourneyUnless(kind === 'event'),
    async ({ page, signIn, database, allowStatus }) => {
      allowStatus(404)
      allowStatus(410)
      const { email } = await signIn()
      const id = await createListing(database, { kind, authorEmail: email })
      await setStatus(database, id, 'deleted')
      expect((await page.goto(editPage(kind, id)))?.status()).toBe(410)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This ad is gone')
      const unknown = '0193e0a4-0000-7000-8000-00000000dead'
      expect((await page.goto(editPage(kind, unknown)))?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(pageNotFound.title)
    },
  )
}

test('restores an unfinished edit, for that ad only', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
}) => {
  const { email } = await signIn()
  const id = await createListing(database, { authorEmail: email, title: 'Piano lessons' })
  const other = await createListing(database, { authorEmail: email })
  await visit(page, editPage('service', id))
  await label(page, 'Description').fill('Half a sentence, and then the phone rang')
  await visit(page, editPage('service', other))
  await expect(label(page, 'Description')).not.toHaveValue(/Half a sentence/)
  await visit(page, editPage('service', id))
  await expect(button(page, 'Start over')).toBeVisible()
  await expect(label(page, 'Description')).toHaveValue('Half a sentence, and then the phone rang')
  await expect(label(page, 'City')).toHaveValue('Austin')
  await button(page, 'Update Service').click()
  await expectToast(page, listings.service.updated)
})
