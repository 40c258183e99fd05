/** Checks that no link is broken and that no page logs an error or contacts another host. */
import { expect, type Page } from '@playwright/test'
import { pageNotFound } from '../../src/shared/messages/pages.ts'
import { test, visit } from '../support/browser/journey.ts'
import { test as signedInTest } from '../support/browser/signed-in.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'
import { crawl, patternOf } from './crawl.ts'

/** Returns the first page of each pattern. */
function onePerPattern(pages: string[]): string[] {
  const firstOf = new Map<string, string>()
  for (const path of pages) if (!firstOf.has(patternOf(path))) firstOf.set(patternOf(path), path)
  return [...firstOf.values()]
}

/** Visits the page and scrolls to its end, so that lazy pictures load, too. Lists for other sites have no scripts and no footer. */
async function loadCompletely(page: Page, path: string) {
  if (path.startsWith('/embed/')) return void (await page.goto(path, { waitUntil: 'networkidle' }))
  await visit(page, path)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
}

const crawlSample = (site = '') => crawl(site, { start: ['/', '/cookies'], maxPerPattern: 6 })

test('no page has a broken link for visitors', async ({ baseURL }) => {
  test.setTimeout(600_000)
  const { pages, broken } = await crawlSample(baseURL)
  expect(broken).toEqual([])
  for (const path of ['/', '/contact', '/about', '/safety-guide', '/customer-safety-guide', '/privacy'])
    expect(pages).toContain(path)
})

// `screens.test.ts` opens each screen, too.
test('no page that is linked logs an error for visitors', { tag: '@slow' }, async ({ page, baseURL }) => {
  test.setTimeout(600_000)
  const { pages } = await crawlSample(baseURL)
  for (const path of onePerPattern(pages)) await test.step(path, () => loadCompletely(page, path))
})

test('not even one of all pages has a broken link', { tag: '@slow' }, async ({ baseURL }) => {
  test.setTimeout(600_000)
  // Lists link to more combinations of filters than anyone can count.
  const includes = ({ searchParams }: URL) => searchParams.size <= 1
  const { pages, broken } = await crawl(baseURL ?? '', { start: ['/', '/cookies'], includes })
  expect(broken).toEqual([])
  // The demo has about this many pages. Fewer would mean that the crawler missed some.
  expect(pages.length).toBeGreaterThan(1000)
})

for (const part of ['banner', 'contentinfo'] as const) {
  test(`every link of the ${part} opens a page`, slowJourneyUnless(part === 'banner'), async ({ page }) => {
    await visit(page, '/about')
    const links = page.getByRole(part).getByRole('link')
    const targets = await links.evaluateAll((elements) =>
      elements.map((link) => link.getAttribute('href') ?? ''),
    )
    const internal = [...new Set(targets.filter((to) => to.startsWith('/')))]
    expect(internal.length).toBeGreaterThan(3)
    for (const to of internal) {
      if (new URL(page.url()).pathname !== '/about') await page.goBack()
      await page.waitForURL('/about')
      await page.getByRole(part).locator(`a[href="${to}"]:visible`).first().click()
      const expected =
        to === '/post' ? /\/signin\?to=/ : (url: URL) => url.pathname === new URL(to, url).pathname
      await page.waitForURL(expected)
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(pageNotFound.title)
    }
  })
}

signedInTest(
  'no page for signed-in users has a broken link',
  { tag: '@slow' },
  async ({ page, context, signIn, accountSite }) => {
    signedInTest.setTimeout(120_000)
    await signIn({ isAdmin: true })
    const cookies = await context.cookies()
    const { pages, broken } = await crawl(accountSite.url, {
      start: ['/', '/profile', '/profile/account', '/update-profile'],
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      maxPerPattern: 6,
      includes: ({ pathname }) =>
        /^\/($|profile|update-profile|post|my-|admin|api\/account-data)/.test(pathname),
    })
    expect(broken).toEqual([])
    for (const path of onePerPattern(pages)) await signedInTest.step(path, () => loadCompletely(page, path))
  },
)
