import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '../../src/server/platform/database/database.ts'
import { hydrated, visit } from '../support/browser/journey.ts'
import {
  displays,
  expectAccessibleOn,
  expectLight,
  expectNoSidewaysScrolling,
  recordScripts,
} from '../support/browser/screen-checks.ts'
import { privateEventScreens } from '../support/browser/screens.ts'
import { test } from '../support/browser/signed-in.ts'
import { createListing } from '../support/data/factories.ts'
import { createImportedCalendar } from '../support/data/imported-calendars.ts'

const titles = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('heading')
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

async function postMany(database: Database, email: string, count: number) {
  for (let n = count; n >= 1; n -= 1)
    await createListing(database, { authorEmail: email, title: `Lesson ${n}` })
}

async function deleteListing(page: Page, title: string) {
  await page.getByRole('button', { name: `Delete ${title}`, exact: true }).click()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
}

test('shows an author’s ads in pages of 12', async ({ page, signIn, database }) => {
  const { email } = await signIn()
  await postMany(database, email, 14)
  await visit(page, '/my-services')
  await expect(titles(page)).toHaveText(Array.from({ length: 12 }, (_, n) => `Lesson ${n + 1}`))
  await expect(pages(page)).toContainText('Page 1 of 2')
  await pages(page).getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/my-services?page=2')
  await expect(titles(page)).toHaveText(['Lesson 13', 'Lesson 14'])
})

test('fills up the page after a deletion, and keeps the focus in the list', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
}) => {
  const { email } = await signIn()
  await postMany(database, email, 13)
  await visit(page, '/my-services')
  await deleteListing(page, 'Lesson 2')
  await expect(titles(page)).toHaveText([
    'Lesson 1',
    ...Array.from({ length: 11 }, (_, n) => `Lesson ${n + 3}`),
  ])
  await expect(pages(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete Lesson 3' })).toBeFocused()
})

test('leads back from a page that became empty', { tag: '@slow' }, async ({ page, signIn, database }) => {
  const { email } = await signIn()
  await postMany(database, email, 13)
  await visit(page, '/my-services?page=2')
  await deleteListing(page, 'Lesson 13')
  const back = page.getByRole('link', { name: 'Go back to page 1' })
  await expect(back).toBeFocused()
  await back.click()
  await expect(titles(page)).toHaveCount(12)
})

test('the screens of one’s events never scroll sideways, and are light and accessible', {
  tag: '@slow',
}, async ({ page, signIn, database }) => {
  const { accountId, email } = await signIn()
  const day = '2199-11-05'
  const series = await createListing(database, {
    kind: 'event',
    authorEmail: email,
    startDate: day,
    schedule: { startTime: '21:00', rule: 'FREQ=WEEKLY;COUNT=4' },
  })
  const { calendar } = await createImportedCalendar(database, accountId)
  await sql`update imported_calendar set failure = 'Not found.', next_refresh = null where id = ${calendar}`.execute(
    database.kysely,
  )
  await sql`insert into attendance (id, profile_id, listing_id, state)
    select gen_random_uuid(), id, ${series}, 'going' from profile where account_id = ${accountId}`.execute(
    database.kysely,
  )
  for (const [index, { path, title, content, maxScript }] of privateEventScreens.entries()) {
    const scripts = recordScripts(page)
    const document = await page.goto(path({ series, day }), { waitUntil: 'networkidle' })
    if (!document) throw new Error('The page did not respond.')
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expectLight(document, scripts, maxScript)
    await expectNoSidewaysScrolling(page)
    // Each on one of the displays. Imported calendars are dark: they have errors and outlined buttons in several colors.
    const [display] = displays.slice(index % displays.length)
    if (display) await expectAccessibleOn(display, page, { content: content(page) })
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('pages are links', async ({ page, signIn, database }) => {
    const { email } = await signIn()
    await postMany(database, email, 13)
    await page.goto('/my-services')
    await pages(page).getByRole('link', { name: 'Next' }).click()
    await expect(titles(page)).toHaveText(['Lesson 13'])
  })
})

test('an author of very many long ads gets a small page', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
}) => {
  const { email } = await signIn()
  await createListing(database, { authorEmail: email, title: 'The first' })
  await sql`
    insert into listing (id, kind, author_id, title, description, price, category_id, subcategory_id, country_id,
      state_id, city_id, posted)
    select gen_random_uuid(), kind, author_id, 'Copy ' || n, repeat('word ', 1900), price, category_id, subcategory_id,
      country_id, state_id, city_id, posted - n * interval '1 minute'
    from listing, generate_series(1, 300) n
    where author_id = (select id from profile where email = ${email})`.execute(database.kysely)
  const response = await page.request.get('/my-services')
  expect(response.status()).toBe(200)
  expect((await response.body()).byteLength).toBeLessThan(120_000)
})
