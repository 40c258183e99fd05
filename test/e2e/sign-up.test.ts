/** Signing up: from Post Ad to the form for an ad, with a real email in between. */
import { expect, type Page } from '@playwright/test'
import { signUp } from '../../src/shared/messages/forms.ts'
import { signIn } from '../../src/shared/messages/sign-in.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { hydrated, visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import type { MailServer } from '../support/site/mail-server.ts'

const password = 'a blue heron walks at noon'
let emailCount = 0
function newEmail() {
  emailCount += 1
  return `new-${process.pid}-${emailCount}@example.com`
}

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const linkTo = async (mail: MailServer, email: string) =>
  (await mail.waitForEmail(email, /^Confirm your email/)).links[0] ?? ''

async function fillSignUp(page: Page, email: string, name = 'Ada Park') {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('checkbox', { name: /Privacy Policy/ }).check()
  await button(page, 'Sign Up').click()
  await expect(heading(page)).toHaveText('Check your inbox')
}

async function expectAccessibleInBothSchemes(page: Page, what: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `${what} in ${colorScheme}`)
  }
}

test('from Post Ad through the emailed link back to Post Ad, signed in', async ({
  page,
  accountSite: { mail },
}) => {
  const email = newEmail()
  await visit(page, '/')
  await page.getByRole('banner').getByRole('link', { name: 'Post Ad' }).click()
  await expect(heading(page)).toHaveText('Sign In')
  await expect(main(page)).not.toContainText(/welcome back|see you again/i)
  await main(page).getByRole('link', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL('/signup?to=%2Fpost')
  await fillSignUp(page, email)
  const toast = page.locator('[data-sonner-toast]')
  await expect(toast.getByText(signUp.done, { exact: true })).toBeVisible()
  await expect(toast.getByText(signUp.doneDetail, { exact: true })).toBeVisible()
  await expect(main(page)).toContainText(email)
  expect(page.url()).not.toContain('example.com')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'check your inbox')

  await visit(page, await linkTo(mail, email))
  await expect(heading(page)).toHaveText('Confirm your email')
  await expect(main(page)).toContainText('Ada Park')
  await expectAccessibleInBothSchemes(page, 'confirm your email')
  await button(page, 'Confirm my email').click()
  await expect(page).toHaveURL('/post')
  await expect(heading(page)).toHaveText('Post Ad')
  await expect(page.getByText(signIn.doneNew).first()).toBeVisible()
  await visit(page, '/profile')
  await expect(main(page)).toContainText('Ada Park')
})

test('confirming in another browser takes the password, and goes on to the same page', async ({
  page,
  browser,
  accountSite: { mail, url },
}) => {
  const email = newEmail()
  await visit(page, '/signup?to=%2Fpost')
  await fillSignUp(page, email)
  const context = await browser.newContext({ baseURL: url })
  const phone = await context.newPage()
  await visit(phone, await linkTo(mail, email))
  await expectAccessibleInBothSchemes(phone, 'confirm with the password')
  await phone.getByLabel('Password').fill('not the password')
  await button(phone, 'Confirm my email').click()
  await expect(phone.getByRole('alert')).toContainText('This isn’t the password you signed up with.')
  await hydrated(phone)
  await phone.getByLabel('Password').fill(password)
  await button(phone, 'Confirm my email').click()
  await expect(phone).toHaveURL('/post')
  await context.close()
})

test('someone who does not know the password of the sign-up chooses a new one', { tag: '@slow' }, async ({
  page,
  browser,
  accountSite: { mail, url },
}) => {
  const email = newEmail()
  const elsewhere = await browser.newContext({ baseURL: url })
  const stranger = await elsewhere.newPage()
  await visit(stranger, '/signup')
  await fillSignUp(stranger, email, 'Mallory Stranger')
  await visit(page, await linkTo(mail, email))
  await button(page, 'Choose a new password').click()
  await expect(heading(page)).toHaveText('Choose a new password')
  await hydrated(page)
  await page.getByLabel('Password').fill('three green apples on a shelf')
  await main(page)
    .getByRole('button', { name: /password/ })
    .last()
    .click()
  await expect(main(page)).toContainText('Your password has been changed.')
  await elsewhere.close()
})

test('Send again sends another link, and Wrong address? returns to what was typed', { tag: '@slow' }, async ({
  page,
  accountSite: { mail },
}) => {
  const email = newEmail()
  await visit(page, '/signup?to=%2Fpost')
  await fillSignUp(page, email, 'Ada 🌿 Park')
  const first = await linkTo(mail, email)
  await button(page, 'Send again').click()
  await expect(page.getByText(signUp.sentAgain)).toBeVisible()
  await expect.poll(() => linkTo(mail, email)).not.toBe(first)
  expect(await linkTo(mail, email)).toContain('to=%2Fpost')

  await page.reload()
  await hydrated(page)
  await expect(main(page)).toContainText(email)
  await main(page).getByRole('link', { name: 'Wrong address?' }).click()
  await expect(page).toHaveURL('/signup?to=%2Fpost')
  await expect(page.getByLabel('Name')).toHaveValue('Ada 🌿 Park')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password')).toHaveValue('')
  await expect(page.getByRole('checkbox', { name: /Privacy Policy/ })).toBeChecked()
  const right = newEmail()
  await page.getByLabel('Email').fill(right)
  await page.getByLabel('Password').fill(password)
  await button(page, 'Sign Up').click()
  await expect(main(page)).toContainText(right)
})

test('Send again says when to try again if it is too soon', { tag: '@slow' }, async ({
  page,
  allowStatus,
}) => {
  allowStatus(429)
  await visit(page, '/signup')
  await fillSignUp(page, newEmail())
  const message = 'Too many attempts. Please try again in 42 seconds.'
  await page.route('**/api/auth/send-verification-email', (route) =>
    route.fulfill({ status: 429, json: { code: 'rate_limited', message } }),
  )
  await button(page, 'Send again').click()
  await expect(main(page).getByRole('status')).toHaveText(message)
})

test('check your inbox, opened on its own, leads to sign in', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/check-your-inbox?to=%2Fpost')
  await expect(button(page, 'Send again')).toHaveCount(0)
  await expect(main(page).getByRole('link', { name: 'Sign In' })).toHaveAttribute(
    'href',
    '/signin?to=%2Fpost',
  )
})

test('two sign-ups with one address: the page of a browser names its own', { tag: '@slow' }, async ({
  page,
  browser,
  accountSite: { mail, url },
}) => {
  const email = newEmail()
  const elsewhere = await browser.newContext({ baseURL: url })
  const stranger = await elsewhere.newPage()
  await visit(stranger, '/signup')
  await fillSignUp(stranger, email, 'Mallory Stranger')
  const first = await linkTo(mail, email)
  await visit(page, '/signup')
  await fillSignUp(page, email)
  await expect.poll(() => linkTo(mail, email)).not.toBe(first)
  await visit(page, first)
  await expect(main(page)).toContainText('Someone signed up with this address more than once.')
  await expect(main(page)).toContainText('Ada Park')
  await expect(main(page)).not.toContainText('Mallory')
  await expectAccessibleInBothSchemes(page, 'two sign-ups')
  await button(page, 'Confirm my email').click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByLabel('Your menu')).toBeVisible()
  await elsewhere.close()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  /** Signs up from another program, because the form needs scripts. */
  async function signUpElsewhere(url: string, email: string) {
    const response = await fetch(`${url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada Park', email, password, callbackURL: '/post' }),
    })
    expect(response.status).toBe(200)
  }

  test('the button confirms the address', async ({ page, accountSite: { mail, url } }) => {
    const email = newEmail()
    await signUpElsewhere(url, email)
    await page.goto(await linkTo(mail, email))
    await expect(main(page)).toContainText('Ada Park')
    await page.getByLabel('Password').fill(password)
    await button(page, 'Confirm my email').click()
    await expect(page).toHaveURL('/post')
  })

  test('“This wasn’t me” deletes the sign-up', { tag: '@slow' }, async ({
    page,
    accountSite: { mail, url },
  }) => {
    const email = newEmail()
    await signUpElsewhere(url, email)
    const link = await linkTo(mail, email)
    await page.goto(link)
    await button(page, 'This wasn’t me').click()
    await expect(heading(page)).toHaveText('Thanks for telling us')
    await page.goto(link)
    await expect(main(page)).toContainText('This link has expired or was already used.')
  })
})
