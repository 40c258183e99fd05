/** The look of the site: changed with a preview, with and without scripts, and readable in any color. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '../../src/server/platform/database/database.ts'
import { defaultSettings, type SiteSettings } from '../../src/shared/settings/table.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { expectToast, undo } from '../support/browser/dashboard.ts'
import { visit } from '../support/browser/journey.ts'
import { overflow } from '../support/browser/screen-checks.ts'
import { test } from '../support/browser/signed-in.ts'

test.describe.configure({ mode: 'serial' })

async function setLook({ kysely }: Database, values: Partial<SiteSettings>) {
  const own = Object.keys(defaultSettings).slice(
    Object.keys(defaultSettings).indexOf('accent'),
    Object.keys(defaultSettings).indexOf('customCss') + 1,
  )
  await sql`delete from setting where key = any(${own})`.execute(kysely)
  for (const [key, value] of Object.entries(values))
    await sql`insert into setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)`.execute(
      kysely,
    )
  await sql`update site_revision set revision = revision + 1`.execute(kysely)
}
test.beforeEach(({ database }) => setLook(database, {}))
test.afterAll(({ database }) => setLook(database, {}))

const screen = '/admin?tab=settings'
const save = (page: Page) => page.getByRole('button', { name: 'Save: Look', exact: true })
const accentOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))
const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><script>alert(1)</script><circle cx="15" cy="15" r="14" fill="#0a7d5a"/><rect x="36" y="9" width="50" height="12" fill="#0a7d5a"/></svg>',
)
const logo = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: drawing }

test('an admin sees a color and a logo before saving them, and undoes both', async ({ page, signIn }) => {
  await signIn({ isAdmin: true })
  await visit(page, screen)
  const preview = page.frameLocator('iframe[title="Preview in dark colors"]')
  await expect(preview.locator('body')).toContainText('Corkboard')
  await page.getByLabel('Accent color', { exact: true }).fill('#ffcc00')
  await page.getByLabel('Logo: upload a file').setInputFiles(logo)
  await expect(page.getByLabel('Logo', { exact: true })).toHaveValue(/\.svg$/)
  const light = page.frameLocator('iframe[title="Preview in light colors"]')
  await expect(light.getByText('We made your color darker so that text on it can be read.')).toBeVisible()
  await expect(preview.locator('header img')).toBeVisible()
  await expectAccessible(page, 'the settings with a preview')
  expect(await page.evaluate(async () => (await fetch('/')).text())).not.toContain('site-files')

  await save(page).click()
  await expectToast(page, 'Settings saved.')
  await expect(page.getByText('We made your color darker so that text on it can be read.')).toBeVisible()
  await visit(page, '/')
  await expect(page.locator('header img')).toBeVisible()
  expect(await accentOf(page)).not.toBe(defaultSettings.accent)
  await visit(page, screen)
  await page.getByLabel('Logo', { exact: true }).selectOption('')
  await page.getByLabel('Accent color', { exact: true }).fill('#0055aa')
  await save(page).click()
  await expectToast(page, 'Settings saved.')
  await undo(page)
  await expect(page.getByLabel('Accent color', { exact: true })).toHaveValue('#ffcc00')
  await expect(page.getByLabel('Logo', { exact: true })).toHaveValue(/\.svg$/)
})

test('says next to the field what is wrong with a file, a color, and CSS, and keeps the rest', {
  tag: '@slow',
}, async ({ page, signIn, allowStatus }) => {
  allowStatus(400)
  await signIn({ isAdmin: true })
  await visit(page, screen)
  await page.getByLabel('Logo: upload a file').setInputFiles({ ...logo, buffer: Buffer.from('hello') })
  await expect(page.getByText('We can’t read this picture. Please save it as SVG or PNG')).toBeVisible()
  await page.getByLabel('Your own CSS').fill('h1 { color: red }\n@import "//elsewhere.example";')
  await page.getByLabel('Corners').selectOption('square')
  await save(page).click()
  await expect(page.getByLabel('Your own CSS')).toHaveAccessibleDescription(
    /Line 2: @import can’t be used here/,
  )
  await expect(page.getByLabel('Corners')).toHaveValue('square')
})

test('all of it works without scripts', { tag: '@slow' }, async ({ context, signIn, baseURL, database }) => {
  await signIn({ isAdmin: true })
  const plain = await context.browser()?.newContext({
    javaScriptEnabled: false,
    ...(baseURL && { baseURL }),
    storageState: await context.storageState(),
  })
  if (!plain) throw new Error('There is no browser.')
  const page = await plain.newPage()
  await page.goto(screen)
  await page.getByLabel('Logo: upload a file').setInputFiles(logo)
  await page.getByLabel('Corners').selectOption('square')
  await page.getByRole('button', { name: 'Show in dark colors' }).click()
  await expect(page.frameLocator('iframe[name="look-preview"]').locator('header img')).toBeVisible()
  await save(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
  await expect(page.getByLabel('Logo', { exact: true })).toHaveValue(/\.svg$/)
  await expect(page.getByLabel('Corners')).toHaveValue('square')
  const { rows } = await sql`select from setting where key in ('logo', 'corners')`.execute(database.kysely)
  expect(rows).toHaveLength(2)
  await plain.close()
})

test('the screen fits every width', { tag: '@slow' }, async ({ page, signIn, database }) => {
  await signIn({ isAdmin: true })
  await setLook(database, {
    accent: '#0a7d5a',
    neutrals: 'cool',
    corners: 'small',
    bodyFont: 'inter',
    headingFont: 'source-serif-4',
  })
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 768, 1440]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await visit(page, screen)
      await expect(
        page.frameLocator('iframe[title="Preview in dark colors"]').locator('header'),
      ).toBeVisible()
      expect(await overflow(page), `${width} pixels`).toBe(0)
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/settings-${width}-${colorScheme}.png`,
          fullPage: true,
        })
    }
})

/** A list of the same pseudorandom colors in every run. */
const randomColors = (count: number): string[] => {
  let state = 38
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return `#${(state >> 7).toString(16).padStart(6, '0').slice(-6)}`
  })
}
const tints = ['warm', 'gray', 'cool', 'accent'] as const

const bothSchemes = ['light', 'dark'] as const
type Look = { accent: string; colorSchemes: readonly (typeof bothSchemes)[number][] }

async function expectReadable(page: Page, database: Database, looks: Look[], ad: string) {
  for (const [at, { accent, colorSchemes }] of looks.entries()) {
    await setLook(database, { accent, neutrals: tints[at % tints.length] ?? 'warm' })
    await expect
      .poll(async () =>
        page.evaluate(async () => /\/look-[0-9a-f]+\.css/.exec(await (await fetch('/')).text())?.[0]),
      )
      .toBeDefined()
    for (const path of ['/', '/all-services', ad, '/post-services', '/admin?tab=settings'])
      for (const colorScheme of colorSchemes) {
        await page.emulateMedia({ colorScheme })
        await visit(page, path)
        await expectAccessible(page, `${path} in ${accent}, ${colorScheme}`)
        if (process.env.SHOTS && at === 0)
          await page.screenshot({
            path: `${process.env.SHOTS}/look${path.replace(/\W+/g, '-')}-${colorScheme}.png`,
          })
      }
  }
}

async function firstAd(page: Page) {
  await visit(page, '/all-services')
  const link = await page.locator('a[href^="/ad-details/"]').first().getAttribute('href')
  if (!link) throw new Error('There is no ad.')
  return link
}

test('pages can be read in any color', async ({ page, signIn, database }) => {
  test.setTimeout(300_000)
  await signIn({ isAdmin: true })
  const looks: Look[] = [
    { accent: '#ffe600', colorSchemes: ['light'] },
    { accent: '#1b1464', colorSchemes: ['dark'] },
  ]
  await expectReadable(page, database, looks, await firstAd(page))
})

test('pages can be read in 22 colors, light and dark', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
}) => {
  test.setTimeout(1_800_000)
  await signIn({ isAdmin: true })
  const accents = ['#ffe600', '#1b1464', ...randomColors(20)]
  const looks = accents.map((accent) => ({ accent, colorSchemes: bothSchemes }))
  await expectReadable(page, database, looks, await firstAd(page))
})
