import { beforeEach, describe, expect, test } from 'vitest'
import { createUser, send, startSession } from '../../../../test/support/data/accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import * as admins from './admins.ts'

let site: TestApp
beforeEach(async () => {
  site = await createTestApp(undefined, { realSessions: true })
})

const grantAdmin = (email: string) =>
  site.database.kysely.transaction().execute((tx) => admins.grantAdmin(tx, email))
const revokeAdmin = (email: string) =>
  site.database.kysely.transaction().execute((tx) => admins.revokeAdmin(tx, email))
const listAdmins = () => admins.listAdmins(site.database)

test('grants rights once, in whatever case the email is written', async () => {
  const { email } = await createUser(site.database)
  expect(await grantAdmin(email.toUpperCase())).toBe('granted')
  expect(await grantAdmin(email)).toBe('already-admin')
  expect(await listAdmins()).toEqual([{ email, name: 'Ada Park', pending: false }])
})

test('enforces revoked rights from the next request on', async () => {
  const { email } = await createUser(site.database, { isAdmin: true })
  await createUser(site.database, { isAdmin: true })
  const cookie = await startSession(site, email)
  expect((await send(site, 'GET', '/servicesbyfilter?status=reported', { cookie })).status).toBe(200)
  await revokeAdmin(email)
  expect((await send(site, 'GET', '/servicesbyfilter?status=reported', { cookie })).status).toBe(403)
})

describe('the last admin', () => {
  test('cannot be removed', async () => {
    const { email } = await createUser(site.database, { isAdmin: true })
    await expect(revokeAdmin(email)).rejects.toMatchObject({ code: 'conflict' })
    expect(await listAdmins()).toHaveLength(1)
  })

  test('remains when two admins are removed at once', async () => {
    const [one, two] = [
      await createUser(site.database, { isAdmin: true }),
      await createUser(site.database, { isAdmin: true }),
    ]
    for (let round = 0; round < 10; round += 1) {
      const outcomes = await Promise.allSettled([revokeAdmin(one.email), revokeAdmin(two.email)])
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await listAdmins()).toHaveLength(1)
      await grantAdmin(one.email)
      await grantAdmin(two.email)
    }
  })
})

test('removes a pending grant, but rejects someone who is not an admin', async () => {
  const { email } = await createUser(site.database)
  await expect(revokeAdmin(email)).rejects.toMatchObject({ code: 'not_found' })
  await grantAdmin('pending@example.com')
  await revokeAdmin('pending@example.com')
  expect(await listAdmins()).toEqual([])
})
