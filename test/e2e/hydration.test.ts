import { expect } from '@playwright/test'
import { hydrated, test, visit } from '../support/journey.ts'

for (const { path, details } of [
  { path: '/all-services', details: /\/ad-details\// },
  { path: '/all-events', details: /\/event-details\// },
  { path: '/', details: /\/ad-details\// },
]) {
  test(`a click on a card of ${path} opens the details without a full page load`, async ({ page }) => {
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
  })
}

test('text typed before hydration is preserved', async ({ page }) => {
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

test('the banners do not move during hydration', async ({ page }) => {
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
