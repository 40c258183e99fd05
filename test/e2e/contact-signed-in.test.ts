/** The contact form for a signed-in user. */
import { expect } from '@playwright/test'
import { contact } from '../../src/shared/messages/conversations.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'

test('fills in the user’s name and email, and lets them change both', { tag: '@slow' }, async ({
  page,
  signIn,
}) => {
  const { name, email } = await signIn()
  await visit(page, '/contact')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await page.getByRole('textbox', { name: 'Email' }).fill('other@example.org')
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText(contact.sent)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
})
