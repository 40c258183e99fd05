import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const wcag22AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Fails with the rule, the element, and the reason of each violation that axe finds on the page. */
export async function expectAccessible(page: Page, context = '') {
  let violations = await findViolations(page)
  // A toast covers what is below it for some seconds.
  if (violations.some((text) => text.startsWith('target-size')))
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0, { timeout: 30_000 })
  // A toast may have appeared while axe was running: real violations are found again on the settled page.
  if (violations.length > 0) violations = await findViolations(page)
  expect.soft(violations, `axe violations ${context}`).toEqual([])
}

async function findViolations(page: Page): Promise<string[]> {
  await animationsToFinish(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript)
  return page.evaluate(async (rules) => {
    const results = await window.axe?.run({
      runOnly: rules,
      resultTypes: ['violations'],
      // The name of a link to an ad is its whole title, of which the link shows the beginning.
      rules: { 'label-content-name-mismatch': { enabled: false } },
    })
    if (!results) throw new Error('axe did not run.')
    return results.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    )
  }, wcag22AA)
}

/** Waits for all animations that end: axe would measure the colors of elements that are fading. */
async function animationsToFinish(page: Page) {
  const running = () =>
    page.evaluate(async () => {
      const twoFrames = () =>
        new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      await twoFrames()
      return document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        )
        .map(({ effect }) => (effect as KeyframeEffect | null)?.target?.className)
    })
  await expect.poll(running, 'running animations').toEqual([])
}
