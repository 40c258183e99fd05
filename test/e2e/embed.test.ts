/** A list of events on another site. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { expectAccessible } from '../support/browser/accessible.ts'
import { test, visit } from '../support/browser/journey.ts'

test('a list of events is embedded in another site', async ({ page, browser, baseURL }) => {
  await visit(page, '/all-events?state=Texas&country=United+States')
  await page.getByText('More ways to follow').click()
  await page.getByRole('link', { name: 'Embed this list' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Embed this list')
  await page.getByLabel('Number of events').fill('3')
  await page.getByLabel('Colors').selectOption('Dark')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page).toHaveURL(/limit=3/)
  const field = page.getByLabel('Code for your page')
  await expect(field).toHaveValue(
    /\/embed\/events\?country=United\+States&amp;state=Texas&amp;limit=3&amp;theme=dark"/,
  )
  const code = await field.inputValue()
  const preview = page.frameLocator('iframe')
  await expect(preview.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page, 'the page with the code')

  // The same page without scripts.
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const plain = await context.newPage()
  await plain.goto('/embed-events?state=Texas&country=United+States&limit=3&theme=dark')
  await expect(plain.getByLabel('Code for your page')).toHaveValue(code)
  await plain.getByLabel('Number of events').fill('2')
  await plain.getByRole('button', { name: 'Update' }).click()
  await expect(plain.frameLocator('iframe').getByRole('listitem')).toHaveCount(2)
  await context.close()

  // Another site: a link opens the event in a new tab.
  const html = `<!doctype html><title>Other</title>${frameOn(code, baseURL)}`
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const other = await (await browser.newContext()).newPage()
  await other.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const frame = other.frameLocator('iframe')
  await expect(frame.getByRole('listitem')).toHaveCount(3)
  const link = frame.getByRole('heading', { level: 2 }).first().getByRole('link')
  const title = (await link.textContent()) ?? ''
  const [tab] = await Promise.all([other.waitForEvent('popup'), link.click()])
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText(title)
  await other.context().close()
  server.close()
})

/** The code names the public URL of the site, which in tests is not where it runs. */
const frameOn = (code: string, baseURL = '') => code.replace(/src="https?:\/\/[^/]+/, `src="${baseURL}`)

test('an embedded list is accessible, and fits 200 pixels', { tag: '@slow' }, async ({ page }) => {
  for (const theme of ['light', 'dark']) {
    await page.setViewportSize({ width: 200, height: 500 })
    await page.goto(`/embed/events?limit=5&theme=${theme}`)
    await expect(page.getByRole('listitem')).toHaveCount(5)
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0)
    await expectAccessible(page, `${theme}, 200 pixels`)
  }
})
