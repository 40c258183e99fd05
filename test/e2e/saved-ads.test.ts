/** Saved ads: as a visitor, after signing in, without scripts, and when an ad is gone. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/browser/accessible.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { createUser, goodPassword } from '../support/data/accounts.ts'
import { createListing, setStatus, uniqueTitle } from '../support/data/factories.ts'

const heart = (page: Page, title: string) =>
  page.getByRole('main').getByRole('button', { name: `Save ${title}`, exact: true })
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('saved-ads'))

test('what a visitor saves is in every tab, and in the account after signing in', async ({
  page,
  context,
  database,
}) => {
  const [lessons, market] = [uniqueTitle('Piano lessons'), uniqueTitle('Flea market')]
  const id = await createListing(database, { title: lessons })
  await createListing(database, { title: market, kind: 'event' })
  const { email } = await createUser(database)
  const otherTab = await context.newPage()
  await visit(otherTab, `/ad-details/${id}`)

  await visit(page, `/all-services?searchtext=${encodeURIComponent(lessons)}`)
  await expect(heart(page, lessons)).toHaveAttribute('aria-pressed', 'false')
  await heart(page, lessons).focus()
  await page.keyboard.press('Space')
  await expect(heart(page, lessons)).toHaveAttribute('aria-pressed', 'true')
  await expect(heart(otherTab, lessons)).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page, 'a list with a saved ad')
  const sent = await (await page.request.get(page.url())).text()
  expect(sent, 'the page is the same for every visitor').not.toContain('aria-pressed="true"')
  await visit(otherTab, `/all-events?searchtext=${encodeURIComponent(market)}`)
  await heart(otherTab, market).click()

  await page.getByRole('link', { name: 'Saved ads' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(heart(page, market)).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page, 'the saved ads')
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click()

  await expect(page).toHaveURL(/\/saved$/)
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(heart(page, lessons)).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => stored(page), 'nothing is left for the next visitor').toBe(null)
  await page.reload()
  await expect(page.getByRole('article').filter({ hasText: market.slice(0, 11) })).toBeVisible()
  await expect(heart(page, market)).toHaveAttribute('aria-pressed', 'true')
  await heart(page, market).click()
  await expect(heart(page, market)).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(async () => (await (await page.request.get('/api/saved')).json()).ids).toEqual([id])

  // Their own ads have no heart.
  const own = uniqueTitle('Harp lessons')
  await createListing(database, { title: own, authorEmail: email })
  await visit(page, `/all-services?searchtext=${encodeURIComponent(own)}`)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(heart(page, own)).toHaveCount(0)

  await setStatus(database, id, 'hidden')
  await visit(page, '/saved')
  await expect(page.getByText('1 saved ad is no longer available.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('No saved ads yet')).toBeVisible()
})

test('saves and removes without scripts when signed in', async ({ browser, baseURL, database, signIn }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
  const page = await context.newPage()
  const title = uniqueTitle('Piano lessons')
  const id = await createListing(database, { title })
  await page.goto(`/ad-details/${id}`)
  await expect(heart(page, title)).toBeHidden()
  await page.goto('/saved')
  await expect(page.getByText('Without an account, saving ads needs JavaScript.')).toBeVisible()

  await signIn({}, context)
  await page.goto(`/ad-details/${id}`)
  await heart(page, title).click()
  await expect(page).toHaveURL(/\/saved$/)
  await expect(heart(page, title)).toHaveAttribute('aria-pressed', 'true')
  await heart(page, title).click()
  await expect(page.getByText('No saved ads yet')).toBeVisible()

  await page.goto(`/ad-details/${id}`)
  await heart(page, title).click()
  await expect(page).toHaveURL(/\/saved$/)
  await setStatus(database, id, 'hidden')
  await page.reload()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('No saved ads yet')).toBeVisible()
  await context.close()
})

test('an author cancels an event, which says so, and puts it back on', async ({ page, database, signIn }) => {
  const { email } = await signIn()
  const id = await createListing(database, {
    kind: 'event',
    title: uniqueTitle('Concert'),
    authorEmail: email,
    startDate: '2025-01-09',
    endDate: '2099-01-09',
  })
  const onNow = page.getByText('On now, until')
  // Similar events may have canceled dates.
  const canceled = page
    .getByRole('main')
    .getByText('Canceled', { exact: true })
    .and(page.locator(':not(#similar *)'))
  await visit(page, `/event-details/${id}`)
  await expect(onNow).toBeVisible()
  await page.getByText('Cancel this event').click()
  await expectAccessible(page, 'the form that cancels an event')
  await page.getByRole('button', { name: 'Cancel event' }).click()
  await expect(canceled).toHaveCount(2)
  await expect(onNow).toHaveCount(0)
  await page.getByText('Put this event back on').click()
  await page.getByRole('button', { name: 'Put it back on' }).click()
  await expect(canceled).toHaveCount(0)
})
