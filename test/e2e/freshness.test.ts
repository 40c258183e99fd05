/** Renewing services: by the link in an email, with and without scripts, and by the author's buttons. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '../../src/server/platform/database/database.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { createListing, uniqueTitle } from '../support/data/factories.ts'

/** Lets the time pass after which the site of the tests asks about a service, or takes its next step, and runs the job. */
async function age({ kysely }: Database, id: string, state: string) {
  await sql`
    update service_renewal set since = since - interval '20000 days', asked = asked - interval '20000 days'
    where listing_id = ${id}`.execute(kysely)
  await sql`select graphile_worker.add_job('update_freshness')`.execute(kysely)
  const renewal = sql<{ state: string }>`select state from service_renewal where listing_id = ${id}`
  const current = async () => (await renewal.execute(kysely)).rows[0]?.state
  await expect.poll(current, { timeout: 60_000 }).toBe(state)
}

const main = (page: Page) => page.getByRole('main')
const status = (page: Page) => main(page).getByRole('status')
const expectNoOverflow = async (page: Page) => {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wider).toBeLessThanOrEqual(0)
}

test('one click in the email renews a service; scanners that open the link change nothing', async ({
  browser,
  accountSite,
  baseURL,
  database,
  signIn,
}) => {
  const author = await signIn({ name: 'Rosa Delgado' })
  const title = uniqueTitle('Dog walks')
  const id = await createListing(database, { authorEmail: author.email, title })
  const freshness = async () => (await (await fetch(`${baseURL}/api/service/${id}`)).json()).freshness
  await age(database, id, 'asked')
  const { text } = await accountSite.mail.waitForEmail(author.email)
  expect(text).toContain(`Your ad “${title}” has been on Corkboard for a while.`)
  expect(text).toContain('Stop these emails')
  const link = /http\S+\/renew-service\?token=\w+/.exec(text)?.[0] ?? ''
  for (const state of ['stale', 'archived']) await age(database, id, state)

  const scanner = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 700 },
  })
  const scanned = await scanner.newPage()
  await scanned.goto(link)
  await expect(scanned.getByRole('heading', { level: 1 })).toHaveText('Still offering this?')
  await expectNoOverflow(scanned)
  expect(await freshness()).toBe('archived')

  const visitor = await browser.newContext({ colorScheme: 'dark' })
  const clicked = await visitor.newPage()
  await clicked.goto(link)
  await expect(status(clicked)).toContainText('Your ad is up to date')
  expect(await freshness()).toBe('current')
  await expectAccessible(clicked, 'the page of the link')

  // Later, without scripts.
  await age(database, id, 'asked')
  await scanned.goto(link)
  await scanned.getByRole('button', { name: 'Yes, I still offer it' }).click()
  await expect(status(scanned)).toContainText('Your ad is up to date')
  await scanner.close()
  await visitor.close()
})

test('visitors see a stale service in gray, and its author renews it under My Services', async ({
  page,
  browser,
  baseURL,
  database,
  signIn,
}) => {
  const author = await signIn()
  const title = uniqueTitle('Cat sitting')
  const id = await createListing(database, { authorEmail: author.email, title })
  await age(database, id, 'asked')
  await visit(page, '/my-services')
  await expect(main(page).getByText('Do you still offer this?')).toBeVisible()
  await age(database, id, 'stale')

  const visitors = await browser.newContext({ baseURL: baseURL ?? '' })
  const list = await visitors.newPage()
  await visit(list, `/search?searchtext=${title.split(' ').at(-1)}`)
  const card = list.getByRole('article').filter({ hasText: 'Outdated?' })
  await expect(card).toHaveCount(1)
  await expectAccessible(list, 'a gray card')
  await card.getByRole('link', { name: title }).click()
  await expect(main(list).getByText('This may not be offered anymore.')).toBeVisible()
  await expectAccessible(list, 'a stale ad')
  await visitors.close()

  await page.setViewportSize({ width: 320, height: 800 })
  await visit(page, '/my-services')
  await expect(main(page).getByText('Lists show it in gray')).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page, 'My Services')
  await page.getByRole('button', { name: `Renew ${title}` }).click()
  await expect(page.getByText('Renewed. Thanks for letting us know!')).toBeVisible()
  await expect(main(page).getByText('Lists show it in gray')).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('an author lists an archived service again on its page', async ({ page, signIn, database }) => {
    const author = await signIn()
    const title = uniqueTitle('Bread baking')
    const id = await createListing(database, { authorEmail: author.email, title })
    for (const state of ['asked', 'stale', 'archived']) await age(database, id, state)
    await page.goto(`/ad-details/${id}`)
    await expect(main(page).getByText('Archived', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: `Renew ${title}` }).click()
    await expect(page).toHaveURL(`/ad-details/${id}`)
    await expect(main(page).getByText('Archived', { exact: true })).toHaveCount(0)
  })
})
