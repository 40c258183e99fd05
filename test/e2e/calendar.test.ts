/** Lists of events as a calendar. */
import { expect, type Page } from '@playwright/test'
import { defaultSettings } from '../../src/shared/settings/table.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { holdCode, hydrated, test, visit } from '../support/browser/journey.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'

const calendar = (page: Page) => page.getByRole('region', { name: 'Calendar' })
const { timeZone } = defaultSettings
const days = (page: Page) =>
  calendar(page)
    .getByRole('table')
    .getByRole('link', { name: /: \d+ events?$/ })

test('a list becomes a month, whose days are chosen with the keyboard, a week, and an agenda', async ({
  page,
}) => {
  await visit(page, '/all-events?state=Texas')
  await page.getByRole('link', { name: 'Show on a calendar' }).click()
  await expect(page).toHaveURL(/state=Texas&view=month/)
  await expect(calendar(page).getByRole('heading', { level: 2 })).toHaveText(/^[A-Z][a-z]+ \d{4}$/)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  // Keys work before the code has loaded, and in the moment when it is about to.
  const release = await holdCode(page)
  await page.reload({ waitUntil: 'domcontentloaded' })
  await days(page).nth(8).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(days(page).nth(16)).toBeFocused()
  release()
  await hydrated(page)
  await page.keyboard.press('ArrowLeft')
  await expect(days(page).nth(15)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(days(page).nth(16)).toBeFocused()
  const chosen = await days(page).nth(16).getAttribute('data-day')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`day=${chosen}`))

  await calendar(page).getByRole('link', { name: 'Next month' }).click()
  await expect(page).toHaveURL(/month=\d{4}-\d\d(?!.*day=)/)
  await calendar(page).getByRole('link', { name: 'Today' }).click()
  await expect(page).toHaveURL(/view=month$/)
  await calendar(page).getByRole('link', { name: 'Week', exact: true }).click()
  const dates = calendar(page).getByRole('heading', { level: 3, name: /day, / })
  await expect(dates).toHaveCount(7)
  const today = new Intl.DateTimeFormat('en-US', {
    ...({ weekday: 'long', month: 'long', day: 'numeric' } as const),
    timeZone,
  }).format(new Date())
  await expect(dates.first()).toHaveText(today)
  // The demo has a daily series: once in the week, not on each of its days.
  const daily = calendar(page)
    .getByRole('listitem')
    .filter({ hasText: /Daily until [A-Z]/ })
  await expect(daily).toHaveCount(1)
  await calendar(page).getByRole('link', { name: 'Agenda' }).click()
  await expect(daily).toHaveCount(1)
  const first = calendar(page).getByRole('listitem').getByRole('link', { name: /\w/ }).last()
  await expect(first).toBeVisible()
  await page.getByRole('link', { name: 'Show as a list' }).click()
  await expect(page).toHaveURL('/all-events?state=Texas')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the month beside a list leads to the events of a day, and the calendar is links', async ({
    page,
    api,
  }) => {
    await page.goto('/all-events')
    const day = page
      .getByRole('navigation', { name: 'Events by day' })
      .getByRole('link', { name: /: \d+ events?$/ })
    const label = (await day.last().getAttribute('aria-label')) ?? ''
    await day.last().click()
    const from = new URL(page.url()).searchParams.get('from') ?? ''
    const count = Number(/(\d+) events?$/.exec(label)?.[1])
    const { total } = await api.filterEvents({ query: { from, to: from, page: 1, limit: 1 } })
    expect(total).toBe(count)
    await expect(page.getByRole('status').filter({ hasText: 'event' })).toHaveText(
      new RegExp(`^${count} events?$`),
    )

    await page.goto('/all-events')
    const month = page.getByRole('navigation', { name: 'Events by day' })
    await month.getByRole('link', { name: 'Next month' }).click()
    await expect(page).toHaveURL(/month=\d{4}-\d\d$/)
    await month.getByRole('link', { name: 'Previous month' }).click()

    await page.goto('/category/pet-services?tab=events&view=month')
    await days(page).filter({ visible: true }).first().click()
    await expect(calendar(page).getByRole('heading', { level: 3 })).toHaveCount(1)
    await page.goto('/location/united-states?tab=events')
    const chips = page.getByRole('navigation', { name: 'Quick filters' })
    await chips.getByRole('link', { name: 'This weekend' }).click()
    await chips.getByRole('link', { name: 'Free' }).click()
    await expect(page).toHaveURL('/location/united-states?tab=events&when=weekend&free=true')
    const weekend = await api.filterEvents({
      query: { country: 'United States', when: 'weekend', free: 'true', page: 1, limit: 1 },
    })
    expect(await page.getByRole('article').count()).toBe(weekend.total)
    await expect(chips.getByRole('link', { name: 'This weekend' })).toHaveAttribute('aria-current', 'true')
    await chips.getByRole('link', { name: 'This weekend' }).click()
    await expect(page).toHaveURL('/location/united-states?tab=events&free=true')
    await page.goto('/location/united-states?tab=events&view=agenda')
    await calendar(page).getByRole('link', { name: 'Next week' }).click()
    await expect(page).toHaveURL(/view=agenda.*day=/)
  })
})

// `screens.test.ts` checks a wide screen.
for (const [width, colorScheme] of [
  [360, 'light'],
  [1440, 'dark'],
] as const)
  test(
    `at ${width} px in ${colorScheme}, the calendar is accessible and fits`,
    slowJourneyUnless(width === 360),
    async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      for (const path of [
        '/all-events?view=month',
        '/all-events?view=week',
        '/all-events?view=agenda',
        '/state/Texas?tab=events',
      ]) {
        await visit(page, path)
        await expectAccessible(page, path)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow, path).toBeLessThanOrEqual(0)
      }
    },
  )
