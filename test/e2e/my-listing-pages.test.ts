import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '../../src/server/platform/database/database.ts'
import { createListing } from '../support/factories.ts'
import { visit } from '../support/journey.ts'
import { test } from '../support/signed-in.ts'

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

test('fills up the page after a deletion, and keeps the focus in the list', async ({
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

test('leads back from a page that became empty', async ({ page, signIn, database }) => {
  const { email } = await signIn()
  await postMany(database, email, 13)
  await visit(page, '/my-services?page=2')
  await deleteListing(page, 'Lesson 13')
  const back = page.getByRole('link', { name: 'Go back to page 1' })
  await expect(back).toBeFocused()
  await back.click()
  await expect(titles(page)).toHaveCount(12)
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

test('an author of very many long ads gets a small page', async ({ page, signIn, database }) => {
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
