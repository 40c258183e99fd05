/** Hiding a competitor's ads by reports of accounts and visitors that anyone can be. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { establishedAccountDays } from '../../src/shared/limits.ts'
import { createUser, send, startSession } from '../support/data/accounts.ts'
import { createListing } from '../support/data/factories.ts'
import { createTestApp, type TestApp } from '../support/site/app.ts'

let site: TestApp

beforeEach(async () => {
  site = await createTestApp(undefined, { realSessions: true })
})

async function createReporter(daysOld: number): Promise<{ cookie: string }> {
  const { email } = await createUser(site.database, { daysOld })
  return { cookie: await startSession(site, email) }
}

const report = (id: string, who: { cookie?: string; from?: string }) =>
  send(site, 'PUT', `/service-report/${id}`, { body: { reason: 'scam' }, ...who })

const isPublic = async (id: string) => (await site.get(`/service/${id}`)).status === 200

async function listCases() {
  const { email } = await createUser(site.database, { isAdmin: true })
  const { body } = await send<{ cases: { listing: { _id: string; status: string }; reports: number }[] }>(
    site,
    'GET',
    '/moderation/cases?source=service',
    { cookie: await startSession(site, email) },
  )
  return body.cases.map(({ listing, reports }) => ({ id: listing._id, status: listing.status, reports }))
}

describe('H3 reports by new accounts and by visitors', () => {
  test('queue ads for review and hide none', async () => {
    const ads = await Promise.all(Array.from({ length: 10 }, () => createListing(site.database)))
    const young = await Promise.all([0, 1, establishedAccountDays - 1].map(createReporter))
    for (const ad of ads) {
      for (const reporter of young) await report(ad, reporter)
      for (const from of ['192.0.2.1', '192.0.2.2', '2001:db8:1::1', '2001:db8:2::1'])
        await report(ad, { from })
      expect(await isPublic(ad)).toBe(true)
    }
    const cases = await listCases()
    expect(cases).toHaveLength(ads.length)
    for (const { status, reports } of cases) expect([status, reports]).toEqual(['reported', 7])
  })

  test('add nothing to those of two established accounts; a third one hides the ad', async () => {
    const ad = await createListing(site.database)
    for (const reporter of await Promise.all([30, establishedAccountDays].map(createReporter)))
      await report(ad, reporter)
    for (const reporter of await Promise.all([0, 6].map(createReporter))) await report(ad, reporter)
    await report(ad, { from: '192.0.2.1' })
    expect(await isPublic(ad)).toBe(true)
    await report(ad, await createReporter(8))
    expect(await isPublic(ad)).toBe(false)
  })

  test('do not hide the ad either once the accounts are older', async () => {
    const ad = await createListing(site.database)
    for (const reporter of await Promise.all([0, 0].map(createReporter))) await report(ad, reporter)
    await sql`update account set created = created - interval '30 days'`.execute(site.database.kysely)
    await sql`update report set created = created - interval '30 days'`.execute(site.database.kysely)
    await report(ad, await createReporter(30))
    expect(await isPublic(ad)).toBe(true)
  })
})

test('H3 the networks of an IPv6 /48 are one visitor', async () => {
  const ad = await createListing(site.database)
  for (const network of ['1', '2', 'ffff']) await report(ad, { from: `2001:db8:5:${network}::1` })
  await report(ad, { from: '2001:db8:6:1::1' })
  expect(await listCases()).toMatchObject([{ id: ad, reports: 2 }])
})
