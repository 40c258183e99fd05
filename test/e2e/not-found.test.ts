import { expect } from '@playwright/test'
import { pageNotFound, unknownSubcategory } from '../../src/shared/messages/pages.ts'
import { test, visit } from '../support/browser/journey.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'

const unknownId = '01890000-0000-7000-8000-000000000000'

const missing = [
  { what: 'an unknown path', path: '/no/such/page' },
  { what: 'an unknown service', path: `/ad-details/${unknownId}` },
  { what: 'a service with an invalid id', path: '/ad-details/12345' },
  { what: 'an unknown event', path: `/event-details/${unknownId}` },
  { what: 'an event with an invalid id', path: '/event-details/not-an-id' },
  { what: 'an unknown category', path: '/category/no-such-category' },
  {
    what: 'a subcategory of an unknown category',
    path: '/category/no-such-category/subcategory/dog-walking',
  },
  {
    what: 'an unknown subcategory',
    path: '/category/pet-services/subcategory/nothing',
    unknownSubcategory,
  },
  { what: 'an unknown location', path: '/location/atlantis' },
  { what: 'an unknown state', path: '/state/Atlantis' },
]

test('whatever does not exist returns 404 within the layout', async ({ page, allowStatus }) => {
  allowStatus(404)
  for (const { what, path, unknownSubcategory: heading = pageNotFound.title } of missing)
    await test.step(what, async () => {
      const response = await visit(page, path)
      expect(response?.status()).toBe(404)
      await expect(page).toHaveTitle(`${heading} | Corkboard`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.getByRole('banner')).toBeVisible()
      await expect(page.getByRole('contentinfo')).toBeVisible()
      for (const name of ['Go back', 'Take me home']) {
        await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', '/')
      }
    })
})

test('the texts match the specification', () => {
  expect(pageNotFound).toEqual({
    title: 'Page not found',
    text: "Sorry, the page you are looking for doesn't exist. Here are some helpful links:",
  })
  expect(unknownSubcategory).toBe('Unknown Subcategory')
})

for (const name of ['Go back', 'Take me home']) {
  test(
    `${name} leads to the home page`,
    slowJourneyUnless(name === 'Go back'),
    async ({ page, allowStatus }) => {
      allowStatus(404)
      await visit(page, '/no-such-page')
      await expect(page.getByText(pageNotFound.text)).toBeVisible()
      await page.getByRole('link', { name }).click()
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('heading', { name: 'Top Categories' })).toBeVisible()
    },
  )
}

test('the id of a service returns 404 as an event', { tag: '@slow' }, async ({ page, api, allowStatus }) => {
  allowStatus(404)
  const { services } = await api.listServices({ query: { page: 1, limit: 1 } })
  const response = await visit(page, `/event-details/${services[0]?._id}`)
  expect(response?.status()).toBe(404)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('an unknown subcategory shows its own message, and Take me home works', async ({
    page,
    allowStatus,
  }) => {
    allowStatus(404)
    const response = await page.goto('/category/pet-services/subcategory/nothing')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(unknownSubcategory)
    await page.getByRole('link', { name: 'Take me home' }).click()
    await expect(page).toHaveURL('/')
  })
})
