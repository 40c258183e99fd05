/** Reading offline: what a browser caches of the site, what it never caches, and what it shows. */
import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { type Database, openDatabase } from '../../src/server/platform/database/database.ts'
import { freePort } from '../../src/server/platform/free-port.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { test as journey, visit } from '../support/browser/journey.ts'
import { createUser, goodPassword } from '../support/data/accounts.ts'
import { createListing, setStatus } from '../support/data/factories.ts'
import { type BreakableProxy, openBreakableProxy } from '../support/site/breakable-proxy.ts'
import { administer, databaseAt } from '../support/site/databases.ts'
import { silentLog } from '../support/site/silent-log.ts'
import { startSite } from '../support/site/site.ts'

/** Browsers reach the site through a proxy: when it is cut, they find no server. */
type ReachedSite = { url: string; link: BreakableProxy; database: Database }

const test = journey.extend<{ restoredLink: undefined }, { own: ReachedSite }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures here
    async ({}, use) => {
      const server = process.env.E2E_DATABASE ?? ''
      const name = `offline_${randomBytes(4).toString('hex')}`
      await administer(server, `create database ${name}`)
      const connectionString = databaseAt(server, name)
      const port = await freePort()
      const link = await openBreakableProxy({ host: '127.0.0.1', port })
      const url = `http://localhost:${link.port}`
      const settings = { PUBLIC_URL: url }
      const site = await startSite({ databaseUrl: connectionString, demo: false, port, settings })
      const database = openDatabase({ connectionString, timeZone: 'UTC', log: silentLog, connections: 1 })
      await use({ url, link, database })
      await database.close()
      await link.cut()
      await site.stop()
      await administer(server, `drop database ${name} with (force)`)
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  restoredLink: [
    async ({ own: { link } }, use) => {
      await use(undefined)
      await link.restore()
    },
    { auto: true },
  ],
  baseURL: async ({ own: { url } }, use) => use(url),
  serviceWorkers: 'allow',
})

test.beforeEach(({ allowConsole }) => allowConsole(/Failed to load resource: net::ERR_|status of 410/))

/** Waits until the service worker controls the page and has precached its pages. */
async function workerReady(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const pages = await caches.open('pages')
    return (await pages.keys()).map(({ url }) => new URL(url).pathname).sort()
  })
const precached = ['/customer-safety-guide', '/offline', '/provider-safety-guide', '/safety-guide']
const notice = (page: Page) => page.getByText('You’re offline. ')

test('guides and viewed ads are readable without the server, and show when they were cached', async ({
  page,
  own: { link, database },
}) => {
  const title = 'Piano & “guitar” <lessons>'
  const viewed = await createListing(database, { title, description: 'Scales are fun.' })
  const clicked = await createListing(database, { title: 'Garden help', description: 'I bring the tools.' })
  const notViewed = await createListing(database, { title: 'Never opened' })
  await visit(page, '/')
  await workerReady(page)
  await visit(page, `/ad-details/${viewed}`)
  await visit(page, '/all-services')
  await page.getByRole('link', { name: 'Garden help' }).click()
  await expect(page.locator('h1')).toHaveText('Garden help')
  await expect
    .poll(() => cachedPaths(page))
    .toEqual([`/ad-details/${viewed}`, `/ad-details/${clicked}`, ...precached].sort())

  await link.cut()
  await page.goto(`/ad-details/${viewed}`)
  await expect(page.locator('h1')).toHaveText(title)
  await expect(page.getByText('Scales are fun.')).toBeVisible()
  await expect(page.getByText(/You’re seeing this page as of .+ \d{4}, .+[AP]M\./)).toBeVisible()
  await expectAccessible(page, 'of a cached page')
  await page.goto(`/ad-details/${clicked}?from=somewhere`)
  await expect(page.getByText('I bring the tools.')).toBeVisible()
  await page.goto('/customer-safety-guide')
  await expect(page.getByRole('heading', { name: 'Pay securely' })).toBeVisible()
  // With its styles and pictures.
  await expect(page.getByRole('banner')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  expect(await page.evaluate(() => [...document.images].filter((image) => !image.naturalWidth).length)).toBe(
    0,
  )

  await page.goto(`/ad-details/${notViewed}`)
  await expect(page.locator('h1')).toHaveText('You’re offline')
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute(
    'href',
    `/ad-details/${notViewed}`,
  )
  await expectAccessible(page, 'of the offline page')
  const links = page.getByRole('region', { name: 'Ads you’ve viewed' }).getByRole('link')
  await expect(links).toHaveText(['Garden help', title])
  await links.nth(1).click()
  await expect(page.locator('h1')).toHaveText(title)
})

test('the first ad that a browser opens is kept, with its photo', async ({
  page,
  own: { link, database },
}) => {
  const images = ['/demo-pictures/barber-1.svg']
  const id = await createListing(database, { title: 'First ad', images })
  await visit(page, `/ad-details/${id}`)
  await expect.poll(() => cachedPaths(page)).toContain(`/ad-details/${id}`)
  await expect
    .poll(() =>
      page.evaluate(async () =>
        (await (await caches.open('pictures')).keys()).map(({ url }) => new URL(url).pathname),
      ),
    )
    .toContain(images[0])
  await link.cut()
  await page.goto(`/ad-details/${id}`)
  await expect(page.locator('h1')).toHaveText('First ad')
  await expect(page.getByRole('img', { name: 'First ad' }).first()).not.toHaveJSProperty('naturalWidth', 0)
})

test('while the browser is offline, pages say so and links lead to cached pages', async ({
  page,
  context,
  own: { database },
}) => {
  const id = await createListing(database, { title: 'Piano lessons' })
  await visit(page, `/ad-details/${id}`)
  await workerReady(page)
  await visit(page, `/ad-details/${id}`)
  await expect.poll(() => cachedPaths(page)).toContain(`/ad-details/${id}`)
  await visit(page, '/safety-guide')
  await expect(notice(page)).toHaveCount(0)
  await context.setOffline(true)
  await expect(notice(page)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Customer Safety Guide' }).click()
  await expect(page.locator('h1')).toHaveText('Customer Safety Guide')
  await page.getByRole('banner').getByRole('link', { name: 'Post Ad' }).first().click()
  await expect(page.locator('h1')).toHaveText('You’re offline')
  await page.getByRole('link', { name: 'Piano lessons' }).click()
  await expect(page.locator('h1')).toHaveText('Piano lessons')
  await context.setOffline(false)
  await visit(page, `/ad-details/${id}`)
  await expect(notice(page)).toHaveCount(0)
})

test('no page of a signed-in user is cached or shown offline', async ({
  page,
  own: { url, link, database },
}) => {
  const { email, name } = await createUser(database, { name: 'Quiet Person', email: 'quiet@example.com' })
  const id = await createListing(database, { title: 'Piano lessons' })
  const own = await createListing(database, { title: 'My hidden ad', authorEmail: email, status: 'hidden' })
  const response = await page.request.post('/api/auth/sign-in/email', {
    data: { email, password: goodPassword },
    headers: { origin: url },
  })
  expect(response.status()).toBe(200)
  await visit(page, '/')
  await workerReady(page)
  for (const path of ['/profile', '/my-services', `/ad-details/${own}`, '/safety-guide', `/ad-details/${id}`])
    await visit(page, path)
  await expect.poll(() => cachedPaths(page)).toEqual([`/ad-details/${id}`, ...precached].sort())
  const cachedPages = await page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const response = await cache.match(request)
        if (response?.headers.get('content-type')?.startsWith('text/html')) texts.push(await response.text())
      }
    }
    return texts
  })
  expect(cachedPages).toHaveLength(5)
  for (const privateText of [name, email, 'My hidden ad'])
    expect(cachedPages.join()).not.toContain(privateText)

  await link.cut()
  for (const path of ['/profile', '/my-services', `/ad-details/${own}`]) {
    await page.goto(path)
    await expect(page.locator('h1')).toHaveText('You’re offline')
  }
})

test('visiting a deleted ad evicts it from the cache', async ({ page, own: { link, database } }) => {
  const id = await createListing(database, { title: 'Piano lessons' })
  await visit(page, '/')
  await workerReady(page)
  await visit(page, `/ad-details/${id}`)
  await expect.poll(() => cachedPaths(page)).toContain(`/ad-details/${id}`)
  await setStatus(database, id, 'deleted')
  expect((await page.goto(`/ad-details/${id}`))?.status()).toBe(410)
  await expect.poll(() => cachedPaths(page)).toEqual(precached)
  await link.cut()
  await page.goto(`/ad-details/${id}`)
  await expect(page.locator('h1')).toHaveText('You’re offline')
})
