/** Posting a service and an event, from the empty form to the ad. */
import { expect } from '@playwright/test'
import { listings, pictures } from '../../src/shared/messages/forms.ts'
import { invalidSocialLink } from '../../src/shared/social-link.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { hydrated } from '../support/browser/journey.ts'
import {
  button,
  choosePictures,
  expectToast,
  expectUploaded,
  fillForm,
  label,
  openForm,
  postButton,
  postedPage,
} from '../support/browser/posting-form.ts'
import { test } from '../support/browser/signed-in.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'

const kinds = ['service', 'event'] as const
const sections = {
  service: ['Service Details', 'Author Contact Information'],
  event: ['Event Details', 'Host Information'],
}

for (const kind of kinds) {
  test(
    `posts a ${kind} with pictures, and shows it as typed`,
    slowJourneyUnless(kind === 'event'),
    async ({ page, signIn }) => {
      const { email } = await signIn()
      await openForm(page, kind)
      for (const name of sections[kind]) await expect(page.getByRole('heading', { name })).toBeVisible()
      await expectAccessible(page, 'the empty form')
      await choosePictures(page, ['phone.jpg', 'picture.webp'])
      await fillForm(page, kind)
      await expectToast(page, pictures.uploaded)
      await expectUploaded(page, 2)
      await expectAccessible(page, 'the form filled in')
      await button(page, postButton[kind]).click()
      await expectToast(page, listings[kind].posted)
      await expect(page).toHaveURL(postedPage[kind])

      await page.getByRole('link', { name: 'View ad' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Piano lessons for beginners')
      const main = page.getByRole('main')
      for (const text of [
        '$42.50',
        'Austin, Texas, United States',
        'Patient lessons for children and adults,\nat your home or mine.',
        'Music & Performing Arts',
        'Piano Lessons',
        email,
        'lessons@example.com',
        '+1 512 555 0142',
        'facebook.com/lessons',
        'instagram.com/lessons',
        ...(kind === 'event' ? ['Saturday, May 4, 2030 – Sunday, May 5, 2030'] : []),
      ])
        await expect(main).toContainText(text)
      await expect(main.getByText('1 of 2', { exact: true })).toBeVisible()
    },
  )

  test(
    `shows every missing field of a ${kind} at once, and focuses the first`,
    slowJourneyUnless(kind === 'service'),
    async ({ page, signIn }) => {
      await signIn()
      await openForm(page, kind)
      await button(page, postButton[kind]).click()
      const errors: Record<string, string> = {
        Title: 'Please enter a title.',
        Category: 'Please choose a category.',
        Price: 'Please enter the price as a number, such as 35 or 12.50.',
        Description: 'Please enter a description.',
        ...(kind === 'event' && {
          Images: 'Please add at least one photo of the event.',
          'Start Date': 'Please choose a start date, such as 2026-11-20.',
          'End Date': 'Please choose an end date, such as 2026-11-20.',
        }),
      }
      for (const [name, sentence] of Object.entries(errors)) {
        await expect(label(page, name)).toHaveAttribute('aria-invalid', 'true')
        await expect(label(page, name)).toHaveAccessibleDescription(
          RegExp(`${sentence.replaceAll('.', '\\.')}$`),
        )
      }
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(Object.keys(errors).length)
      await expect(label(page, kind === 'event' ? 'Images' : 'Title')).toBeFocused()
      await expectAccessible(page, 'with errors')

      await label(page, 'Title').fill('Bread')
      await expect(label(page, 'Title')).not.toHaveAttribute('aria-invalid', 'true')
      await label(page, 'Category').selectOption('Pet Services')
      await button(page, postButton[kind]).click()
      await expect(label(page, 'Subcategory')).toHaveAccessibleDescription('Please choose a subcategory.')
      await expect(page).toHaveURL(kind === 'event' ? '/post-events' : '/post-services')
    },
  )
}

test('shows each select once the one above has a value, and resets it on change', { tag: '@slow' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  await openForm(page, 'service')
  for (const name of ['Subcategory', 'City']) await expect(label(page, name)).toHaveCount(0)
  await label(page, 'Category').selectOption('Pet Services')
  await label(page, 'Subcategory').selectOption('Dog Walking')
  await label(page, 'Category').selectOption('Music & Performing Arts')
  await expect(label(page, 'Subcategory')).toHaveValue('')
  await label(page, 'Subcategory').selectOption('Piano Lessons')

  await label(page, 'Country').selectOption('')
  await expect(label(page, 'State')).toHaveCount(0)
  await label(page, 'Country').selectOption('United States')
  await expect(label(page, 'City')).toHaveCount(0)
  await label(page, 'State').selectOption('Texas')
  await label(page, 'City').selectOption('Austin')
  await label(page, 'State').selectOption('New York')
  await expect(label(page, 'City')).toHaveValue('')
  await label(page, 'City').selectOption('Albany')
  await label(page, 'Country').selectOption('Canada')
  await expect(label(page, 'State')).toHaveValue('')
  await expect(label(page, 'City')).toHaveCount(0)
  await label(page, 'State').selectOption('Ontario')
  await expect(label(page, 'Subcategory')).toHaveValue('Piano Lessons')
})

test('fills in the account email, read-only', { tag: '@slow' }, async ({ page, signIn }) => {
  const { email } = await signIn()
  await openForm(page, 'service')
  await expect(label(page, 'Email')).toHaveValue(email)
  await expect(label(page, 'Email')).not.toBeEditable()
})

test('rejects invalid addresses and an invalid price at their fields', { tag: '@slow' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  await openForm(page, 'service')
  await fillForm(page, 'service', {
    Price: 'about ten',
    'Business Email': 'nobody',
    Facebook: 'my page',
    Instagram: 'javascript:alert(1)',
  })
  await button(page, 'Post Service').click()
  await expect(label(page, 'Price')).toBeFocused()
  await expect(label(page, 'Business Email')).toHaveAccessibleDescription('Invalid email address')
  await expect(label(page, 'Facebook')).toHaveAccessibleDescription(RegExp(`${invalidSocialLink.facebook}$`))
  await expect(label(page, 'Instagram')).toHaveAccessibleDescription(
    RegExp(`${invalidSocialLink.instagram}$`),
  )
  await expect(label(page, 'Facebook')).toHaveValue('my page')
})

test('accepts a price as people write it', { tag: '@slow' }, async ({ page, signIn }) => {
  await signIn()
  await openForm(page, 'service')
  await fillForm(page, 'service', { Price: '$1,200', Facebook: 'facebook.com/lessons' })
  await button(page, 'Post Service').click()
  await expect(page).toHaveURL(postedPage.service)
  await expect(page.getByRole('main')).toContainText('$1,200')
})

test('posts one service despite a double click and a lost response', async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/)
  await signIn()
  const posted = async () => (await page.request.get('/api/servicesbyauser')).json()
  await openForm(page, 'service')
  await fillForm(page, 'service')
  let lost = 0
  await page.route('**/api/services', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.fallback()
    lost += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
  await button(page, 'Post Service').dblclick()
  await expectToast(page, /Failed to post service/)
  expect(await posted()).toHaveLength(1)

  await page.reload()
  await hydrated(page)
  await expect(label(page, 'Title')).toHaveValue('Piano lessons for beginners')
  await button(page, 'Post Service').dblclick()
  await expectToast(page, listings.service.posted)
  await expect(page).toHaveURL(postedPage.service)
  expect(await posted()).toHaveLength(1)
})

test('shows server errors at the field, and keeps what was typed', { tag: '@slow' }, async ({
  page,
  signIn,
  allowStatus,
}) => {
  allowStatus(400)
  await signIn()
  await openForm(page, 'event')
  await choosePictures(page, ['small.jpg'])
  await fillForm(page, 'event', { 'Start Date': '2020-05-04', 'End Date': '2020-05-05' })
  await expectUploaded(page, 1)
  await button(page, 'Post Event').click()
  await expectToast(page, /already ended/)
  await expect(label(page, 'End Date')).toHaveAccessibleDescription(/already ended/)
  await expect(label(page, 'End Date')).toBeFocused()
  await expect(label(page, 'Title')).toHaveValue('Piano lessons for beginners')
  await expectUploaded(page, 1)
  await label(page, 'End Date').fill('2030-05-05')
  await button(page, 'Post Event').click()
  await expectToast(page, listings.event.posted)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('says that the form needs them', async ({ page, signIn }) => {
    await signIn()
    await page.goto('/post-services')
    await expect(page.getByText('Posting and editing ads needs JavaScript.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: 'Post Service' })).toBeDisabled()
  })
})
