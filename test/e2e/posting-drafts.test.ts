/** Drafts: typed values and uploads survive whatever ends the page before the form is submitted. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { listings } from '../../src/shared/messages/forms.ts'
import { sessionEnded } from '../../src/shared/messages/pages.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { hydrated, visit } from '../support/browser/journey.ts'
import {
  button,
  choosePictures,
  expectToast,
  expectUploaded,
  fillForm,
  label,
  openForm,
  postedPage,
  tiles,
  validChoices,
  validFields,
} from '../support/browser/posting-form.ts'
import { test } from '../support/browser/signed-in.ts'
import { goodPassword } from '../support/data/accounts.ts'

/** Drafts that are not in the form. */
const banner = (page: Page) => page.getByRole('region', { name: 'Drafts' })
const startOver = (page: Page) => button(page, 'Start over')
const toastButton = (page: Page, name: string) =>
  page.getByRole('region', { name: /Notifications/ }).getByRole('button', { name })

async function expectFilled(page: Page) {
  for (const [name, text] of Object.entries({ ...validFields, ...validChoices }))
    await expect.soft(label(page, name), name).toHaveValue(text)
}

async function fillWithPicture(page: Page) {
  await openForm(page, 'service')
  await choosePictures(page, ['small.jpg'])
  await fillForm(page, 'service')
  await expectUploaded(page, 1)
}

async function reload(page: Page) {
  await page.reload()
  await hydrated(page)
}

test('what was said about a draft ends with the form, and what was posted is said after it', {
  tag: '@slow',
}, async ({ page, signIn }) => {
  await signIn()
  await openForm(page, 'service')
  await label(page, 'Title').fill('Piano lessons')
  await reload(page)
  await startOver(page).click()
  await expectToast(page, 'Draft discarded')
  await fillForm(page, 'service')
  await button(page, 'Post Service').click()
  await expectToast(page, listings.service.posted)
  await expect(page.getByRole('region', { name: /Notifications/ }).getByText('Draft discarded')).toHaveCount(
    0,
  )
})

test('restores the draft after a reload, and says so', async ({ page, signIn }) => {
  await signIn()
  await fillWithPicture(page)
  await reload(page)
  await expect(page.locator('[data-form-bar]')).toContainText('Draft restored')
  await expectFilled(page)
  await expectUploaded(page, 1)
  await expect(banner(page)).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'Draft restored' })).toHaveCount(1)
  await expectAccessible(page, 'with a restored draft')

  await button(page, 'Post Service').click()
  await expectToast(page, listings.service.posted)
  await expect(page).toHaveURL(postedPage.service)
  await openForm(page, 'service')
  await expect(label(page, 'Title')).toHaveValue('')
  await expect(startOver(page)).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })

  test('a restored draft is announced within the viewport, wherever the page was scrolled', {
    tag: '@slow',
  }, async ({ page, signIn }) => {
    await signIn()
    await openForm(page, 'service')
    await fillForm(page, 'service')
    await label(page, 'Instagram').scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate(() => scrollY)
    expect(scrolled).toBeGreaterThan(500)
    await reload(page)
    await expect(startOver(page)).toBeInViewport({ ratio: 1 })
    await expect(page.locator('[data-form-bar]').getByText('Draft restored')).toBeInViewport({ ratio: 1 })
    await expectFilled(page)
    await page.evaluate(() => scrollTo(0, 0))
    await expect(startOver(page)).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
})

test('starts over with an empty form, and undoes it', { tag: '@slow' }, async ({ page, signIn }) => {
  await signIn()
  await fillWithPicture(page)
  await reload(page)
  await startOver(page).click()
  await expectToast(page, 'Draft discarded.')
  await expect(label(page, 'Title')).toHaveValue('')
  await expect(label(page, 'Country')).toHaveValue('United States')
  await expect(tiles(page)).toHaveCount(0)
  await expect(startOver(page)).toHaveCount(0)
  await expect(page.locator('form').filter({ has: label(page, 'Title') })).toBeFocused()

  await toastButton(page, 'Undo').click()
  await expectFilled(page)
  await expectUploaded(page, 1)
  await startOver(page).click()
  await expect(label(page, 'Title')).toHaveValue('')
  await reload(page)
  await expect(label(page, 'Title')).toBeEditable()
  await expect(label(page, 'Title')).toHaveValue('')
  await expect(banner(page)).toHaveCount(0)
})

test('keeps what was typed after starting over when that is undone', { tag: '@slow' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  await openForm(page, 'service')
  await label(page, 'Title').fill('The first')
  await reload(page)
  await startOver(page).click()
  await label(page, 'Title').fill('The second')
  await toastButton(page, 'Undo').click()
  await expect(label(page, 'Title')).toHaveValue('The first')
  await expect(banner(page).getByRole('strong')).toHaveText(['The second'])
})

test('restores the draft of an event after its tab was closed', { tag: '@slow' }, async ({
  page,
  context,
  signIn,
}) => {
  await signIn()
  await openForm(page, 'event')
  await fillForm(page, 'event')
  await page.close()
  const next = await context.newPage()
  await openForm(next, 'service')
  await expect(label(next, 'Title')).toHaveValue('')
  await openForm(next, 'event')
  await expect(label(next, 'Start Date')).toHaveValue('2030-05-04')
  await expectFilled(next)
  await next.close()
})

test('continues after the session expired and the user signed in again', async ({
  page,
  signIn,
  database,
  allowStatus,
}) => {
  allowStatus(401)
  const { email, accountId } = await signIn()
  await fillWithPicture(page)
  await sql`delete from account_session where account_id = ${accountId}`.execute(database.kysely)
  // The upload is rejected too, and its picture stays in the form.
  await choosePictures(page, ['picture.webp'])
  await expectToast(page, sessionEnded)
  await expect(tiles(page).nth(1)).toContainText('Image upload failed.')
  await expectFilled(page)
  await button(page, 'Post Service').click()
  // A second attempt reports it again; the newest toast is on top.
  await expect(page.locator('[data-sonner-toast]').filter({ hasText: sessionEnded })).toHaveCount(2)
  await page.locator('[data-sonner-toast][data-front=true]').getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/signin?to=%2Fpost-services')
  await label(page, 'Email').fill(email)
  await label(page, 'Password').fill(goodPassword)
  await button(page, 'Sign In').click()
  await expect(page).toHaveURL('/post-services')
  await expect(startOver(page)).toBeVisible()
  await expectFilled(page)
  await page.getByRole('button', { name: 'Retry: picture.webp' }).click()
  await expectUploaded(page, 2)
  await button(page, 'Post Service').click()
  await expectToast(page, listings.service.posted)
})

test('does not replace what was typed before the scripts ran', { tag: '@slow' }, async ({ page, signIn }) => {
  await signIn()
  await openForm(page, 'service')
  await label(page, 'Title').fill('The first')
  await visit(page, '/post')
  let typed: Promise<void> | null = null
  await page.route('**/assets/*.js', async (route) => {
    typed ??= label(page, 'Title').fill('The second')
    await typed
    await route.continue()
  })
  await page.goto('/post-services')
  await hydrated(page)
  await expect(banner(page)).toContainText('You have an unfinished service, The first, from')
  await expect(label(page, 'Title')).toHaveValue('The second')
  await expectAccessible(page, 'with another draft')
  await button(page, 'Restore draft').click()
  await expect(label(page, 'Title')).toHaveValue('The first')
  await expect(banner(page).getByRole('strong')).toHaveText(['The second'])
})

test('discards another draft, and can undo it', { tag: '@slow' }, async ({ page, signIn }) => {
  await signIn()
  await openForm(page, 'service')
  await label(page, 'Title').fill('The first')
  await reload(page)
  await startOver(page).click()
  await label(page, 'Title').fill('The second')
  await toastButton(page, 'Undo').click()
  await button(page, 'Discard').click()
  await expect(banner(page)).toHaveCount(0)
  await toastButton(page, 'Undo').last().click()
  await expect(banner(page)).toContainText('The second')
  await button(page, 'Discard').click()
  await reload(page)
  await expect(label(page, 'Title')).toHaveValue('The first')
  await expect(banner(page)).toHaveCount(0)
})

test('names a picture whose upload had not finished', { tag: '@slow' }, async ({ page, signIn }) => {
  await signIn()
  await page.route('**/api/images', () => {})
  await openForm(page, 'service')
  await choosePictures(page, ['small.jpg'])
  await label(page, 'Title').fill('Piano')
  page.on('dialog', (dialog) => dialog.accept())
  await reload(page)
  await expect(tiles(page)).toContainText('small.jpg')
  await expect(tiles(page)).toContainText('You left the page before it was uploaded.')
})

test('reports an uploaded picture that no longer exists', { tag: '@slow' }, async ({
  page,
  signIn,
  allowStatus,
}) => {
  allowStatus(404)
  await signIn()
  await fillWithPicture(page)
  await page.route('**/pictures/**', (route) => route.fulfill({ status: 404 }))
  await reload(page)
  await expect(tiles(page)).toContainText('It is no longer on this site.')
})

test('does not show the draft to another user of the same browser', async ({ page, signIn }) => {
  await signIn()
  await openForm(page, 'service')
  await label(page, 'Title').fill('Piano')
  await page.getByRole('banner').getByLabel('Your menu').click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await signIn()
  await openForm(page, 'service')
  await expect(label(page, 'Title')).toHaveValue('')
  await expect(startOver(page)).toHaveCount(0)
})

test('leaves a draft to the tab that has it open, and keeps both when it is restored in another', {
  tag: '@slow',
}, async ({ page, context, signIn }) => {
  await signIn()
  await openForm(page, 'service')
  await label(page, 'Title').fill('From the first tab')
  await label(page, 'Phone').fill('1')
  const drafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft/')).length)
  await expect.poll(drafts).toBe(1)
  const second = await context.newPage()
  await openForm(second, 'service')
  await expect(button(second, 'Restore draft')).toHaveCount(1)
  await expect(label(second, 'Title')).toHaveValue('')
  await button(second, 'Restore draft').click()
  await label(second, 'Title').fill('From the second tab')
  await second.close()
  // The first tab gets the storage event a moment later, and then saves its own draft again.
  await expect.poll(drafts).toBe(2)
  await page.close()
  const third = await context.newPage()
  await openForm(third, 'service')
  await expect(startOver(third)).toBeVisible()
  const titles = [
    await label(third, 'Title').inputValue(),
    await banner(third).getByRole('strong').textContent(),
  ]
  expect(titles.sort()).toEqual(['From the first tab', 'From the second tab'])
})

test('ignores corrupted storage', { tag: '@slow' }, async ({ page, signIn }) => {
  const { email } = await signIn()
  await page.addInitScript(
    (owner) => localStorage.setItem(`draft/1/${owner}/service/new/x`, '{"half a'),
    email,
  )
  await openForm(page, 'service')
  await expect(label(page, 'Title')).toBeEditable()
  await expect(banner(page)).toHaveCount(0)
})

/** Makes the browser fail to store anything. */
const storageFailures = {
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('It is full.', 'QuotaExceededError')
    }
  },
  blocked: () => {
    const get = () => {
      throw new DOMException('It is blocked.', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get })
  },
}

for (const [state, breakStorage] of Object.entries(storageFailures)) {
  test(`says that drafts cannot be saved when storage is ${state}, and still posts`, {
    tag: '@slow',
  }, async ({ page, signIn }) => {
    await signIn()
    await visit(page, '/post')
    await page.evaluate(breakStorage)
    await page.getByRole('link', { name: 'Post a service' }).click()
    await fillForm(page, 'service')
    await expect(page.getByText('We can’t save a draft in this browser.')).toBeVisible()
    await button(page, 'Post Service').click()
    await expectToast(page, listings.service.posted)
  })
}
