/** The safety guides, About, and Privacy: their content, navigation, and print version. */
import { expect, type Page } from '@playwright/test'
import { safetyTipFor } from '../../src/web/listing/details/safety-tips.ts'
import { test, visit } from '../support/browser/journey.ts'
import { first } from '../support/browser/screens.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'
import { customerTopics, providerTopics } from '../support/data/guides.ts'

const guides = [
  { name: 'Customer Safety Guide', path: '/customer-safety-guide', topics: customerTopics },
  { name: 'Provider Safety Guide', path: '/provider-safety-guide', topics: providerTopics },
]
const main = (page: Page) => page.getByRole('main')
const heading = (page: Page, name: string) => main(page).getByRole('heading', { name, exact: true })

/** Expects the heading near the top of the window, below the sticky header. */
async function expectAtTop(page: Page, name: string) {
  const header = await page.getByRole('banner').boundingBox()
  await expect
    .poll(async () => {
      const box = await heading(page, name).boundingBox()
      return box !== null && header !== null && box.y >= header.y + header.height && box.y < 400
    }, `${name} is at the top of the window`)
    .toBe(true)
}

for (const { name, path, topics } of guides) {
  test(
    `a button leads to the ${name}, whose table of contents links to every topic`,
    slowJourneyUnless(name.startsWith('Customer')),
    async ({ page }) => {
      await page.setViewportSize({ width: 1440, height: 700 })
      await visit(page, '/safety-guide')
      await main(page).getByRole('link', { name }).click()
      await expect(page).toHaveURL(path)
      const contents = page.getByRole('navigation', { name: 'On this page' })
      await expect(contents.getByRole('link')).toHaveText(topics.map(({ title }) => title))
      for (const { id, title } of [topics[4], topics[0]].filter((topic) => topic !== undefined)) {
        await contents.getByRole('link', { name: title }).click()
        await expect(page).toHaveURL(`${path}#${id}`)
        await expectAtTop(page, title)
      }
      await main(page).getByRole('link', { name: 'Report it to us' }).click()
      await expect(page).toHaveURL('/contact')
    },
  )

  test(
    `the ${name} prints without interactive elements`,
    slowJourneyUnless(name.startsWith('Provider')),
    async ({ page }) => {
      await visit(page, path)
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      await expect(page.getByRole('banner')).toBeHidden()
      await expect(page.getByRole('contentinfo')).toBeHidden()
      await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden()
      await expect(page.getByRole('button')).toHaveCount(0)
      for (const { title } of topics) await expect(heading(page, title)).toBeVisible()
      const colors = await page.evaluate(() => {
        const { color, backgroundColor } = getComputedStyle(document.documentElement)
        return { color, backgroundColor }
      })
      expect(colors).toEqual({ color: 'rgb(34, 28, 23)', backgroundColor: 'rgb(255, 255, 255)' })
    },
  )
}

test('the Print button prints', { tag: '@slow' }, async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await visit(page, '/customer-safety-guide')
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed')
})

test('on a phone, the table of contents opens on tap', { tag: '@slow' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 700 })
  await visit(page, '/provider-safety-guide')
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await expect(contents.getByRole('link')).toHaveCount(0)
  await contents.getByText('On this page').first().click()
  await contents.getByRole('link', { name: 'Recognize scams' }).click()
  await expectAtTop(page, 'Recognize scams')
})

test('the tip in the contact panel links to its topic of the guide', { tag: '@slow' }, async ({
  page,
  api,
}) => {
  const { services } = await api.listServices({ query: { page: 1, limit: 12 } })
  const { _id } = first(services)
  const { text, topic } = safetyTipFor('service', _id)
  await visit(page, `/ad-details/${_id}`)
  const contact = page.getByRole('complementary', { name: 'Contact' })
  await expect(contact).toContainText(text)
  await contact.getByRole('link', { name: 'Stay safe' }).click()
  await expect(page).toHaveURL(`/customer-safety-guide#${topic}`)
  await expectAtTop(page, customerTopics.find(({ id }) => id === topic)?.title ?? '')
  expect(
    new Set(services.map(({ _id }) => safetyTipFor('service', _id).text)).size,
    'listings differ',
  ).toBeGreaterThan(1)
})

test('About says who the site is for, how it works, and where the places come from', {
  tag: '@slow',
}, async ({ page }) => {
  await visit(page, '/about')
  await expect(main(page)).toContainText('individuals and small businesses')
  await expect(main(page)).toContainText('You must be 18 or older')
  await expect(heading(page, 'How It Works')).toBeVisible()
  const steps = main(page).getByRole('listitem').getByRole('heading', { level: 3 })
  await expect(steps).toHaveText([
    'Create an account',
    'Post an ad',
    'Get offers',
    'For sellers',
    'For neighbors',
  ])
  for (const [audience, path] of [
    ['sellers', '/flyers/sellers.pdf'],
    ['neighbors', '/flyers/neighbors.pdf'],
  ] as const) {
    const flyer = main(page).getByRole('link', { name: `Download the flyer for ${audience} (PDF)` })
    await expect(flyer).toHaveAttribute('href', path)
    await expect(flyer).toHaveAttribute('download')
  }
  await expect(main(page).getByRole('link', { name: 'GeoNames' })).toHaveAttribute(
    'href',
    'https://www.geonames.org/',
  )
  await expect(main(page).getByRole('link', { name: /CC BY 4\.0/ })).toHaveAttribute(
    'href',
    'https://creativecommons.org/licenses/by/4.0/',
  )
})

test('Privacy has its date and its promises, and says how long data is stored', async ({ page }) => {
  await visit(page, '/privacy')
  for (const text of [
    '22nd March 2025',
    'We don’t sell, share, or give away your data',
    'No third-party ads',
    'No invasive tracking',
    'One session cookie',
    '. When this page changes',
  ]) {
    await expect(main(page)).toContainText(text)
  }
  const stored = main(page).getByRole('region', { name: 'What we store, why, and how long' })
  const rows = await stored.getByRole('heading', { level: 3 }).count()
  expect(rows).toBeGreaterThan(8)
  await expect(stored.getByRole('term').filter({ hasText: 'How long' })).toHaveCount(rows)
})

test('visitors get no cookie, as the privacy page says', async ({ page, context }) => {
  for (const path of ['/', '/all-services', '/contact', '/privacy']) await visit(page, path)
  expect(await context.cookies()).toEqual([])
})

test('the cookies page has only a title', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/cookies')
  await expect(main(page)).toHaveText('Cookies')
})
