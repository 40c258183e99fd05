/** Saying that one goes to an event: with scripts, without, and as a visitor. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { expectAccessible } from '../support/browser/accessible.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { createListing, uniqueTitle } from '../support/data/factories.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Who’s going' })
const going = (page: Page) => panel(page).getByRole('button', { name: 'Going', exact: true })

test('people say that they go, with their names or without, and others see how many', async ({
  page,
  browser,
  baseURL,
  database,
  signIn,
}) => {
  const title = uniqueTitle('Flea market')
  const id = await createListing(database, {
    kind: 'event',
    title,
    startDate: '2199-11-01',
    endDate: '2199-11-01',
  })
  const visitor = await (
    await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
  ).newPage()
  await visitor.goto(`/event-details/${id}`)
  await expect(panel(visitor)).toContainText('Be the first to go.')
  await expect(panel(visitor).getByRole('link', { name: 'Sign in to say you’re going' })).toBeVisible()

  await signIn({ name: 'Ann Lee' })
  await visit(page, `/event-details/${id}`)
  await panel(page).getByLabel('Show my name').check()
  await going(page).click()
  await expect(going(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(panel(page)).toContainText('1 going')
  await expect(panel(page)).toContainText('Ann Lee')
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(loaded.some((name) => name.includes('/assets/attendance-panel-'))).toBe(true)
  // The form in which ads are posted is large, and not needed here.
  expect(loaded.filter((name) => name.includes('/assets/posting-'))).toEqual([])
  await expectAccessible(page, 'someone who goes')
  await panel(page).getByRole('button', { name: 'Email me the day before' }).click()
  await expect(panel(page)).toContainText('We’ll email you the day before.')
  await visitor.reload()
  await expect(panel(visitor)).toContainText('1 goingAnn Lee')
  await panel(page).getByLabel('Show my name').uncheck()
  await expect(panel(page)).not.toContainText('Ann Lee')
  await visitor.reload()
  await expect(panel(visitor)).not.toContainText('Ann Lee')

  await panel(page).getByRole('link', { name: 'Events you’re going to' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events you’re going to')
  await expect(page.getByRole('main').getByRole('listitem')).toContainText([
    `${title}Friday, November 1, 2199 · Going`,
  ])
  await expectAccessible(page, 'the events that someone goes to')
  await page.getByRole('main').getByRole('link', { name: title }).click()
  await going(page).click()
  await expect(going(page)).toHaveAttribute('aria-pressed', 'false')
  await expect(panel(page)).toContainText('Be the first to go.')
  await expect(panel(page)).not.toContainText('the day before')

  await sql`update listing set canceled = now() where id = ${id}`.execute(database.kysely)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(panel(page)).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the same form works', async ({ page, database, signIn }) => {
    const id = await createListing(database, {
      kind: 'event',
      startDate: '2199-11-01',
      endDate: '2199-11-01',
    })
    await signIn({ name: 'Ann Lee' })
    await page.goto(`/event-details/${id}`)
    await panel(page).getByRole('button', { name: 'Interested' }).click()
    await expect(page).toHaveURL(`/event-details/${id}#attendance`)
    await expect(panel(page)).toContainText('1 interested')
    await panel(page).getByLabel('Show my name').check()
    await going(page).click()
    await expect(panel(page)).toContainText('1 goingAnn Lee')
    await panel(page).getByRole('button', { name: 'Email me the day before' }).click()
    await expect(panel(page)).toContainText('We’ll email you the day before.')
    await expect(panel(page)).toContainText('1 goingAnn Lee')
  })
})
