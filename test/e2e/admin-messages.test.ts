/** The contact form's messages in the dashboard. */
import { expect, type Page } from '@playwright/test'
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { DatabaseSchema } from '../../src/server/platform/database/schema.ts'
import { defaultSettings } from '../../src/shared/settings/table.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { button, expectToast, row, rows, uniqueEmail } from '../support/browser/dashboard.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { waitFor } from '../support/checks/emails.ts'

type MessageOptions = { name?: string; message?: string; status?: 'new' | 'sent' | 'failed' | 'done' }

async function createMessage(kysely: Kysely<DatabaseSchema>, email: string, options: MessageOptions = {}) {
  const { name = 'Rosa Lind', message = 'Hello there.', status = 'sent' } = options
  await kysely
    .insertInto('contact_message')
    .values({ id: uuid(), name, email, message, status, email_id: null })
    .execute()
}

const openMessages = (page: Page, email: string) =>
  visit(page, `/admin?tab=messages&search=${encodeURIComponent(email)}`)

test('shows the whole message as plain text, with a link to reply by email', async ({
  page,
  signIn,
  database,
}) => {
  await signIn({ isAdmin: true })
  const email = uniqueEmail('writer+tag')
  await createMessage(database.kysely, email, {
    name: 'Rosa "R" <Lind>',
    message: 'Hello,\n\n<img src=x> & more.',
  })
  await openMessages(page, email)
  const message = row(page, 'Rosa "R" <Lind>')
  await expect(message.getByText('<img src=x> & more.')).toHaveCSS('white-space-collapse', 'preserve-breaks')
  const link = message.getByRole('link', { name: email })
  expect(decodeURIComponent((await link.getAttribute('href')) ?? '')).toBe(`mailto:${email}`)
  await expectAccessible(page, 'with a message')
})

test('marks a message as done and lists it under Done', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
}) => {
  await signIn({ isAdmin: true })
  const email = uniqueEmail('writer')
  await createMessage(database.kysely, email, { name: 'Rosa' })
  await createMessage(database.kysely, email, { name: 'Tom' })
  await visit(page, `/admin?tab=messages&status=sent&search=${email}`)
  await expect(rows(page)).toHaveCount(2)
  await button(row(page, 'Rosa'), 'Mark as done').click()
  await expectToast(page, 'Marked as done.')
  await expect(rows(page)).toHaveCount(1)
  await expect(button(row(page, 'Tom'), 'Mark as done')).toBeFocused()
  await page.getByLabel('Show').selectOption('Done')
  await expect(row(page, 'Rosa').getByText('Done', { exact: true })).toBeVisible()
  await expect(button(row(page, 'Rosa'), 'Mark as done')).toHaveCount(0)
})

test('deletes a finished message after a confirmation', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
}) => {
  await signIn({ isAdmin: true })
  const email = uniqueEmail('writer')
  await createMessage(database.kysely, email, { name: 'Rosa', status: 'done' })
  await visit(page, `/admin?tab=messages&status=done&search=${email}`)
  await button(row(page, 'Rosa'), 'Delete').click()
  const confirmation = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(confirmation).toContainText(
    'The message from Rosa will be deleted, with their name and email.',
  )
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(rows(page)).toHaveCount(1)
  await button(row(page, 'Rosa'), 'Delete').click()
  await confirmation.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expectToast(page, 'Message deleted.')
  await expect(rows(page)).toHaveCount(0)
})

test('sends a message again whose email failed', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
  accountSite: { mail },
}) => {
  await signIn({ isAdmin: true })
  const email = uniqueEmail('writer')
  await createMessage(database.kysely, email, { status: 'failed', message: 'Did you get this?' })
  await openMessages(page, email)
  await expect(row(page, 'Rosa Lind')).toContainText('could not be delivered')
  await button(row(page, 'Rosa Lind'), 'Send again').click()
  await expectToast(page, 'Sending the email again.')
  const delivery = await waitFor('the email to be sent again', async () =>
    mail.received.find(
      ({ recipients, email: { replyTo } }) =>
        recipients.includes(defaultSettings.contactEmail) && replyTo?.[0]?.address === email,
    ),
  )
  expect(delivery.email.text).toContain('Did you get this?')
  await page.reload()
  await expect(row(page, 'Rosa Lind').getByText('Sent', { exact: true })).toBeVisible()
})

test('searches messages, filters them by status, and paginates them', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
}) => {
  await signIn({ isAdmin: true })
  const email = uniqueEmail('writer')
  for (let n = 1; n <= 13; n += 1) await createMessage(database.kysely, email, { name: `Writer ${n}` })
  await createMessage(database.kysely, email, {
    name: 'Late one',
    status: 'failed',
    message: 'About a piano',
  })
  await openMessages(page, email)
  await expect(page.getByText('14 messages', { exact: true })).toBeVisible()
  await expect(rows(page)).toHaveCount(12)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByLabel('Show').selectOption('Failed')
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/status=failed$/)
  await page.getByLabel('Show').selectOption('All')
  await expect(page).not.toHaveURL(/status/)
})
