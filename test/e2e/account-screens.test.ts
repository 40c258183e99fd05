/** The forms and messages of the account pages. `accounts.test.ts` covers signing in and what follows. */
import { expect, type Page } from '@playwright/test'
import { signUp } from '../../src/shared/messages/forms.ts'
import { signIn } from '../../src/shared/messages/sign-in.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { test, visit } from '../support/browser/journey.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name })

test.describe('a private page', () => {
  const privatePaths = [
    '/profile',
    '/update-profile',
    '/profile/account',
    '/profile?from=mail',
    '/post',
    '/post-services',
    '/event-update/0193e0a4-0000-7000-8000-000000000001',
    '/my-services',
    '/admin',
  ]
  test('redirects a visitor to sign in, with the path to return to', async ({ page }) => {
    for (const path of privatePaths) {
      const response = await page.request.get(path, { maxRedirects: 0 })
      expect(response.status()).toBe(302)
      expect(response.headers().location).toBe(`/signin?to=${encodeURIComponent(path)}`)
    }
    await visit(page, '/profile?from=mail')
    await expect(page).toHaveURL('/signin?to=%2Fprofile%3Ffrom%3Dmail')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In')
  })
})

test('the links between sign-in and sign-up keep the return path unless it leads to another site', {
  tag: '@slow',
}, async ({ page }) => {
  await visit(page, '/signin?to=%2Fprofile')
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/\/signup\?to=%2Fprofile$/)
  await page.getByRole('link', { name: 'I already have an account' }).click()
  await expect(page).toHaveURL(/\/signin\?to=%2Fprofile$/)
  await visit(page, '/signin?to=%2F%2Fevil.example')
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign Up' })).toHaveAttribute(
    'href',
    '/signup',
  )
})

test('Sign In in the header returns to the current page', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/all-services?category=Pet+Services')
  const link = page.getByRole('banner').getByRole('link', { name: 'Sign In' })
  await expect(link).toHaveAttribute('href', '/signin?to=%2Fall-services%3Fcategory%3DPet%2BServices')
})

test('an empty sign-in form shows errors at its fields and focuses the first', { tag: '@slow' }, async ({
  page,
}) => {
  await visit(page, '/signin')
  await button(page, 'Sign In').click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter your email.')
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Please enter your password.')
  await expectAccessible(page, 'with errors')
  await page.getByLabel('Email').fill('nobody')
  await expect(page.getByLabel('Email')).not.toHaveAttribute('aria-invalid', 'true')
  await button(page, 'Sign In').click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address')
  await expect(page.getByLabel('Email')).toHaveValue('nobody')
})

test('a password can be shown and hidden', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/signin')
  await page.getByLabel('Password').fill('garden gate')
  await button(page, 'Show').click()
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'text')
  await button(page, 'Hide').click()
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password')
})

test('keeps what was typed before the scripts ran', { tag: '@slow' }, async ({ page }) => {
  let typed: Promise<void> | null = null
  await page.route('**/assets/*.js', async (route) => {
    typed ??= page.getByLabel('Email').fill('rosa@example.org')
    await typed
    await route.continue()
  })
  await visit(page, '/signin')
  await expect(page.getByLabel('Email')).toHaveValue('rosa@example.org')
})

test('Forgot Password opens a dialog that requires an email, and Cancel and Escape close it', async ({
  page,
}) => {
  await visit(page, '/signin')
  const opener = page.getByRole('link', { name: 'Forgot Password' })
  const dialog = page.getByRole('dialog', { name: 'Forgot Password' })
  await opener.click()
  await dialog.getByRole('button', { name: 'Send reset email' }).click()
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription('Please enter your email.')
  await expectAccessible(page, 'in the dialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('a sign-in link requires an email', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/signin')
  await button(page, 'Email me a link instead of a password').click()
  await expect(page.getByText('Please enter your email.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expectAccessible(page, 'with a toast')
})

test('the email form comes first, and Google, which is not configured, below it with a note', {
  tag: '@slow',
}, async ({ page }) => {
  await visit(page, '/signin')
  const google = button(page, 'Continue with Google')
  await expect(google).toBeDisabled()
  await expect(google).toHaveAccessibleDescription(/GOOGLE_CLIENT_ID/)
  const order = await page.getByRole('main').getByRole('button').allTextContents()
  expect(order).toEqual(['Show', 'Sign In', 'Email me a link instead of a password', 'Continue with Google'])
  await expect(page.getByRole('main')).not.toContainText(/welcome back|see you again/i)
})

test('an empty sign-up form shows errors at its fields and at the consent', async ({ page }) => {
  await visit(page, '/signup')
  await button(page, 'Sign Up').click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Please enter your name.')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter your email.')
  await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('checkbox', { name: 'Privacy Policy' })).toHaveAccessibleDescription(
    signUp.consent,
  )
  await expectAccessible(page, 'with errors')
})

test('a provider’s error goes to the home page with Try again', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/signin?to=%2Fprofile&error=access_denied')
  await expect(page.getByText(signIn.canceled)).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/\/signin\?to=%2Fprofile$/)
})

test('a reset link without a token is expired', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/reset-password')
  await expect(page.getByText(signIn.linkExpired)).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  for (const path of ['/signin', '/signup']) {
    test(
      `${path} says that signing in needs JavaScript`,
      slowJourneyUnless(path === '/signin'),
      async ({ page }) => {
        await page.goto(path)
        await expect(page.getByText(signIn.needsScripts)).toBeVisible()
      },
    )
  }
})
