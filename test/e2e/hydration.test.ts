import { expect, type Page } from '@playwright/test'
import { holdCode, hydrated, test, visit } from '../support/browser/journey.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'

for (const { path, details } of [
  { path: '/all-services', details: /\/ad-details\// },
  { path: '/all-events', details: /\/event-details\// },
  { path: '/', details: /\/ad-details\// },
]) {
  test(
    `a click on a card of ${path} opens the details without a full page load`,
    slowJourneyUnless(path === '/all-services'),
    async ({ page }) => {
      await visit(page, path)
      const documents: string[] = []
      page.on('request', (request) => {
        if (request.isNavigationRequest()) documents.push(request.url())
      })
      const link = page.getByRole('article').first().getByRole('link')
      const title = await link.getAttribute('aria-label')
      // The card's link covers all of it.
      await page
        .getByRole('article')
        .first()
        .click({ position: { x: 60, y: 60 } })
      await expect(page).toHaveURL(details)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '')
      await expect(page).toHaveTitle(`${title} | Corkboard`)
      await page.goBack()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('main').getByRole('link', { name: title ?? '', exact: true })).toBeVisible()
      expect(documents).toEqual([])
    },
  )
}

test('what is entered and pressed before the code has loaded takes effect once it has', {
  tag: '@slow',
}, async ({ page }) => {
  const release = await holdCode(page)
  await page.goto('/all-services')
  const filters = page.getByRole('main')
  const search = page.getByRole('searchbox', { name: 'Search by title' })
  await search.fill('piano')
  await filters.getByLabel('Country').selectOption('Canada')
  await filters.getByLabel('Price to').fill('90')
  release()
  await hydrated(page)
  await expect(filters.getByLabel('State', { exact: true }), 'the choice was noticed').toBeVisible()
  await expect(search).toHaveValue('piano')
  await search.press('Enter')
  await expect(page).toHaveURL('/all-services?searchtext=piano&country=Canada&price_max=90')
})

test('fields stay while their code loads', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/all-services')
  const filters = page.getByRole('main')
  await filters.getByLabel('Price to').fill('90')
  const release = await holdCode(page)
  await filters.getByLabel('Country').focus()
  await page.keyboard.press('C')
  await expect(filters.getByLabel('State', { exact: true })).toBeVisible()
  await expect(filters.getByLabel('Price to')).toHaveValue('90')
  release()
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(page).toHaveURL('/all-services?country=Canada&price_max=90')
})

test.describe('a button pressed before the code has loaded', () => {
  const banners = (page: Page) => page.getByRole('region', { name: 'What you can do here' })

  test('works once when it has, however often it was pressed', async ({ page }) => {
    const release = await holdCode(page)
    await page.goto('/')
    const next = page.getByRole('button', { name: 'Next slide' })
    for (let press = 0; press < 3; press += 1) await next.click()
    await expect(banners(page).getByText('1 of 4', { exact: true })).toBeVisible()
    release()
    await expect(banners(page).getByText('2 of 4', { exact: true })).toBeVisible()
    await expect(next).toBeFocused()
    await next.click()
    await expect(banners(page).getByText('3 of 4', { exact: true })).toBeVisible()
  })

  test('works by keyboard, also in a part that loads later', { tag: '@slow' }, async ({ page, api }) => {
    const [service] = (await api.listServices({ query: { page: 1, limit: 1 } })).services
    const release = await holdCode(page)
    await page.goto(`/ad-details/${service?._id}`)
    const report = page.getByRole('button', { name: 'Report Spam', exact: true })
    await report.focus()
    await page.keyboard.press('Enter')
    release()
    const dialog = page.getByRole('dialog', { name: 'Report Spam' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(report).toBeFocused()
  })

  test('does nothing if a link was followed since', { tag: '@slow' }, async ({ page }) => {
    const release = await holdCode(page)
    await page.goto('/')
    await page.getByRole('button', { name: 'Next slide' }).click()
    // To a part of this page, so that the page stays.
    await page.locator('a[href="#content"]').focus()
    await page.keyboard.press('Enter')
    release()
    await hydrated(page)
    await expect(banners(page).getByText('1 of 4', { exact: true })).toBeVisible()
  })
})

test('the banners do not move during hydration', { tag: '@slow' }, async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('transitionrun', ({ target }) => {
      const label = target instanceof Element && target.getAttribute('aria-roledescription')
      if (label === 'slide') performance.mark('a slide moved')
    })
  })
  await visit(page, '/')
  // Once any transition has ended, all slides but one are hidden.
  const slides = page.getByRole('region', { name: 'What you can do here' }).getByRole('group')
  await expect(slides).toHaveCount(1)
  const moves = await page.evaluate(() => performance.getEntriesByName('a slide moved').length)
  expect(moves, 'slides that moved without input').toBe(0)
})
