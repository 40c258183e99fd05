import { expect } from '@playwright/test'
import { hydrated, test, visit } from '../support/journey.ts'
import { screens } from '../support/screens.ts'

for (const { screen, find } of screens) {
  test(`${screen} is taken over by the scripts as the server wrote it`, async ({
    page,
    api,
    allowStatus,
  }) => {
    const { path, status, title } = await find(page, api)
    if (status === 404) allowStatus(404)
    await page.addInitScript(() => {
      // An element that React had to make again is not the one that the server sent.
      addEventListener('DOMContentLoaded', () => {
        for (const element of document.querySelectorAll('body *')) element.setAttribute('data-sent', '')
      })
    })
    await visit(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.locator('main, main *').and(page.locator(':not([data-sent])'))).toHaveCount(0)
  })
}

for (const { path, details } of [
  { path: '/all-services', details: /\/ad-details\// },
  { path: '/all-events', details: /\/event-details\// },
  { path: '/', details: /\/ad-details\// },
]) {
  test(`a click on a card of ${path} opens the details without loading a whole page`, async ({ page }) => {
    await visit(page, path)
    const documents: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(request.url())
    })
    const link = page.getByRole('article').first().getByRole('link')
    const title = await link.getAttribute('aria-label')
    // Anywhere on the card: its link is stretched over all of it.
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
  })
}

test('what was typed before the scripts came is still there afterwards', async ({ page }) => {
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto('/all-services', { waitUntil: 'commit' })
  const search = page.getByRole('searchbox', { name: 'Search by title' })
  await search.fill('piano')
  gate.resolve()
  await hydrated(page)
  await expect(search).toHaveValue('piano')
  await search.press('Enter')
  await expect(page).toHaveURL('/all-services?searchtext=piano')
})

test('the banners stand still while the scripts take over', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('transitionrun', ({ target }) => {
      const label = target instanceof Element && target.getAttribute('aria-roledescription')
      if (label === 'slide') performance.mark('a slide moved')
    })
  })
  await visit(page, '/')
  // All but one are hidden once any movement is over.
  const slides = page.getByRole('region', { name: 'What you can do here' }).getByRole('group')
  await expect(slides).toHaveCount(1)
  const moves = await page.evaluate(() => performance.getEntriesByName('a slide moved').length)
  expect(moves, 'slides that moved though nobody asked').toBe(0)
})
