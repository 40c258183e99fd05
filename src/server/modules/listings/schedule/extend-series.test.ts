import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createListing,
  type ListingOverrides,
  setStatus,
} from '../../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../../test/support/site/app.ts'
import { extendSeries } from './extend-series.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})
beforeEach(() => sql`delete from listing`.execute(site.database.kysely))

async function create(schedule: NonNullable<ListingOverrides['schedule']>) {
  const id = await createListing(site.database, { kind: 'event', startDate: '2026-12-01', schedule })
  await sql`delete from event_change`.execute(site.database.kysely)
  return id
}
const evening = { startTime: '19:30', endTime: '21:00' }

async function stateOf(id: string) {
  const { rows } = await sql<{
    dates: number
    last: string
    until: string | null
    ends: string
    news: number
  }>`
    select count(*)::int as dates, max(scheduled) as last,
      (select generated_until from event_schedule where listing_id = ${id}) as until,
      (select end_date from listing where id = ${id}) as ends,
      (select count(*)::int from event_change where listing_id = ${id}) as news
    from event_occurrence where listing_id = ${id}`.execute(site.database.kysely)
  return rows[0]
}

test('adds dates to a series that has less than eleven months, and tells nobody', async () => {
  const id = await create({ ...evening, rule: 'FREQ=WEEKLY', exceptions: ['2027-12-21'] })
  const other = await create({ ...evening, rule: 'FREQ=WEEKLY;COUNT=3' })
  const before = await stateOf(id)
  expect(before).toMatchObject({ dates: 53, last: '2027-11-30', until: '2027-12-01', ends: '2027-11-30' })
  await extendSeries(site.database, new Date('2026-12-20T12:00:00Z'))
  expect(await stateOf(id)).toEqual(before)

  await sql`update event_occurrence set canceled = now() where scheduled = '2027-03-02'`.execute(
    site.database.kysely,
  )
  await sql`delete from event_occurrence where scheduled = '2027-03-09'`.execute(site.database.kysely)
  const later = new Date('2027-02-01T12:00:00Z')
  await Promise.all([extendSeries(site.database, later), extendSeries(site.database, later)])
  expect(await stateOf(id)).toEqual({
    dates: 60,
    last: '2028-02-01',
    until: '2028-02-01',
    ends: '2028-02-01',
    news: 0,
  })
  const { rows } = await sql`
    select count(*) filter (where canceled is not null)::int as canceled,
      count(*) filter (where scheduled in ('2027-03-09', '2027-12-21'))::int as resurrected,
      count(*) filter (where scheduled = '2027-12-14' and starts_at = '2027-12-15T01:30:00Z')::int as timed
    from event_occurrence where listing_id = ${id}`.execute(site.database.kysely)
  expect(rows).toEqual([{ canceled: 1, resurrected: 0, timed: 1 }])
  expect(await stateOf(other)).toMatchObject({ dates: 3, until: null })
})

test('ends a series that is generated as a whole, and skips deleted ones', async () => {
  const ending = await create({ ...evening, rule: 'FREQ=MONTHLY;BYMONTHDAY=1;UNTIL=20280101' })
  const deleted = await create({ ...evening, rule: 'FREQ=WEEKLY' })
  await setStatus(site.database, deleted, 'deleted')
  const now = new Date('2027-03-01T12:00:00Z')
  await extendSeries(site.database, now)
  expect(await stateOf(ending)).toMatchObject({
    dates: 14,
    last: '2028-01-01',
    until: null,
    ends: '2028-01-01',
  })
  expect(await stateOf(deleted)).toMatchObject({ until: '2027-12-01' })
})

test('a daily series of several years can be extended, too', async () => {
  const id = await create({ ...evening, rule: 'FREQ=DAILY' })
  await extendSeries(site.database, new Date('2029-12-01T12:00:00Z'))
  expect(await stateOf(id)).toMatchObject({ dates: 1462, last: '2030-12-01', news: 0 })
})
