/** Account journeys with real email and real identity providers. */
import { expect, type Page } from '@playwright/test'
import { sessionEnded } from '../../src/shared/messages/pages.ts'
import { signIn } from '../../src/shared/messages/sign-in.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'
import { createUser, goodPassword as password } from '../support/data/accounts.ts'
import type { MailServer } from '../support/site/mail-server.ts'

let emailCount = 0
function newEmail() {
  emailCount += 1
  return `person-${process.pid}-${emailCount}@example.com`
}

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const menu = (page: Page) => page.getByRole('banner').getByLabel('Your menu')
const expectToast = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()

async function fillSignUp(page: Page, email: string, name = 'Ada Park') {
  await visit(page, '/signup')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('checkbox', { name: /Privacy Policy/ }).check()
}

async function submitSignIn(page: Page, email: string, typedPassword = password) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(typedPassword)
  await button(page, 'Sign In').click()
}

const linkTo = async (mail: MailServer, email: string, about = /^Confirm your email/) =>
  (await mail.waitForEmail(email, about)).links[0] ?? ''

/** The other tests create their accounts in the database, because `sign-up.test.ts` tests the form. */
async function signUp(page: Page, mail: MailServer, name: string) {
  const email = newEmail()
  await fillSignUp(page, email, name)
  await button(page, 'Sign Up').click()
  await expect(page).toHaveURL('/check-your-inbox')
  await confirmElsewhere(await linkTo(mail, email))
  return email
}

/** Confirms the address as another browser does, which signs nobody in. */
async function confirmElsewhere(link: string) {
  const { origin, searchParams } = new URL(link)
  const response = await fetch(`${origin}/api/auth/verify-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: searchParams.get('token'), password }),
  })
  expect(response.status).toBe(200)
}

async function signInAt(page: Page, email: string, typedPassword = password) {
  await visit(page, '/signin')
  await submitSignIn(page, email, typedPassword)
  await expectToast(page, signIn.done)
}

test('sign up, sign in, see and change the profile, sign out', async ({ page, accountSite: { mail } }) => {
  const email = await signUp(page, mail, 'Ada 🌿 Park')
  await visit(page, '/signin')
  await submitSignIn(page, email)
  await expectToast(page, signIn.done)
  await expect(page).toHaveURL('/')

  await menu(page).click()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(main(page)).toContainText('Ada 🌿 Park')
  await expect(main(page)).toContainText(email)
  await expect(main(page).getByRole('link', { name: /^Add/ })).toHaveCount(3)
  await expectAccessible(page, 'the profile')
  await main(page).getByRole('link', { name: /^Add/ }).first().click()

  await page.getByLabel('Phone').fill('+1 512 555 0100')
  await page.getByLabel('Bio').fill('I teach <b>piano</b> & שירה.')
  await button(page, 'Update Profile').click()
  await expectToast(page, 'Profile updated successfully')
  await expect(page).toHaveURL('/profile')
  await expect(main(page)).toContainText('I teach <b>piano</b> & שירה.')
  await expect(main(page).getByRole('link', { name: /^Add/ })).toHaveCount(1)

  await menu(page).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect((await page.request.get('/profile', { maxRedirects: 0 })).status()).toBe(302)
  await page.goBack()
  await expect(page.getByText(email)).toHaveCount(0)
})

test('the server’s HTML shows who is signed in', async ({ page, signIn: startSession }) => {
  await startSession()
  const html = await (await page.request.get('/')).text()
  expect(html).toContain('Your menu')
  expect(html).not.toContain('>Sign In<')
  const response = await page.request.get('/')
  expect(response.headers()['cache-control']).toBe('private, no-store')
})

test('an unverified user gets the email again on request', { tag: '@slow' }, async ({
  page,
  accountSite: { mail },
  allowStatus,
}) => {
  allowStatus(403)
  const email = newEmail()
  await fillSignUp(page, email)
  await button(page, 'Sign Up').click()
  await expect(page).toHaveURL('/check-your-inbox')
  const first = await linkTo(mail, email)
  await visit(page, '/signin?to=%2Fprofile')
  await submitSignIn(page, email)
  await expectToast(page, signIn.unverified)
  expect((await page.request.get('/api/session')).status()).toBe(200)
  expect(await (await page.request.get('/api/session')).json()).toBeNull()
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expectToast(page, signIn.verificationSent)
  await expect.poll(() => linkTo(mail, email)).not.toBe(first)
  // Both links work: nobody can break the first one by requesting another.
  await page.goto(first)
  await expect(button(page, 'Confirm my email')).toBeVisible()
  await page.goto(await linkTo(mail, email))
  await button(page, 'Confirm my email').click()
  await expect(page).toHaveURL('/profile')
})

test('a wrong password shows an error on the home page, and Try again keeps the email', async ({
  page,
  database,
  allowStatus,
}) => {
  allowStatus(401)
  const { email } = await createUser(database)
  await visit(page, '/signin?to=%2Fprofile')
  await submitSignIn(page, email, 'not the right password')
  await expectToast(page, 'Wrong email or password.')
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL('/signin?to=%2Fprofile')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password').fill(password)
  await button(page, 'Sign In').click()
  await expect(page).toHaveURL('/profile')
})

test('a private page redirects to sign in and back, and the sign-in page redirects users home', {
  tag: '@slow',
}, async ({ page, database }) => {
  const { email } = await createUser(database)
  await visit(page, '/update-profile')
  await expect(page).toHaveURL('/signin?to=%2Fupdate-profile')
  await submitSignIn(page, email)
  await expect(page).toHaveURL('/update-profile')
  for (const path of ['/signin', '/signup']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }
})

test('a return path that leaves the site, or leads back, goes home', { tag: '@slow' }, async ({
  page,
  database,
}) => {
  const { email } = await createUser(database)
  for (const to of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/signin',
  ]) {
    await page.context().clearCookies()
    await visit(page, `/signin?to=${encodeURIComponent(to)}`)
    await submitSignIn(page, email)
    await expect(page).toHaveURL('/')
  }
})

test('an emailed link resets a forgotten password and ends the other sessions', async ({
  page,
  database,
  browser,
  accountSite: { mail, url },
  allowStatus,
}) => {
  allowStatus(400)
  allowStatus(401)
  const { email } = await createUser(database)
  const elsewhere = await browser.newContext({ baseURL: url })
  const other = await elsewhere.newPage()
  await signInAt(other, email)

  await visit(page, '/signin')
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expectToast(page, signIn.resetSent)
  await expect(dialog).toHaveCount(0)

  await visit(page, await linkTo(mail, email, /Reset your password/))
  await page.getByLabel('New Password').fill('password12')
  await button(page, 'Save password').click()
  await expect(page.getByLabel('New Password')).toHaveAccessibleDescription(/easy to guess/)
  await page.getByLabel('New Password').fill('three green apples on a shelf')
  await button(page, 'Save password').click()
  await expect(main(page)).toContainText('Your password has been changed.')

  await other.goto('/profile')
  await expect(other).toHaveURL('/signin?to=%2Fprofile')
  await elsewhere.close()
  await signInAt(page, email, 'three green apples on a shelf')
})

test('an emailed link signs in with its button, on another device too', async ({
  page,
  database,
  browser,
  accountSite: { mail, url },
}) => {
  const { email } = await createUser(database)
  await visit(page, '/signin?to=%2Fprofile')
  await page.getByLabel('Email').fill(email)
  await button(page, 'Email me a link instead of a password').click()
  await expectToast(page, signIn.linkSent)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  const link = await linkTo(mail, email, /^Sign in to/)
  const phone = await browser.newContext({ baseURL: url })
  const phonePage = await phone.newPage()
  await visit(phonePage, link)
  await button(phonePage, 'Sign In').click()
  await expect(phonePage).toHaveURL('/profile')
  await expect(main(phonePage)).toContainText(email)
  await phone.close()
})

for (const [name, id] of [
  ['Google', 'google'],
  ['Town Hall', 'oidc'],
] as const) {
  test(
    `signing in with ${name} creates an account with a profile, and shows an error when denied`,
    slowJourneyUnless(id === 'google'),
    async ({ page, accountSite: { provider }, allowConsole }) => {
      allowConsole(RegExp(`request to another host: ${provider.issuer}`))
      const email = newEmail()
      provider.person = null
      await visit(page, '/signin?to=%2Fprofile')
      await button(page, `Continue with ${name}`).click()
      await expectToast(page, signIn.canceled)
      await expect(page).toHaveURL('/')

      provider.person = { sub: `${id}-${email}`, email, email_verified: true, name: 'Mia Ortiz' }
      await visit(page, '/signup?to=%2Fprofile')
      await button(page, `Continue with ${name}`).click()
      await expectToast(page, signIn.doneNew)
      await expect(page).toHaveURL('/profile')
      await expect(main(page)).toContainText('Mia Ortiz')
    },
  )
}

test('two tabs that sign in at once create one profile', { tag: '@slow' }, async ({
  page,
  database,
  context,
  allowStatus,
}) => {
  // Sent to the slower tab when both find no profile and create one.
  allowStatus(409)
  const { email } = await createUser(database, { profile: false })
  const second = await context.newPage()
  await Promise.all([visit(page, '/signin?to=%2Fprofile'), visit(second, '/signin?to=%2Fprofile')])
  await Promise.all([submitSignIn(page, email), submitSignIn(second, email)])
  await expect(page).toHaveURL('/profile')
  await expect(second).toHaveURL('/profile')
  await expect(main(page)).toContainText(email)
})

test('Your account signs out other devices, changes the name, downloads the data and deletes the account', async ({
  page,
  database,
  browser,
  accountSite: { url },
  allowStatus,
}) => {
  allowStatus(401)
  const { email } = await createUser(database)
  await signInAt(page, email)
  const elsewhere = await browser.newContext({ baseURL: url })
  const other = await elsewhere.newPage()
  await signInAt(other, email)

  await visit(page, '/profile/account')
  await expectAccessible(page, 'your account')
  await expect(main(page).getByText('This device')).toHaveCount(1)
  await button(page, 'Sign out all other devices').click()
  await expectToast(page, 'All other devices have been signed out.')
  await other.goto('/profile')
  await expect(other).toHaveURL('/signin?to=%2Fprofile')
  await elsewhere.close()

  await page.getByLabel('Display name').fill('Ada of the Park')
  await button(page, 'Save').first().click()
  await expectToast(page, 'Display name saved.')

  const download = page.waitForEvent('download')
  await main(page)
    .getByRole('link', { name: /Download/ })
    .or(main(page).getByRole('button', { name: /Download/ }))
    .click()
  const data = JSON.parse(String(await (await (await download).createReadStream()).toArray()))
  expect(data).toMatchObject({ account: { email, name: 'Ada of the Park' }, listings: [] })

  await expect(main(page)).toContainText('keep your messages for 90 days, without your name')
  await button(page, 'Delete account').click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(dialog).toContainText('This action cannot be undone!')
  await expectAccessible(page, 'the confirmation')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await button(page, 'Delete account').click()
  await dialog.getByLabel('Type your email to confirm').fill('somebody@else.example')
  await dialog.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(dialog.getByLabel('Type your email to confirm')).toHaveAccessibleDescription(
    `Please type ${email} to confirm.`,
  )
  await dialog.getByLabel('Type your email to confirm').fill(email)
  await dialog.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expectToast(page, 'Your account has been deleted.')
  await visit(page, '/signin')
  await submitSignIn(page, email)
  await expectToast(page, 'Wrong email or password.')
})

test('a session that ended on another device signs this page out once', async ({
  page,
  signIn: startSession,
  context,
  allowStatus,
}) => {
  allowStatus(401)
  await startSession()
  await visit(page, '/update-profile')
  await page.getByLabel('Bio').fill('Written for a while.')
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await context.request.post('/api/logout', { headers: { origin: new URL(page.url()).origin } })
  await button(page, 'Update Profile').click()
  await expectToast(page, sessionEnded)
  await expect(page.getByLabel('Bio')).toHaveValue('Written for a while.')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(requests.filter((path) => path === '/api/logout')).toHaveLength(1)
})

test('browsing as a visitor requests no profile', { tag: '@slow' }, async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await visit(page, '/')
  await page.getByRole('link', { name: 'Services', exact: true }).first().click()
  await expect(page).toHaveURL('/all-services')
  expect(
    requests.filter((path) => /profile|logout|jwt|account/.test(path) && path.startsWith('/api')),
  ).toEqual([])
})
