import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/browser/accessible.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'
import { createListing, setStatus } from '../support/data/factories.ts'

const edit = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Edit' })
const print = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Print a flyer' })
const waiting = (page: Page) =>
  page.getByText('This ad was reported and is hidden from visitors until a moderator reviews it.')

for (const { kind, details, update } of [
  { kind: 'service', details: '/ad-details', update: '/service-update' },
  { kind: 'event', details: '/event-details', update: '/event-update' },
] as const) {
  test(
    `only the author and admins can edit this ${kind}`,
    slowJourneyUnless(kind === 'service'),
    async ({ page, browser, signIn, database, accountSite: { url } }) => {
      const { email } = await signIn()
      const id = await createListing(database, { kind, authorEmail: email })
      await visit(page, `${details}/${id}`)
      await expect(page.getByText('This is your ad.')).toBeVisible()
      await expect(edit(page)).toHaveAttribute('href', `${update}/${id}`)
      await expectAccessible(page, 'as its author')
      await page.getByRole('main').getByLabel('Share', { exact: true }).click()
      const flyer = await page.request.get((await print(page).getAttribute('href')) ?? '')
      expect(flyer.headers()['content-type']).toBe('application/pdf')

      const otherContext = await browser.newContext({ baseURL: url })
      const other = await otherContext.newPage()
      await visit(other, `${details}/${id}`)
      await expect(edit(other)).toHaveCount(0)
      await other.getByRole('main').getByLabel('Share', { exact: true }).click()
      await expect(print(other)).toHaveCount(0)
      await signIn({}, otherContext)
      await visit(other, `${details}/${id}`)
      await expect(other.getByRole('banner').getByLabel('Your menu')).toBeVisible()
      await expect(edit(other)).toHaveCount(0)
      await other.getByRole('main').getByLabel('Share', { exact: true }).click()
      await expect(print(other)).toHaveCount(0)
      await signIn({ isAdmin: true }, otherContext)
      await visit(other, `${details}/${id}`)
      await expect(other.getByText('You’re an admin: you can edit this ad.')).toBeVisible()
      await expect(edit(other)).toHaveAttribute('href', `${update}/${id}`)
      await otherContext.close()
    },
  )
}

test('a part of the page whose code fails to load stays as it is, and loads later', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
  allowConsole,
}) => {
  const { email } = await signIn()
  const id = await createListing(database, { kind: 'event', authorEmail: email })
  const code = '**/assets/listing-notices-*.js'
  allowConsole(/ERR_CONNECTION_RESET .*listing-notices/)
  await page.route(code, (route) => route.abort('connectionreset'), { times: 2 })
  const failed = page.waitForEvent('requestfailed')
  await visit(page, `/event-details/${id}`)
  await failed
  await expect(edit(page)).toHaveCount(1)
  const notice = page.locator('[data-unloaded]').filter({ has: page.getByRole('link', { name: 'Edit' }) })
  await expect(notice).toHaveCount(1)
  await expect(notice).toHaveCount(0)
  await expect(edit(page)).toHaveCount(1)
})

test('a hidden listing has a notice for its author and is a 404 for others', async ({
  page,
  browser,
  signIn,
  database,
  accountSite: { url },
}) => {
  const { email } = await signIn()
  const id = await createListing(database, { authorEmail: email })
  const otherContext = await browser.newContext({ baseURL: url })
  await otherContext.request.put(`/api/service-report/${id}`, {
    data: { reason: 'spam' },
    headers: { origin: url },
  })
  await setStatus(database, id, 'hidden')
  await visit(page, `/ad-details/${id}`)
  await expect(waiting(page)).toBeVisible()
  await expect(page.getByText('You don’t need to do anything.')).toBeVisible()
  await expect(edit(page)).toBeVisible()
  expect((await otherContext.request.get(`/ad-details/${id}`)).status()).toBe(404)
  await otherContext.close()
})

test('an ad that a moderator hid tells its author why, and what to do', async ({
  page,
  browser,
  signIn,
  database,
  accountSite: { url },
}) => {
  const { email } = await signIn()
  const id = await createListing(database, { authorEmail: email, title: 'Watches' })
  const adminContext = await browser.newContext({ baseURL: url })
  await signIn({ isAdmin: true }, adminContext)
  const response = await adminContext.request.post('/api/moderation/decide', {
    data: { ids: [id], decision: 'hide', reason: 'The photo is not yours.' },
    headers: { origin: url },
  })
  expect(response.status()).toBe(200)
  await visit(page, `/ad-details/${id}`)
  await expect(page.getByText('Hidden by a moderator: The photo is not yours.')).toBeVisible()
  await expect(waiting(page)).toHaveCount(0)
  await expectAccessible(page, 'of a hidden ad')

  await page.getByRole('link', { name: 'See the decision, or appeal' }).click()
  const decision = page.getByRole('region', { name: 'Your ad “Watches” is hidden' })
  await expect(decision).toContainText('Reason: The photo is not yours.')
  await decision.getByText('Appeal this decision').click()
  await decision.getByRole('button', { name: 'Send the appeal' }).click()
  await expect(decision.getByText('Please say why you think the decision is wrong.')).toBeVisible()
  await decision.getByLabel('Why is the decision wrong?').fill('I took it myself.')
  await expectAccessible(page, 'an appeal')
  await decision.getByRole('button', { name: 'Send the appeal' }).click()
  await expect(decision).toContainText('I took it myself.')
  await expect(decision).toContainText('A moderator will look at it again')
  await visit(page, `/ad-details/${id}`)
  await expect(page.getByText('A moderator will review it.')).toBeVisible()

  await visit(page, '/my-services')
  await expect(page.getByRole('listitem').filter({ hasText: 'Watches' })).toContainText(
    'Open the ad to see why.',
  )
  await expect(waiting(page)).toHaveCount(0)

  const adminPage = await adminContext.newPage()
  await visit(adminPage, `/ad-details/${id}`)
  await expect(adminPage.getByText('Only its poster and moderators can see it.')).toBeVisible()
  await adminContext.close()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the author of a hidden ad appeals', async ({
    page,
    browser,
    signIn,
    database,
    accountSite: { url },
  }) => {
    const { email } = await signIn()
    const id = await createListing(database, { kind: 'event', authorEmail: email, title: 'Fair' })
    const adminContext = await browser.newContext({ baseURL: url })
    await signIn({ isAdmin: true }, adminContext)
    await adminContext.request.post('/api/moderation/decide', {
      data: { ids: [id], decision: 'hide', reason: 'Copied.' },
      headers: { origin: url },
    })
    await adminContext.close()
    await page.goto(`/event-details/${id}`)
    await page.getByRole('link', { name: 'See the decision, or appeal' }).click()
    await page.getByText('Appeal this decision').click()
    await page.getByLabel('Why is the decision wrong?').fill('I wrote it.')
    await page.getByRole('button', { name: 'Send the appeal' }).click()
    await expect(page).toHaveURL(/\/profile\/decisions\?done=[0-9a-f-]+#[0-9a-f-]+$/)
    await expect(
      page.getByRole('status').filter({ hasText: 'A moderator will look at it again' }),
    ).toBeVisible()
    await expect(page.getByText('I wrote it.')).toBeVisible()
  })
})

test('logging out removes the author’s notice', { tag: '@slow' }, async ({ page, signIn, database }) => {
  const { email } = await signIn()
  const id = await createListing(database, { authorEmail: email })
  await visit(page, `/ad-details/${id}`)
  await expect(edit(page)).toBeVisible()
  const html = await (await page.request.get(`/ad-details/${id}`)).text()
  expect(html).toContain('This is your ad.')
  await page.getByRole('banner').getByLabel('Your menu').click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(edit(page)).toHaveCount(0)
})
