/** The metadata of pages for search engines and link previews. */
import { expect, type Page } from '@playwright/test'
import { defaultSettings } from '../../src/shared/settings/table.ts'
import { expectCompleteHead, findStructuredData, readHead } from '../support/browser/head.ts'
import { test, visit } from '../support/browser/journey.ts'
import { type Screen, screens } from '../support/browser/screens.ts'

const notIndexed =
  /^\/(signin|signup|check-your-inbox|reset-password|email-link|verify-email|seller\/[^/]+\/report|saved|embed-events|event-details\/[^/]+\/dates|unsubscribe|renew-service|no-such)/
const canonicalPaths = [
  [
    '/all-services?searchtext=piano&sort=price-asc&page=1',
    '/all-services?searchtext=piano&sort=price-asc',
    false,
  ],
  ['/all-services?utm_source=email', '/all-services', true],
  ['/all-events?category=Pet%20Services', '/all-events?category=Pet+Services', false],
  ['/?tab=events', '/', true],
  ['/all-services?page=2', '/all-services?page=2', true],
  ['/all-services?page=999999', '/all-services?page=999999', false],
  ['/search?searchtext=dog&page=1&sort=x', '/search?searchtext=dog&tab=services', false],
  ['/category/pet-services?country=Canada', '/category/pet-services?country=Canada', false],
  ['/state/texas?category=Pet%20Services', '/state/Texas?category=Pet+Services', false],
  ['/all-locations?city=springfield', '/all-locations', false],
  ['/category/pet-services?tab=events', '/category/pet-services?tab=events', true],
  ['/state/new%20york?eventsPage=4', '/state/New%20York', true],
] as const

test.describe('in the server’s HTML', () => {
  test.use({ javaScriptEnabled: false })

  test('each screen has one canonical URL, a description, and a preview picture', async ({
    page,
    api,
    allowStatus,
  }) => {
    allowStatus(404)
    for (const { screen, find } of screens) {
      const found = await find(page, api)
      await page.goto(found.path, { waitUntil: 'domcontentloaded' })
      await test.step(screen, () => expectHeadOf(page, found))
    }
  })

  test('URLs with parameters have a canonical path, and some are not indexable', async ({ page }) => {
    for (const [path, canonical, indexable] of canonicalPaths) {
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      const { canonical: urls, metas } = await expectCompleteHead(page)
      expect(urls, path).toEqual([new URL(canonical, page.url()).href])
      expect(metas.robots, path).toEqual(indexable ? undefined : ['noindex, follow'])
    }
  })
})

async function expectHeadOf(page: Page, { path, status, title }: Screen) {
  if (notIndexed.test(path) || status !== 200) {
    const { canonical, metas } = await readHead(page)
    expect(canonical).toEqual([])
    if (status === 200) expect(metas.robots).toEqual(['noindex'])
    return
  }
  const { title: fullTitle, canonical, metas } = await expectCompleteHead(page)
  expect(fullTitle).toBe(`${title} | ${defaultSettings.name}`)
  // Search engines list ads, not searches or people.
  const isNotIndexed = /^\/(search|seller\/)|\?view=/.test(path)
  expect(metas.robots).toEqual(isNotIndexed ? ['noindex, follow'] : undefined)
  if (path.startsWith('/search')) return
  expect(new URL(canonical[0] ?? '').search).toBe('')
}

test('client-side navigation replaces all metadata', async ({ page }) => {
  await visit(page, '/')
  expect(findStructuredData(await readHead(page), 'WebSite')).toMatchObject({
    name: defaultSettings.name,
    potentialAction: {
      '@type': 'SearchAction',
      target: { urlTemplate: `${new URL(page.url()).origin}/search?searchtext={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  })
  const first = page.getByRole('tabpanel').getByRole('link').first()
  const title = (await first.getAttribute('aria-label')) ?? ''
  await first.click()
  await expect(page).toHaveURL(/ad-details/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page).toHaveTitle(`${title} | ${defaultSettings.name}`)
  const head = await expectCompleteHead(page)
  expect(head.canonical).toEqual([page.url()])
  expect(head.structuredData.map((thing) => thing['@type']).sort()).toEqual(['BreadcrumbList', 'Service'])
})

test('structured breadcrumbs have absolute URLs', async ({ page, api }) => {
  const [category] = (await api.listCategories({})).filter(({ name }) => name === 'Pet Services')
  await page.goto(`/category/${category?._id}/subcategory/${category?.subcategories[0]?.id}`)
  const origin = new URL(page.url()).origin
  expect(findStructuredData(await readHead(page), 'BreadcrumbList')).toEqual({
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Home', item: `${origin}/` },
      { '@type': 'ListItem', position: 2, name: 'Categories', item: `${origin}/all-categories` },
      {
        '@type': 'ListItem',
        position: 3,
        name: 'Pet Services',
        item: `${origin}/category/${category?.slug}`,
      },
      { '@type': 'ListItem', position: 4, name: category?.subcategories[0]?.name },
    ],
  })
})
