/** The visitor's place: set on the corkboard or in the header, it narrows lists, similar ads, and new alerts. */
import { expect, type Page } from '@playwright/test'
import { placeCookie } from '../../src/shared/visitor-place.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { hydrated, visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { createListing } from '../support/data/factories.ts'

const main = (page: Page) => page.getByRole('main')
const banner = (page: Page) => page.getByRole('banner')
const heroField = (page: Page) => main(page).getByLabel('Your place').and(page.locator(':visible'))
const place = (page: Page) => banner(page).locator('summary[aria-label^="Your place"]:visible')
const chip = (page: Page) => page.getByRole('link', { name: /^Remove filter Within 25 mi of Austin, Texas/ })
const status = (page: Page) => page.getByRole('region', { name: 'Results' }).getByRole('status')
const narrowed = /\?near=Austin%2C\+Texas$/

test('a postal code on the corkboard narrows the lists to its town', async ({ page, database, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const topic = { category: 'Fashion & Tailoring', subcategory: 'Alterations' }
  const id = await createListing(database, { ...topic, state: 'Idaho', city: 'Boise', title: 'Hem taker' })
  await createListing(database, { ...topic, state: 'Idaho', city: 'Boise', title: 'Zip mender' })
  await createListing(database, { ...topic, state: 'Texas', city: 'Austin', title: 'Kilt fitter' })
  await signIn()
  await visit(page, '/')
  await heroField(page).pressSequentially('78701')
  await page.getByRole('option', { name: 'Austin Texas' }).click()
  await expect(heroField(page)).toHaveValue('Austin, Texas')
  await main(page).getByRole('button', { name: 'Show ads here' }).click()
  await expect(page).toHaveURL(narrowed)
  await expect(chip(page)).toBeVisible()
  await expect(place(page)).toHaveAccessibleName('Your place: Austin · 25 mi')

  await test.step('which stays while the browser moves between lists', async () => {
    await banner(page).getByRole('link', { name: 'Events' }).click()
    await expect(page).toHaveURL(/\/all-events\?near=Austin%2C\+Texas$/)
    await page.goto('/category/fashion-tailoring')
    await expect(page).toHaveURL(narrowed)
    await expect(page.getByRole('article')).toContainText(['Kilt fitter'])
  })

  await test.step('similar ads begin there', async () => {
    await page.goto(`/ad-details/${id}`)
    const near = page.getByRole('region', { name: 'Similar services near Austin' })
    await page.getByRole('region', { name: 'Similar services', exact: true }).scrollIntoViewIfNeeded()
    await expect(near.getByRole('link', { name: 'Kilt fitter' })).toBeVisible()
    await expect(near.getByRole('link', { name: 'Zip mender' })).toHaveCount(0)
  })

  await test.step('of events, those to which one can go', async () => {
    const event = { kind: 'event', category: 'Fashion & Tailoring', state: 'Texas', city: 'Austin' } as const
    const opened = await createListing(database, { ...event, state: 'Idaho', city: 'Boise' })
    await createListing(database, { ...event, title: 'Lace fair' })
    await createListing(database, { ...event, startDate: '2026-01-02', title: 'Silk fair' })
    await createListing(database, { ...event, availability: 'soldout', title: 'Wool fair' })
    await page.goto(`/event-details/${opened}`)
    const near = page.getByRole('region', { name: 'Similar events near Austin' })
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(near.getByRole('link', { name: 'Lace fair' })).toBeVisible()
    await expect(near.getByRole('article')).toHaveCount(1)
  })

  await test.step('a new alert is about the place', async () => {
    await page.goto('/save-search?kind=service&category=Fashion+%26+Tailoring')
    await expect(page).toHaveURL(/near=Austin%2C\+Texas/)
    await expect(page.getByLabel('Name')).toHaveValue('Fashion & Tailoring, Within 25 mi of Austin, Texas')
  })

  await test.step('without its chip, a list shows all places, also after a reload', async () => {
    await page.goto('/all-services')
    await chip(page).click()
    await expect(page).toHaveURL('/all-services?near=anywhere')
    await page.reload()
    await expect(chip(page)).toHaveCount(0)
    await expect(main(page)).toContainText('Showing all places.')
    await expect(page.getByRole('link', { name: /^Remove filter/ })).toHaveCount(0)
    await page.getByRole('link', { name: 'Notify me about new ads' }).click()
    await expect(page.getByLabel('Name')).toHaveValue('Services')
    await page.goBack()
    await page.getByRole('link', { name: 'Show only ads near your place' }).click()
    await expect(page).toHaveURL(narrowed)
  })

  await test.step('an emptied field means anywhere', async () => {
    // The list of the step before has arrived.
    await expect(page.getByLabel('Near')).toHaveValue('Austin, Texas')
    await page.getByLabel('Near').fill('')
    await page.getByRole('button', { name: 'Apply Filter' }).click()
    await expect(page).toHaveURL('/all-services?near=anywhere')
  })

  await test.step('a place in the text of a search comes first', async () => {
    await page.goto('/search?searchtext=sitter+boise')
    await expect(page).toHaveURL('/search?searchtext=sitter+boise')
    await banner(page)
      .getByRole('searchbox')
      .or(banner(page).getByRole('combobox', { name: /^Search/ }))
      .first()
      .fill('sitter idaho')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/search?searchtext=sitter+idaho')
    await banner(page)
      .getByRole('combobox', { name: /^Search/ })
      .fill('sitter')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/search?searchtext=sitter&near=Austin%2C+Texas')
  })

  await test.step('forgotten, it leaves the lists as everyone sees them', async () => {
    await place(page).click()
    await expectAccessible(page, 'with the form of the place')
    await banner(page).getByRole('button', { name: 'Forget' }).click()
    await expect(page).toHaveURL('/search?searchtext=sitter')
    await expect(place(page)).toHaveAccessibleName('Your place')
    expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: placeCookie }))
    await page.goto('/all-services?near=anywhere')
    await expect(page).toHaveURL('/all-services')
  })
})

test('the keyboard sets a place in the menu of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await visit(page, '/all-services')
  await banner(page).getByLabel('Menu', { exact: true }).focus()
  await page.keyboard.press('Enter')
  const summary = banner(page).locator('summary', { hasText: 'Your place' }).and(page.locator(':visible'))
  await summary.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('austin')
  await expect(page.getByRole('option', { name: 'Austin Texas' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(banner(page).getByRole('combobox', { name: 'Your place' })).toHaveValue('Austin, Texas')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(narrowed)
  await page.goto('/about')
  await banner(page).getByLabel('Menu', { exact: true }).click()
  await expect(banner(page).getByText('Austin · 25 mi')).toBeVisible()
})

test('a place that the site gave up is forgotten with the next list', async ({
  page,
  baseURL,
  allowStatus,
}) => {
  allowStatus(400)
  await visit(page, '/about')
  const value = encodeURIComponent('Oldtown, Texas|25|mi')
  await page.context().addCookies([{ name: placeCookie, value, url: baseURL ?? '' }])
  await banner(page).getByRole('link', { name: 'Services' }).click()
  await expect(page).toHaveURL('/all-services')
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('All Services')
  await expect(page.getByRole('textbox', { name: 'Near' })).toHaveValue('')
  expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: placeCookie }))
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the form sets a place, which the lists show and can leave out', async ({
    page,
    browser,
    baseURL,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/')
    await heroField(page).fill('78701')
    await main(page).getByRole('button', { name: 'Show ads here' }).click()
    await expect(page).toHaveURL(narrowed)
    await page.goto('/all-services')
    await expect(page).toHaveURL(narrowed)
    const near = (await status(page).textContent()) ?? ''
    await chip(page).click()
    await expect(page).toHaveURL('/all-services?near=anywhere')
    await expect(status(page)).not.toHaveText(near)
    await page.getByLabel('Near').fill('')
    await page.getByRole('button', { name: 'Apply Filter' }).click()
    expect(new URL(page.url()).searchParams.get('near')).toBe('anywhere')

    const other = await browser.newPage({ baseURL: baseURL ?? '', javaScriptEnabled: false })
    await other.goto('/all-services')
    await expect(other).toHaveURL('/all-services')
    await expect(status(other)).toHaveText((await status(page).textContent()) ?? '')
    await other.context().close()

    await page.getByRole('button', { name: 'forget your place' }).click()
    await expect(page).toHaveURL(/\/all-services(\?|$)/)
    await page.goto('/all-services')
    await expect(page).toHaveURL('/all-services')

    await place(page).click()
    await banner(page).getByRole('textbox', { name: 'Your place' }).fill('Nowhereville')
    await banner(page).getByRole('button', { name: 'Set place' }).click()
    await expect(main(page)).toContainText('We can’t find “Nowhereville”')
    await expect(page.getByRole('textbox', { name: 'Near' })).toHaveValue('Nowhereville')
  })
})

test('the Back button works before anyone has used the page', async ({ page }) => {
  await visit(page, '/about')
  const heading = main(page).getByRole('heading', { level: 1 })
  const before = await heading.textContent()
  await banner(page).getByRole('link', { name: 'Services' }).click()
  await expect(heading).toHaveText('All Services')
  await page.reload()
  await hydrated(page)
  await page.goBack()
  await expect(heading).toHaveText(before ?? '')
})
