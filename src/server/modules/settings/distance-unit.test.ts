import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { itemsOf } from '../../../../test/support/checks/list-calls.ts'
import { createUser, send, startSession } from '../../../../test/support/data/accounts.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createTestApp } from '../../../../test/support/site/app.ts'
import { defaultSettings } from '../../../shared/settings/table.ts'

test('the unit of distances is that of searches, and of how far authors travel', async () => {
  const site = await createTestApp(undefined, { realSessions: true })
  const { email } = await createUser(site.database, { isAdmin: true })
  const cookie = await startSession(site, email)
  // About 18 miles from Round Rock.
  const id = await createListing(site.database, { city: 'Austin' })
  await sql`update listing set fields = '{"distance": 20}' where id = ${id}`.execute(site.database.kysely)
  const found = async (within: number) => {
    const { body } = await site.get(`/servicesbyfilter?near=Round+Rock,+Texas&within=${within}`)
    return itemsOf(body).map((item) => Reflect.get(item, 'distance'))
  }
  await expect.poll(() => found(5), { timeout: 10_000 }).toEqual([18])

  const { status } = await send(site, 'PUT', '/moderation/settings', {
    cookie,
    body: { values: { distanceUnit: 'km' }, before: defaultSettings },
  })
  expect(status).toBe(200)
  await expect.poll(() => found(5), { timeout: 10_000 }).toEqual([])
  expect(await found(50)).toEqual([28])
})
