/** Every list shortens titles and descriptions to the number of characters that the operator has set. */
import { expect, test } from 'vitest'
import { createUser } from '../../../../test/support/data/accounts.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { admin, createTestApp, type TestApp, viewerWith } from '../../../../test/support/site/app.ts'
import type { Viewer } from '../../../shared/policy.ts'
import { defaultSettings } from '../../../shared/settings/table.ts'

const title = 'Gentle haircuts, at your kitchen table'
const description = 'I bring the cape, the scissors and the patience that a wriggling child needs.'

const { database } = await createTestApp()
const { accountId, email } = await createUser(database)
const author = viewerWith({ accountId, email })
await createListing(database, { title, description, authorEmail: email })

const appWith = (cardTextLength: number) => createTestApp(database, { settings: { cardTextLength } })

/** Returns the texts between the tags of a page. */
async function read({ app }: TestApp, url: string, viewer: Viewer): Promise<string[]> {
  const { body } = await app.http.inject({ url, headers: { 'x-test-viewer': JSON.stringify(viewer) } })
  const [html = ''] = body.split('<script id="page-state"')
  return html.split(/<[^>]*>/).filter(Boolean)
}

const lists = [
  ['/', author],
  ['/all-services', author],
  ['/my-services', author],
  ['/admin?tab=services', admin],
] as const

test.each(lists)('%s shows 20 characters by default, without the comma that follows', async (url, viewer) => {
  const texts = await read(await appWith(defaultSettings.cardTextLength), url, viewer)
  expect(texts).toContain('Gentle haircuts, at…')
  expect(texts).toContain('I bring the cape, th…')
  expect(texts).not.toContain(description)
})

test.each(lists)('%s shows another number of characters', async (url, viewer) => {
  const texts = await read(await appWith(16), url, viewer)
  expect(texts).toContain('Gentle haircuts…')
  expect(texts).toContain('I bring the cape…')
})

test.each(lists)('%s leaves the cut to the style sheet if the number is 0', async (url, viewer) => {
  const texts = await read(await appWith(0), url, viewer)
  expect(texts).toContain(title)
  expect(texts).toContain(description)
})

test('a list embeds no more of a description than it can show', async () => {
  await createListing(database, { title: 'A long story', description: 'word '.repeat(2_000) })
  const { app } = await appWith(0)
  const { body } = await app.http.inject({ url: '/all-services' })
  expect(body.match(/word /g)?.length).toBeLessThan(200)
})
