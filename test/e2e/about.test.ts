/** The invitation on the About page. */
import { expect } from '@playwright/test'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'

test('About invites visitors to create an account, but not people who have one', async ({ page, signIn }) => {
  const link = (name: string) => page.getByRole('main').getByRole('link', { name })
  await visit(page, '/about')
  await expect(link('Create an account')).toHaveAttribute('href', '/signup')
  await expect(link('Look around first')).toBeVisible()
  await signIn()
  await visit(page, '/about')
  await expect(link('Browse services')).toBeVisible()
  await expect(link('Create an account')).toHaveCount(0)
})
