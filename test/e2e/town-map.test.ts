/** The small map on the page of an ad. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/browser/accessible.ts'
import { test, visit } from '../support/browser/journey.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'

const townMap = (page: Page) => page.getByRole('img', { name: /^Map of the area around / })

for (const kind of ['service', 'event'] as const) {
  test(
    `the page of ${kind === 'event' ? 'an event' : 'a service'} shows its town, and leads to the map of the town`,
    slowJourneyUnless(kind === 'service'),
    async ({ page, api }) => {
      const found =
        kind === 'service'
          ? (await api.filterServices({ query: { page: 1, limit: 1, state: 'Texas' } })).services[0]
          : (await api.filterEvents({ query: { page: 1, limit: 1, state: 'Texas' } })).events[0]
      const town = `${found?.city}, Texas`
      const scripts: string[] = []
      page.on('request', (request) => scripts.push(request.url()))
      await visit(page, `/${kind === 'service' ? 'ad' : 'event'}-details/${found?._id}`)
      await townMap(page).scrollIntoViewIfNeeded()
      await expect(townMap(page)).toHaveAttribute('alt', `Map of the area around ${town}`)
      await expect
        .poll(() => townMap(page).evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
      expect(scripts.filter((url) => /maplibre|draw-map|map-view|regions/.test(url))).toEqual([])
      await expectAccessible(page, 'with a map of the town')
      await page.getByRole('link', { name: 'See other ads here on a map' }).click()
      await expect(page.getByRole('heading', { name: `Ads in ${town}` })).toBeVisible()
      await expect(
        page
          .getByRole('article')
          .filter({ hasText: found?.city ?? '' })
          .first(),
      ).toBeVisible()
    },
  )
}
