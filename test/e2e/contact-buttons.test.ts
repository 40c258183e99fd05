/** The *Email* and *Call* buttons of an ad. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/browser/accessible.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { createUser } from '../support/data/accounts.ts'
import { createListing } from '../support/data/factories.ts'

const phone = { width: 360, height: 640 }
const panel = (page: Page) => page.getByRole('complementary', { name: 'Contact' })
const bar = (page: Page) => page.getByRole('group', { name: 'Contact the poster' })
const button = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
const hrefOf = async (page: Page, name: string) => (await button(page, name).getAttribute('href')) ?? ''

test('Email has the subject and the link of the ad, and Call dials the phone', async ({ page, database }) => {
  const { email } = await createUser(database, { name: 'Rosa Delgado' })
  const title = 'Fades & beard trims: 50% off?'
  const id = await createListing(database, { authorEmail: email, title, phone: '(512) 555-0142, evenings' })
  await visit(page, `/ad-details/${id}`)
  const link = new URL(await hrefOf(page, 'Email'))
  expect([link.protocol, link.pathname]).toEqual(['mailto:', email])
  expect(link.searchParams.get('subject')).toBe(title)
  expect(link.searchParams.get('body')).toMatch(/^Hi Rosa Delgado,\r\n/)
  expect(link.searchParams.get('body')).toContain(page.url())
  expect(await hrefOf(page, 'Call')).toBe('tel:5125550142')
  await expect(bar(page)).toBeHidden()
})

test('there is no Call button without a number to dial', { tag: '@slow' }, async ({ page, database }) => {
  for (const phone of ['', 'ask for Jo', '911']) {
    const id = await createListing(database, { phone })
    await visit(page, `/ad-details/${id}`)
    await expect(button(page, 'Email')).toBeVisible()
    await expect(button(page, 'Call')).toHaveCount(0)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('the buttons stay at the bottom of the screen while one reads, and cover nothing else', async ({
    page,
    database,
  }) => {
    const id = await createListing(database, { phone: '512 555 0142', description: 'Long. '.repeat(400) })
    await visit(page, `/ad-details/${id}`)
    const boxOf = async (locator: ReturnType<typeof bar>) => {
      const box = await locator.boundingBox()
      if (!box) throw new Error('Not visible')
      return box
    }
    // Not over the price and the place.
    const description = page.getByRole('heading', { name: 'Description' })
    expect((await boxOf(bar(page))).y).toBeGreaterThan((await boxOf(description)).y)
    await description.evaluate((heading) => heading.scrollIntoView({ block: 'start' }))
    const top = await boxOf(bar(page))
    expect(top.y + top.height).toBeCloseTo(phone.height, 0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectAccessible(page, `with the bar in ${colorScheme}`)
    }
    for (const name of ['Email', 'Call'])
      await expect(bar(page).getByRole('link', { name })).toBeInViewport({ ratio: 1 })
    await panel(page).scrollIntoViewIfNeeded()
    for (const name of ['Email', 'Call']) {
      const link = panel(page).getByRole('link', { name, exact: true })
      await link.scrollIntoViewIfNeeded()
      await expect(link).toBeInViewport({ ratio: 1 })
    }
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByText(/All rights reserved/)).toBeInViewport({ ratio: 0.9 })
    await expect(bar(page)).not.toBeInViewport()
  })

  test('under the title of an event is what one needs to go, then the description, then the contact panel', async ({
    page,
    database,
  }) => {
    const id = await createListing(database, {
      kind: 'event',
      startDate: '2199-11-01',
      endDate: '2199-11-01',
    })
    await visit(page, `/event-details/${id}`)
    const plan = page.getByRole('region', { name: 'When and where' })
    const date = plan.getByText('Friday, November 1, 2199', { exact: true })
    const tops = [
      page.getByRole('heading', { level: 1 }),
      date,
      plan.getByText('Add to calendar'),
      page.getByRole('heading', { name: 'Description' }),
      panel(page),
    ]
    await expect(date).toBeInViewport({ ratio: 1 })
    const positions = await Promise.all(tops.map(async (part) => (await part.boundingBox())?.y ?? 0))
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  })

  test('authors do not get a bar to write to themselves', { tag: '@slow' }, async ({
    page,
    database,
    signIn,
  }) => {
    const { email } = await signIn()
    const id = await createListing(database, { authorEmail: email })
    await visit(page, `/ad-details/${id}`)
    await expect(page.getByText('This is your ad.')).toBeVisible()
    await expect(bar(page)).toHaveCount(0)
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: phone })

  test('the buttons are links, too', { tag: '@slow' }, async ({ page, database }) => {
    const id = await createListing(database, { phone: '512 555 0142' })
    await page.goto(`/ad-details/${id}`)
    await expect(bar(page).getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:5125550142')
    await expect(panel(page).getByRole('link', { name: 'Email', exact: true })).toHaveAttribute(
      'href',
      /^mailto:/,
    )
  })
})
