/** Changing a listing: what the form starts with, who may open it, and what is asked for anew. */
import { expect, type Page } from '@playwright/test'
import { listings, noAccess } from '../../src/shared/messages/forms.ts'
import { pageNotFound, removedListing } from '../../src/shared/messages/pages.ts'
import { expectAccessible } from '../support/accessible.ts'
import { createListing, setStatus } from '../support/factories.ts'
import { visit } from '../support/journey.ts'
import {
  button,
  choosePictures,
  expectToast,
  expectUploaded,
  label,
  ownPage,
  tiles,
  updateButton,
} from '../support/posting-form.ts'
import { test } from '../support/signed-in.ts'

const kinds = ['service', 'event'] as const
const editPage = (kind: 'service' | 'event', id: string) => `/${kind}-update/${id}`
const detailsPage = (kind: 'service' | 'event', id: string) =>
  kind === 'service' ? `/ad-details/${id}` : `/event-details/${id}`

const expectBoxes = async (page: Page, boxes: Record<string, string>) => {
  for (const [name, text] of Object.entries(boxes))
    await expect.soft(label(page, name), name).toHaveValue(text)
}

for (const kind of kinds) {
  test(`the ${kind} that is changed stands in the form, and what is changed in the ad`, async ({
    page,
    signIn,
    database,
  }) => {
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
    await expectBoxes(page, {
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
      await expectBoxes(page, { 'Start Date': '2030-05-04', 'End Date': '2030-05-05', Availability: '' })
      await expect(label(page, 'Availability')).toHaveAccessibleDescription('Saved: Sold out')
    }
    await expectAccessible(page, 'the form of a change')

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
  })

  test(`a change of a ${kind} needs a state and a city`, async ({ page, signIn, database }) => {
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

  test(`somebody else’s ${kind} is not opened, without a forbidden call and without signing out`, async ({
    page,
    signIn,
    database,
  }) => {
    await signIn()
    const id = await createListing(database, { kind })
    const refused: string[] = []
    page.on('response', (response) => {
      if ([401, 403].includes(response.status())) refused.push(response.url())
    })
    await visit(page, editPage(kind, id))
    await expectToast(page, noAccess)
    await expect(page).toHaveURL(ownPage[kind])
    await expect(page.getByRole('banner').getByLabel('Your menu')).toBeVisible()
    expect(refused).toEqual([])
  })

  test(`an admin changes somebody else’s ${kind}, which stays theirs`, async ({ page, signIn, database }) => {
    await signIn({ isAdmin: true })
    const id = await createListing(database, { kind, authorEmail: 'neighbour@example.com' })
    await visit(page, editPage(kind, id))
    await expect(label(page, 'Email')).toHaveValue('neighbour@example.com')
    await label(page, 'Title').fill('Made clearer by an admin')
    if (kind === 'event') await label(page, 'Availability').selectOption('Available')
    await button(page, updateButton[kind]).click()
    await expectToast(page, listings[kind].updated)
    await visit(page, detailsPage(kind, id))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Made clearer by an admin')
    await expect(page.getByRole('main')).toContainText('neighbour@example.com')
  })

  test(`a ${kind} that was never there, and one that is gone, have no form`, async ({
    page,
    signIn,
    database,
    allowStatus,
  }) => {
    allowStatus(404)
    allowStatus(410)
    const { email } = await signIn()
    const id = await createListing(database, { kind, authorEmail: email })
    await setStatus(database, id, 'deleted')
    expect((await page.goto(editPage(kind, id)))?.status()).toBe(410)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(removedListing.title)
    const unknown = '0193e0a4-0000-7000-8000-00000000dead'
    expect((await page.goto(editPage(kind, unknown)))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pageNotFound.title)
  })
}

test('a change that is left unfinished is offered again, at that ad alone', async ({
  page,
  signIn,
  database,
}) => {
  const { email } = await signIn()
  const id = await createListing(database, { authorEmail: email, title: 'Piano lessons' })
  const other = await createListing(database, { authorEmail: email })
  await visit(page, editPage('service', id))
  await label(page, 'Description').fill('Half a sentence, and then the telephone')
  await visit(page, editPage('service', other))
  await expect(page.getByRole('region', { name: 'Drafts' })).toHaveCount(0)
  await visit(page, editPage('service', id))
  await expect(page.getByRole('region', { name: 'Drafts' })).toContainText(
    'You have unfinished changes to this service',
  )
  await button(page, 'Restore draft').click()
  await expect(label(page, 'Description')).toHaveValue('Half a sentence, and then the telephone')
  await expect(label(page, 'City')).toHaveValue('Austin')
  await button(page, 'Update Service').click()
  await expectToast(page, listings.service.updated)
})
