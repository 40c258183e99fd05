/** Drafts: what was typed and uploaded survives whatever ends the page before it is sent. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { listings } from '../../src/shared/messages/forms.ts'
import { signIn as sessions } from '../../src/shared/messages/pages.ts'
import { expectAccessible } from '../support/accessible.ts'
import { goodPassword } from '../support/accounts.ts'
import { hydrated, visit } from '../support/journey.ts'
import {
  button,
  choosePictures,
  expectToast,
  expectUploaded,
  fillForm,
  goodBoxes,
  goodChoices,
  label,
  openForm,
  tiles,
} from '../support/posting-form.ts'
import { test } from '../support/signed-in.ts'

const banner = (page: Page) => page.getByRole('region', { name: 'Drafts' })

async function expectFilled(page: Page) {
  for (const [name, text] of Object.entries({ ...goodBoxes, ...goodChoices }))
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

test('a reload loses nothing, and nothing is filled in before it is asked for', async ({ page, signIn }) => {
  await signIn()
  await fillWithPicture(page)
  await reload(page)
  await expect(banner(page)).toContainText(
    'You have an unfinished service, Piano lessons for beginners, from',
  )
  await expect(label(page, 'Title')).toHaveValue('')
  await expectAccessible(page, 'with an unfinished draft')
  await button(page, 'Restore draft').click()
  await expectFilled(page)
  await expectUploaded(page, 1)
  await expect(banner(page)).toHaveCount(0)

  await button(page, 'Post Service').click()
  await expectToast(page, listings.service.posted)
  await expect(page).toHaveURL('/my-services')
  await openForm(page, 'service')
  await expect(banner(page)).toHaveCount(0)
})

test('a tab that was closed loses nothing, of the event form too', async ({ page, context, signIn }) => {
  await signIn()
  await openForm(page, 'event')
  await fillForm(page, 'event')
  await page.close()
  const next = await context.newPage()
  await openForm(next, 'service')
  await expect(banner(next)).toHaveCount(0)
  await openForm(next, 'event')
  await button(next, 'Restore draft').click()
  await expectFilled(next)
  await expect(label(next, 'Start Date')).toHaveValue('2030-05-04')
  await next.close()
})

test('a session that ended while it was written: sign in, come back, go on', async ({
  page,
  signIn,
  database,
  allowStatus,
}) => {
  allowStatus(401)
  const { email, accountId } = await signIn()
  await fillWithPicture(page)
  await sql`delete from account_session where account_id = ${accountId}`.execute(database.kysely)
  // A picture on its way is refused too, and is still there afterwards.
  await choosePictures(page, ['picture.webp'])
  await expectToast(page, sessions.sessionEnded)
  await expect(tiles(page).nth(1)).toContainText('Image upload failed.')
  await expectFilled(page)
  await button(page, 'Post Service').click()
  // Told again to whoever tries again; the newest lies on top.
  await expect(page.locator('[data-sonner-toast]').filter({ hasText: sessions.sessionEnded })).toHaveCount(2)
  await page.locator('[data-sonner-toast][data-front=true]').getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/signin?to=%2Fpost-services')
  await label(page, 'Email').fill(email)
  await label(page, 'Password').fill(goodPassword)
  await button(page, 'Sign In').click()
  await expect(page).toHaveURL('/post-services')
  await button(page, 'Restore draft').click()
  await expectFilled(page)
  await page.getByRole('button', { name: 'Retry: picture.webp' }).click()
  await expectUploaded(page, 2)
  await button(page, 'Post Service').click()
  await expectToast(page, listings.service.posted)
})

test('what is typed before the draft is decided about is a draft of its own', async ({ page, signIn }) => {
  await signIn()
  await openForm(page, 'service')
  await label(page, 'Title').fill('The first')
  await reload(page)
  await label(page, 'Title').fill('The second')
  await reload(page)
  await expect(button(page, 'Restore draft')).toHaveCount(2)
  await expect(banner(page).getByRole('strong')).toHaveText(['The second', 'The first'])
  await label(page, 'Title').fill('The third')
  await button(page, 'Restore draft').last().click()
  await expect(label(page, 'Title')).toHaveValue('The first')
  await expect(banner(page).getByRole('strong')).toHaveText(['The third', 'The second'])
})

test('a draft that is discarded is gone, unless that is taken back', async ({ page, signIn }) => {
  await signIn()
  await openForm(page, 'service')
  await label(page, 'Title').fill('Piano')
  await reload(page)
  await button(page, 'Discard').click()
  await expect(banner(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(banner(page)).toContainText('Piano')
  await button(page, 'Discard').click()
  await reload(page)
  await expect(banner(page)).toHaveCount(0)
})

test('a picture that was not up when the page was left is told by its name', async ({ page, signIn }) => {
  await signIn()
  await page.route('**/api/images', () => {})
  await openForm(page, 'service')
  await choosePictures(page, ['small.jpg'])
  await label(page, 'Title').fill('Piano')
  page.on('dialog', (dialog) => dialog.accept())
  await reload(page)
  await button(page, 'Restore draft').click()
  await expect(tiles(page)).toContainText('small.jpg')
  await expect(tiles(page)).toContainText('It was not uploaded before the page was left.')
})

test('an uploaded picture that is gone by now is told', async ({ page, signIn, allowStatus }) => {
  allowStatus(404)
  await signIn()
  await fillWithPicture(page)
  await page.route('**/pictures/**', (route) => route.fulfill({ status: 404 }))
  await reload(page)
  await button(page, 'Restore draft').click()
  await expect(tiles(page)).toContainText('It is no longer on this site.')
})

test('somebody else on the same computer is not shown it', async ({ page, signIn }) => {
  await signIn()
  await openForm(page, 'service')
  await label(page, 'Title').fill('Piano')
  await page.getByRole('banner').getByLabel('Your menu').click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await signIn()
  await openForm(page, 'service')
  await expect(banner(page)).toHaveCount(0)
})

test('two tabs that take up one draft do not write over each other', async ({ page, context, signIn }) => {
  await signIn()
  await openForm(page, 'service')
  await label(page, 'Title').fill('From the first tab')
  await label(page, 'Phone').fill('1')
  const second = await context.newPage()
  await expect
    .poll(async () => {
      await openForm(second, 'service')
      return button(second, 'Restore draft').count()
    })
    .toBe(1)
  await button(second, 'Restore draft').click()
  await label(second, 'Title').fill('From the second tab')
  await second.close()
  // The browser tells the first tab a moment later, which then writes its own once more.
  const drafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft/')).length)
  await expect.poll(drafts).toBe(2)
  await page.close()
  const third = await context.newPage()
  await openForm(third, 'service')
  await expect(banner(third).getByRole('strong').filter({ hasText: 'From the first tab' })).toHaveCount(1)
  await expect(banner(third).getByRole('strong').filter({ hasText: 'From the second tab' })).toHaveCount(1)
})

test('spoiled storage does the form no harm', async ({ page, signIn }) => {
  const { email } = await signIn()
  await page.addInitScript(
    (owner) => localStorage.setItem(`draft/1/${owner}/service/new/x`, '{"half a'),
    email,
  )
  await openForm(page, 'service')
  await expect(label(page, 'Title')).toBeEditable()
  await expect(banner(page)).toHaveCount(0)
})

/** What the browser does instead of keeping something. */
const refusals = {
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

for (const [how, refuse] of Object.entries(refusals)) {
  test(`where storage is ${how}, the form says that it keeps no draft, and can be sent`, async ({
    page,
    signIn,
  }) => {
    await signIn()
    await visit(page, '/post')
    await page.evaluate(refuse)
    await page.getByRole('link', { name: 'Post a service' }).click()
    await fillForm(page, 'service')
    await expect(page.getByText('This browser has no room for a draft.')).toBeVisible()
    await button(page, 'Post Service').click()
    await expectToast(page, listings.service.posted)
  })
}
