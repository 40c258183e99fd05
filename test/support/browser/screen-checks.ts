/** What every public screen has in common. Each function checks one part of it, on a page that shows the screen. */
import { gzipSync } from 'node:zlib'
import { expect, type Page, type Response } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import type { Screen } from './screens.ts'

const kB = 1000
// Three of them for sentences in other languages.
const maxScript = 118 * kB
/** With the sections of the header. */
export const maxScriptWithSections = maxScript + 6 * kB
const maxHtml = 25 * kB

const phone = 360
const tablet = 768
const desktop = 1440

type Display = { colorScheme: 'light' | 'dark'; width: number }
/** Two of them show each layout and each color once. */
export const displays: Display[] = [
  { colorScheme: 'light', width: phone },
  { colorScheme: 'dark', width: desktop },
  { colorScheme: 'dark', width: phone },
  { colorScheme: 'light', width: desktop },
]

export async function expectLayout(page: Page, { title, content }: Screen) {
  await expect(page).toHaveTitle(`${title} | Corkboard`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('main')).toBeVisible()
  await expect(content).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Post Ad' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('search')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText(/© 2025–\d{4} Corkboard/)
  for (const name of ['Contact', 'About', 'Safety Guide', 'Privacy'])
    await expect(page.getByRole('contentinfo').getByRole('link', { name, exact: true })).toBeVisible()
}

/** Marks the elements that the server sends, in every page that the browser opens from now on. */
export const markSentElements = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      for (const element of document.querySelectorAll('body *')) element.setAttribute('data-sent', '')
    })
  })

/** Fails if React created an element of the page's content instead of hydrating the server's. */
export const expectSentByServer = (page: Page) =>
  expect(page.locator('main, main *').and(page.locator(':not([data-sent])'))).toHaveCount(0)

async function setDisplay(page: Page, { colorScheme, width }: Display) {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 900 })
}

/** Returns by how many pixels the page is wider than the window. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

export async function expectNoSidewaysScrolling(page: Page) {
  for (const width of [phone, tablet, desktop]) {
    await setDisplay(page, { colorScheme: 'light', width })
    expect.soft(await overflow(page), `overflow at ${width} px`).toBeLessThanOrEqual(0)
  }
}

export async function expectAccessibleOn(display: Display, page: Page, { content }: Pick<Screen, 'content'>) {
  await setDisplay(page, display)
  await expect(content).toBeAttached()
  await expectAccessible(page, `in ${display.colorScheme} at ${display.width} px`)
}

/** Records the responses of scripts from now on. */
export function recordScripts(page: Page): Map<string, Response> {
  const scripts = new Map<string, Response>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response)
  })
  return scripts
}

/** Checks the sizes with gzip, regardless of the encoding that was negotiated. Returns them as a sentence. */
export async function expectLight(
  document: Response,
  scripts: Map<string, Response>,
  limit = maxScript,
): Promise<string> {
  const gzipSize = async (response: Response) => gzipSync(await response.body(), { level: 6 }).length
  const html = await gzipSize(document)
  const sizes = await Promise.all([...scripts.values()].map(gzipSize))
  const script = sizes.reduce((sum, size) => sum + size, 0)
  expect(sizes.length, 'the page has scripts').toBeGreaterThan(0)
  expect.soft(script, 'bytes of scripts, gzip').toBeLessThanOrEqual(limit)
  expect.soft(html, 'bytes of HTML, gzip').toBeLessThanOrEqual(maxHtml)
  return `scripts ${(script / kB).toFixed(1)} kB in ${sizes.length} files, HTML ${(html / kB).toFixed(1)} kB`
}

export const expectNoInlinedPicture = async (document: Response) =>
  expect((await document.text()).match(/src="data:[^,"]*/g) ?? []).toEqual([])
