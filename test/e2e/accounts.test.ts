/** Accounts as people have them: with real mail, a real browser, and real providers. */
import { expect, type Page } from '@playwright/test'
import { signUp } from '../../src/shared/messages/forms.ts'
import { signIn } from '../../src/shared/messages/pages.ts'
import { expectAccessible } from '../support/accessible.ts'
import { hydrated, test, visit } from '../support/journey.ts'
import type { MailServer } from '../support/mail-server.ts'

test.use({ baseURL: async ({ accountSite }, use) => use(accountSite.url) })

const password = 'a blue heron walks at noon'
let count = 0
function newEmail() {
  count += 1
  return `person-${process.pid}-${count}@example.com`
}

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const menu = (page: Page) => page.getByRole('banner').getByLabel('Your menu')
/** What is told in a corner. */
const toast = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()

async function fillSignUp(page: Page, email: string, name = 'Ada Park') {
  await visit(page, '/signup')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('checkbox', { name: /Privacy Policy/ }).check()
}

async function fillSignIn(page: Page, email: string, given = password) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(given)
  await button(page, 'Sign In').click()
}

const linkTo = async (mail: MailServer, email: string, about = /^Confirm your email/) =>
  (await mail.waitForEmail(email, about)).links[0] ?? ''

async function createAccount(page: Page, mail: MailServer, name = 'Ada Park') {
  const email = newEmail()
  await fillSignUp(page, email, name)
  await button(page, 'Sign Up').click()
  await toast(page, signUp.done)
  await page.goto(await linkTo(mail, email))
  return email
}

async function enter(page: Page, email: string, given = password) {
  await visit(page, '/signin')
  await fillSignIn(page, email, given)
  await toast(page, signIn.done)
}

test('sign up, verify, sign in, see and change the profile, sign out', async ({
  page,
  accountSite: { mail },
}) => {
  const email = newEmail()
  await fillSignUp(page, email, 'Ada 🌿 Park')
  await button(page, 'Sign Up').click()
  await toast(page, signUp.done)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()

  await page.goto(await linkTo(mail, email))
  await expect(main(page)).toContainText('Your email is verified.')
  await main(page).getByRole('link', { name: 'Sign In' }).click()
  await hydrated(page)
  await fillSignIn(page, email)
  await toast(page, signIn.done)
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
  await toast(page, 'Profile updated successfully')
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

test('the page as the server sends it knows who is signed in', async ({ page, accountSite: { mail } }) => {
  await enter(page, await createAccount(page, mail))
  const html = await (await page.request.get('/')).text()
  expect(html).toContain('Your menu')
  expect(html).not.toContain('>Sign In<')
  const response = await page.request.get('/')
  expect(response.headers()['cache-control']).toBe('private, no-store')
})

test('an address that is not verified is told, and the mail is sent again', async ({
  page,
  accountSite: { mail },
  allowStatus,
}) => {
  allowStatus(403)
  const email = newEmail()
  await fillSignUp(page, email)
  await button(page, 'Sign Up').click()
  await toast(page, signUp.done)
  const first = await linkTo(mail, email)
  await visit(page, '/signin')
  await fillSignIn(page, email)
  await toast(page, signIn.unverified)
  expect((await page.request.get('/api/session')).status()).toBe(200)
  expect(await (await page.request.get('/api/session')).json()).toBeNull()
  await page.getByRole('button', { name: 'Send it again' }).click()
  await toast(page, signIn.verificationSent)
  await expect.poll(() => linkTo(mail, email)).not.toBe(first)
  await page.goto(first)
  await expect(main(page)).toContainText('This link is no longer good.')
  await page.goto(await linkTo(mail, email))
  await expect(main(page)).toContainText('Your email is verified.')
})

test('a wrong password is told on the home page, and Try again keeps the email', async ({
  page,
  accountSite: { mail },
  allowStatus,
}) => {
  allowStatus(401)
  const email = await createAccount(page, mail)
  await visit(page, '/signin?to=%2Fprofile')
  await fillSignIn(page, email, 'not the right password')
  await toast(page, 'Wrong email or password.')
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL('/signin?to=%2Fprofile')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password').fill(password)
  await button(page, 'Sign In').click()
  await expect(page).toHaveURL('/profile')
})

test('a private page sends to sign in and back, and who is signed in is sent away from there', async ({
  page,
  accountSite: { mail },
}) => {
  const email = await createAccount(page, mail)
  await visit(page, '/update-profile')
  await expect(page).toHaveURL('/signin?to=%2Fupdate-profile')
  await fillSignIn(page, email)
  await expect(page).toHaveURL('/update-profile')
  for (const path of ['/signin', '/signup']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }
})

for (const to of [
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/signin',
]) {
  test(`a carried address of ${to} leads home`, async ({ page, accountSite: { mail } }) => {
    const email = await createAccount(page, mail)
    await visit(page, `/signin?to=${encodeURIComponent(to)}`)
    await fillSignIn(page, email)
    await expect(page).toHaveURL('/')
  })
}

test('a forgotten password is set anew by a mailed link, which ends the other sessions', async ({
  page,
  browser,
  accountSite: { mail, url },
  allowStatus,
}) => {
  allowStatus(400)
  allowStatus(401)
  const email = await createAccount(page, mail)
  const elsewhere = await browser.newContext({ baseURL: url })
  const other = await elsewhere.newPage()
  await enter(other, email)

  await visit(page, '/signin')
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await toast(page, signIn.resetSent)
  await expect(dialog).toHaveCount(0)

  await visit(page, await linkTo(mail, email, /Reset your password/))
  await page.getByLabel('New Password').fill('password12')
  await button(page, 'Save password').click()
  await expect(page.getByLabel('New Password')).toHaveAccessibleDescription(/easy to guess/)
  await page.getByLabel('New Password').fill('three green apples on a shelf')
  await button(page, 'Save password').click()
  await expect(main(page)).toContainText('Your password is changed.')

  await other.goto('/profile')
  await expect(other).toHaveURL('/signin?to=%2Fprofile')
  await elsewhere.close()
  await enter(page, email, 'three green apples on a shelf')
})

test('a mailed link signs in by its button, on another device too', async ({
  page,
  browser,
  accountSite: { mail, url },
}) => {
  const email = await createAccount(page, mail)
  await visit(page, '/signin?to=%2Fprofile')
  await page.getByLabel('Email').fill(email)
  await button(page, 'Email me a link').click()
  await toast(page, signIn.linkSent)
  const link = await linkTo(mail, email, /^Sign in to/)
  const phone = await browser.newContext({ baseURL: url })
  const there = await phone.newPage()
  await visit(there, link)
  await button(there, 'Sign In').click()
  await expect(there).toHaveURL('/profile')
  await expect(main(there)).toContainText(email)
  await phone.close()
})

for (const [name, id] of [
  ['Google', 'google'],
  ['Town Hall', 'oidc'],
] as const) {
  test(`signing in with ${name} makes an account with a profile, and a denied one says so`, async ({
    page,
    accountSite: { provider },
    allowConsole,
  }) => {
    allowConsole(RegExp(`request to another host: ${provider.issuer}`))
    const email = newEmail()
    provider.person = null
    await visit(page, '/signin?to=%2Fprofile')
    await button(page, `Continue with ${name}`).click()
    await toast(page, signIn.canceled)
    await expect(page).toHaveURL('/')

    provider.person = { sub: `${id}-${email}`, email, email_verified: true, name: 'Mia Ortiz' }
    await visit(page, '/signup?to=%2Fprofile')
    await button(page, `Continue with ${name}`).click()
    await toast(page, signIn.doneNew)
    await expect(page).toHaveURL('/profile')
    await expect(main(page)).toContainText('Mia Ortiz')
  })
}

test('two tabs that sign in at once make one profile', async ({ page, context, accountSite: { mail } }) => {
  const email = await createAccount(page, mail)
  const second = await context.newPage()
  await Promise.all([visit(page, '/signin?to=%2Fprofile'), visit(second, '/signin?to=%2Fprofile')])
  await Promise.all([fillSignIn(page, email), fillSignIn(second, email)])
  await expect(page).toHaveURL('/profile')
  await expect(second).toHaveURL('/profile')
  await expect(main(page)).toContainText(email)
})

test('Your account: sessions, password, data, and its end', async ({
  page,
  browser,
  accountSite: { mail, url },
  allowStatus,
}) => {
  allowStatus(401)
  const email = await createAccount(page, mail)
  await enter(page, email)
  const elsewhere = await browser.newContext({ baseURL: url })
  const other = await elsewhere.newPage()
  await enter(other, email)

  await visit(page, '/profile/account')
  await expectAccessible(page, 'your account')
  await expect(main(page).getByText('This one')).toHaveCount(1)
  await button(page, 'End all others').click()
  await toast(page, 'All your other sessions have ended.')
  await other.goto('/profile')
  await expect(other).toHaveURL('/signin?to=%2Fprofile')
  await elsewhere.close()

  await page.getByLabel('Display name').fill('Ada of the Park')
  await button(page, 'Save').first().click()
  await toast(page, 'Display name and photo saved.')

  const download = page.waitForEvent('download')
  await main(page)
    .getByRole('link', { name: /Download/ })
    .or(main(page).getByRole('button', { name: /Download/ }))
    .click()
  const data = JSON.parse(String(await (await (await download).createReadStream()).toArray()))
  expect(data).toMatchObject({ account: { email, name: 'Ada of the Park' }, listings: [] })

  await button(page, 'Delete account').click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(dialog).toContainText('This action cannot be undone!')
  await expectAccessible(page, 'the question before the end')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await button(page, 'Delete account').click()
  await dialog.getByLabel('Your email, to confirm').fill('somebody@else.example')
  await dialog.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(dialog.getByLabel('Your email, to confirm')).toHaveAccessibleDescription(
    `Please type ${email} to confirm.`,
  )
  await dialog.getByLabel('Your email, to confirm').fill(email)
  await dialog.getByRole('button', { name: 'Yes, delete it!' }).click()
  await toast(page, 'Your account has been deleted.')
  await visit(page, '/signin')
  await fillSignIn(page, email)
  await toast(page, 'Wrong email or password.')
})

test('a session that ended elsewhere signs this page out once', async ({
  page,
  context,
  accountSite: { mail },
  allowStatus,
}) => {
  allowStatus(401)
  const email = await createAccount(page, mail)
  await enter(page, email)
  await visit(page, '/update-profile')
  await page.getByLabel('Bio').fill('Written for a while.')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await context.request.post('/api/logout', { headers: { origin: new URL(page.url()).origin } })
  await button(page, 'Update Profile').click()
  await toast(page, signIn.sessionEnded)
  await expect(page.getByLabel('Bio')).toHaveValue('Written for a while.')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(asked.filter((path) => path === '/api/logout')).toHaveLength(1)
})

test('a visitor who looks around asks nothing about a profile', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await visit(page, '/')
  await page.getByRole('link', { name: 'Services', exact: true }).first().click()
  await expect(page).toHaveURL('/all-services')
  expect(asked.filter((path) => /profile|logout|jwt|account/.test(path) && path.startsWith('/api'))).toEqual(
    [],
  )
})
