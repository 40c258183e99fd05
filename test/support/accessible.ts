import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const wcag22AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Fails with the rule, the element and the reason of everything that axe finds on the page as it stands. */
export async function expectAccessible(page: Page, circumstances = '') {
  await settled(page)
  const { violations } = await new AxeBuilder({ page }).withTags(wcag22AA).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
  expect.soft(found, `what axe finds ${circumstances}`).toEqual([])
}

/** Colours are measured as they are, so what is fading in or out is waited for; what never ends is not. */
async function settled(page: Page) {
  const moving = () =>
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
  await expect.poll(moving, 'what moves on the page').toEqual([])
}
