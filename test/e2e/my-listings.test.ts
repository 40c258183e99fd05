import { expect, type Page } from '@playwright/test'
import type { Database } from '../../src/server/platform/database/database.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'
import type { TestUser } from '../support/data/accounts.ts'
import { insertPicture, picturedTopic, servePictures } from '../support/data/drawn-pictures.ts'
import { createListing, type ListingOverrides } from '../support/data/factories.ts'

test.beforeEach(({ context }) => servePictures(context))

const main = (page: Page) => page.getByRole('main')
const rows = (page: Page) =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
const row = (page: Page, title: string) =>
  rows(page).filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Are you sure?' })
const popup = (page: Page, name: string) => page.getByRole('dialog', { name })

const post = (database: Database, { email }: TestUser, overrides: ListingOverrides) =>
  createListing(database, { authorEmail: email, ...overrides })

async function postThree(database: Database, person: TestUser) {
  const titles = ['Bread baking', 'Piano lessons', 'Dog walks']
  for (const title of titles) await post(database, person, { title })
  return titles.reverse()
}

test('lists the user’s own services, newest first', async ({ page, signIn, database }) => {
  const person = await signIn()
  const older = await post(database, person, { title: 'Bread baking for early risers', price: 12.5 })
  await post(database, person, {
    title: 'Piano lessons',
    ...picturedTopic,
    images: [await insertPicture(database, 1600, 1200)],
  })
  await post(database, person, { title: 'Street market', kind: 'event' })
  await createListing(database, { authorEmail: 'neighbor@example.com', title: 'Not mine' })
  await visit(page, '/my-services')
  await expect(page).toHaveTitle('My Services | Corkboard')
  await expect(rows(page).getByRole('heading')).toHaveText(['Piano lessons', 'Bread baking for ear…'])

  const bread = row(page, 'Bread baking for early risers')
  for (const text of ['What is offered, sai…', '$12.50', 'Austin, Texas', 'Posted October 1, 2026'])
    await expect(bread.getByText(text, { exact: true })).toBeVisible()
  const action = (name: string) => bread.getByRole('link', { name: `${name} Bread baking for early risers` })
  await expect(action('View')).toHaveAttribute('href', `/ad-details/${older}`)
  await expect(action('View')).toHaveText('View')
  await expect(action('Edit')).toHaveAttribute('href', `/service-update/${older}`)
  await expect(action('Edit')).toHaveText('Edit')
  await expect(button(page, 'Delete Bread baking for early risers')).toHaveText('Delete')

  const picture = row(page, 'Piano lessons').locator('img')
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  await action('View').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bread baking for early risers')
})

test('shows the dates of the user’s events, and whether they are sold out or expired', {
  tag: '@slow',
}, async ({ page, signIn, database }) => {
  const person = await signIn()
  const id = await post(database, person, {
    title: 'Street market',
    kind: 'event',
    startDate: '2026-03-01',
    endDate: '2026-03-03',
    availability: 'soldout',
  })
  await post(database, person, { title: 'Yard concert', kind: 'event', startDate: '2199-06-01' })
  await visit(page, '/my-services')
  await main(page).getByRole('link', { name: 'My Events' }).click()
  await expect(page).toHaveURL('/my-events')
  await expect(rows(page).getByRole('heading')).toHaveText(['Yard concert', 'Street market'])
  const market = row(page, 'Street market')
  for (const text of ['March 1, 2026', 'March 3, 2026', 'Sold Out', 'Expired'])
    await expect(market.getByText(text)).toBeVisible()
  await expect(row(page, 'Yard concert').getByText(/Sold Out|Expired/)).toHaveCount(0)
  await expect(market.getByRole('link', { name: 'View' })).toHaveAttribute('href', `/event-details/${id}`)
  await expect(market.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', `/event-update/${id}`)
})

test('tells the author that a listing is hidden, but not that it was reported', async ({
  page,
  signIn,
  database,
}) => {
  const person = await signIn()
  await post(database, person, { title: 'Bread baking', status: 'reported' })
  await post(database, person, { title: 'Hidden by now', status: 'hidden' })
  await post(database, person, { title: 'Deleted before', status: 'deleted' })
  await visit(page, '/my-services')
  await expect(rows(page)).toHaveCount(2)
  await expect(row(page, 'Hidden by now').getByText('Hidden', { exact: true })).toBeVisible()
  await expect(row(page, 'Hidden by now')).toContainText('Open the ad to see why')
  await expect(row(page, 'Bread baking')).not.toContainText(/report|hidden/i, { useInnerText: true })
})

for (const { path, sentence, post, to } of [
  { path: '/my-services', sentence: 'No Service Posted', post: 'Post a service', to: '/post-services' },
  { path: '/my-events', sentence: 'No Event Posted', post: 'Post an event', to: '/post-events' },
]) {
  test(
    `${path} says “${sentence}” when empty, and links to the form`,
    slowJourneyUnless(path === '/my-events'),
    async ({ page, signIn }) => {
      await signIn()
      await visit(page, path)
      await expect(main(page).getByText(sentence)).toBeVisible()
      await expect(main(page).getByRole('link', { name: post })).toHaveAttribute('href', to)
      await expectAccessible(page, 'in the empty list')
    },
  )
}

for (const { from, link, call, sentence } of [
  { from: '/my-events', link: 'My Services', call: 'servicesbyauser', sentence: 'Error loading services' },
  { from: '/my-services', link: 'My Events', call: 'eventsbyauser', sentence: 'Error loading events' },
]) {
  test(`${link} says “${sentence}” on failure, and can be retried`, { tag: '@slow' }, async ({
    page,
    signIn,
    allowStatus,
  }) => {
    allowStatus(503)
    await signIn()
    await visit(page, from)
    await page.route(`**/api/${call}?**`, (route) =>
      route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Away.' } }),
    )
    await main(page).getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(sentence)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(link)
  })
}

test.describe('deleting', () => {
  test('asks for confirmation, and changes nothing on Cancel or Escape', { tag: '@slow' }, async ({
    page,
    signIn,
    database,
  }) => {
    await postThree(database, await signIn())
    await visit(page, '/my-services')
    const methods: string[] = []
    page.on('request', (request) => methods.push(request.method()))
    for (const cancel of [
      () => confirmation(page).getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
      // Some browsers do this on a second Escape.
      () => confirmation(page).evaluate((dialog: HTMLDialogElement) => dialog.close()),
    ]) {
      await button(page, 'Delete Piano lessons').click()
      await expect(confirmation(page)).toHaveAccessibleDescription('This action cannot be undone!')
      await expect(confirmation(page)).toContainText('Piano lessons')
      await cancel()
      await expect(confirmation(page)).toHaveCount(0)
      await expect(button(page, 'Delete Piano lessons')).toBeFocused()
    }
    await expect(rows(page)).toHaveCount(3)
    expect(methods).not.toContain('DELETE')
  })

  for (const { kind, path, sentence, call } of [
    { kind: 'service', path: '/my-services', sentence: 'Your service has been deleted.', call: 'service' },
    { kind: 'event', path: '/my-events', sentence: 'Your event has been deleted.', call: 'event' },
  ] as const) {
    test(
      `removes the ${kind} at once, reports it, and focuses the next row`,
      slowJourneyUnless(kind === 'event'),
      async ({ page, signIn, database }) => {
        const person = await signIn()
        await post(database, person, { kind, title: 'The oldest' })
        const id = await post(database, person, { kind, title: 'The middle' })
        await post(database, person, { kind, title: 'The newest' })
        await visit(page, path)
        await button(page, 'Delete The middle').focus()
        await page.keyboard.press('Enter')
        await expect(confirmation(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        await expect(popup(page, 'Deleted!')).toHaveAccessibleDescription(sentence)
        await expect(main(page).getByRole('heading', { name: 'The middle' })).toHaveCount(0)
        await expect(popup(page, 'Deleted!').getByRole('button', { name: 'OK' })).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(popup(page, 'Deleted!')).toHaveCount(0)
        await expect(button(page, 'Delete The oldest')).toBeFocused()
        expect((await page.request.get(`/api/${call}/${id}`)).status()).toBe(410)
        await page.reload()
        await expect(rows(page).getByRole('heading')).toHaveText(['The newest', 'The oldest'])

        // Deletes the others too, up to the last.
        await button(page, 'Delete The oldest').click()
        await button(page, 'Yes, delete it!').click()
        await button(page, 'OK').click()
        await expect(button(page, 'Delete The newest')).toBeFocused()
        await button(page, 'Delete The newest').click()
        await button(page, 'Yes, delete it!').click()
        await expect(button(page, 'OK')).toBeFocused()
        await page.keyboard.press('Escape')
        await expect(main(page).getByText(/^No (Service|Event) Posted$/)).toBeVisible()
        await expect(main(page).getByRole('link', { name: /^Post an? / })).toBeFocused()
      },
    )
  }

  test('reports a failure, keeps the row, and can be retried', { tag: '@slow' }, async ({
    page,
    signIn,
    database,
    allowStatus,
  }) => {
    allowStatus(500)
    await postThree(database, await signIn())
    await visit(page, '/my-services')
    await page.route(
      '**/api/service/*',
      (route) => route.fulfill({ status: 500, json: { code: 'internal', message: 'A fuse blew.' } }),
      { times: 1 },
    )
    await button(page, 'Delete Dog walks').click()
    await button(page, 'Yes, delete it!').click()
    await expect(popup(page, 'Error!')).toHaveAccessibleDescription('Something went wrong, please try again.')
    await expectAccessible(page, 'in the popup')
    await button(page, 'OK').click()
    await expect(button(page, 'Delete Dog walks')).toBeFocused()
    await expect(rows(page)).toHaveCount(3)
    await page.keyboard.press('Enter')
    await button(page, 'Yes, delete it!').click()
    await expect(popup(page, 'Deleted!')).toBeVisible()
    await expect(rows(page)).toHaveCount(2)
  })

  test('reports a network error', { tag: '@slow' }, async ({ page, signIn, database, allowConsole }) => {
    allowConsole(/ERR_FAILED/)
    await postThree(database, await signIn())
    await visit(page, '/my-services')
    await page.route('**/api/service/*', (route) => route.abort())
    await button(page, 'Delete Dog walks').click()
    await button(page, 'Yes, delete it!').click()
    await expect(popup(page, 'Error!')).toBeVisible()
    await expect(rows(page)).toHaveCount(3)
  })

  test('succeeds if the listing was already deleted in another window', { tag: '@slow' }, async ({
    page,
    signIn,
    database,
    allowStatus,
  }) => {
    allowStatus(410)
    const id = await post(database, await signIn(), { title: 'Piano lessons' })
    await visit(page, '/my-services')
    const elsewhere = await page.request.delete(`/api/service/${id}`, {
      headers: { origin: new URL(page.url()).origin },
    })
    expect(elsewhere.status()).toBe(200)
    await button(page, 'Delete Piano lessons').click()
    await button(page, 'Yes, delete it!').click()
    await expect(popup(page, 'Deleted!')).toBeVisible()
    await expect(rows(page)).toHaveCount(0)
  })

  test('reports the result even if the dialog was closed meanwhile', { tag: '@slow' }, async ({
    page,
    signIn,
    database,
  }) => {
    await postThree(database, await signIn())
    await visit(page, '/my-services')
    const closed = Promise.withResolvers<void>()
    await page.route('**/api/service/*', async (route) => {
      await closed.promise
      await route.continue()
    })
    await button(page, 'Delete Dog walks').click()
    await button(page, 'Yes, delete it!').click()
    await expect(button(page, 'Deleting…')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(confirmation(page)).toHaveCount(0)
    await expect(rows(page)).toHaveCount(3)
    closed.resolve()
    await expect(popup(page, 'Deleted!')).toBeVisible()
    await button(page, 'OK').click()
    await expect(button(page, 'Delete Piano lessons')).toBeFocused()
  })

  test('sends one request on a double click', { tag: '@slow' }, async ({ page, signIn, database }) => {
    await postThree(database, await signIn())
    await visit(page, '/my-services')
    const deletions: string[] = []
    page.on('request', (request) => request.method() === 'DELETE' && deletions.push(request.url()))
    await button(page, 'Delete Dog walks').click()
    await button(page, 'Yes, delete it!').dblclick()
    await expect(popup(page, 'Deleted!')).toBeVisible()
    expect(deletions).toHaveLength(1)
  })

  test('deletes nothing after the session expired, and asks to sign in', async ({
    page,
    context,
    signIn,
    database,
    allowStatus,
  }) => {
    allowStatus(401)
    await postThree(database, await signIn())
    await visit(page, '/my-services')
    await context.request.post('/api/logout', { headers: { origin: new URL(page.url()).origin } })
    await button(page, 'Delete Dog walks').click()
    await button(page, 'Yes, delete it!').click()
    await expect(popup(page, 'Error!')).toBeVisible()
    await button(page, 'OK').click()
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
    await expect(rows(page)).toHaveCount(3)
  })
})

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `the lists, dialogs and posting choice are accessible in ${colorScheme}, and never scroll sideways`,
    slowJourneyUnless(colorScheme === 'dark'),
    async ({ page, signIn, database }) => {
      const person = await signIn()
      const images = [await insertPicture(database, 1200, 1600)]
      const market = { kind: 'event', startDate: '2026-03-01', availability: 'soldout' } as const
      await post(database, person, { ...picturedTopic, title: 'Piano lessons', images })
      await post(database, person, { title: 'Dog walks', status: 'hidden' })
      await post(database, person, { title: 'Street market', ...market })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const path of ['/post', '/my-events', '/my-services']) {
        await visit(page, path)
        for (const width of [360, 768, 1440]) {
          await page.setViewportSize({ width, height: 900 })
          expect.soft(await overflow(page), `${path} at ${width} px`).toBeLessThanOrEqual(0)
          if (width !== 768) await expectAccessible(page, `on ${path} at ${width} px`)
        }
      }
      await button(page, 'Delete Piano lessons').click()
      await expectAccessible(page, 'in the confirmation')
      await button(page, 'Yes, delete it!').click()
      await expect(popup(page, 'Deleted!')).toBeVisible()
      await expectAccessible(page, 'in the popup')
    },
  )
}

test('Post Ad offers a service or an event', { tag: '@slow' }, async ({ page, signIn }) => {
  await signIn()
  await visit(page, '/')
  await page.getByRole('banner').getByRole('link', { name: 'Post Ad' }).click()
  await expect(page).toHaveURL('/post')
  await expect(page).toHaveTitle('Post Ad | Corkboard')
  const choice = (name: string) => main(page).getByRole('link', { name, exact: true })
  await expect(choice('Post a service')).toHaveAttribute('href', '/post-services')
  await expect(choice('Post an event')).toHaveAttribute('href', '/post-events')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('shows the posting choice and the user’s own lists', async ({ page, signIn, database }) => {
    const id = await post(database, await signIn(), { title: 'Piano lessons' })
    await page.goto('/post')
    await expect(main(page).getByRole('link', { name: 'Post a service' })).toBeVisible()
    await main(page).getByRole('link', { name: 'My Services' }).click()
    await expect(row(page, 'Piano lessons')).toBeVisible()
    await expect(main(page).getByRole('button')).toHaveCount(0)
    await main(page).getByRole('link', { name: 'View Piano lessons' }).click()
    await expect(page).toHaveURL(`/ad-details/${id}`)
  })
})
