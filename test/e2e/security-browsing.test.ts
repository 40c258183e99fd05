/** What a refused call does to the session of a browser. */
import { expect } from '@playwright/test'
import { noAccess } from '../../src/shared/messages/forms.ts'
import { expectToast } from '../support/browser/dashboard.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { createListing } from '../support/data/factories.ts'

test('F12 the edit page of someone else says so, and leaves the visitor signed in', async ({
  page,
  signIn,
  database,
}) => {
  const { email } = await signIn()
  const id = await createListing(database)
  await page.goto(`/service-update/${id}`)
  await expect(page).toHaveURL(/\/my-services$/)
  await expectToast(page, noAccess)
  expect(await (await page.request.get('/api/session')).json()).toMatchObject({ email })
})

test('F12 a link to the dashboard, and a picture whose URL is a forbidden call, end no session', async ({
  page,
  signIn,
  allowStatus,
  allowConsole,
}) => {
  allowStatus(403)
  allowConsole(/ERR_BLOCKED_BY|Failed to load resource/)
  const { email } = await signIn()
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/$/)
  await visit(page, '/')
  const loaded = await page.evaluate(async () => {
    const results: string[] = []
    for (const src of ['/api/admins', '/api/profiles', '/admin', '/api/logout']) {
      const image = new Image()
      results.push(
        await new Promise<string>((resolve) => {
          image.onload = () => resolve('loaded')
          image.onerror = () => resolve('failed')
          image.src = src
        }),
      )
    }
    return results
  })
  expect(loaded).toEqual(['failed', 'failed', 'failed', 'failed'])
  expect(await (await page.request.get('/api/session')).json()).toMatchObject({ email })
  await visit(page, '/profile')
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
})
