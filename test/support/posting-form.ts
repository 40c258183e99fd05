/** The form of a listing, as somebody fills it in. */
import { expect, type Locator, type Page, test } from '@playwright/test'
import type { Kind } from '../../src/shared/listing.ts'
import { visit } from './journey.ts'
import { writePictures } from './pictures.ts'

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
export const sendButton = { service: 'Post Service', event: 'Post Event' } as const
export const updateButton = { service: 'Update Service', event: 'Update Event' } as const

/** What a good listing says, by the labels of its boxes. */
export const goodBoxes: Record<string, string> = {
  Title: 'Piano lessons for beginners',
  Price: '$42.50',
  Description: 'Patient lessons for children and adults,\nat your home or mine.',
  'Business Email': 'lessons@example.com',
  Phone: '+1 512 555 0142',
  Facebook: 'https://www.facebook.com/lessons',
  Instagram: 'https://www.instagram.com/lessons',
}
export const goodChoices: Record<string, string> = {
  Category: 'Music & Performing Arts',
  Subcategory: 'Piano Lessons',
  Country: 'United States',
  State: 'Texas',
  City: 'Austin',
}
const goodDays: Record<string, string> = { 'Start Date': '2030-05-04', 'End Date': '2030-05-05' }

/** Fills in everything but the pictures. What is given replaces what is usual; an empty text leaves the box alone. */
export async function fillForm(page: Page, kind: Kind, given: Record<string, string> = {}) {
  const boxes = { ...goodBoxes, ...(kind === 'event' && goodDays), ...given }
  for (const [name, text] of Object.entries(boxes))
    if (text && !(name in goodChoices)) await label(page, name).fill(text)
  for (const [name, usual] of Object.entries(goodChoices)) {
    const choice = given[name] ?? usual
    if (choice) await label(page, name).selectOption(choice)
  }
}

export async function openForm(page: Page, kind: Kind) {
  await visit(page, postPage[kind])
}

/** Writes files of these names and chooses them. */
export async function choosePictures(page: Page, names: Parameters<typeof writePictures>[1]) {
  await label(page, 'Images').setInputFiles(await writePictures(test.info().outputPath(), names))
}

/** Its tiles, in their order. */
export const tiles = (page: Page): Locator =>
  page.getByRole('list', { name: 'Pictures' }).getByRole('listitem')

/** Waits until so many pictures are there, every one of them uploaded and drawn from the site's own files. */
export async function expectUploaded(page: Page, count: number) {
  await expect(tiles(page)).toHaveCount(count)
  const drawn = page.getByRole('list', { name: 'Pictures' }).locator('img[src^="/pictures/"]')
  // A large photo takes seconds to be made ready, more while other tests run.
  await expect(drawn).toHaveCount(count, { timeout: 30_000 })
  await expect
    .poll(() =>
      drawn.evaluateAll((all) => all.every((image) => (image as HTMLImageElement).naturalWidth > 0)),
    )
    .toBe(true)
}
