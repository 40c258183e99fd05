/** Reading on without a connection: what a browser keeps of the site, what it never keeps, and what it says. */
import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { type Database, openDatabase } from '../../src/server/platform/database/database.ts'
import { expectAccessible } from '../support/accessible.ts'
import { createPerson, goodPassword } from '../support/accounts.ts'
import { administer, databaseAt } from '../support/databases.ts'
import { createListing, setStatus } from '../support/factories.ts'
import { test as journey, visit } from '../support/journey.ts'
import { silentLog } from '../support/silent-log.ts'
import { type Site, startSite } from '../support/site.ts'

/** A site of its own for each test: it is switched off. */
const test = journey.extend<{ own: { site: Site; database: Database } }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures here
    async ({}, use) => {
      const server = process.env.E2E_DATABASE ?? ''
      const name = `offline_${randomBytes(4).toString('hex')}`
      await administer(server, `create database ${name}`)
      const connectionString = databaseAt(server, name)
      const site = await startSite({ databaseUrl: connectionString, demo: false })
      const database = openDatabase({ connectionString, timeZone: 'UTC', log: silentLog, connections: 1 })
      await use({ site, database })
      await database.close()
      await site.stop().catch(() => {})
      await administer(server, `drop database ${name} with (force)`)
    },
    { timeout: 60_000 },
  ],
  baseURL: async ({ own: { site } }, use) => use(site.url),
  serviceWorkers: 'allow',
})

test.beforeEach(({ allowConsole }) => allowConsole(/Failed to load resource: net::ERR_|status of 410/))

/** Until the browser has a worker that keeps what is always there. */
async function workerReady(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const pages = await caches.open('pages')
    return (await pages.keys()).map(({ url }) => new URL(url).pathname).sort()
  })
const always = ['/customer-safety-guide', '/offline', '/provider-safety-guide', '/safety-guide']
const notice = (page: Page) => page.getByText('There is no connection.')

test('guides and the ads one has seen are read without the server, and say when they were kept', async ({
  page,
  own: { site, database },
}) => {
  const title = 'Piano & “guitar” <lessons>'
  const seen = await createListing(database, { title, description: 'Scales are fun.' })
  const clicked = await createListing(database, { title: 'Garden help', description: 'I bring the tools.' })
  const unseen = await createListing(database, { title: 'Never opened' })
  await visit(page, '/')
  await workerReady(page)
  await visit(page, `/ad-details/${seen}`)
  await visit(page, '/all-services')
  await page.getByRole('link', { name: 'Garden help' }).click()
  await expect(page.locator('h1')).toHaveText('Garden help')
  await expect
    .poll(() => keptPaths(page))
    .toEqual([`/ad-details/${seen}`, `/ad-details/${clicked}`, ...always].sort())

  await site.kill()
  await page.goto(`/ad-details/${seen}`)
  await expect(page.locator('h1')).toHaveText(title)
  await expect(page.getByText('Scales are fun.')).toBeVisible()
  await expect(page.getByText(/This page is as you saw it last, on .+ \d{4}, .+[AP]M\./)).toBeVisible()
  await expectAccessible(page, 'of a kept page')
  await page.goto(`/ad-details/${clicked}?from=somewhere`)
  await expect(page.getByText('I bring the tools.')).toBeVisible()
  await page.goto('/customer-safety-guide')
  await expect(page.getByRole('heading', { name: 'Pay securely' })).toBeVisible()
  // In its own look, and with its pictures.
  await expect(page.getByRole('banner')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  expect(await page.evaluate(() => [...document.images].filter((image) => !image.naturalWidth).length)).toBe(
    0,
  )

  await page.goto(`/ad-details/${unseen}`)
  await expect(page.locator('h1')).toHaveText('Without a connection')
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', `/ad-details/${unseen}`)
  await expectAccessible(page, 'of the list of what is kept')
  const links = page.getByRole('region', { name: 'Ads you have seen' }).getByRole('link')
  await expect(links).toHaveText(['Garden help', title])
  await links.nth(1).click()
  await expect(page.locator('h1')).toHaveText(title)
})

test('while the browser says that there is no connection so does the page, and links lead to what is kept', async ({
  page,
  context,
  own: { database },
}) => {
  const id = await createListing(database, { title: 'Piano lessons' })
  await visit(page, `/ad-details/${id}`)
  await workerReady(page)
  await visit(page, `/ad-details/${id}`)
  await expect.poll(() => keptPaths(page)).toContain(`/ad-details/${id}`)
  await visit(page, '/safety-guide')
  await expect(notice(page)).toHaveCount(0)
  await context.setOffline(true)
  await expect(notice(page)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Customer Safety Guide' }).click()
  await expect(page.locator('h1')).toHaveText('Customer Safety Guide')
  await page.getByRole('banner').getByRole('link', { name: 'Post Ad' }).first().click()
  await expect(page.locator('h1')).toHaveText('Without a connection')
  await page.getByRole('link', { name: 'Piano lessons' }).click()
  await expect(page.locator('h1')).toHaveText('Piano lessons')
  await context.setOffline(false)
  await visit(page, `/ad-details/${id}`)
  await expect(notice(page)).toHaveCount(0)
})

test('nothing of somebody who is signed in is kept, nor shown once the connection is gone', async ({
  page,
  own: { site, database },
}) => {
  const { email, name } = await createPerson(database, { name: 'Quiet Person', email: 'quiet@example.com' })
  const id = await createListing(database, { title: 'Piano lessons' })
  const own = await createListing(database, { title: 'My hidden ad', authorEmail: email, status: 'hidden' })
  const answer = await page.request.post('/api/auth/sign-in/email', {
    data: { email, password: goodPassword },
    headers: { origin: site.url },
  })
  expect(answer.status()).toBe(200)
  await visit(page, '/')
  await workerReady(page)
  for (const path of ['/profile', '/my-services', `/ad-details/${own}`, '/safety-guide', `/ad-details/${id}`])
    await visit(page, path)
  await expect.poll(() => keptPaths(page)).toEqual([`/ad-details/${id}`, ...always].sort())
  const kept = await page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        if (answer?.headers.get('content-type')?.startsWith('text/html')) texts.push(await answer.text())
      }
    }
    return texts
  })
  expect(kept).toHaveLength(5)
  for (const private_ of [name, email, 'My hidden ad']) expect(kept.join()).not.toContain(private_)

  await site.kill()
  for (const path of ['/profile', '/my-services', `/ad-details/${own}`]) {
    await page.goto(path)
    await expect(page.locator('h1')).toHaveText('Without a connection')
  }
})

test('what is gone from the site is gone from the browser with the next look', async ({
  page,
  own: { site, database },
}) => {
  const id = await createListing(database, { title: 'Piano lessons' })
  await visit(page, '/')
  await workerReady(page)
  await visit(page, `/ad-details/${id}`)
  await expect.poll(() => keptPaths(page)).toContain(`/ad-details/${id}`)
  await setStatus(database, id, 'deleted')
  expect((await page.goto(`/ad-details/${id}`))?.status()).toBe(410)
  await expect.poll(() => keptPaths(page)).toEqual(always)
  await site.kill()
  await page.goto(`/ad-details/${id}`)
  await expect(page.locator('h1')).toHaveText('Without a connection')
})
