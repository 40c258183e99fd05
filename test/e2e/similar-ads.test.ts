import { expect, type Page } from '@playwright/test'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { createListing } from '../support/data/factories.ts'

const place = { state: 'Idaho', city: 'Boise', subcategory: 'Pet Sitting' }
const similar = (page: Page) => page.getByRole('region', { name: 'Similar services', exact: true })

test('an ad ends with similar ones, and each opens as a new page', async ({ page, database }) => {
  const images = ['/demo-pictures/barber-1.svg', '/demo-pictures/barber-2.svg']
  const id = await createListing(database, { ...place, images, title: 'Cat sitter' })
  await createListing(database, { ...place, images, title: 'Dog sitter' })
  await visit(page, `/ad-details/${id}`)
  await expect(similar(page).getByRole('link', { name: 'Cat sitter' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Next photo' }).click()
  await expect(page.getByRole('img', { name: 'Cat sitter, 2 of 2' })).toBeVisible()
  await similar(page).getByRole('link', { name: 'Dog sitter' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dog sitter')
  // Not the second photo, which the last ad showed.
  await expect(page.getByRole('img', { name: 'Dog sitter, 1 of 2' })).toBeVisible()
  await expect(similar(page).getByRole('link', { name: 'Cat sitter' })).toBeVisible()
})

test('the ad opens even if similar ones cannot be loaded', { tag: '@slow' }, async ({
  page,
  database,
  allowStatus,
}) => {
  allowStatus(503)
  const id = await createListing(database, { ...place, title: 'Bird sitter' })
  await createListing(database, { ...place, title: 'Fish sitter' })
  await page.route('**/api/service/*/similar', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Please try again.' } }),
  )
  await visit(page, '/state/Idaho')
  await page.getByRole('link', { name: 'Bird sitter' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bird sitter')
  await expect(similar(page)).toHaveCount(0)
  expect(id).not.toBe('')
})

test('similar ads in other states are apart, under a heading that says so', { tag: '@slow' }, async ({
  page,
  database,
}) => {
  const topic = { category: 'Fashion & Tailoring', subcategory: 'Costume Making' }
  const id = await createListing(database, {
    ...topic,
    state: 'Montana',
    city: 'Billings',
    title: 'Costume maker',
  })
  await createListing(database, { ...topic, state: 'Texas', city: 'Houston', title: 'Far costume maker' })
  const elsewhere = page.getByRole('region', { name: 'Similar services elsewhere', exact: true })
  const near = page.getByRole('region', { name: 'Similar services', exact: true })
  await page.goto(`/ad-details/${id}`)
  await expect(elsewhere).toContainText('There are no others in Montana yet.')
  await expect(elsewhere.getByRole('link', { name: 'Far costume maker' })).toBeVisible()
  await expect(near).toHaveCount(0)
  await createListing(database, { ...topic, state: 'Montana', city: 'Missoula', title: 'Near costume maker' })
  await page.goto(`/ad-details/${id}`)
  await expect(near.getByRole('article')).toHaveCount(1)
  await expect(near.getByRole('link', { name: 'Near costume maker' })).toBeVisible()
  await expect(elsewhere.getByRole('link', { name: 'Far costume maker' })).toBeVisible()
  await expect(elsewhere).not.toContainText('no others')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('similar ads are links', { tag: '@slow' }, async ({ page, database }) => {
    const id = await createListing(database, { ...place, title: 'Rabbit sitter' })
    await createListing(database, { ...place, title: 'Hen sitter' })
    await page.goto(`/ad-details/${id}`)
    await similar(page).getByRole('link', { name: 'Hen sitter' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hen sitter')
  })
})
