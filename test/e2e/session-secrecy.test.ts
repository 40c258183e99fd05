/** What a browser keeps of a session, and what is left of it after signing out. */
import { expect, type Page } from '@playwright/test'
import { hydrated, visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'

/** Returns everything that scripts can read from the browser's storage. */
const readStorage = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const caches = await window.caches.keys()
    const cached = await Promise.all(
      caches.map(async (name) => (await (await window.caches.open(name)).keys()).map(({ url }) => url)),
    )
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, databases, cached])
  })

test('B14 no storage holds the session', async ({ page, context, signIn }) => {
  const { accountId } = await signIn()
  for (const path of ['/profile', '/my-services', '/post-services', '/']) await visit(page, path)
  const stored = await readStorage(page)
  for (const { value } of await context.cookies()) {
    expect(stored).not.toContain(value)
    expect(stored).not.toContain(decodeURIComponent(value).split('.')[0])
  }
  expect(stored).not.toContain(accountId)
  for (const path of ['/profile', '/my-services']) expect(stored).not.toContain(`${path}"`)
})

test('B13 after signing out, neither Back nor another tab shows a private page', async ({
  page,
  context,
  signIn,
}) => {
  const { email } = await signIn()
  await visit(page, '/profile')
  await expect(page.getByRole('main')).toContainText(email)
  const otherTab = await context.newPage()
  await visit(otherTab, '/my-services')
  await page.getByRole('banner').getByLabel('Your menu').click()
  await page.getByRole('button', { name: /log ?out|sign ?out/i }).click()
  await expect(page).toHaveURL('/')
  await hydrated(page)
  await page.goBack()
  await expect(page).toHaveURL('/signin?to=%2Fprofile')
  await expect(page.getByRole('main')).not.toContainText(email)
  await otherTab.reload()
  await expect(otherTab).toHaveURL('/signin?to=%2Fmy-services')
})
