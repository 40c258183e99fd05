import { beforeEach, describe, expect, test } from 'vitest'
import { createUser, send, startSession } from '../../../../test/support/data/accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { grantAdmin, listAdmins, revokeAdmin } from './admins.ts'

let site: TestApp
beforeEach(async () => {
  site = await createTestApp(undefined, { realSessions: true })
})

test('grants rights once, in whatever case the email is written', async () => {
  const { email } = await createUser(site.database)
  expect(await grantAdmin(site.database, email.toUpperCase())).toBe('granted')
  expect(await grantAdmin(site.database, email)).toBe('already-admin')
  expect(await listAdmins(site.database)).toEqual([{ email, name: 'Ada Park', pending: false }])
})

test('enforces revoked rights from the next request on', async () => {
  const { email } = await createUser(site.database, { isAdmin: true })
  await createUser(site.database, { isAdmin: true })
  const cookie = await startSession(site, email)
  expect((await send(site, 'GET', '/servicesbyfilter?status=reported', { cookie })).status).toBe(200)
  await revokeAdmin(site.database, email)
  expect((await send(site, 'GET', '/servicesbyfilter?status=reported', { cookie })).status).toBe(403)
})

describe('the last admin', () => {
  test('cannot be removed', async () => {
    const { email } = await createUser(site.database, { isAdmin: true })
    await expect(revokeAdmin(site.database, email)).rejects.toMatchObject({ code: 'conflict' })
    expect(await listAdmins(site.database)).toHaveLength(1)
  })

  test('remains when two admins are removed at once', async () => {
    const [one, two] = [
      await createUser(site.database, { isAdmin: true }),
      await createUser(site.database, { isAdmin: true }),
    ]
    for (let round = 0; round < 10; round += 1) {
      const outcomes = await Promise.allSettled([
        revokeAdmin(site.database, one.email),
        revokeAdmin(site.database, two.email),
      ])
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await listAdmins(site.database)).toHaveLength(1)
      await grantAdmin(site.database, one.email)
      await grantAdmin(site.database, two.email)
    }
  })
})

test('removes a pending grant, but rejects someone who is not an admin', async () => {
  const { email } = await createUser(site.database)
  await expect(revokeAdmin(site.database, email)).rejects.toMatchObject({ code: 'not_found' })
  await grantAdmin(site.database, 'pending@example.com')
  await revokeAdmin(site.database, 'pending@example.com')
  expect(await listAdmins(site.database)).toEqual([])
})
