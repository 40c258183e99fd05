import { expect } from '@playwright/test'
import { paths } from '../../src/web/paths.ts'
import { test, visit } from '../support/browser/journey.ts'

test('an ad without photos shows the icon of its category, in lists and on its page', async ({
  page,
  api,
}) => {
  const { services } = await api.filterServices({ query: { searchtext: 'eyebrow threading' } })
  const [listing] = services
  expect(listing).toMatchObject({ images: [], category: 'Beauty & Personal Care Services' })

  await visit(page, paths.allServices({ searchtext: 'eyebrow threading' }))
  const card = page.getByRole('article').first()
  await expect(card.locator('use[href$="#beauty"]')).toBeVisible()

  await visit(page, paths.listing('service', listing?._id ?? ''))
  await expect(page.getByRole('main').locator('svg[viewBox="0 0 400 300"] use')).toHaveAttribute(
    'href',
    /category-icons.*#beauty$/,
  )
})

test('the first six services and events of the home page have photos', { tag: '@slow' }, async ({ page }) => {
  for (const path of [paths.home(), paths.home({ tab: 'events' })]) {
    await visit(page, path)
    // The events of this weekend have cards, too.
    const cards = page.getByRole('tabpanel').getByRole('article')
    await expect(cards).toHaveCount(6)
    for (const card of await cards.all()) await expect(card.locator('img')).toHaveCount(1)
  }
})
