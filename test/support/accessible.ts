import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

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
  // No page has frames, so axe can run in one step (legacy mode), and only violations are needed: both halve its time.
  const axe = new AxeBuilder({ page }).options({ runOnly: wcag22AA, resultTypes: ['violations'] })
  const { violations } = await axe.setLegacyMode().analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
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
