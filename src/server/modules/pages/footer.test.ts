/** The copyright line of every page. */
import { expect, test } from 'vitest'
import { createTestApp } from '../../../../test/support/site/app.ts'

const site = await createTestApp(undefined, { settings: { timeZone: 'America/New_York' } })

test.each([
  ['2025-06-01T12:00:00Z', '© 2025 Corkboard.'],
  // Still New Year's Eve in New York.
  ['2026-01-01T04:59:00Z', '© 2025 Corkboard.'],
  ['2026-01-01T05:00:00Z', '© 2025–2026 Corkboard.'],
  ['2031-11-20T12:00:00Z', '© 2025–2031 Corkboard.'],
])('at %s it is %s', async (instant, line) => {
  site.setNow(new Date(instant))
  const { body } = await site.app.http.inject({ url: '/privacy' })
  expect(body.replaceAll('<!-- -->', '')).toContain(line)
})
