/** Recommendations: writing, replying, reporting, and hiding, with scripts and without. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '../../src/server/platform/database/database.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { readHead } from '../support/browser/head.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { createListing, uniqueTitle } from '../support/data/factories.ts'

const box = (page: Page, name: string) => page.getByRole('textbox', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const section = (page: Page) => page.getByRole('region', { name: /^\d+ recommendations?$/ })

type People = {
  asker: BrowserContext
  author: BrowserContext
  ad: string
  origin: string
  database: Database
}

/** The asker wrote about the ad two days ago, and the author answered from elsewhere. Returns the id of the author. */
async function talk({ asker, author, ad, origin, database }: People): Promise<string> {
  const headers = { origin }
  const asked = await asker.request.post(`/api/message-author/${ad}`, {
    data: { text: 'Is Tuesday possible?' },
    headers,
  })
  const { conversation } = await asked.json()
  const answered = await author.request.post(`/api/conversation/${conversation}`, {
    data: { text: 'Yes.' },
    headers,
  })
  expect(answered.status()).toBe(200)
  await sql`update conversation set created = created - interval '2 days' where id = ${conversation}`.execute(
    database.kysely,
  )
  await sql`delete from account_network`.execute(database.kysely)
  return (await (await asker.request.get(`/api/service/${ad}`)).json()).seller.id
}

test('someone recommends a person who answered them, who replies, and a moderator hides it and undoes that', async ({
  page,
  context,
  browser,
  baseURL: url,
  database,
  signIn,
}) => {
  const baseURL = url ?? ''
  await signIn({ name: 'Ben Okafor', daysOld: 30 })
  const authors = await browser.newContext({ baseURL })
  const rosa = await signIn({ name: 'Rosa Delgado', daysOld: 30 }, authors)
  const ad = await createListing(database, { authorEmail: rosa.email, title: uniqueTitle('Piano lessons') })

  await visit(page, `/ad-details/${ad}`)
  await page.getByRole('region', { name: 'Posted by' }).getByRole('link', { name: 'Rosa Delgado' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rosa Delgado')
  await page.getByRole('link', { name: 'Recommend Rosa Delgado' }).click()
  await expect(page.getByText('You can recommend someone after you write to them')).toBeVisible()
  await talk({ asker: context, author: authors, ad, origin: baseURL, database })
  await page.reload()
  await button(page, 'Post recommendation').click()
  await expect(page.getByText('Please write what was good.')).toBeVisible()
  await box(page, 'Your recommendation').fill('Patient, and always on time.')
  await expectAccessible(page, 'the form')
  await button(page, 'Post recommendation').click()
  await expect(page.getByText('Your recommendation is online.')).toBeVisible()
  await box(page, 'Your recommendation').fill('Patient, and never late.')
  await button(page, 'Save').click()
  await expect(page.getByText('(edited)')).toBeVisible()
  await expectAccessible(page, 'the writer’s page')
  await page.getByRole('link', { name: 'Page of Rosa Delgado' }).click()
  await expect(section(page)).toContainText('Patient, and never late.')

  const rosasPage = await authors.newPage()
  await visit(rosasPage, '/profile/account')
  await box(rosasPage, 'Page name').fill('Admin')
  await button(rosasPage, 'Save: Public page').click()
  await expect(rosasPage.getByText('This name is reserved.').first()).toBeVisible()
  const handle = uniqueTitle('rosa')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  await box(rosasPage, 'Page name').fill(handle)
  await button(rosasPage, 'Save: Public page').click()
  await expect(rosasPage.getByText('Public page saved.')).toBeVisible()
  await rosasPage.getByRole('link', { name: 'your public page' }).click()
  await expect(rosasPage).toHaveURL(`${baseURL}/seller/${handle}`)
  await expect(rosasPage.getByRole('link', { name: 'Change your page' })).toBeVisible()
  await section(rosasPage).getByRole('link', { name: 'Reply or report' }).click()
  await box(rosasPage, 'Your public reply').fill('Thank you, Ben!')
  await button(rosasPage, 'Post reply').click()
  await expect(button(rosasPage, 'Save reply')).toBeVisible()
  await rosasPage.getByText('Report this recommendation').click()
  await button(rosasPage, 'Send report').click()
  await expect(rosasPage.getByText('Thank you! We’ll review it.')).toBeVisible()
  await expectAccessible(rosasPage, 'the author’s page')

  const visitors = await browser.newContext({ baseURL })
  const visitor = await visitors.newPage()
  await visit(visitor, `/seller/${handle}`)
  await expect(visitor.getByRole('article')).toContainText('1 recommendation')
  await expect(section(visitor)).toContainText('Thank you, Ben!')
  await expect(section(visitor).getByRole('link')).toHaveCount(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await visitor.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(visitor, `the seller’s page in ${colorScheme}`)
  }
  expect((await readHead(visitor)).metas.robots).toBeUndefined()
  const html = await (await visitors.request.get(`/seller/${handle}`)).text()
  expect(html).toContain('"@type":"ProfilePage"')
  expect(html).not.toContain(rosa.email)

  const admins = await browser.newContext({ baseURL })
  await signIn({ isAdmin: true }, admins)
  const dashboard = await admins.newPage()
  await visit(dashboard, '/admin?tab=reported-sellers')
  const row = dashboard.getByRole('listitem').filter({ hasText: 'Patient, and never late.' })
  await row.getByRole('button', { name: 'Hide recommendation' }).click()
  await box(dashboard, 'Reason').fill('It is not about the ad.')
  await expectAccessible(dashboard, 'the dialog')
  await button(dashboard, 'Hide').click()
  await expect(dashboard.getByText('Recommendation hidden.')).toBeVisible()
  await expect(row).toHaveCount(0)
  await visit(visitor, `/seller/${handle}`)
  await expect(visitor.getByText('Patient, and never late.')).toHaveCount(0)
  await button(dashboard, 'Undo').click()
  await expect(row).toHaveCount(1)
  await visit(visitor, `/seller/${handle}`)
  await expect(section(visitor)).toContainText('Patient, and never late.')
  for (const other of [authors, visitors, admins]) await other.close()
})

test('all of it works without scripts', async ({ browser, baseURL: url, database, signIn, context }) => {
  const baseURL = url ?? ''
  const rosa = await signIn({ name: 'Rosa Delgado', daysOld: 30 })
  const ad = await createListing(database, { authorEmail: rosa.email })
  const plain = { baseURL, javaScriptEnabled: false }
  const [bens, rosas] = [await browser.newContext(plain), await browser.newContext(plain)]
  await signIn({ name: 'Ben Okafor', daysOld: 30 }, bens)
  await rosas.addCookies(await context.cookies())
  const seller = await talk({ asker: bens, author: rosas, ad, origin: baseURL, database })

  const page = await bens.newPage()
  await page.goto(`/seller/${seller}`)
  await page.getByRole('link', { name: 'Recommend Rosa Delgado' }).click()
  await box(page, 'Your recommendation').fill('Patient.')
  await button(page, 'Post recommendation').click()
  await expect(page.getByText('Your recommendation is online.')).toBeVisible()
  await box(page, 'Your recommendation').fill('Patient and kind.')
  await button(page, 'Save').click()
  await expect(page.getByText('Recommendation saved.')).toBeVisible()

  const rosasPage = await rosas.newPage()
  await rosasPage.goto(`/seller/${seller}`)
  await section(rosasPage).getByRole('link', { name: 'Reply or report' }).click()
  await box(rosasPage, 'Your public reply').fill('Thank you!')
  await button(rosasPage, 'Post reply').click()
  await expect(rosasPage.getByText('Reply posted.')).toBeVisible()
  await rosasPage.getByText('Report this recommendation').click()
  await button(rosasPage, 'Send report').click()
  await expect(rosasPage.getByText('Thank you! We’ll review it.')).toBeVisible()

  await page.getByRole('link', { name: 'Page of Rosa Delgado' }).click()
  await expect(section(page)).toContainText('Thank you!')
  await page.getByRole('link', { name: 'Report Rosa Delgado' }).click()
  await button(page, 'Send report').click()
  await expect(page.getByText('We’ll review this person’s page.')).toBeVisible()
  await page.goto(`/seller/${seller}`)
  await page.getByRole('link', { name: 'Change or delete' }).click()
  await page.getByText('Delete your recommendation').click()
  await button(page, 'Delete recommendation').click()
  await expect(page.getByText('once a year')).toBeVisible()
  for (const other of [bens, rosas]) await other.close()
})
