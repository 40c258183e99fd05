/** Short messages at the top right. */
import { expect, type Locator, type Page } from '@playwright/test'
import type { Api } from '../../src/shared/api-client.ts'
import { suggestions } from '../../src/shared/messages/suggestions.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { test, visit } from '../support/browser/journey.ts'
import { first } from '../support/browser/screens.ts'

const region = (page: Page) => page.getByRole('region', { name: /Notifications/ })
const toast = (page: Page, text: string) => region(page).getByRole('listitem').filter({ hasText: text })
const closeButton = (message: Locator) => message.getByRole('button', { name: 'Close message' })

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not visible.')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

/** Shows two toasts about failures. */
async function showToasts(page: Page) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visit(page, '/corkboard-suggestions')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Control+C')
  await expect(toast(page, suggestions.copy)).toBeVisible()
  await page.keyboard.press('Control+V')
  await expect(toast(page, suggestions.paste)).toBeVisible()
}

test('toasts appear below the header with their × inside, at any width', async ({ page }) => {
  for (const [width, height] of [
    [320, 568],
    [360, 740],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await showToasts(page)
    await test.step(`at ${width} px`, () => expectInPlace(page, width))
    if (width === 320 || width === 1440) await expectAccessible(page, `with toasts at ${width} px`)
  }
})

async function expectInPlace(page: Page, width: number) {
  const header = await boxOf(page.locator('body > header'))
  const boxes = await Promise.all(
    [suggestions.copy, suggestions.paste].map(async (text) => {
      const message = toast(page, text)
      const box = await boxOf(message)
      const close = await boxOf(closeButton(message))
      expect(box.y).toBeGreaterThanOrEqual(header.bottom)
      expect(width - box.right, 'it is at the right').toBeLessThanOrEqual(20)
      expect(box.x).toBeGreaterThanOrEqual(0)
      expect(close.x >= box.x && close.right <= box.right).toBe(true)
      expect(close.y >= box.y && close.bottom <= box.bottom).toBe(true)
      expect(Math.min(close.width, close.height)).toBeGreaterThanOrEqual(24)
      return box
    }),
  )
  const [lower, upper] = boxes.toSorted((a, b) => b.y - a.y)
  expect((upper?.bottom ?? 0) <= (lower?.y ?? 0), 'one covers no other').toBe(true)
}

test('a toast is announced, and closes by mouse and by keyboard', { tag: '@slow' }, async ({ page }) => {
  await showToasts(page)
  await expect(region(page)).toHaveAttribute('aria-live', 'polite')
  await closeButton(toast(page, suggestions.copy)).click()
  await expect(toast(page, suggestions.copy)).toHaveCount(0)
  await closeButton(toast(page, suggestions.paste)).focus()
  await page.keyboard.press('Enter')
  await expect(toast(page, suggestions.paste)).toHaveCount(0)
})

test('a long page scrolls under a toast, which stays below the header', { tag: '@slow' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await showToasts(page)
  await page.mouse.wheel(0, 900)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  const header = await boxOf(page.locator('body > header'))
  expect((await boxOf(toast(page, suggestions.copy))).y).toBeGreaterThanOrEqual(header.bottom)
})

async function copyLink(page: Page, api: Api) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { _id } = first((await api.listServices({ query: { page: 1, limit: 1 } })).services)
  await visit(page, `/ad-details/${_id}`)
  await page.getByRole('main').getByLabel('Share', { exact: true }).click()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(toast(page, 'Link copied.')).toBeVisible()
}

test('toasts close when a dialog opens', { tag: '@slow' }, async ({ page, api, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await copyLink(page, api)
  await page.getByRole('button', { name: 'Report Spam', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Report Spam' })).toBeVisible()
  await expect(toast(page, 'Link copied.')).toHaveCount(0)
})

test('a toast ends with its page', { tag: '@slow' }, async ({ page, api, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await copyLink(page, api)
  await page.getByRole('link', { name: 'Corkboard' }).first().click()
  await expect(page).toHaveURL('/')
  await expect(toast(page, 'Link copied.')).toHaveCount(0)
})

test('success and failure differ by icon and color, and neither has the color of links', {
  tag: '@slow',
}, async ({ page, api, context }) => {
  const lookOf = (message: Locator) =>
    message.evaluate((node) => ({
      icon: node.querySelector('use')?.getAttribute('href')?.split('#')[1],
      color: getComputedStyle(node.querySelector('svg') ?? node).color,
    }))
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await copyLink(page, api)
  const success = await lookOf(toast(page, 'Link copied.'))
  await showToasts(page)
  const failure = await lookOf(toast(page, suggestions.copy))
  const accent = await page.evaluate(() => {
    const probe = document.createElement('span')
    probe.style.color = 'var(--accent)'
    document.body.append(probe)
    return getComputedStyle(probe).color
  })
  expect([success.icon, failure.icon]).toEqual(['circle-check', 'circle-alert'])
  expect(new Set([success.color, failure.color, accent]).size).toBe(3)
})

test('toasts have an edge in forced colors', { tag: '@slow' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await showToasts(page)
  const sheet = closeButton(toast(page, suggestions.copy)).locator('..')
  await expect(sheet).toHaveCSS('border-top-width', '1px')
})
