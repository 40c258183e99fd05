/** Tests the checks that run in every journey: each of these tests is expected to fail because of them. */
import { expect } from '@playwright/test'
import { expectAccessible } from '../support/browser/accessible.ts'
import { test, visit } from '../support/browser/journey.ts'

test.beforeEach(async ({ page }) => {
  await visit(page, '/all-categories')
})

test.describe('a journey fails because of', () => {
  test.fail()

  test('a console error', async ({ page }) => {
    await page.evaluate(() => console.error('Minified React error #418'))
  })

  test('a console warning', { tag: '@slow' }, async ({ page }) => {
    await page.evaluate(() => console.warn('This will stop working.'))
  })

  test('an uncaught error', { tag: '@slow' }, async ({ page }) => {
    const thrown = page.waitForEvent('pageerror')
    await page.evaluate(() => queueMicrotask(() => Promise.reject(new Error('lost'))))
    await thrown
  })

  test('a request to another host', async ({ page }) => {
    const requested = page
      .context()
      .waitForEvent('request', (request) => request.url().startsWith('https://fonts.example/'))
    await page.evaluate(() => {
      // The content security policy would block the request in this document, but not in a new one.
      window.open('about:blank')?.document.write('<img src="https://fonts.example/a.png">')
    })
    await requested
  })

  test('a missing asset, even when the test allows a 404', { tag: '@slow' }, async ({
    page,
    allowStatus,
  }) => {
    allowStatus(404)
    await page.evaluate(() => fetch('/assets/gone.js').then(() => {}))
  })

  test('an accessibility violation', async ({ page }) => {
    await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')))
    await expectAccessible(page)
  })
})

test('a journey passes without problems', async ({ page, allowStatus }) => {
  allowStatus(404)
  await page.evaluate(() => fetch('/no-such-page').then(() => {}))
  await expectAccessible(page)
  await expect(page.getByRole('main')).toBeVisible()
})
