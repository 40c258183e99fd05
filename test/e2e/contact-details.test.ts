/** Contact details on request: with scripts, without them, over the budget, and what the author sees of it. */
import { randomBytes } from 'node:crypto'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../src/server/platform/database/database.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { test as journey, visit } from '../support/browser/journey.ts'
import { createUser, insertSession } from '../support/data/accounts.ts'
import { createMarkedAd, type MarkedAd } from '../support/data/contact-details.ts'
import { administer, databaseAt } from '../support/site/databases.ts'
import { silentLog } from '../support/site/silent-log.ts'
import { startSite } from '../support/site/site.ts'
import { siteSecret } from '../support/site/site-secret.ts'

type RevealSite = { url: string; database: Database }

const test = journey.extend<object, { site: RevealSite }>({
  baseURL: async ({ site }, use) => use(site.url),
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures here
    async ({}, use) => {
      const server = process.env.E2E_DATABASE ?? ''
      const name = `reveal_${randomBytes(4).toString('hex')}`
      await administer(server, `create database ${name}`)
      const connectionString = databaseAt(server, name)
      const settings = { SECRET: siteSecret, CONTACT_VISIBILITY: 'reveal', RATE_LIMIT: '10' }
      const site = await startSite({ databaseUrl: connectionString, demo: false, settings })
      const database = openDatabase({ connectionString, timeZone: 'UTC', log: silentLog, connections: 2 })
      await use({ url: site.url, database })
      await database.close()
      await site.stop()
      await administer(server, `drop database ${name} with (force)`)
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

let adNumber = 0
async function createAd({ database }: RevealSite, authorEmail?: string): Promise<MarkedAd> {
  adNumber += 1
  return createMarkedAd(database, adNumber, authorEmail === undefined ? {} : { authorEmail })
}

async function signIn({ url, database }: RevealSite, context: BrowserContext): Promise<string> {
  const { email } = await createUser(database)
  await context.addCookies([
    { ...(await insertSession(database, email)), url, httpOnly: true, sameSite: 'Lax' },
  ])
  return email
}

const panel = (page: Page) => page.getByRole('complementary', { name: 'Contact' })
const show = (page: Page) => panel(page).getByRole('button', { name: 'Show contact details' })
const list = (page: Page) => panel(page).getByRole('list', { name: 'Contact details' })

test('the button shows the details on the page, with the keyboard too, and the author sees how many people looked', async ({
  page,
  browser,
  baseURL,
  site,
}) => {
  const authors = await browser.newContext({ baseURL: baseURL ?? '' })
  const ad = await createAd(site, await signIn(site, authors))
  await visit(page, ad.page)
  expect(await page.content()).not.toContain(ad.authorEmail)
  await expect(panel(page).getByRole('link', { name: 'Message', exact: true })).toBeVisible()
  await expect(panel(page).getByRole('link', { name: 'Email', exact: true })).toHaveCount(0)
  await expectAccessible(page, 'before')
  await show(page).focus()
  await page.keyboard.press('Enter')
  await expect(list(page)).toBeFocused()
  await expect(panel(page).getByRole('status')).toHaveText('Contact details shown.')
  for (const contact of [ad.authorEmail, ...ad.contacts.slice(1)])
    await expect(list(page)).toContainText(contact)
  await expect(panel(page).getByRole('link', { name: 'Email', exact: true })).toHaveAttribute(
    'href',
    /^mailto:business/,
  )
  await expect(panel(page).getByRole('link', { name: 'Call', exact: true })).toHaveAttribute(
    'href',
    /^tel:555/,
  )
  await expect(show(page)).toHaveCount(0)
  await expect(page).toHaveURL(ad.page)
  await expectAccessible(page, 'after')

  const own = await authors.newPage()
  await visit(own, ad.page)
  await expect(own.getByText('1 person viewed your contact details this week.')).toBeVisible()
  await expect(panel(own).getByText('Others see this when they ask for it.')).toBeVisible()
  await expectAccessible(own, 'the author’s page')
  await visit(own, '/my-services')
  await expect(own.getByRole('listitem').getByText(/ · 1 contact view$/)).toBeVisible()
  await authors.close()
})

test('on a phone, the button at the bottom of the screen shows them', { tag: '@slow' }, async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const ad = await createAd(site)
  await visit(page, ad.page)
  const bar = page.getByRole('group', { name: 'Contact the poster' })
  await page.getByRole('heading', { name: 'Description' }).evaluate((heading) => heading.scrollIntoView())
  await expect(bar.getByRole('link', { name: 'Message' })).toBeInViewport({ ratio: 1 })
  await bar.getByRole('button', { name: 'Contact details' }).click()
  await expect(list(page)).toBeFocused()
  await expect(list(page)).toBeInViewport()
  await expect(panel(page).getByRole('link', { name: 'Call' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('over the budget, the page says when to ask again, and offers a message', async ({
  page,
  context,
  site,
  allowStatus,
}) => {
  allowStatus(429)
  const [ad, seen] = [await createAd(site), await createAd(site)]
  const email = await signIn(site, context)
  await visit(page, seen.page)
  await show(page).click()
  await expect(list(page)).toBeVisible()
  await sql`insert into rate_limit_hit (bucket)
    select 'contactByNewAccount ' || account.id from account, generate_series(1, 300) where email = ${email}`.execute(
    site.database.kysely,
  )
  await visit(page, ad.page)
  await show(page).click()
  await expect(panel(page).getByRole('alert')).toContainText(
    /You can open more in 24 hours. You can still send a message./,
  )
  await expectAccessible(page, 'over the budget')
  expect(await page.content()).not.toContain(ad.authorEmail)
  // What it has asked for today stays.
  await visit(page, seen.page)
  await expect(list(page)).toContainText(seen.authorEmail)
  await visit(page, ad.page)
  await panel(page).getByRole('link', { name: 'Message', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Message Author' })).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the button is a form, and over the budget its page leads to a message', async ({
    page,
    context,
    site,
    allowStatus,
  }) => {
    allowStatus(429)
    const [ad, other] = [await createAd(site), await createAd(site)]
    await page.goto(ad.page)
    await show(page).click()
    await expect(page).toHaveURL(ad.page)
    for (const contact of [ad.authorEmail, ...ad.contacts.slice(1)])
      await expect(list(page)).toContainText(contact)
    await page.goto(ad.page)
    await expect(show(page)).toBeVisible()
    expect(await page.content()).not.toContain(ad.authorEmail)

    const email = await signIn(site, context)
    await sql`insert into rate_limit_hit (bucket)
      select 'contactByNewAccount ' || account.id from account, generate_series(1, 300) where email = ${email}`.execute(
      site.database.kysely,
    )
    await page.goto(other.page)
    await show(page).click()
    await expect(page.getByText('You can open more in 24 hours.')).toBeVisible()
    await page.getByRole('link', { name: 'Write a message' }).click()
    await expect(page.getByRole('heading', { name: 'Message Author' })).toBeVisible()
  })
})

test('an author asks for messages only', { tag: '@slow' }, async ({ page, context, site }) => {
  const ad = await createAd(site, await signIn(site, context))
  await visit(page, `/service-update/${ad.id}`)
  await expect(page.getByText('People see your email when they ask for your contact info.')).toBeVisible()
  const choice = page.getByRole('checkbox', { name: 'Hide my contact info' })
  await expect(choice).not.toBeChecked()
  await choice.check()
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview.getByText('People write to you on this site.')).toBeVisible()
  await expect(preview.getByText(ad.authorEmail)).toHaveCount(0)
  await expectAccessible(page, 'the preview')
  await page.getByRole('button', { name: 'Back to the form' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Update Service' }).click()
  await expect(page).toHaveURL('/my-services')
  await visit(page, `/service-update/${ad.id}`)
  await expect(choice).toBeChecked()
  await visit(page, ad.page)
  await expect(panel(page).getByText('Only you and our moderators see this.')).toBeVisible()
  await context.clearCookies()
  await visit(page, ad.page)
  await expect(panel(page).getByRole('link', { name: 'Message', exact: true })).toBeVisible()
  await expect(show(page)).toHaveCount(0)
  expect(await page.content()).not.toContain(ad.authorEmail)
})
