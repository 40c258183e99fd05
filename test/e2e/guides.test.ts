/** The safety guides, about and privacy: what they hold, how one gets about in them, and how they print. */
import { expect, type Page } from '@playwright/test'
import { safetyTipFor } from '../../src/web/details/safety-tips.ts'
import { customerTopics } from '../../src/web/guides/customer-topics.ts'
import { providerTopics } from '../../src/web/guides/provider-topics.ts'
import { test, visit } from '../support/journey.ts'
import { first } from '../support/screens.ts'

const guides = [
  { name: 'Customer Safety Guide', path: '/customer-safety-guide', topics: customerTopics },
  { name: 'Provider Safety Guide', path: '/provider-safety-guide', topics: providerTopics },
]
const main = (page: Page) => page.getByRole('main')
const heading = (page: Page, name: string) => main(page).getByRole('heading', { name, exact: true })

/** Below the header that stays at the top of the window. */
async function expectInSight(page: Page, name: string) {
  const header = await page.getByRole('banner').boundingBox()
  await expect
    .poll(async () => {
      const box = await heading(page, name).boundingBox()
      return box !== null && header !== null && box.y >= header.y + header.height && box.y < 400
    }, `${name} is at the top of the window`)
    .toBe(true)
}

for (const { name, path, topics } of guides) {
  test(`a button leads to the ${name}, and its contents to every topic`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 700 })
    await visit(page, '/safety-guide')
    await main(page).getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    const contents = page.getByRole('navigation', { name: 'On this page' })
    await expect(contents.getByRole('link')).toHaveText(topics.map(({ title }) => title))
    for (const { id, title } of [topics[4], topics[0]].filter((topic) => topic !== undefined)) {
      await contents.getByRole('link', { name: title }).click()
      await expect(page).toHaveURL(`${path}#${id}`)
      await expectInSight(page, title)
    }
    await main(page).getByRole('link', { name: 'Report it to us' }).click()
    await expect(page).toHaveURL('/contact')
  })

  test(`the ${name} prints without what only a screen can do`, async ({ page }) => {
    await visit(page, path)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('contentinfo')).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden()
    await expect(page.getByRole('button')).toHaveCount(0)
    for (const { title } of topics) await expect(heading(page, title)).toBeVisible()
    const colours = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.documentElement)
      return { color, backgroundColor }
    })
    expect(colours).toEqual({ color: 'rgb(34, 28, 23)', backgroundColor: 'rgb(255, 255, 255)' })
  })
}

test('the print button prints', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await visit(page, '/customer-safety-guide')
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed')
})

test('on a phone the contents open to be used', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 700 })
  await visit(page, '/provider-safety-guide')
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await expect(contents.getByRole('link')).toHaveCount(0)
  await contents.getByText('On this page').first().click()
  await contents.getByRole('link', { name: 'Recognise scams' }).click()
  await expectInSight(page, 'Recognise scams')
})

test('the tip at a listing’s contact leads to where the guide says more', async ({ page, api }) => {
  const { services } = await api.listServices({ query: { page: 1, limit: 12 } })
  const { _id } = first(services)
  const { text, topic } = safetyTipFor(_id)
  await visit(page, `/ad-details/${_id}`)
  const contact = page.getByRole('complementary', { name: 'Contact' })
  await expect(contact).toContainText(text)
  await contact.getByRole('link', { name: 'Stay safe' }).click()
  await expect(page).toHaveURL(`/customer-safety-guide#${topic}`)
  await expectInSight(page, customerTopics.find(({ id }) => id === topic)?.title ?? '')
  expect(new Set(services.map(({ _id }) => safetyTipFor(_id).text)).size, 'listings differ').toBeGreaterThan(
    1,
  )
})

test('about says whom it is for, how it works, and where the places come from', async ({ page }) => {
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
    'For neighbours',
  ])
  for (const audience of ['sellers', 'neighbors']) {
    const flyer = main(page).getByRole('link', { name: `Download the flyer for ${audience} (PDF)` })
    await expect(flyer).toHaveAttribute('href', `/flyers/${audience}.pdf`)
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

test('privacy is dated, promises what it must, and says how long things are kept', async ({ page }) => {
  await visit(page, '/privacy')
  for (const text of [
    '22nd March 2025',
    'We do not sell your data',
    'There are no third-party ads',
    'There is no invasive tracking',
    'One session cookie',
  ]) {
    await expect(main(page)).toContainText(text)
  }
  const stored = main(page).getByRole('region', { name: 'What we store, why, and how long' })
  const rows = await stored.getByRole('heading', { level: 3 }).count()
  expect(rows).toBeGreaterThan(8)
  await expect(stored.getByRole('term').filter({ hasText: 'How long' })).toHaveCount(rows)
})

test('as the privacy page says, a visitor gets no cookie', async ({ page, context }) => {
  for (const path of ['/', '/all-services', '/contact', '/privacy']) await visit(page, path)
  expect(await context.cookies()).toEqual([])
})

test('the cookies page is a title and nothing else', async ({ page }) => {
  await visit(page, '/cookies')
  await expect(main(page)).toHaveText('Cookies')
})
