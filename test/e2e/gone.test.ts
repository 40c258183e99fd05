import { expect } from '@playwright/test'
import { expectAccessible } from '../support/browser/accessible.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'
import { createListing } from '../support/data/factories.ts'

for (const { kind, path } of [
  { kind: 'service', path: '/ad-details' },
  { kind: 'event', path: '/event-details' },
] as const) {
  test(
    `a deleted ${kind} returns 410, says so, and leads elsewhere`,
    slowJourneyUnless(kind === 'event'),
    async ({ page, database, allowStatus }) => {
      allowStatus(410)
      const id = await createListing(database, { kind, status: 'deleted' })
      const response = await visit(page, `${path}/${id}`)
      expect(response?.status()).toBe(410)
      await expect(page).toHaveTitle('This ad is gone | Corkboard')
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { level: 1 })).toHaveText('This ad is gone')
      await expect(main).toContainText('or a moderator removed it')
      await expect(main).not.toContainText('404')
      await expectAccessible(page, 'of a deleted ad')
      for (const [name, to] of [
        ['Browse services', '/all-services'],
        ['Browse events', '/all-events'],
        ['Take me home', '/'],
      ] as const) {
        await expect(main.getByRole('link', { name })).toHaveAttribute('href', to)
      }
    },
  )
}
