/** The menu that shares a listing. */
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from '../support/browser/accessible.ts'
import { test, visit } from '../support/browser/journey.ts'
import { first } from '../support/browser/screens.ts'
import { decode } from '../support/checks/pdf.ts'

const menu = (page: Page) => page.getByRole('main').getByLabel('Share', { exact: true })
const ways = (page: Page) => page.locator('details').filter({ hasText: 'WhatsApp' })
const copy = (page: Page) => page.getByRole('button', { name: 'Copy link' })

test('copies the link, names ways to send it, and shows a code that leads to the ad', async ({
  page,
  api,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { _id, title } = first((await api.listServices({ query: { page: 1, limit: 1 } })).services)
  const url = `${baseURL}/ad-details/${_id}`
  await visit(page, `/ad-details/${_id}?reveal=no#similar`)
  const codes = page.waitForRequest(/\/assets\/qr-code.*\.js$/).then(() => 'loaded')
  await menu(page).click()
  await expectAccessible(page, 'the menu')
  for (const [name, start] of [
    ['Email', 'mailto:?subject='],
    ['WhatsApp', 'https://wa.me/?text='],
    ['Mastodon', 'https://share.joinmastodon.org/#text='],
    ['Text message', 'sms:?&body='],
  ] as const) {
    const href = await ways(page).getByRole('link', { name }).getAttribute('href')
    expect(href?.startsWith(start)).toBe(true)
    expect(decodeURIComponent(href ?? '')).toContain(title)
    expect(decodeURIComponent(href ?? '')).toContain(url)
  }
  await copy(page).click()
  await expect(page.getByText('Link copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  await expect(copy(page)).toBeHidden()

  await menu(page).click()
  expect(await Promise.race([codes, Promise.resolve('not yet')])).toBe('not yet')
  await page.getByRole('button', { name: 'QR code' }).click()
  const dialog = page.getByRole('dialog', { name: 'QR code' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'the code')
  const picture = sharp(await dialog.getByRole('img').screenshot())
    .ensureAlpha()
    .raw()
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  expect(decode({ ...info, data })).toBe(url)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(menu(page)).toBeFocused()
})

test('hands the title and the URL to the device, and closing its sheet is not an error', {
  tag: '@slow',
}, async ({ page, api, baseURL }) => {
  const { _id, title } = first((await api.listEvents({ query: { page: 1, limit: 1 } })).events)
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: async (data: ShareData) => {
        document.documentElement.dataset.shared = JSON.stringify(data)
        throw new DOMException('Closed.', 'AbortError')
      },
    })
  })
  await visit(page, `/event-details/${_id}`)
  await menu(page).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const shared = JSON.stringify({ title, url: `${baseURL}/event-details/${_id}` })
  await expect(page.locator('html')).toHaveAttribute('data-shared', shared)
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')).toHaveCount(0)
})

test('shows an error if the browser does not allow copying', { tag: '@slow' }, async ({ page, api }) => {
  const { _id } = first((await api.listServices({ query: { page: 1, limit: 1 } })).services)
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await visit(page, `/ad-details/${_id}`)
  await menu(page).click()
  await copy(page).click()
  await expect(page.getByText('Please copy it from the address bar.')).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } })

  test('it opens as a sheet on a phone, with the ways that are links', async ({ page, api }) => {
    const { _id } = first((await api.listServices({ query: { page: 1, limit: 1 } })).services)
    await page.goto(`/ad-details/${_id}`)
    await menu(page).click()
    await expect(ways(page).getByRole('link', { name: 'Email' })).toBeInViewport()
    await expect(copy(page)).toBeHidden()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
})

test('a press at the moment when the code has loaded takes effect once', { tag: '@slow' }, async ({
  page,
  api,
}) => {
  const { _id } = first((await api.listServices({ query: { page: 1, limit: 1 } })).services)
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async () => document.documentElement.append(document.createComment('copied')) },
    })
  })
  const gate = Promise.withResolvers<void>()
  const code = /\/assets\/share-menu.*\.js$/
  await page.route(code, async (route) => {
    await gate.promise
    await route.continue()
  })
  const requested = page.waitForRequest(code)
  await visit(page, `/ad-details/${_id}`)
  await menu(page).click()
  await requested
  // React marks the elements that it hydrates. Between its tasks, others can press the button.
  const pressed = copy(page).evaluate(async (button: HTMLElement) => {
    const { port1, port2 } = new MessageChannel()
    await new Promise<void>((resolve) => {
      port1.onmessage = () => {
        if (Object.keys(button).some((key) => key.startsWith('__react'))) return resolve()
        port2.postMessage(null)
      }
      port2.postMessage(null)
    })
    button.click()
  })
  gate.resolve()
  await pressed
  await expect(page.locator('[data-unloaded]', { has: copy(page) })).toHaveCount(0)
  const copies = () =>
    page.evaluate(
      () => [...document.documentElement.childNodes].filter(({ nodeType }) => nodeType === 8).length,
    )
  await expect.poll(copies).toBe(1)
  await page.waitForTimeout(300)
  expect(await copies()).toBe(1)
})
