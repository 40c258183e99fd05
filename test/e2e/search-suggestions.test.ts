/** What the search field suggests: a combobox whose code loads on the first focus. */
import { expect, type Page } from '@playwright/test'
import type { Suggestions } from '../../src/shared/contract/browse.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { searchFieldIn, test, visit } from '../support/browser/journey.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'

const field = (page: Page) =>
  page.getByRole('banner').getByRole('combobox', { name: 'Search services and events' })
const plainField = (page: Page) => searchFieldIn(page.getByRole('banner'))
const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' })
const option = (page: Page, name: string | RegExp) => list(page).getByRole('option', { name })
const group = (page: Page, name: string) => list(page).getByRole('group', { name })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const opener = (page: Page) => page.locator('summary[aria-label=Search]')
const chosen = (page: Page) => list(page).getByRole('option', { selected: true })

const store = (page: Page, texts: string[]) =>
  page.addInitScript((value) => {
    if (!localStorage.getItem('recent-searches')) localStorage.setItem('recent-searches', value)
  }, JSON.stringify(texts))
const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('recent-searches') ?? '[]') as string[])

/** Replaces the server's suggestions. */
const suggest = (page: Page, suggestions: Partial<Suggestions>) =>
  page.route('**/api/suggestions?**', (route) =>
    route.fulfill({ json: { topics: [], places: [], words: [], ads: [], ...suggestions } }),
  )

test('a topic, chosen with the keyboard, opens its page', async ({ page }) => {
  await visit(page, '/about')
  await plainField(page).pressSequentially('dog w')
  await expect(option(page, /^Dog Walking/)).toBeVisible()
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/^\d suggestions?$/)
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toHaveText(/^Dog Walking/)
  const active = await field(page).getAttribute('aria-activedescendant')
  expect(await chosen(page).getAttribute('id')).toBe(active)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Dog Walking')
  await expect(list(page)).toBeHidden()
  await expect(field(page)).toHaveValue('')
  expect(await stored(page)).toEqual([])
})

test('a place, chosen with the mouse, opens its page', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/about')
  await plainField(page).fill('austin')
  await option(page, /^Austin Texas/).click()
  await expect(page).toHaveURL('/location/united-states?state=Texas&city=Austin')
})

test('a word searches for the whole text and becomes a recent search', async ({ page }) => {
  await suggest(page, { words: ['cheap guitar', 'cheap guitars'] })
  await visit(page, '/about')
  await plainField(page).fill('cheap gui')
  await expect(group(page, 'Words').getByRole('option')).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(chosen(page)).toHaveText('cheap guitar')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Results for "cheap guitar"')
  await expect(field(page)).toHaveValue('cheap guitar')
  expect(await stored(page)).toEqual(['cheap guitar'])
})

test('Enter without a chosen option searches for what was typed', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/about')
  await plainField(page).fill('pian')
  await expect(list(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Results for "pian"')
  await expect(list(page)).toBeHidden()
  expect(await stored(page)).toEqual(['pian'])
})

test('Escape closes the list first and leaves the text', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/about')
  await plainField(page).fill('dog')
  await expect(list(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
  await expect(field(page)).toHaveValue('dog')
  await page.keyboard.press('ArrowDown')
  await expect(list(page)).toBeVisible()
})

test('the list closes when the focus or a click goes elsewhere', { tag: '@slow' }, async ({ page }) => {
  await visit(page, '/about')
  await plainField(page).fill('dog')
  await expect(list(page)).toBeVisible()
  await heading(page).click()
  await expect(list(page)).toBeHidden()
  await field(page).click()
  await expect(list(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(list(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(list(page)).toBeHidden()
})

test('recent searches can be searched again, removed, and cleared', { tag: '@slow' }, async ({ page }) => {
  await store(page, ['piano', 'guitar', 'dog walker'])
  await visit(page, '/about')
  await plainField(page).click()
  const recent = group(page, 'Recent searches').getByRole('option')
  await expect(recent).toHaveText(['piano', 'guitar', 'dog walker'])
  await page.getByRole('button', { name: 'Remove “guitar” from recent searches' }).click()
  await expect(recent).toHaveText(['piano', 'dog walker'])
  await expect(field(page)).toBeFocused()
  expect(await stored(page)).toEqual(['piano', 'dog walker'])

  await option(page, 'dog walker').click()
  await expect(heading(page)).toHaveText('Results for "dog walker"')
  expect(await stored(page)).toEqual(['dog walker', 'piano'])

  await field(page).fill('')
  const clear = page.getByRole('button', { name: 'Clear all recent searches' })
  // After the field come the button that searches and those of the recent searches.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(clear).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(list(page)).toBeHidden()
  await expect(field(page)).toBeFocused()
  expect(await stored(page)).toEqual([])
})

test('old replies never replace newer ones, and few requests are sent', async ({ page }) => {
  const asked: string[] = []
  await page.route('**/api/suggestions?**', async (route) => {
    const text = new URL(route.request().url()).searchParams.get('q') ?? ''
    asked.push(text)
    // The first reply comes last.
    if (asked.length === 1) await new Promise((resolve) => setTimeout(resolve, 600))
    await route
      .fulfill({ json: { topics: [], places: [], words: [`${text} lessons`], ads: [] } })
      .catch(() => {})
  })
  await page.clock.install()
  await visit(page, '/about')
  await plainField(page).focus()
  await expect(field(page)).toBeVisible()
  // However long the browser takes for a letter, no time passes while a word is typed.
  await page.clock.pauseAt(Date.now() + 60_000)
  await field(page).pressSequentially('guitar')
  await page.clock.resume()
  await expect.poll(() => asked).toEqual(['guitar'])
  await field(page).pressSequentially('s')
  await expect(option(page, 'guitars lessons')).toBeVisible()
  await page.waitForTimeout(700)
  await expect(list(page).getByRole('option')).toHaveText(['guitars lessons'])
  expect(asked).toEqual(['guitar', 'guitars'])
})

test('without suggestions from the server, the field still searches', { tag: '@slow' }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  await page.route('**/api/suggestions?**', (route) => route.fulfill({ status: 503, json: {} }))
  await visit(page, '/about')
  const failed = page.waitForResponse('**/api/suggestions?**')
  await plainField(page).fill('piano')
  await failed
  await expect(list(page)).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Results for "piano"')
})

test('before its code has loaded, the field searches', { tag: '@slow' }, async ({ page }) => {
  await page.route('**/assets/combobox-*.js', () => {})
  await visit(page, '/about')
  await plainField(page).fill('piano')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Results for "piano"')
  await expect(page.getByRole('banner').getByRole('searchbox')).toHaveValue('piano')
})

test('what is typed while the code loads stays, and the field keeps the focus', { tag: '@slow' }, async ({
  page,
}) => {
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/combobox-*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  await visit(page, '/about')
  await plainField(page).pressSequentially('dog wal')
  await page.keyboard.press('ArrowLeft')
  gate.resolve()
  await expect(option(page, /^Dog Walking/)).toBeVisible()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('XY')
  await expect(field(page)).toHaveValue('dog waXYl')
})

test('a page loads no code of suggestions before the field has the focus', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await visit(page, '/all-services')
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((url) => /combobox|suggestions/.test(url))).toEqual([])
  await plainField(page).focus()
  await expect(field(page)).toBeVisible()
  expect(loaded.filter((url) => /combobox/.test(url))).toHaveLength(1)
})

for (const width of [360, 1440]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(
      `at ${width} px in ${colorScheme}, the list is accessible and fits`,
      slowJourneyUnless(width === 360 && colorScheme === 'light'),
      async ({ page }) => {
        await store(page, ['dog walker', 'dog sitter for two weeks in the summer holidays near the lake'])
        await suggest(page, {
          topics: [
            {
              name: 'Dog Walking',
              slug: 'dog-walking',
              category: { name: 'Pet Services', slug: 'pet-services' },
            },
          ],
          places: [
            {
              country: { name: 'United States', slug: 'united-states' },
              state: 'Iowa',
              city: 'Dodge',
            },
          ],
          words: ['dogs', 'dog training'],
        })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 800 })
        await visit(page, '/')
        if (width === 360) await opener(page).click()
        await plainField(page).fill('do')
        await expect(list(page).getByRole('option')).toHaveCount(6)
        await page.keyboard.press('ArrowDown')
        await expectAccessible(page, 'with suggestions')
        const box = await list(page).boundingBox()
        expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow).toBeLessThanOrEqual(0)

        await page.keyboard.press('Escape')
        const hero = searchFieldIn(page.getByRole('main'))
        if (width === 360) await page.keyboard.press('Escape')
        await hero.fill('do')
        await expect(list(page).getByRole('option')).toHaveCount(6)
        await expectAccessible(page, 'with suggestions below the board')
      },
    )
  }
}

test('nothing of the page below shines through the suggestions', { tag: '@slow' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, '/')
  const field = searchFieldIn(page.getByRole('main'))
  await field.fill('mus')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await expect(list).toBeVisible()
  const hearts = page.getByRole('main').getByRole('button', { name: /^Save / })
  const covered = await list.evaluate(
    (element, buttons) => {
      const popup = element.parentElement?.getBoundingClientRect()
      const below = (buttons as Element[]).flatMap((button) => {
        const { x, y, width, height } = button.getBoundingClientRect()
        const middle = [x + width / 2, y + height / 2] as const
        const isBelow =
          popup &&
          middle[0] > popup.left &&
          middle[0] < popup.right &&
          middle[1] > popup.top &&
          middle[1] < popup.bottom
        return isBelow ? [element.parentElement?.contains(document.elementFromPoint(...middle))] : []
      })
      return below
    },
    await hearts.elementHandles(),
  )
  expect(covered.length, 'hearts below the suggestions').toBeGreaterThan(0)
  expect(covered).not.toContain(false)
})
