/** The Share button of a listing. */
import { expect, type Page } from '@playwright/test'
import { test, visit } from '../support/browser/journey.ts'
import { first } from '../support/browser/screens.ts'

const shareButton = (page: Page) => page.getByRole('button', { name: 'Share', exact: true })

test('copies the link on devices without a share sheet', async ({ page, api, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { _id } = first((await api.listServices({ query: { page: 1, limit: 1 } })).services)
  await visit(page, `/ad-details/${_id}`)
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await shareButton(page).click()
  await expect(page.getByText('Link copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/ad-details/${_id}`)
})

test('shares the title and the URL, and closing the share sheet is not an error', async ({
  page,
  api,
  baseURL,
}) => {
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
  await shareButton(page).click()
  const shared = JSON.stringify({ title, url: `${baseURL}/event-details/${_id}` })
  await expect(page.locator('html')).toHaveAttribute('data-shared', shared)
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')).toHaveCount(0)
})

test('shows an error if the browser does not allow copying', { tag: '@slow' }, async ({ page, api }) => {
  const { _id } = first((await api.listServices({ query: { page: 1, limit: 1 } })).services)
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: undefined })
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
  })
  await visit(page, `/ad-details/${_id}`)
  await shareButton(page).click()
  await expect(page.getByText('Please copy it from the address bar.')).toBeVisible()
})

test('a press at the moment when the code has loaded takes effect once', { tag: '@slow' }, async ({
  page,
  api,
}) => {
  const { _id } = first((await api.listServices({ query: { page: 1, limit: 1 } })).services)
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: async () => document.documentElement.append(document.createComment('shared')),
    })
  })
  const gate = Promise.withResolvers<void>()
  const code = /\/assets\/listing-actions.*\.js$/
  await page.route(code, async (route) => {
    await gate.promise
    await route.continue()
  })
  const requested = page.waitForRequest(code)
  await visit(page, `/ad-details/${_id}`)
  await requested
  // React marks the elements that it hydrates. Between its tasks, others can press the button.
  const pressed = shareButton(page).evaluate(async (button: HTMLElement) => {
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
  await expect(page.locator('[data-unloaded]', { has: shareButton(page) })).toHaveCount(0)
  const shares = () =>
    page.evaluate(
      () => [...document.documentElement.childNodes].filter(({ nodeType }) => nodeType === 8).length,
    )
  await expect.poll(shares).toBe(1)
  await page.waitForTimeout(300)
  expect(await shares()).toBe(1)
})
