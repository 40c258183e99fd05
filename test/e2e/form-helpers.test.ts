/** What the forms do for the person who fills them in. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/browser/accessible.ts'
import { holdCode, visit } from '../support/browser/journey.ts'
import { button, fillForm, label, openForm, postedPage } from '../support/browser/posting-form.ts'
import { test } from '../support/browser/signed-in.ts'
import { createListing } from '../support/data/factories.ts'

/** Returns the labels of the fields that are marked as optional. */
const optionalFields = (page: Page) =>
  page
    .getByRole('main')
    .getByText('(optional)', { exact: true })
    .evaluateAll((marks) => marks.map((mark) => mark.previousElementSibling?.textContent))

test('the posting form marks optional fields', async ({ page, signIn }) => {
  await signIn()
  await openForm(page, 'service')
  const atEnd = ['Business Email', 'Phone', 'Facebook', 'Instagram', 'Day and Time']
  const ofServices = ['Where it happens', 'Travels up to (mi)', 'Experience (years)']
  const afterPlace = [...ofServices, 'Languages spoken', 'Licensed or insured', ...atEnd]
  expect(await optionalFields(page)).toEqual(['Images', 'Unit', 'State', ...afterPlace])
  await expect(label(page, 'Phone')).toHaveAccessibleDescription('(optional)')
  await label(page, 'State').selectOption('Texas')
  expect(await optionalFields(page)).toEqual(['Images', 'Unit', 'State', 'City', ...afterPlace])
  await openForm(page, 'event')
  expect(await optionalFields(page)).toEqual([
    ...['Unit', 'Start Time', 'End Time', 'Doors Open', 'Skip a date', 'State'],
    ...['Venue Name', 'Street Address', 'ZIP or Postal Code', 'How to Find It'],
    ...['Online Link', 'Ticket Link', 'Capacity'],
    ...['Question 1', 'Question 2', 'Question 3', 'Question 4', 'Question 5'],
    ...['Age group', 'Indoors or outdoors', 'Wheelchair access', ...atEnd],
  ])
})

test('the edit form marks fewer fields: it requires a state and a city', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
}) => {
  const { email } = await signIn()
  const id = await createListing(database, { authorEmail: email })
  await visit(page, `/service-update/${id}`)
  expect(await optionalFields(page)).not.toContain('State')
  expect(await optionalFields(page)).not.toContain('City')
})

test('the profile form marks optional fields, and the contact form has none', { tag: '@slow' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  await visit(page, '/update-profile')
  expect(await optionalFields(page)).toEqual(['Phone', 'Address', 'Bio'])
  await visit(page, '/contact')
  expect(await optionalFields(page)).toEqual([])
})

test('the price has the currency in front of it', { tag: '@slow' }, async ({ page, signIn }) => {
  await signIn()
  await openForm(page, 'service')
  const symbol = page.getByRole('main').getByText('$', { exact: true })
  const [left, right] = [await symbol.boundingBox(), await label(page, 'Price').boundingBox()]
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeCloseTo(right?.x ?? -1, 0)
  await expect(page.getByRole('textbox', { name: 'Price', exact: true })).toHaveCount(1)
})

test('shows how many characters are left once there are few, counted as the server does', {
  tag: '@slow',
}, async ({ page, signIn }) => {
  await signIn()
  await openForm(page, 'service')
  const counter = page.getByText(/characters? (left|too many)$/)
  await label(page, 'Title').fill('W'.repeat(99))
  await expect(counter).toHaveCount(0)
  // Spaces around the title do not count, and those inside count once.
  await label(page, 'Title').fill(`  ${'W'.repeat(100)}   W  `)
  await expect(counter.first()).toHaveText('18 characters left')
  await label(page, 'Title').fill('W'.repeat(119))
  await expect(counter.first()).toHaveText('1 character left')
  await expect(page.getByRole('status').filter({ hasText: '1 character left' })).toHaveCount(1)
  await expectAccessible(page, 'with a counter')
  await label(page, 'Title').fill('W'.repeat(123))
  await expect(counter.first()).toHaveText('3 characters too many')
  await button(page, 'Post Service').click()
  await expect(label(page, 'Title')).toHaveAccessibleDescription(
    'Please use at most 120 characters for the title.',
  )
  await label(page, 'Description').fill('W'.repeat(9_600))
  await expect(page.getByText('400 characters left').first()).toBeVisible()
})

test('takes usernames for links, and shows the links', { tag: '@slow' }, async ({ page, signIn }) => {
  await signIn()
  await openForm(page, 'service')
  await fillForm(page, 'service', { Facebook: 'mypottery', Instagram: '@mypottery' })
  await expect(label(page, 'Facebook')).toHaveValue('https://www.facebook.com/mypottery')
  await label(page, 'Instagram').press('Enter')
  await expect(page).toHaveURL(postedPage.service)
  const [service] = await (await page.request.get('/api/servicesbyauser')).json()
  expect(service.author).toMatchObject({
    facebook: 'https://www.facebook.com/mypottery',
    instagram: 'https://www.instagram.com/mypottery',
  })
})

test('shows the link of a username that was entered before the code has loaded', { tag: '@slow' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  const release = await holdCode(page)
  await page.goto('/post-services')
  await label(page, 'Facebook').fill('@mypottery')
  await label(page, 'Instagram').focus()
  release()
  await expect(label(page, 'Facebook')).toHaveValue('https://www.facebook.com/mypottery')
})

test('presets the country: the first of the site, then that of the last ad', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
}) => {
  const { email } = await signIn()
  await openForm(page, 'service')
  await expect(label(page, 'Country')).toHaveValue('United States')
  await expect(label(page, 'State').getByRole('option', { name: 'Texas' })).toBeAttached()
  await createListing(database, { authorEmail: email, country: 'Canada', state: 'Ontario', city: 'Toronto' })
  await openForm(page, 'event')
  await expect(label(page, 'Country')).toHaveValue('Canada')
  await expect(label(page, 'State')).toHaveValue('')
  await label(page, 'State').selectOption('Ontario')
  // A preset alone is no draft.
  await openForm(page, 'service')
  await expect(label(page, 'Country')).toHaveValue('Canada')
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('/service/'))),
  ).toEqual([])
})
