/** The contact form, from the page to the email that carries the message, and what can go wrong in between. */
import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../src/server/platform/database/database.ts'
import { contact } from '../../src/shared/messages/conversations.ts'
import { defaultSettings } from '../../src/shared/settings/table.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { test as journey, visit } from '../support/browser/journey.ts'
import { waitForOutboxEmail } from '../support/checks/emails.ts'
import { administer, databaseAt } from '../support/site/databases.ts'
import { silentLog } from '../support/site/silent-log.ts'
import { startSite } from '../support/site/site.ts'

/** A site with production's rate limits. */
type StrictSite = { url: string; folder: string; database: Database }

const test = journey.extend<object, { strictSite: StrictSite }>({
  strictSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures here
    async ({}, use) => {
      const server = process.env.E2E_DATABASE ?? ''
      const name = `strict_${randomBytes(4).toString('hex')}`
      await administer(server, `create database ${name}`)
      const connectionString = databaseAt(server, name)
      const site = await startSite({
        databaseUrl: connectionString,
        demo: false,
        settings: { RATE_LIMIT: '1' },
      })
      const database = openDatabase({ connectionString, timeZone: 'UTC', log: silentLog, connections: 1 })
      await use({ url: site.url, folder: site.folder, database })
      await database.close()
      await site.stop()
      await administer(server, `drop database ${name} with (force)`)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ strictSite }, use) => use(strictSite.url),
})

test.beforeEach(async ({ strictSite: { database } }) => {
  await sql`delete from rate_limit_hit`.execute(database.kysely)
  await sql`delete from contact_message`.execute(database.kysely)
})

const question = { name: 'Ann Lee', email: 'ann@example.org', message: 'Where do I find\nmy ads?' }

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
const button = (page: Page, name = 'Send message') => page.getByRole('main').getByRole('button', { name })
const status = (page: Page) => page.getByRole('main').getByRole('status')

async function fillIn(page: Page, { name, email, message } = question) {
  await field(page, 'Name').fill(name)
  await field(page, 'Email').fill(email)
  await field(page, 'Message').fill(message)
}

async function send(page: Page, message = question) {
  await fillIn(page, message)
  await button(page).click()
}

async function expectValues(page: Page, { name, email, message } = question) {
  await expect(field(page, 'Name')).toHaveValue(name)
  await expect(field(page, 'Email')).toHaveValue(email)
  await expect(field(page, 'Message')).toHaveValue(message)
}

const storedMessages = async ({ kysely }: Database) =>
  (
    await sql<{ name: string; email: string; message: string }>`
      select name, email, message from contact_message order by created`.execute(kysely)
  ).rows

/** Makes calls to this path fail. */
const failCalls = (page: Page, path: string, status: number, body: object) =>
  page.route(`**/api${path}`, (route) => route.fulfill({ status, json: body }))

const colorOf = (page: Page, text: string) =>
  page.getByText(text).evaluate((element) => getComputedStyle(element).color)
const red = (color: string) => channels(color)[0] > 2 * Math.max(channels(color)[1], channels(color)[2])
const green = (color: string) => channels(color)[1] > 1.5 * Math.max(channels(color)[0], channels(color)[2])
const channels = (color: string) => (color.match(/\d+/g) ?? []).map(Number) as [number, number, number]

test('a message is stored and emailed to the site, with replies going to its sender', async ({
  page,
  strictSite,
}) => {
  await visit(page, '/contact')
  await send(page)
  await expect(status(page)).toHaveText(contact.sent)
  expect(green(await colorOf(page, contact.sent)), 'the sentence is green').toBe(true)
  await expectValues(page, { name: '', email: '', message: '' })
  expect(await storedMessages(strictSite.database)).toEqual([question])
  const { contactEmail } = defaultSettings
  const email = await waitForOutboxEmail(strictSite.folder, contactEmail)
  expect(email.replyTo).toMatchObject([{ address: question.email }])
  expect(email.text).toContain('Where do I find\nmy ads?')
})

test('while sending, the button says so and is disabled', { tag: '@slow' }, async ({ page, strictSite }) => {
  await visit(page, '/contact')
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/send-email', async (route) => {
    await gate.promise
    await route.continue()
  })
  await fillIn(page)
  await button(page).dblclick()
  await expect(button(page, contact.sending)).toBeDisabled()
  gate.resolve()
  await expect(status(page)).toHaveText(contact.sent)
  await expect(button(page)).toBeEnabled()
  expect(await storedMessages(strictSite.database), 'two clicks are one message').toHaveLength(1)
})

test('shows an error at each invalid field, and sends nothing', async ({ page }) => {
  await visit(page, '/contact')
  await expect(page.locator('input[name=website]'), 'the field for bots').toBeHidden()
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(3)
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requests.push(request.url())
  })
  await button(page).click()
  for (const [label, sentence] of [
    ['Name', 'Please enter your name.'],
    ['Email', 'Please enter your email.'],
    ['Message', 'Please enter your message.'],
  ] as const) {
    await expect(field(page, label)).toHaveAccessibleDescription(RegExp(sentence))
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(field(page, 'Name')).toBeFocused()
  await fillIn(page, { ...question, email: 'ann@' })
  await button(page).click()
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/Invalid email address/)
  await expectValues(page, { ...question, email: 'ann@' })
  expect(requests).toEqual([])
  await expectAccessible(page, 'with an error at a field')
})

test('shows the server’s error at its field', { tag: '@slow' }, async ({ page, allowStatus }) => {
  allowStatus(400)
  await visit(page, '/contact')
  const message = 'This has a word that we cannot take.'
  await failCalls(page, '/send-email', 400, { code: 'invalid', message, fields: { message } })
  await send(page)
  await expect(field(page, 'Message')).toHaveAccessibleDescription(message)
  await expect(field(page, 'Message')).toBeFocused()
  await expect(status(page)).toContainText(contact.refused)
  await expectValues(page)
})

test('shows a refusal in red with the email address, and keeps the message', { tag: '@slow' }, async ({
  page,
  allowStatus,
}) => {
  allowStatus(500)
  await visit(page, '/contact')
  await failCalls(page, '/send-email', 500, {
    code: 'internal',
    message: 'Something went wrong on our side.',
  })
  await send(page)
  await expect(status(page)).toContainText(contact.refused)
  await expect(status(page).getByRole('link')).toHaveAttribute(
    'href',
    `mailto:${defaultSettings.contactEmail}`,
  )
  expect(red(await colorOf(page, contact.refused)), 'the sentence is red').toBe(true)
  await expectValues(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `after a refusal in ${colorScheme}`)
  }
  await page.unroute('**/api/send-email')
  await button(page).click()
  await expect(status(page)).toHaveText(contact.sent)
})

test('has a different message when the server does not respond, and keeps the message', {
  tag: '@slow',
}, async ({ page, allowConsole }) => {
  allowConsole(/ERR_FAILED/)
  await visit(page, '/contact')
  await page.route('**/api/send-email', (route) => route.abort())
  await send(page)
  await expect(status(page)).toContainText(contact.failed)
  await expect(status(page)).not.toContainText(contact.refused)
  await expectValues(page)
})

test('the third message requires a challenge that the browser solves, and the fourth is refused', async ({
  page,
  allowStatus,
  strictSite,
}) => {
  allowStatus(429)
  await visit(page, '/contact')
  for (const name of ['ann', 'bo']) {
    await send(page, { ...question, email: `${name}@example.org` })
    await expect(status(page)).toHaveText(contact.sent)
    await expect(field(page, 'Message')).toHaveValue('')
  }
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  await send(page, { ...question, email: 'cy@example.org' })
  await expect(status(page)).toContainText('running a quick spam check')
  await expect(status(page)).toHaveText(contact.sent, { timeout: 25_000 })
  expect(workers, 'a worker solves the challenge').toHaveLength(1)
  expect(await storedMessages(strictSite.database)).toHaveLength(3)

  const fourth = { ...question, email: 'di@example.org' }
  await send(page, fourth)
  await expect(status(page)).toContainText('Too many attempts. Please try again in', { timeout: 25_000 })
  await expect(status(page)).toContainText(contact.refused)
  await expectValues(page, fourth)
})

test('says what to do when the browser cannot solve challenges', { tag: '@slow' }, async ({
  page,
  strictSite,
}) => {
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }))
  await sql`insert into rate_limit_hit (bucket) values ('messageByAddress 127.0.0.1'), ('messageByAddress 127.0.0.1')`.execute(
    strictSite.database.kysely,
  )
  await visit(page, '/contact')
  await send(page)
  await expect(status(page)).toContainText('secure connection (https)')
  await expect(status(page)).toContainText(`Please write to ${defaultSettings.contactEmail} instead.`)
  await expectValues(page)
})

test('the honeypot is hidden from people and catches bots', { tag: '@slow' }, async ({
  page,
  strictSite,
}) => {
  await visit(page, '/contact')
  const honeypot = page.locator('input[name=website]')
  await expect(honeypot).toBeHidden()
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(3)
  await fillIn(page)
  for (const label of ['Name', 'Email', 'Message']) {
    await expect(field(page, label)).not.toBeFocused()
    if (label === 'Name') await field(page, 'Name').focus()
    else await page.keyboard.press('Tab')
    await expect(field(page, label)).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(button(page), 'the button follows the message').toBeFocused()

  await honeypot.evaluate((input: HTMLInputElement) => {
    input.value = 'https://spam.example'
  })
  await button(page).click()
  await expect(status(page)).toHaveText(contact.sent)
  expect(await storedMessages(strictSite.database)).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('says that the form needs JavaScript, and shows the email address', { tag: '@slow' }, async ({
    page,
  }) => {
    await page.goto('/contact')
    const main = page.getByRole('main')
    await expect(main).toContainText('This form needs JavaScript.')
    await expect(main.getByRole('link', { name: defaultSettings.contactEmail }).first()).toHaveAttribute(
      'href',
      `mailto:${defaultSettings.contactEmail}`,
    )
    await expect(button(page)).toBeDisabled()
  })
})
