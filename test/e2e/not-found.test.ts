import { expect } from '@playwright/test'
import { pageNotFound, unknownSubcategory } from '../../src/shared/messages/pages.ts'
import { test, visit } from '../support/journey.ts'

const unknownId = '01890000-0000-7000-8000-000000000000'

const missing = [
  { what: 'an address that nobody made', path: '/no/such/page' },
  { what: 'a service that is not there', path: `/ad-details/${unknownId}` },
  { what: 'a service with an id that is none', path: '/ad-details/12345' },
  { what: 'an event that is not there', path: `/event-details/${unknownId}` },
  { what: 'an event with an id that is none', path: '/event-details/not-an-id' },
  { what: 'a category that is not there', path: '/category/no-such-category' },
  { what: 'a subcategory of no category', path: '/category/no-such-category/subcategory/dog-walking' },
  {
    what: 'a subcategory that is not there',
    path: '/category/pet-services/subcategory/nothing',
    unknownSubcategory,
  },
  { what: 'a location that is not there', path: '/location/atlantis' },
  { what: 'a state that is not there', path: '/state/Atlantis' },
]

for (const { what, path, unknownSubcategory: heading = pageNotFound.title } of missing) {
  test(`${what} is a 404 within the layout`, async ({ page, allowStatus }) => {
    allowStatus(404)
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
}

test('the texts are the ones of the specification', () => {
  expect(pageNotFound).toEqual({
    title: 'Page not found',
    text: "Sorry, the page you are looking for doesn't exist. Here are some helpful links:",
  })
  expect(unknownSubcategory).toBe('Unknown Subcategory')
})

for (const name of ['Go back', 'Take me home']) {
  test(`${name} leads home`, async ({ page, allowStatus }) => {
    allowStatus(404)
    await visit(page, '/no-such-page')
    await expect(page.getByText(pageNotFound.text)).toBeVisible()
    await page.getByRole('link', { name }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: 'Top Categories' })).toBeVisible()
  })
}

test('a listing of the other kind is not found', async ({ page, api, allowStatus }) => {
  allowStatus(404)
  const { services } = await api.listServices({ query: { page: 1, limit: 1 } })
  const response = await visit(page, `/event-details/${services[0]?._id}`)
  expect(response?.status()).toBe(404)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('an unknown subcategory is told, and the way home works', async ({ page, allowStatus }) => {
    allowStatus(404)
    const response = await page.goto('/category/pet-services/subcategory/nothing')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(unknownSubcategory)
    await page.getByRole('link', { name: 'Take me home' }).click()
    await expect(page).toHaveURL('/')
  })
})
