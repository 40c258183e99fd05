/** Fills in the listing form. */
import { expect, type Locator, type Page, test } from '@playwright/test'
import type { Kind } from '../../../src/shared/listing.ts'
import { writePictures } from '../data/pictures.ts'
import { visit } from './journey.ts'

export const label = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true })
export const button = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('button', { name, exact: true })
export const expectToast = (page: Page, text: string | RegExp) =>
  expect(
    page
      .getByRole('region', { name: /Notifications/ })
      .getByText(text)
      .first(),
  ).toBeVisible()

const postPage = { service: '/post-services', event: '/post-events' } as const
export const ownPage = { service: '/my-services', event: '/my-events' } as const
/** The user's own list with the card of the new ad. */
export const postedPage = {
  service: /\/my-services\?posted=[\w-]+$/,
  event: /\/my-events\?posted=[\w-]+$/,
} as const
export const postButton = { service: 'Post Service', event: 'Post Event' } as const
export const updateButton = { service: 'Update Service', event: 'Update Event' } as const

/** Valid values by field label. */
export const validFields: Record<string, string> = {
  Title: 'Piano lessons for beginners',
  Price: '$42.50',
  Description: 'Patient lessons for children and adults,\nat your home or mine.',
  'Business Email': 'lessons@example.com',
  Phone: '+1 512 555 0142',
  Facebook: 'https://www.facebook.com/lessons',
  Instagram: 'https://www.instagram.com/lessons',
}
export const validChoices: Record<string, string> = {
  Category: 'Music & Performing Arts',
  Subcategory: 'Piano Lessons',
  Country: 'United States',
  State: 'Texas',
  City: 'Austin',
}
const validDates: Record<string, string> = { 'Start Date': '2030-05-04', 'End Date': '2030-05-05' }

/** Fills in everything but the pictures. `overrides` replace the defaults; an empty string skips a field. */
export async function fillForm(page: Page, kind: Kind, overrides: Record<string, string> = {}) {
  const fields = { ...validFields, ...(kind === 'event' && validDates), ...overrides }
  for (const [name, text] of Object.entries(fields))
    if (text && !(name in validChoices)) await label(page, name).fill(text)
  for (const [name, defaultChoice] of Object.entries(validChoices)) {
    const choice = overrides[name] ?? defaultChoice
    if (choice) await label(page, name).selectOption(choice)
  }
}

export async function openForm(page: Page, kind: Kind) {
  await visit(page, postPage[kind])
}

/** Creates files with these names and adds them. */
export async function choosePictures(page: Page, names: Parameters<typeof writePictures>[1]) {
  await label(page, 'Images').setInputFiles(await writePictures(test.info().outputPath(), names))
}

export const tiles = (page: Page): Locator => page.getByRole('list', { name: 'Photos' }).getByRole('listitem')

/** Waits until `count` pictures are uploaded and rendered from the site's own files. */
export async function expectUploaded(page: Page, count: number) {
  await expect(tiles(page)).toHaveCount(count)
  const images = page.getByRole('list', { name: 'Photos' }).locator('img[src^="/pictures/"]')
  // A large photo takes seconds to process, more while other tests run.
  await expect(images).toHaveCount(count, { timeout: 30_000 })
  await expect
    .poll(() =>
      images.evaluateAll((all) => all.every((image) => (image as HTMLImageElement).naturalWidth > 0)),
    )
    .toBe(true)
}
