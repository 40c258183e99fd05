import { expect, type Page } from '@playwright/test'
import { pageSize } from '../../src/shared/limits.ts'
import { test, visit } from '../support/browser/journey.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'
import { crowdedState } from '../support/data/crowded-state.ts'

const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const previous = (page: Page, role: 'button' | 'link') => pages(page).getByRole(role, { name: 'Previous' })
const next = (page: Page, role: 'button' | 'link') => pages(page).getByRole(role, { name: 'Next' })

for (const scripts of [true, false]) {
  test.describe(scripts ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled: scripts })

    for (const path of ['/all-services', '/all-events'] as const) {
      test(
        `${path} can be paged from the first page to the last and back`,
        slowJourneyUnless(scripts === (path === '/all-events')),
        async ({ page, api }) => {
          const input = { query: { page: 1, limit: pageSize } }
          const { total, totalPages } =
            path === '/all-services' ? await api.listServices(input) : await api.listEvents(input)
          expect(totalPages).toBe(Math.ceil(total / 12))
          await page.goto(path)
          await expect(page.getByText(`Page 1 of ${totalPages}`)).toBeVisible()
          await expect(page.getByRole('article')).toHaveCount(12)
          await expect(previous(page, 'button')).toBeDisabled()
          for (let number = 2; number <= totalPages; number += 1) {
            await next(page, 'link').click()
            await expect(page.getByText(`Page ${number} of ${totalPages}`)).toBeVisible()
            await expect(page).toHaveURL(`${path}?page=${number}`)
          }
          await expect(next(page, 'button')).toBeDisabled()
          await expect(page.getByRole('article')).toHaveCount(total - 12 * (totalPages - 1))
          await previous(page, 'link').click()
          await expect(page).toHaveURL(`${path}?page=${totalPages - 1}`)
        },
      )
    }

    test('the filters stay on the next page', slowJourneyUnless(scripts), async ({ page, api }) => {
      const input = { country: 'United States', page: 1, limit: pageSize }
      const { totalPages } = await api.filterServices({ query: input })
      await page.goto('/all-services?country=United+States')
      await next(page, 'link').click()
      await expect(page.getByText(`Page 2 of ${totalPages}`)).toBeVisible()
      await expect(page).toHaveURL('/all-services?country=United+States&page=2')
      await expect(page.getByRole('link', { name: 'Remove filter United States' })).toBeVisible()
    })

    test('each tab of a state has its own page number', slowJourneyUnless(!scripts), async ({ page }) => {
      const showsPage = async (number: number, cards: number) => {
        await expect(page.getByText(`Page ${number} of 2`)).toBeVisible()
        await expect(page.getByRole('article')).toHaveCount(cards)
      }
      await page.goto(`/state/${crowdedState}`)
      await showsPage(1, 12)
      await next(page, 'link').click()
      await showsPage(2, 1)
      await page.getByRole('tab', { name: 'Events' }).click()
      await showsPage(1, 12)
      await next(page, 'link').click()
      await showsPage(2, 1)
      await previous(page, 'link').click()
      await showsPage(1, 12)
      await page.getByRole('tab', { name: 'Services' }).click()
      await showsPage(2, 1)
    })
  })
}

test('a reload and the back button keep the page', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/all-services')
  const firstTitle = await page.getByRole('article').getByRole('link').first().getAttribute('aria-label')
  await next(page, 'link').click()
  await expect(page).toHaveURL('/all-services?page=2')
  await page.reload()
  await expect(page.getByText(/^Page 2 of/)).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/^Page 1 of/)).toBeVisible()
  await expect(page.getByRole('article').getByRole('link').first()).toHaveAccessibleName(firstTitle ?? '')
})

test('on a phone, Previous and Next stay side by side for any number of pages', { tag: '@slow' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await visit(page, '/all-services?page=2')
  await pages(page)
    .getByText(/^Page 2 of/)
    .evaluate((label) => {
      label.textContent = 'Page 4,000 of 4,000'
    })
  const back = await previous(page, 'link').boundingBox()
  const on = await next(page, 'link').boundingBox()
  expect(on?.y).toBe(back?.y)
  expect(back && on && back.x >= 0 && on.x + on.width <= 360, 'both are on the screen').toBe(true)
})

test('a state with one page has no pagination', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/state/Texas')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(pages(page)).toHaveCount(0)
})

test('a page past the last one leads back to page 1', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/all-services?page=999')
  await expect(page.getByText('There’s no page 999.')).toBeVisible()
  await page.getByRole('link', { name: 'Go back to page 1' }).click()
  await expect(page.getByText(/^Page 1 of/)).toBeVisible()
})

test('the back button works before the scripts load', async ({ page }) => {
  await visit(page, '/all-services')
  await next(page, 'link').click()
  await expect(page).toHaveURL('/all-services?page=2')
  const release = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    if (!route.request().url().includes('entry-boot')) await release.promise
    await route.continue()
  })
  await page.reload()
  await page.goBack()
  await expect(page.getByText(/^Page 1 of/)).toBeVisible()
  release.resolve()
})
