/** A page in any browser. Every function waits until it can do what it says, and fails after 15 seconds. */
import { waitFor } from '../support/checks/emails.ts'
import type { Action, Driver } from './driver.ts'
import type { Role, Target } from './find-element.ts'
import type { WatchedSite } from './watched-site.ts'

export type Page = ReturnType<typeof createPage>

export function createPage(driver: Driver, site: Pick<WatchedSite, 'url' | 'takeFailedRequests'>) {
  const { evaluate } = driver
  // biome-ignore lint/performance/useDomNodeTextContent: only text that is displayed counts
  const text = () => evaluate(() => document.body?.innerText ?? '')

  /** A failure says where the page was. */
  async function until(what: string, condition: () => Promise<boolean>) {
    try {
      await waitFor(what, async () => (await condition()) || undefined)
    } catch (error) {
      const problems = await evaluate(() => window.takeRecordedProblems?.() ?? [])
      const facts = [await driver.url(), ...problems, ...site.takeFailedRequests(), await text()]
      throw new Error(`Waited in vain for ${what}.\n${facts.join('\n')}`, { cause: error })
    }
  }

  const act = (target: Target, action: Action) =>
    until(`the ${target.role} “${target.name}”`, () => driver.act(target, action))

  return {
    /** Returns what went wrong in the pages since the last call. */
    async takeProblems(): Promise<string[]> {
      const recorded = await evaluate(() => window.takeRecordedProblems())
      return [...recorded, ...site.takeFailedRequests()]
    },

    /** Opens a path or a link to this site, and waits until React has hydrated the page. */
    async goto(path: string) {
      await driver.goto(new URL(path, site.url).href)
      await until('hydration', () =>
        evaluate(() => {
          const main = document.querySelector('main')
          return main !== null && Object.keys(main).some((key) => key.startsWith('__react'))
        }),
      )
    },

    click: (role: Role, name: string) => act({ role, name, clickable: true }, { do: 'click' }),
    fill: (name: string, text: string) => act({ role: 'field', name }, { do: 'fill', text }),
    select: (name: string, option: string) =>
      act({ role: 'field', name, clickable: true }, { do: 'select', option }),
    attach: (name: string, file: string) => act({ role: 'field', name }, { do: 'attach', file }),

    waitForUrl: (path: string) =>
      until(`the address ${path}`, async () => (await driver.url()).startsWith(`${site.url}${path}`)),
    waitForText: (expected: string) =>
      until(`the text “${expected}”`, async () => (await text()).includes(expected)),
    waitUntilGone: (unexpected: string) =>
      until(`the text “${unexpected}” to disappear`, async () => !(await text()).includes(unexpected)),

    /** Waits until a photo uploaded to this site is displayed. */
    waitForPhoto: () =>
      until('a photo', () =>
        evaluate(() =>
          [...document.querySelectorAll<HTMLImageElement>('main img[src^="/pictures/"]')].some(
            (image) => image.complete && image.naturalWidth > 0,
          ),
        ),
      ),
  }
}
