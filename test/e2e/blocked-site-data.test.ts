/** A browser that blocks cookies and site data: pages work, and signing in says what it needs. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type Page, type TestInfo } from '@playwright/test'
import { contact } from '../../src/shared/messages/conversations.ts'
import { signIn as sentences } from '../../src/shared/messages/sign-in.ts'
import { visit } from '../support/browser/journey.ts'
import { expectToast } from '../support/browser/posting-form.ts'
import { test } from '../support/browser/signed-in.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'
import { createUser, goodPassword } from '../support/data/accounts.ts'
import { createListing, uniqueTitle } from '../support/data/factories.ts'

/** Chromium's setting *Block all cookies and site data*. */
async function openBlocking(testInfo: TestInfo, baseURL: string): Promise<BrowserContext> {
  const profile = testInfo.outputPath('profile')
  await mkdir(join(profile, 'Default'), { recursive: true })
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
  const { launchOptions, serviceWorkers } = testInfo.project.use
  return chromium.launchPersistentContext(profile, { ...launchOptions, serviceWorkers, baseURL })
}

async function storesData(page: Page): Promise<boolean> {
  await page.goto('/about')
  return page.evaluate(() => {
    try {
      return localStorage.length >= 0
    } catch {
      return false
    }
  })
}

/** What a document in a sandboxed frame finds. */
function blockEverything() {
  const get = () => {
    throw new DOMException('It is blocked.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { get })
  Object.defineProperty(navigator, 'serviceWorker', { get })
  Object.defineProperty(document, 'cookie', { get, set: get })
}

function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  return errors
}

const heart = (page: Page, title: string) =>
  page.getByRole('main').getByRole('button', { name: `Save ${title}` })

for (const way of ['in the settings', 'as in a sandboxed frame']) {
  test(
    `with site data blocked ${way}, pages work, and signing in asks for cookies`,
    slowJourneyUnless(way === 'in the settings'),
    async ({ accountSite: { url: baseURL }, browser, database }, testInfo) => {
      const title = uniqueTitle('Piano lessons')
      await createListing(database, { title })
      const { email } = await createUser(database)
      const isSetting = way === 'in the settings'
      const context = isSetting
        ? await openBlocking(testInfo, baseURL)
        : await browser.newContext({ baseURL, serviceWorkers: 'allow' })
      const page = await context.newPage()
      if (isSetting) test.skip(await storesData(page), 'The headless shell has no settings.')
      else await page.addInitScript(blockEverything)
      const errors = collectErrors(page)

      await test.step('a list is searched, and an ad is saved for as long as the page', async () => {
        await visit(page, '/all-services')
        await page.getByRole('searchbox', { name: 'Search by title' }).fill(title)
        await page.keyboard.press('Enter')
        await expect(page.getByRole('article')).toHaveCount(1)
        await heart(page, title).click()
        await expect(heart(page, title)).toHaveAttribute('aria-pressed', 'true')
      })

      await test.step('the pages of what a browser stores open', async () => {
        for (const path of ['/saved', '/offline', '/search?searchtext=piano']) {
          await visit(page, path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        }
      })

      await test.step('a message is sent', async () => {
        await visit(page, '/contact')
        await page.getByLabel('Name').fill('Ann')
        await page.getByLabel('Email', { exact: true }).fill('ann@example.com')
        await page.getByLabel('Message', { exact: true }).fill('Where is the market?')
        await page.getByRole('button', { name: 'Send message' }).click()
        await expect(page.getByText(contact.sent)).toBeVisible()
      })

      await test.step('signing in says that it needs cookies', async () => {
        await visit(page, '/signin')
        await expect(page.getByRole('status').filter({ hasText: sentences.needsCookies })).toBeVisible()
        await page.getByLabel('Email', { exact: true }).fill(email)
        await page.getByLabel('Password', { exact: true }).fill(goodPassword)
        if (!isSetting) return
        await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click()
        await expectToast(page, sentences.needsCookies)
        await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
      })

      expect(errors).toEqual([])
      await context.close()
    },
  )
}

test('a browser that keeps cookies is told nothing about them, and keeps none of the check', {
  tag: '@slow',
}, async ({ page, context }) => {
  await visit(page, '/signin')
  await expect(page.getByText(sentences.needsCookies)).toHaveCount(0)
  expect(await context.cookies()).toEqual([])
})
