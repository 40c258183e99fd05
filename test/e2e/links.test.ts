/** Every link of every page leads somewhere, and no page complains or asks another host for anything. */
import { expect, type Page } from '@playwright/test'
import { pageNotFound } from '../../src/shared/messages/pages.ts'
import { crawl } from '../support/crawl.ts'
import { test, visit } from '../support/journey.ts'
import { test as signedInTest } from '../support/signed-in.ts'

/** Pages that differ by an id, a name or a filter are of one kind; a tab of the dashboard is one of its own. */
const kindOf = (path: string) =>
  path.replace(/\?(?:.*(tab=[\w-]+))?.*/, '?$1').replace(/(\/[\w-]+)\/[^/]+/g, '$1/*')

/** One page of each kind, the first that was met. */
function oneOfEach(pages: string[]): string[] {
  const kinds = new Map<string, string>()
  for (const path of pages) if (!kinds.has(kindOf(path))) kinds.set(kindOf(path), path)
  return [...kinds.values()]
}

/** Also what is only fetched once it comes into sight. */
async function lookThrough(page: Page, path: string) {
  await visit(page, path)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
}

test('a visitor finds no dead link anywhere on the site, and no page complains', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const { pages, broken } = await crawl(baseURL ?? '', { start: ['/', '/cookies'] })
  expect(broken).toEqual([])
  // The demo has about this many; fewer would mean that the crawler did not get far.
  expect(pages.length).toBeGreaterThan(500)
  const kinds = oneOfEach(pages)
  for (const path of ['/', '/contact', '/about', '/safety-guide', '/customer-safety-guide', '/privacy']) {
    expect(kinds).toContain(path)
  }
  for (const path of kinds) await test.step(path, () => lookThrough(page, path))
})

for (const part of ['banner', 'contentinfo'] as const) {
  test(`each link of the ${part} opens a page when it is clicked`, async ({ page }) => {
    await visit(page, '/about')
    const links = page.getByRole(part).getByRole('link')
    const targets = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
    const inner = [...new Set(targets.filter((to) => to.startsWith('/')))]
    expect(inner.length).toBeGreaterThan(3)
    for (const to of inner) {
      await visit(page, '/about')
      await page.getByRole(part).locator(`a[href="${to}"]:visible`).first().click()
      const lands =
        to === '/post' ? /\/signin\?to=/ : (url: URL) => url.pathname === new URL(to, url).pathname
      await page.waitForURL(lands)
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(pageNotFound.title)
    }
  })
}

signedInTest(
  'somebody who is signed in finds no dead link on their own pages',
  async ({ page, context, signIn, accountSite }) => {
    signedInTest.setTimeout(120_000)
    await signIn({ isAdmin: true })
    const cookies = await context.cookies()
    const { pages, broken } = await crawl(accountSite.url, {
      start: ['/', '/profile', '/profile/account', '/update-profile'],
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      within: (path) => /^\/($|profile|update-profile|post|my-|admin|api\/account-data)/.test(path),
    })
    expect(broken).toEqual([])
    for (const path of oneOfEach(pages)) await signedInTest.step(path, () => lookThrough(page, path))
  },
)
