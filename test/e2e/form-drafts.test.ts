/** What is typed into a form with a message survives a reload, until it is sent. */
import { expect, type Page } from '@playwright/test'
import { contact } from '../../src/shared/messages/conversations.ts'
import { hydrated, visit } from '../support/browser/journey.ts'
import { button, label } from '../support/browser/posting-form.ts'
import { test } from '../support/browser/signed-in.ts'
import { createListing, uniqueTitle } from '../support/data/factories.ts'

async function reload(page: Page) {
  await page.reload()
  await hydrated(page)
}

const drafts = (page: Page) =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => key.startsWith('draft/')),
  )

test('a visitor’s message to the site is there after a reload, in this tab only', async ({
  page,
  context,
}) => {
  const message = { Name: 'Ann', Email: 'ann@example.com', Message: 'Where is the market?' }
  await visit(page, '/contact')
  for (const [name, text] of Object.entries(message)) await label(page, name).fill(text)
  await reload(page)
  for (const [name, text] of Object.entries(message)) await expect(label(page, name)).toHaveValue(text)
  const other = await context.newPage()
  await visit(other, '/contact')
  await expect(label(other, 'Message')).toHaveValue('')
  await button(page, 'Send message').click()
  await expect(page.getByText(contact.sent)).toBeVisible()
  expect(await drafts(page)).toEqual([])
  await reload(page)
  for (const name of Object.keys(message)) await expect(label(page, name)).toHaveValue('')
})

test('a message about an ad, and a reply, are there after a reload and on the way back', {
  tag: '@slow',
}, async ({ page, database, signIn }) => {
  await signIn()
  const id = await createListing(database, { title: uniqueTitle('Piano lessons') })
  const path = `/ad-details/${id}/message`
  await visit(page, path)
  await label(page, 'Message').fill('Is Tuesday possible?')
  await page.getByRole('link', { name: 'Corkboard' }).first().click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(label(page, 'Message')).toHaveValue('Is Tuesday possible?')
  await reload(page)
  await expect(label(page, 'Message')).toHaveValue('Is Tuesday possible?')

  await test.step('another account does not see it', async () => {
    const [first] = await page.context().cookies()
    await signIn()
    await reload(page)
    await expect(label(page, 'Message')).toHaveValue('')
    if (first) await page.context().addCookies([first])
    await reload(page)
  })

  await button(page, 'Send message').click()
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('Is Tuesday possible?')
  expect(await drafts(page)).toEqual([])
  const reply = page.getByRole('textbox', { name: 'Your reply' })
  await reply.fill('Or Wednesday?')
  await reload(page)
  await expect(reply).toHaveValue('Or Wednesday?')
  await button(page, 'Send').click()
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('Or Wednesday?')
  await reload(page)
  await expect(reply).toHaveValue('')
  expect(await drafts(page)).toEqual([])
})
