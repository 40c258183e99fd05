/** The first run: from an empty machine through the printed link to an ad that a visitor finds. */
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { signUp } from '../../src/shared/messages/forms.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { hydrated, test as journey, visit } from '../support/browser/journey.ts'
import { button, fillForm, openForm, postButton, postedPage } from '../support/browser/posting-form.ts'
import { expectNoSidewaysScrolling } from '../support/browser/screen-checks.ts'
import { type MailServer, startMailServer } from '../support/site/mail-server.ts'
import { startSite } from '../support/site/site.ts'

const password = 'a blue heron walks at noon'

type EmptyMachine = { url: string; mail: MailServer; output: () => string }

const test = journey.extend<{ machine: EmptyMachine }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures here
  machine: async ({}, use) => {
    const mail = await startMailServer()
    const site = await startSite({ supervised: true, smtpUrl: mail.url })
    await use({ url: site.url, mail, output: site.output })
    await site.stop()
    await mail.close()
  },
  baseURL: async ({ machine }, use) => use(machine.url),
})

const linkIn = (output: string) => /http:\/\/\S+\/setup\?token=[\w-]+/.exec(output)?.[0] ?? ''
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const next = (page: Page) => button(page, 'Save and continue').click()
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

const journeys = [
  {
    name: 'Whitefish, Montana',
    scripts: false,
    site: { name: 'Flathead Board', tagline: 'From neighbors in Flathead County' },
    country: 'United States',
    timeZone: 'America/Denver',
    currency: 'USD',
    // The shipped places have 7 towns of Montana.
    town: { Country: 'United States', State: 'Montana', City: 'Kalispell' },
    price: '$42.50',
  },
  {
    name: 'Toronto',
    scripts: true,
    site: { name: 'Queen West', tagline: 'Toronto and its friends in Buffalo' },
    country: 'Canada',
    timeZone: 'America/Toronto',
    currency: 'CAD',
    town: { Country: 'Canada', State: 'Ontario', City: 'Toronto' },
    price: '42.50',
  },
]

for (const { name, scripts, site, country, timeZone, currency, town, price } of journeys)
  test(`${name}: an operator sets the site up, a user posts, and a visitor finds the ad`, async ({
    browser,
    machine,
    page,
    allowStatus,
  }) => {
    allowStatus(503)
    const operator = scripts ? page : await pageOf(browser, machine.url, { javaScriptEnabled: false })
    await open(operator, linkIn(machine.output()))
    await becomeAdmin(operator)
    await field(operator, 'Name').fill(site.name)
    await field(operator, 'Tagline').fill(site.tagline)
    if (scripts) await expect(operator.locator('form')).toContainText(site.name)
    await next(operator)

    await expect(heading(operator)).toHaveText('Your place')
    await field(operator, 'Country').selectOption(country)
    await button(operator, 'Fill in what is usual there').click()
    await expect(operator.getByText('Nothing is saved yet.')).toBeVisible()
    await expect(field(operator, 'Currency')).toHaveValue(currency)
    await field(operator, 'Time zone').selectOption(timeZone)
    await next(operator)

    await expect(heading(operator)).toHaveText('Your ads')
    await button(operator, 'Delete the demo ads').click()
    await expect(button(operator, 'Add demo ads')).toBeVisible()
    await next(operator)

    await expect(heading(operator)).toHaveText('Email')
    await expect(field(operator, 'Contact email')).toHaveValue('ada@example.com')
    await next(operator)
    await expect(heading(operator)).toHaveText(`${site.name} is ready`)
    await button(operator, 'Send a test message').click()
    await expect(operator.getByText(/test message/).first()).toBeVisible()
    await machine.mail.waitForEmail('ada@example.com')
    await button(operator, 'Open your site').click()
    await expect(heading(operator)).toHaveText(site.tagline)

    const user = await pageOf(browser, machine.url)
    await signUpAs(user, machine.mail)
    await openForm(user, 'service')
    await fillForm(user, 'service', town)
    await button(user, postButton.service).click()
    await expect(user).toHaveURL(postedPage.service)

    const visitor = await pageOf(browser, machine.url)
    await expect(async () => {
      await visit(visitor, `/all-services?searchtext=piano&state=${town.State}`)
      await visitor.getByRole('link', { name: 'Piano lessons for beginners' }).click({ timeout: 5000 })
    }).toPass()
    await expect(visitor.getByRole('main')).toContainText(`${town.City}, ${town.State}, ${town.Country}`)
    await expect(visitor.getByRole('main')).toContainText(price)
    await expect(visitor.getByRole('banner')).toContainText(site.name)
  })

test('Lyon: France fills in its customs, and a site of events has no services', async ({
  page,
  machine,
  browser,
  allowStatus,
}) => {
  allowStatus(503)
  await open(page, linkIn(machine.output()))
  await becomeAdmin(page)
  await field(page, 'Name').fill('Sortir à Lyon')
  await next(page)
  await expect(heading(page)).toHaveText('Your place')
  await field(page, 'Country').selectOption('France')
  await button(page, 'Fill in what is usual there').click()
  for (const [name, value] of [
    ['Currency', 'EUR'],
    ['Time zone', 'Europe/Paris'],
    ['Regional format', 'fr-FR'],
    ['Weeks begin on', 'monday'],
    ['Distances', 'km'],
  ] as const)
    await expect(field(page, name)).toHaveValue(value)
  const preview = page.getByRole('main').locator('dl')
  await expect(preview).toContainText('12,50 €')
  await expect(preview).toContainText('Mon Tue Wed Thu Fri Sat Sun')
  await field(page, 'Weeks begin on').selectOption('Sunday')
  await expect(preview).toContainText('Sun Mon Tue Wed Thu Fri Sat')
  await field(page, 'Weeks begin on').selectOption('Monday')
  await next(page)
  await expect(heading(page)).toHaveText('Your ads')
  await field(page, 'Kinds of ads').selectOption('Events')
  await next(page)
  await next(page)
  await expect(heading(page)).toHaveText('Sortir à Lyon is ready')

  const visitor = await pageOf(browser, machine.url)
  await visit(visitor, '/')
  await expect(visitor.getByRole('banner').getByRole('link', { name: 'Events' })).toBeVisible()
  await expect(visitor.getByRole('banner').getByRole('link', { name: 'Services' })).toHaveCount(0)
  await visit(visitor, '/all-events')
  await expect(visitor.getByRole('main')).toContainText(/\d\s€/)
})

test('what is typed stays after a refusal, steps can be skipped, and the setup is found again', async ({
  page,
  machine,
  allowStatus,
  browser,
}) => {
  allowStatus(400)
  allowStatus(503)
  const link = linkIn(machine.output())
  await open(page, link)
  await expect(page.getByRole('navigation')).toHaveCount(1)
  await expectAccessible(page, 'the first step')
  await field(page, 'Name').fill('Ada Park')
  await field(page, 'Email').fill('ada@example.com')
  await field(page, 'Password').fill('password')
  await button(page, 'Create account').click()
  await expect(field(page, 'Password')).toHaveAccessibleDescription(/easy to guess/)
  await expect(field(page, 'Name')).toHaveValue('Ada Park')
  await field(page, 'Password').fill(password)
  await button(page, 'Create account').click()

  await expect(heading(page)).toHaveText('Your site')
  await field(page, 'Name').fill(' ')
  await field(page, 'Tagline').fill('From Elm Street')
  await next(page)
  await expect(field(page, 'Name')).toHaveAccessibleDescription(/This cannot be empty/)
  await expect(field(page, 'Tagline')).toHaveValue('From Elm Street')
  for (const title of ['Your place', 'Your ads', 'Email', 'Corkboard is ready']) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectAccessible(page, `the step before ${title} in ${colorScheme}`)
    }
    await expectNoSidewaysScrolling(page)
    await page.getByRole('link', { name: 'Skip', exact: true }).click()
    await expect(heading(page)).toHaveText(title)
  }

  await visit(page, '/admin')
  await page.getByRole('link', { name: 'Finish setting up' }).click()
  await expect(heading(page)).toHaveText('Your site')
  await expect(field(page, 'Name')).toHaveValue('Corkboard')
  await page.goto('/setup?step=end')
  await hydrated(page)
  await button(page, 'Open your site').click()
  await expect(heading(page)).toHaveText('Local services and events, from people nearby')
  await visit(page, '/admin')
  await expect(page.getByRole('link', { name: 'Finish setting up' })).toHaveCount(0)

  const stranger = await pageOf(browser, machine.url)
  await visit(stranger, link)
  await expect(stranger.getByText('This link doesn’t work.')).toBeVisible()
})

/** A site that has just started may ask visitors to come back. */
const open = (page: Page, link: string) =>
  expect(async () => expect((await page.goto(link))?.status()).toBe(200)).toPass()

async function becomeAdmin(page: Page) {
  await expect(heading(page)).toHaveText('Your account')
  await field(page, 'Name').fill('Ada Park')
  await field(page, 'Email').fill('ada@example.com')
  await field(page, 'Password').fill(password)
  await button(page, 'Create account').click()
  await expect(heading(page)).toHaveText('Your site')
}

async function signUpAs(page: Page, mail: MailServer) {
  const email = 'noor@example.com'
  await visit(page, '/signup')
  await field(page, 'Name').fill('Noor Haddad')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await page.getByRole('checkbox', { name: /Privacy Policy/ }).check()
  await button(page, 'Sign Up').click()
  await expect(page.getByText(signUp.done, { exact: true })).toBeVisible()
  await visit(page, (await mail.waitForEmail(email, /^Confirm your email/)).links[0] ?? '')
  await button(page, 'Confirm my email').click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toHaveCount(0)
}

async function pageOf(
  browser: Browser,
  baseURL: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ baseURL, serviceWorkers: 'block', ...options })
  return context.newPage()
}
