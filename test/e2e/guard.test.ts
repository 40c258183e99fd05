/** The watch over every journey, watched: each of these tests must fail, and does so only through the watch. */
import { expect } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { test, visit } from '../support/journey.ts'

test.beforeEach(async ({ page }) => {
  await visit(page, '/all-categories')
})

test.describe('a journey fails', () => {
  test.fail()

  test('by a console error', async ({ page }) => {
    await page.evaluate(() => console.error('Minified React error #418'))
  })

  test('by a console warning', async ({ page }) => {
    await page.evaluate(() => console.warn('This will stop working.'))
  })

  test('by an error that nobody caught', async ({ page }) => {
    const thrown = page.waitForEvent('pageerror')
    await page.evaluate(() => queueMicrotask(() => Promise.reject(new Error('lost'))))
    await thrown
  })

  test('by a request to another host', async ({ page }) => {
    const asked = page.waitForRequest('https://fonts.example/**')
    await page.evaluate(() => {
      // Not kept by the content security policy, which does not hold in a frame of another document.
      window.open('about:blank')?.document.write('<img src="https://fonts.example/a.png">')
    })
    await asked.catch(() => {})
  })

  test('by a file that is not there, even where a 404 is expected', async ({ page, allowStatus }) => {
    allowStatus(404)
    await page.evaluate(() => fetch('/assets/gone.js').then(() => {}))
  })

  test('by what axe finds', async ({ page }) => {
    await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')))
    await expectAccessible(page)
  })
})

test('a journey passes when nothing is amiss', async ({ page, allowStatus }) => {
  allowStatus(404)
  await page.evaluate(() => fetch('/no-such-page').then(() => {}))
  await expectAccessible(page)
  await expect(page.getByRole('main')).toBeVisible()
})
