import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const wcag22AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Fails with the rule, the element and the reason of everything that axe finds on the page as it stands. */
export async function expectAccessible(page: Page, circumstances = '') {
  let found = await find(page)
  // A toast may have come in while axe looked: what is wrong for good is found on the page at rest too.
  if (found.length > 0) found = await find(page)
  expect.soft(found, `what axe finds ${circumstances}`).toEqual([])
}

async function find(page: Page): Promise<string[]> {
  await settled(page)
  const { violations } = await new AxeBuilder({ page }).withTags(wcag22AA).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
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
