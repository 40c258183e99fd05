import { beforeAll, expect, test } from 'vitest'
import { createUser, send, startSession } from '../../../../test/support/data/accounts.ts'
import { createListing, setStatus } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
})

const canada = { country: 'Canada', state: 'Ontario', city: 'Toronto' }

test('the country of the form is that of the author’s newest ad of either kind', async () => {
  const { email } = await createUser(site.database)
  const cookie = await startSession(site, email)
  const country = async () =>
    (await send<{ country: string | null }>(site, 'GET', '/posting-defaults', { cookie })).body.country
  expect(await country()).toBeNull()
  await createListing(site.database, { authorEmail: 'stranger@example.com', ...canada })
  expect(await country()).toBeNull()
  await createListing(site.database, { authorEmail: email })
  expect(await country()).toBe('United States')
  const event = await createListing(site.database, { authorEmail: email, kind: 'event', ...canada })
  expect(await country()).toBe('Canada')
  await setStatus(site.database, event, 'deleted')
  expect(await country()).toBe('United States')
})
