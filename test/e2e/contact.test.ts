/** The contact form, from what is typed to the letter that carries it, and everything that may stand in between. */
import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../src/server/platform/database/database.ts'
import { contact } from '../../src/shared/messages/pages.ts'
import { defaultProduct } from '../../src/shared/product.ts'
import { expectAccessible } from '../support/accessible.ts'
import { administer, databaseAt } from '../support/databases.ts'
import { waitForOutboxEmail } from '../support/emails.ts'
import { test as journey, visit } from '../support/journey.ts'
import { silentLog } from '../support/silent-log.ts'
import { startSite } from '../support/site.ts'

/** A site with the limits of production. */
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
const told = (page: Page) => page.getByRole('main').getByRole('status')

async function fillIn(page: Page, { name, email, message } = question) {
  await field(page, 'Name').fill(name)
  await field(page, 'Email').fill(email)
  await field(page, 'Message').fill(message)
}

async function send(page: Page, given = question) {
  await fillIn(page, given)
  await button(page).click()
}

async function expectKept(page: Page, { name, email, message } = question) {
  await expect(field(page, 'Name')).toHaveValue(name)
  await expect(field(page, 'Email')).toHaveValue(email)
  await expect(field(page, 'Message')).toHaveValue(message)
}

const stored = async ({ kysely }: Database) =>
  (
    await sql<{ name: string; email: string; message: string }>`
      select name, email, message from contact_message order by created`.execute(kysely)
  ).rows

/** Answers the calls of this path with a refusal of ours. */
const refuse = (page: Page, path: string, status: number, body: object) =>
  page.route(`**/api${path}`, (route) => route.fulfill({ status, json: body }))

const colourOf = (page: Page, text: string) =>
  page.getByText(text).evaluate((element) => getComputedStyle(element).color)
const red = (colour: string) => channels(colour)[0] > 2 * Math.max(channels(colour)[1], channels(colour)[2])
const green = (colour: string) =>
  channels(colour)[1] > 1.5 * Math.max(channels(colour)[0], channels(colour)[2])
const channels = (colour: string) => (colour.match(/\d+/g) ?? []).map(Number) as [number, number, number]

test('a message is stored, mailed to the site, and answered to its sender', async ({ page, strictSite }) => {
  await visit(page, '/contact')
  await send(page)
  await expect(told(page)).toHaveText(contact.sent)
  expect(green(await colourOf(page, contact.sent)), 'the sentence is green').toBe(true)
  await expectKept(page, { name: '', email: '', message: '' })
  expect(await stored(strictSite.database)).toEqual([question])
  const { contactEmail } = defaultProduct
  const letter = await waitForOutboxEmail(strictSite.folder, contactEmail)
  expect(letter.replyTo).toMatchObject([{ address: question.email }])
  expect(letter.text).toContain('Where do I find\nmy ads?')
})

test('while it is sent the button says so and cannot be pressed', async ({ page, strictSite }) => {
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
  await expect(told(page)).toHaveText(contact.sent)
  await expect(button(page)).toBeEnabled()
  expect(await stored(strictSite.database), 'two clicks are one message').toHaveLength(1)
})

test('what is missing is said at each field, and nothing is sent', async ({ page }) => {
  await visit(page, '/contact')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(request.url())
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
  await expectKept(page, { ...question, email: 'ann@' })
  expect(asked).toEqual([])
  await expectAccessible(page, 'with an error at a field')
})

test('what the server finds wrong with a field is said there', async ({ page, allowStatus }) => {
  allowStatus(400)
  await visit(page, '/contact')
  const message = 'This has a word that we cannot take.'
  await refuse(page, '/send-email', 400, { code: 'invalid', message, fields: { message } })
  await send(page)
  await expect(field(page, 'Message')).toHaveAccessibleDescription(message)
  await expect(field(page, 'Message')).toBeFocused()
  await expect(told(page)).toContainText(contact.refused)
  await expectKept(page)
})

test('a refusal is told in red, in light and dark, with another way and nothing lost', async ({
  page,
  allowStatus,
}) => {
  allowStatus(500)
  await visit(page, '/contact')
  await refuse(page, '/send-email', 500, { code: 'internal', message: 'Something went wrong on our side.' })
  await send(page)
  await expect(told(page)).toContainText(contact.refused)
  await expect(told(page).getByRole('link')).toHaveAttribute('href', `mailto:${defaultProduct.contactEmail}`)
  expect(red(await colourOf(page, contact.refused)), 'the sentence is red').toBe(true)
  await expectKept(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `after a refusal in ${colorScheme}`)
  }
  await page.unroute('**/api/send-email')
  await button(page).click()
  await expect(told(page)).toHaveText(contact.sent)
})

test('no answer at all is told apart, and nothing is lost', async ({ page, allowConsole }) => {
  allowConsole(/ERR_FAILED/)
  await visit(page, '/contact')
  await page.route('**/api/send-email', (route) => route.abort())
  await send(page)
  await expect(told(page)).toContainText(contact.failed)
  await expect(told(page)).not.toContainText(contact.refused)
  await expectKept(page)
})

test('a third message waits for a puzzle that the browser solves; a fourth is too many at once', async ({
  page,
  allowStatus,
  strictSite,
}) => {
  allowStatus(429)
  await visit(page, '/contact')
  for (const name of ['ann', 'bo']) {
    await send(page, { ...question, email: `${name}@example.org` })
    await expect(told(page)).toHaveText(contact.sent)
    await expect(field(page, 'Message')).toHaveValue('')
  }
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  await send(page, { ...question, email: 'cy@example.org' })
  await expect(told(page)).toContainText('a small puzzle that keeps spam away')
  await expect(told(page)).toHaveText(contact.sent, { timeout: 25_000 })
  expect(workers, 'the puzzle is solved beside the page').toHaveLength(1)
  expect(await stored(strictSite.database)).toHaveLength(3)

  const fourth = { ...question, email: 'di@example.org' }
  await send(page, fourth)
  await expect(told(page)).toContainText('Too many attempts. Please try again in', { timeout: 25_000 })
  await expect(told(page)).toContainText(contact.refused)
  await expectKept(page, fourth)
})

test('where the browser cannot solve puzzles it is said what to do instead', async ({ page, strictSite }) => {
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }))
  await sql`insert into rate_limit_hit (bucket) values ('messageByAddress 127.0.0.1'), ('messageByAddress 127.0.0.1')`.execute(
    strictSite.database.kysely,
  )
  await visit(page, '/contact')
  await send(page)
  await expect(told(page)).toContainText('secure connection (https)')
  await expect(told(page)).toContainText(`Please write to ${defaultProduct.contactEmail} instead.`)
  await expectKept(page)
})

test('the trap for programs is there for programs alone', async ({ page, strictSite }) => {
  await visit(page, '/contact')
  const trap = page.locator('input[name=website]')
  await expect(trap).toBeHidden()
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(3)
  await fillIn(page)
  for (const reached of ['Name', 'Email', 'Message']) {
    await expect(field(page, reached)).not.toBeFocused()
    if (reached === 'Name') await field(page, 'Name').focus()
    else await page.keyboard.press('Tab')
    await expect(field(page, reached)).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(button(page), 'after the message comes the button').toBeFocused()

  await trap.evaluate((input: HTMLInputElement) => {
    input.value = 'https://spam.example'
  })
  await button(page).click()
  await expect(told(page)).toHaveText(contact.sent)
  expect(await stored(strictSite.database)).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says what the form needs, and whom to write to', async ({ page }) => {
    await page.goto('/contact')
    const main = page.getByRole('main')
    await expect(main).toContainText('Sending this form needs JavaScript.')
    await expect(main.getByRole('link', { name: defaultProduct.contactEmail }).first()).toHaveAttribute(
      'href',
      `mailto:${defaultProduct.contactEmail}`,
    )
    await expect(button(page)).toBeDisabled()
  })
})
