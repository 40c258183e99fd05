/** Access to the dashboard, its overview, and its navigation. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { expectAccessible } from '../support/browser/accessible.ts'
import { createReportedListing, rows, tab, uniqueEmail } from '../support/browser/dashboard.ts'
import { visit } from '../support/browser/journey.ts'
import { overflow } from '../support/browser/screen-checks.ts'
import { test } from '../support/browser/signed-in.ts'

const tabs = [
  { name: 'Queue', id: 'queue' },
  { name: 'Manage Services', id: 'services' },
  { name: 'Manage Events', id: 'events' },
  { name: 'Categories', id: 'categories' },
  { name: 'Fields', id: 'fields' },
  { name: 'Manage Users', id: 'users' },
  { name: 'Manage Admins', id: 'admins' },
  { name: 'Messages', id: 'messages' },
  { name: 'Places', id: 'places' },
  { name: 'Settings', id: 'settings' },
  { name: 'Texts', id: 'texts' },
  { name: 'Log', id: 'log' },
]
const screens = ['/admin', ...tabs.map(({ id }) => `/admin?tab=${id}`)]

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('every tab redirects visitors to sign in, and users who are not admins home', async ({
  request,
  baseURL,
  signIn,
  context,
}) => {
  await signIn()
  for (const path of screens)
    await test.step(path, async () => {
      const visitor = await request.get(new URL(path, baseURL).href, { maxRedirects: 0 })
      expect(visitor.status()).toBe(302)
      expect(visitor.headers().location).toBe(`/signin?to=${encodeURIComponent(path)}`)
      const user = await context.request.get(path, { maxRedirects: 0 })
      expect([user.status(), user.headers().location]).toEqual([302, '/'])
    })
})

test('a user who is not an admin goes home without a refused call, and stays signed in', {
  tag: '@slow',
}, async ({ page, signIn }) => {
  await signIn()
  await visit(page, '/profile')
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  // No page links there for this user.
  await page.evaluate(() => {
    document.querySelector('main')?.insertAdjacentHTML('beforeend', '<a href="/admin?tab=users">In</a>')
  })
  await page.getByRole('link', { name: 'In', exact: true }).click()
  await expect(page).toHaveURL('/')
  expect(requested.filter((path) => /moderation|profiles|admins/.test(path))).toEqual([])
  await expect(page.getByLabel('Your menu')).toBeVisible()
})

test('a suspended admin is redirected home', async ({ page, signIn, database }) => {
  const { accountId } = await signIn({ isAdmin: true })
  await sql`update account set suspended_at = now(), suspension_reason = 'Why not' where id = ${accountId}`.execute(
    database.kysely,
  )
  const response = await page.request.get('/admin', { maxRedirects: 0 })
  expect([response.status(), response.headers().location]).toEqual([302, '/'])
})

test('a removed admin loses access with the next click, and stays signed in', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
}) => {
  const { email } = await signIn({ isAdmin: true })
  await visit(page, '/admin')
  await sql`update profile set is_admin = false where email = ${email}`.execute(database.kysely)
  await tab(page, 'Log').click()
  await expect(page).toHaveURL('/')
  await page.getByLabel('Your menu').click()
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0)
})

test('the menu links to the dashboard for admins, and its pages are not cached', async ({ page, signIn }) => {
  await signIn({ isAdmin: true })
  await visit(page, '/')
  await page.getByLabel('Your menu').click()
  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await expect(page).toHaveURL('/admin')
  await expect(heading(page)).toHaveText('Dashboard')
  const response = await page.request.get('/admin')
  expect(response.headers()['cache-control']).toBe('private, no-store')
  expect(await response.text()).toContain('<meta name="robots" content="noindex"/>')
})

test('the overview shows what needs attention and for how long, and links there', async ({
  page,
  signIn,
  database,
}) => {
  await signIn({ isAdmin: true })
  await createReportedListing(database, { title: 'Waiting long', authorEmail: uniqueEmail('author') }, [
    { daysAgo: 400 },
  ])
  await visit(page, '/admin')
  const cards = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem')
  const services = cards.filter({ hasText: /reported services?/ })
  await expect(services).toContainText('The oldest has been waiting 400 days.')
  for (const label of [/reported events?/, /open messages?/, /failed messages?/])
    await expect(cards.filter({ hasText: label })).toHaveCount(1)
  await services.getByRole('link').click()
  await expect(page).toHaveURL('/admin?tab=queue&status=service')
  await expect(heading(page)).toHaveText('Queue')
  await expect(rows(page).first()).toContainText('Waiting long')
})

test('the last 30 days are charts in the server’s HTML, and are also text and a table', async ({
  page,
  signIn,
}) => {
  await signIn({ isAdmin: true })
  const html = await (await page.request.get('/admin')).text()
  expect(html.match(/<svg role="img" aria-label="[\d,]+ new users? in 30 days, up to/g)).toHaveLength(1)
  await visit(page, '/admin')
  for (const series of ['new user', 'new ad', 'report', 'message'])
    await expect(page.getByRole('img', { name: RegExp(`^[\\d,]+ ${series}s? in 30 days`) })).toBeVisible()
  await page.getByText('Show as a table').click()
  const table = page.getByRole('table')
  await expect(table.getByRole('row')).toHaveCount(31)
  await expect(table.getByRole('columnheader')).toHaveText([
    'Day',
    'New users',
    'New ads',
    'Reports',
    'Messages',
  ])
  await expectAccessible(page, 'with the table')
})

test('the side tabs have names and URLs, and work with the arrow keys', { tag: '@slow' }, async ({
  page,
  signIn,
}) => {
  await signIn({ isAdmin: true })
  await visit(page, '/admin')
  await expect(page.getByRole('tab')).toHaveText(tabs.map(({ name }) => RegExp(`^${name}( \\(|$)`)))
  for (const { name, id } of tabs) {
    await tab(page, name).click()
    await expect(page).toHaveURL(`/admin?tab=${id}`)
    await expect(heading(page)).toHaveText(name)
    await expect(page).toHaveTitle(`${name} | Corkboard`)
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel', { name: RegExp(`^${name}`) })).toBeVisible()
  }
  await page.keyboard.press('Home')
  await expect(tab(page, 'Queue')).toBeFocused()
  await expect(heading(page)).toHaveText('Queue')
  await page.keyboard.press('ArrowUp')
  await expect(heading(page)).toHaveText('Log')
  await page.keyboard.press('ArrowRight')
  await expect(heading(page)).toHaveText('Queue')
})

test('a tab that fails to load shows an error and can be retried', { tag: '@slow' }, async ({
  page,
  signIn,
  allowStatus,
}) => {
  allowStatus(503)
  await signIn({ isAdmin: true })
  await visit(page, '/admin')
  await page.route('**/api/moderation/log**', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'The database is down.' } }),
  )
  await tab(page, 'Log').click()
  await expect(heading(page)).toHaveText('Error loading data')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(heading(page)).toHaveText('Log')
})

for (const { colorScheme, width, parity } of [
  { colorScheme: 'light', width: 1280, parity: 0 },
  { colorScheme: 'dark', width: 360, parity: 1 },
] as const) {
  test.describe(`at ${width} pixels, ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width, height: 800 } })

    // By default, each tab is checked at one of the two sizes.
    for (const { name, paths, tag } of [
      { name: 'every other tab', paths: screens.filter((_, index) => index % 2 === parity), tag: [] },
      { name: 'every tab', paths: screens, tag: '@slow' },
    ]) {
      test(`${name} is accessible and fits the screen`, { tag }, async ({ page, signIn, database }) => {
        test.slow()
        await signIn({ isAdmin: true })
        const author = uniqueEmail('author')
        for (const kind of ['service', 'event'] as const)
          await createReportedListing(database, { kind, title: 'W'.repeat(60), authorEmail: author }, [
            {},
            {},
            {},
          ])
        for (const path of paths) {
          await visit(page, path)
          await expectAccessible(page, path)
          expect.soft(await overflow(page), `${path} is wider than the screen`).toBe(0)
        }
      })
    }
  })
}
