/** Every public screen is opened once, and checked in all respects: opening a page takes longer than most checks. */

import { expect } from '@playwright/test'
import { hydrated, test, visit } from '../support/browser/journey.ts'
import {
  displays,
  expectAccessibleOn,
  expectLayout,
  expectLight,
  expectNoInlinedPicture,
  expectNoSidewaysScrolling,
  expectSentByServer,
  markSentElements,
  maxScriptWithSections,
  recordScripts,
} from '../support/browser/screen-checks.ts'
import { screens } from '../support/browser/screens.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'

// This file takes the longest, so its tests run in parallel.
test.describe.configure({ mode: 'parallel' })

/** Screens that consist of the same parts as another one. */
const similar = [
  '/category/{id}',
  '/seller/{id}/report',
  '/check-your-inbox',
  '/reset-password',
  '/email-link',
  '/unsubscribe',
  '/safety-guide',
  '/provider-safety-guide',
  '/cookies',
  '/all-events?view=week',
  '/location/{id}',
  '/all-locations',
  '/signup',
  '/verify-email',
  '/privacy',
]

for (const [index, { screen, changesItself, find }] of screens.entries()) {
  // Each screen on one of the displays, and each display with a quarter of the screens.
  const [display] = displays.slice(index % displays.length)
  if (!display) throw new Error('There is no display.')

  test(
    `${screen} shows its content, hydrates, is light, never scrolls sideways, and is accessible`,
    slowJourneyUnless(!similar.includes(screen)),
    async ({ page, api, allowStatus }, { annotations }) => {
      const found = await find(page, api)
      // Browsers log an error for every 404.
      if (found.status === 404) allowStatus(404)
      await markSentElements(page)
      const scripts = recordScripts(page)
      const document = await page.goto(found.path, { waitUntil: 'networkidle' })
      if (!document) throw new Error('The page did not respond.')
      // The scripts load once the page is painted.
      await hydrated(page)
      await page.waitForLoadState('networkidle')
      await test.step('has at most 118 kB of scripts and 25 kB of HTML', async () => {
        const limit = changesItself && maxScriptWithSections
        annotations.push({ type: 'gzip', description: await expectLight(document, scripts, limit) })
      })

      expect(document.status()).toBe(found.status)
      await test.step('shows its title, heading, and content within the layout', () =>
        expectLayout(page, found))
      await test.step("hydrates without changing the server's HTML", () => expectSentByServer(page))
      await test.step('inlines no picture in its HTML', () => expectNoInlinedPicture(document))
      await test.step('never scrolls sideways', () => expectNoSidewaysScrolling(page))
      await test.step('is accessible', () => expectAccessibleOn(display, page, found))
      await test.step('F9 contacts only this site, also when it is scrolled', async () => {
        // Last, because the header covers a part of a page that is scrolled. Every journey fails on a request to another host.
        await page.mouse.wheel(0, 10_000)
        await page.waitForLoadState('networkidle')
      })
    },
  )

  test(`${screen} is accessible in both colors, on a phone and on a wide screen`, {
    tag: '@slow',
  }, async ({ page, api, allowStatus }) => {
    const found = await find(page, api)
    if (found.status === 404) allowStatus(404)
    await visit(page, found.path)
    for (const each of displays) await expectAccessibleOn(each, page, found)
  })
}
