/** The first run: from an empty machine through the printed link to an ad that a visitor finds. */
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { signUp } from '../../src/shared/messages/forms.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { hydrated, test as journey, visit } from '../support/browser/journey.ts'
import {
  button,
  choosePictures,
  expectUploaded,
  fillForm,
  postButton,
  postedPage,
} from '../support/browser/posting-form.ts'
import { expectNoSidewaysScrolling } from '../support/browser/screen-checks.ts'
import { readPdf } from '../support/checks/pdf.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'
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

// Each starts a site of its own, and loads the towns of countries.
test.describe.configure({ timeout: 480_000 })

const linkIn = (output: string) => /http:\/\/\S+\/setup\?token=[\w-]+/.exec(output)?.[0] ?? ''
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const next = (page: Page) => button(page, 'Save and continue').click()
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const preview = (page: Page) => page.getByRole('main').locator('form').filter({ hasText: 'Preview' })

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path d="M2 36 16 10l8 12 5-7 9 21z" fill="#1d5c8f"/></svg>'
const logo = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) }

test('Whitefish, Montana: the towns of Flathead County, eight categories, and a look of its own', async ({
  browser,
  machine,
  page,
  allowStatus,
}) => {
  allowStatus(503)
  await open(page, linkIn(machine.output()))
  await becomeAdmin(page)
  await field(page, 'Name').fill('Flathead Board')
  await field(page, 'Tagline').fill('From neighbors in Flathead County')
  await page.getByLabel('Logo: upload a file').setInputFiles(logo)
  await field(page, 'Accent color').fill('#1d5c8f')
  await expect(preview(page).locator('img')).toBeVisible()
  await expect(preview(page)).toContainText('From neighbors in Flathead County')
  await next(page)

  // Data of places has no counties: the surroundings of the town are Flathead County.
  await addCountry(page, 'United States')
  await removeCountry(page, 'Canada')
  await field(page, 'Home town').fill('Whitefish, MT')
  await field(page, 'Distance from the home town').fill('30')
  await expect(preview(page)).toContainText('Whitefish, Montana')
  await expect(preview(page)).toContainText('Kalispell')
  await expect(preview(page)).not.toContainText('Missoula')
  await field(page, 'Time zone').selectOption('America/Denver')
  await next(page)

  await chooseSet(page, 'Small town')
  await next(page)
  await finish(page, 'Flathead Board', machine.mail)

  const user = await pageOf(browser, machine.url)
  await signUpAs(user, machine.mail)
  await startPosting(user, 'Post a service')
  await expect(field(user, 'City')).toHaveValue('Whitefish')
  await expect(field(user, 'City').getByRole('option', { name: 'Kalispell' })).toHaveCount(1)
  await expect(field(user, 'City').getByRole('option', { name: 'Missoula' })).toHaveCount(0)
  await fillForm(user, 'service', {
    Category: 'Lessons & Creative',
    ...placeOfHomeTown,
  })
  await button(user, postButton.service).click()
  await expect(user).toHaveURL(postedPage.service)

  const visitor = await pageOf(browser, machine.url)
  const ad = visitor.getByRole('main').getByRole('link', { name: 'Piano lessons for beginners' }).first()
  await expect(async () => {
    await search(visitor, 'piano teacher')
    await ad.click({ timeout: 5000 })
  }).toPass()
  await expect(visitor.getByRole('main')).toContainText('Whitefish, Montana, United States')
  await expect(visitor.getByRole('main')).toContainText('$42.50')
  await expect(visitor.getByRole('banner').locator('img')).toBeVisible()
  await visitor.getByRole('banner').getByRole('link', { name: 'Categories' }).click()
  const categories = visitor.getByRole('main').getByRole('link', { name: /^Lessons & Creative/ })
  await categories.first().click()
  await expect(ad).toBeVisible()
})

test('Lyon, France, without scripts: only France, its customs, events only, and A4 flyers', {
  tag: '@slow',
}, async ({ browser, machine, allowStatus }) => {
  allowStatus(503)
  const operator = await pageOf(browser, machine.url, { javaScriptEnabled: false })
  await open(operator, linkIn(machine.output()))
  await becomeAdmin(operator)
  await field(operator, 'Name').fill('Sortir à Lyon')
  await field(operator, 'Tagline').fill('Ce qui se passe près de chez vous')
  await next(operator)

  await addCountry(operator, 'France', false)
  await removeCountry(operator, 'United States', false)
  await removeCountry(operator, 'Canada', false)
  await operator.getByRole('link', { name: 'Use what is usual there' }).click()
  for (const [name, value] of [
    ['Currency', 'EUR'],
    ['Time zone', 'Europe/Paris'],
    ['Regional format', 'fr-FR'],
    ['Weeks begin on', 'monday'],
    ['Distances', 'km'],
    ['Paper', 'a4'],
  ] as const)
    await expect(field(operator, name)).toHaveValue(value)
  await expect(preview(operator)).toContainText('12,50 €')
  await expect(preview(operator)).toContainText('Mon Tue Wed Thu Fri Sat Sun')
  await field(operator, 'Home town').fill('Lyon')
  await next(operator)

  await chooseSet(operator, 'Events only')
  await expect(field(operator, 'Kinds of ads')).toHaveValue('events')
  await next(operator)
  await finish(operator, 'Sortir à Lyon', machine.mail)

  const user = await pageOf(browser, machine.url)
  await signUpAs(user, machine.mail)
  await startPosting(user)
  await fillForm(user, 'event', {
    Title: 'Concert au bord de la Saône',
    Price: '12.50',
    Category: 'Music & Concerts',
    Subcategory: 'Concerts & Recitals',
    ...placeOfHomeTown,
  })
  await expect(field(user, 'City')).toHaveValue('Lyon')
  await choosePictures(user, ['small.jpg'])
  await expectUploaded(user, 1)
  await button(user, postButton.event).click()
  await expect(user).toHaveURL(postedPage.event)

  const visitor = await pageOf(browser, machine.url)
  const ad = visitor.getByRole('main').getByRole('link', { name: 'Concert au bord de la Saône' }).first()
  await expect(async () => {
    await search(visitor, 'concert à lyon')
    await ad.click({ timeout: 5000 })
  }).toPass()
  await expect(visitor.getByRole('main')).toContainText('Lyon, Auvergne-Rhône-Alpes, France')
  await expect(visitor.getByRole('main')).toContainText(/12,50\s€/)
  await expect(visitor.getByRole('banner').getByRole('link', { name: 'Services' })).toHaveCount(0)
  // The author prints it.
  for (const path of [`${new URL(visitor.url()).pathname}/flyer.pdf`, '/flyers/neighbors.pdf']) {
    const { pages, size } = await readPdf(await (await user.request.get(path)).body())
    expect({ pages, width: Math.round(size.width), height: Math.round(size.height) }, path).toEqual({
      pages: 1,
      width: 595,
      height: 842,
    })
  }
  await visit(visitor, '/all-events')
  await expect(visitor.getByRole('main')).toContainText('Lyon')
})

test(
  'Toronto: two countries with all of their towns',
  slowJourneyUnless(false),
  async ({ browser, machine, page, allowStatus }) => {
    allowStatus(503)
    await open(page, linkIn(machine.output()))
    await becomeAdmin(page)
    await field(page, 'Name').fill('Queen West')
    await field(page, 'Tagline').fill('Toronto and its friends in Buffalo')
    await next(page)
    await addCountry(page, 'United States')
    await addCountry(page, 'Canada')
    await expect(field(page, 'Currency')).toHaveValue('CAD')
    await field(page, 'Time zone').selectOption('America/Toronto')
    await field(page, 'Home town').fill('Toronto, ON')
    await field(page, 'Distance from the home town').fill('160')
    await expect(preview(page)).toContainText('Buffalo')
    await expect(preview(page)).not.toContainText('Montreal')
    await next(page)
    await button(page, 'Delete the demo ads').click()
    await expect(button(page, 'Add demo ads')).toBeVisible()
    await next(page)
    await finish(page, 'Queen West', machine.mail)

    const user = await pageOf(browser, machine.url)
    await signUpAs(user, machine.mail)
    await startPosting(user, 'Post a service')
    await fillForm(user, 'service', { State: 'New York', City: 'Buffalo' })
    await button(user, postButton.service).click()
    await expect(user).toHaveURL(postedPage.service)
    const visitor = await pageOf(browser, machine.url)
    await expect(async () => {
      await search(visitor, 'piano lessons buffalo')
      await visitor
        .getByRole('main')
        .getByRole('link', { name: 'Piano lessons for beginners' })
        .first()
        .click({ timeout: 5000 })
    }).toPass()
    await expect(visitor.getByRole('main')).toContainText('Buffalo, New York, United States')
  },
)

test('what is typed stays after a refusal, steps can be skipped, and the setup is found again', {
  tag: '@slow',
}, async ({ page, machine, allowStatus, browser }) => {
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

/** Adding and removing a country takes seconds. Without scripts, the page is opened again. */
const eventually = (
  page: Page,
  scripts: boolean,
  expectation: (options: { timeout: number }) => Promise<void>,
) =>
  expect(async () => {
    if (!scripts) await page.reload()
    // A machine that is busy with other tests refuses requests.
    const again = page.getByRole('link', { name: 'Try again' })
    if (await again.isVisible()) await again.click()
    await expectation({ timeout: 2000 })
  }).toPass({ timeout: 180_000 })

async function addCountry(page: Page, name: string, scripts = true) {
  await expect(heading(page)).toHaveText('Your place')
  const towns = page.getByRole('button', { name: `Add smaller towns of ${name}` })
  if (await towns.isVisible())
    // A machine that is busy with other tests refuses requests.
    await expect(async () => {
      if (await towns.isVisible()) await towns.click()
      await expect(towns).toHaveCount(0, { timeout: 5000 })
    }).toPass()
  else {
    await field(page, 'Another country').selectOption(name)
    await button(page, 'Add').click()
  }
  await eventually(page, scripts, (options) =>
    expect(page.getByText(RegExp(`^${name} has .* towns`))).toBeVisible(options),
  )
}

async function removeCountry(page: Page, name: string, scripts = true) {
  await button(page, `Remove ${name}`).click()
  await eventually(page, scripts, (options) =>
    expect(page.getByRole('heading', { name })).toHaveCount(0, options),
  )
}

async function chooseSet(page: Page, name: string) {
  await expect(heading(page)).toHaveText('Your ads')
  await button(page, `Use the categories “${name}”`).click()
  const used = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(used).toContainText('In use')
}

/** The last step, the test message, and the end. */
async function finish(page: Page, name: string, mail: MailServer) {
  await expect(heading(page)).toHaveText('Email')
  await expect(field(page, 'Contact email')).toHaveValue('ada@example.com')
  await next(page)
  await expect(heading(page)).toHaveText(`${name} is ready`)
  await button(page, 'Send a test message').click()
  await expect(page.getByText(/test message/).first()).toBeVisible()
  await mail.waitForEmail('ada@example.com')
  await button(page, 'Open your site').click()
  await expect(page).toHaveURL('/')
}

/** Opens the form from the home page. A site with one kind of ads has nothing to choose. */
async function startPosting(page: Page, kind?: string) {
  await page.getByRole('banner').getByRole('link', { name: 'Post Ad' }).click()
  if (kind) await page.getByRole('link', { name: kind }).click()
  await expect(field(page, 'Title')).toBeVisible()
  await hydrated(page)
}

/** The form has it already. */
const placeOfHomeTown = { Country: '', State: '', City: '' }

async function search(page: Page, words: string) {
  await visit(page, '/')
  // Its label names the kinds of the site.
  const searched = page.getByRole('main').getByLabel(/^Search .*events$/)
  await searched.fill(words)
  await searched.press('Enter')
  await page.waitForURL(/searchtext/)
}

async function signUpAs(page: Page, mail: MailServer) {
  const email = 'noor@example.com'
  await visit(page, '/')
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await page.getByRole('link', { name: 'Sign Up' }).click()
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
