import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { itemsOf, titlesOf } from '../../../../test/support/checks/list-calls.ts'
import { slowUnless } from '../../../../test/support/checks/slow.ts'
import { clockIn, eventPlaces } from '../../../../test/support/data/event-places.ts'
import { createListing, type ListingOverrides, setStatus } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { addDays } from '../../../shared/days.ts'
import type { ListedEvent } from '../../../shared/listing.ts'
import { updateEventOrder } from './maintenance.ts'
import { instantOf } from './schedule/instants.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})
beforeEach(async () => {
  await sql`delete from listing`.execute(site.database.kysely)
})

const create = (overrides: ListingOverrides) => createListing(site.database, { kind: 'event', ...overrides })
const listed = async (query = '') =>
  itemsOf((await site.get(`/events?limit=50${query}`)).body) as ListedEvent[]
const titles = async (query = '') => titlesOf((await site.get(`/events?limit=50${query}`)).body)
const at = (instant: string) => site.setNow(new Date(instant))

type Planned = { title: string; startDate: string; endDate: string; startTime: string; endTime: string }

/** Returns the group of an event, and what orders it there, by the clocks at its place. */
function placeOf({ startDate, endDate, startTime, endTime }: Planned, clock: string): [number, string] {
  const today = clock.slice(0, 10)
  if (`${endDate} ${endTime || '24:00'}` <= clock) return [1, endDate]
  // After those of today. None of them ends later than today.
  if (startDate < today) return [0, `${today} on until ${endTime || '24:00'}`]
  return [0, `${startDate} ${startTime}`]
}

describe.each([
  ['end', '2026-10-31'],
  ['start', '2026-03-07'],
] as const)('around the %s of daylight-saving time', (name, first) => {
  test(
    'lists are right at every hour, by the clocks at the place of each event',
    slowUnless(name === 'end'),
    async () => {
      const planned: (Planned & { timeZone: string })[] = []
      for (const { timeZone, ...place } of eventPlaces)
        for (const offset of [-1, 0, 1, 2])
          for (const { startTime, endTime, length } of [
            { startTime: '', endTime: '', length: 0 },
            { startTime: '09:00', endTime: '10:30', length: 0 },
            { startTime: '20:00', endTime: '08:00', length: 1 },
          ]) {
            const startDate = addDays(first, offset)
            const days = { startDate, endDate: addDays(startDate, length) }
            const title = `${place.city} ${startDate} ${startTime}`
            const schedule = startTime ? { schedule: { startTime, endTime } } : {}
            await create({ ...place, ...days, ...schedule, title })
            planned.push({ title, ...days, startTime, endTime, timeZone })
          }
      const begin = Date.parse(`${first}T00:00:00Z`)
      for (let hour = 0; hour < 72; hour += 1) {
        const now = new Date(begin + hour * 3_600_000)
        site.setNow(now)
        const keys = new Map(
          planned.map((event) => [event.title, placeOf(event, clockIn(event.timeZone, now))] as const),
        )
        const order = (await titles()).map((title): [number, string] => keys.get(title) ?? [9, ''])
        expect(order).toHaveLength(planned.length)
        const sorted = order.toSorted(
          ([groupA, keyA], [groupB, keyB]) =>
            groupA - groupB || (groupA === 1 ? keyB.localeCompare(keyA) : keyA.localeCompare(keyB)),
        )
        expect(order, now.toISOString()).toEqual(sorted)
      }
    },
  )
})

test('an event is over at its own end, to the second, in lists and on cached pages', async () => {
  const day = '2026-12-01'
  const evening = { startDate: day, schedule: { startTime: '19:00', endTime: '21:00' } }
  await create({ ...eventPlaces[0], ...evening, title: 'Luau' })
  await create({ ...eventPlaces[1], ...evening, title: 'Broadway' })
  await create({ ...eventPlaces[1], startDate: '2026-12-20', title: 'Later' })
  const page = async () => {
    const { body } = await site.app.http.inject('/all-events')
    return ['Luau', 'Broadway', 'Later'].toSorted((a, b) => body.indexOf(a) - body.indexOf(b))
  }
  const expectOrder = async (instant: string, expected: string[]) => {
    at(instant)
    expect([await page(), await page(), await titles()]).toEqual([expected, expected, expected])
  }
  await expectOrder('2026-12-02T01:59:59Z', ['Luau', 'Broadway', 'Later'])
  await expectOrder('2026-12-02T02:00:00Z', ['Luau', 'Later', 'Broadway'])
  await expectOrder('2026-12-02T06:59:59Z', ['Luau', 'Later', 'Broadway'])
  await expectOrder('2026-12-02T07:00:00Z', ['Later', 'Luau', 'Broadway'])
})

test('the database computes the instants of the program, in every zone, around each change of clocks', async () => {
  const days = ['2026-03', '2026-11', '2027-03', '2027-11', '2040-11'].flatMap((month) =>
    Array.from({ length: 16 }, (_, index) => addDays(`${month}-01`, index)),
  )
  const { rows } = await sql<{ zone: string; day: string; time: string; instant: string }>`
    select zone, day, time, to_char(place_instant(day::date + time::time, zone) at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.000"Z"') as instant
    from (select distinct time_zone as zone from city) zones, unnest(${days}::text[]) day,
      unnest(array['00:00', '01:30', '02:30', '19:00']) time`.execute(site.database.kysely)
  expect(new Set(rows.map(({ zone }) => zone)).size).toBeGreaterThan(20)
  expect(rows.filter(({ zone, day, time, instant }) => instantOf(day, time, zone) !== instant)).toEqual([])
})

test('new rules of a time zone move events, and the dates of series', async () => {
  const { kysely } = site.database
  const id = await create({
    startDate: '2026-12-01',
    schedule: { startTime: '19:00', endTime: '21:00', rule: 'FREQ=WEEKLY;COUNT=3' },
  })
  const now = new Date('2026-12-05T12:00:00Z')
  const rollback = new Error('rollback')
  const changed = kysely.transaction().execute(async (tx) => {
    await updateEventOrder(tx, now)
    await sql`update time_zone_offset set utc_offset = '-5:00' where time_zone = 'America/Chicago'`.execute(
      tx,
    )
    await sql`update event_state set until = ${now.toISOString()}`.execute(tx)
    await updateEventOrder(tx, now)
    const { rows } = await sql<{ starts: string }>`
      select to_char(starts_at at time zone 'UTC', 'MM-DD HH24:MI') as starts from event_occurrence
      where listing_id = ${id} order by starts_at`.execute(tx)
    // What is over stays.
    expect(rows.map(({ starts }) => starts)).toEqual(['12-02 01:00', '12-09 00:00', '12-16 00:00'])
    throw rollback
  })
  await expect(changed).rejects.toBe(rollback)
})

describe('a series', () => {
  const tuesdays = {
    startDate: '2026-12-01',
    schedule: { startTime: '19:00', endTime: '21:00', rule: 'FREQ=WEEKLY;COUNT=3' },
  }
  const shown = async () => (await listed())[0]?.occurrence.scheduled

  test('is listed once, with its current or next date, then as ended', async () => {
    const id = await create(tuesdays)
    await create({ startDate: '2026-12-10', title: 'Between' })
    const expectShown = async (instant: string, day: string, order: number) => {
      at(instant)
      const events = await listed()
      expect(events.findIndex(({ _id }) => _id === id)).toBe(order)
      expect(events[order]?.occurrence.scheduled).toBe(day)
      expect((await site.get(`/event/${id}`)).body).toMatchObject({ occurrence: { scheduled: day } })
    }
    await expectShown('2026-12-01T12:00:00Z', '2026-12-01', 0)
    await expectShown('2026-12-02T02:59:59Z', '2026-12-01', 0)
    await expectShown('2026-12-02T03:00:00Z', '2026-12-08', 0)
    await expectShown('2026-12-09T03:00:00Z', '2026-12-15', 1)
    await expectShown('2026-12-16T03:00:00Z', '2026-12-15', 0)
    // An edit of something else keeps the date, and a clock that was wrong is corrected.
    await sql`update listing set title = 'Renamed' where id = ${id}`.execute(site.database.kysely)
    await expectShown('2026-12-03T00:00:00Z', '2026-12-08', 0)
  })

  test('shows its next date after it was hidden meanwhile, and skips a canceled one', async () => {
    const id = await create(tuesdays)
    await setStatus(site.database, id, 'hidden')
    at('2026-12-05T00:00:00Z')
    await listed()
    const { rows } = await sql<{ day: string }>`
      select scheduled as day from event_occurrence where listing_id = ${id} and current`.execute(
      site.database.kysely,
    )
    expect(rows).toEqual([{ day: '2026-12-08' }])
    await sql`update event_occurrence set canceled = now() where scheduled = '2026-12-08'`.execute(
      site.database.kysely,
    )
    await sql`select update_event_states(array[${id}]::uuid[], '2026-12-05T00:00:00Z')`.execute(
      site.database.kysely,
    )
    await setStatus(site.database, id, 'active')
    at('2026-12-05T00:01:00Z')
    expect(await shown()).toBe('2026-12-15')
  })

  test('is advanced once by several processes, and each advance is noted for caches and searches', async () => {
    const { kysely } = site.database
    await Promise.all([create(tuesdays), create(tuesdays), create(tuesdays)])
    await updateEventOrder(kysely, new Date('2026-12-01T00:00:00Z'))
    await sql`delete from content_change`.execute(kysely)
    await sql`delete from listing_change`.execute(kysely)
    const now = new Date('2026-12-02T12:00:00Z')
    await Promise.all([1, 2, 3].map(() => updateEventOrder(kysely, now)))
    const { rows } = await sql`
      select (select count(*)::int from content_change where city_id is not null) as pages,
        (select count(*)::int from listing_change) as searches,
        (select count(*)::int from event_occurrence where current and scheduled = '2026-12-08') as next`.execute(
      kysely,
    )
    expect(rows).toEqual([{ pages: 3, searches: 3, next: 3 }])
  })
})

test('events get their place again after the states of an adopted database', async () => {
  const { kysely } = site.database
  await create({ startDate: '2026-12-05', title: 'Later', schedule: { startTime: '18:00', endTime: null } })
  await create({ startDate: '2026-12-01', title: 'Sooner' })
  const order = async () => {
    const { rows } = await sql<{ title: string }>`
      select title from listing_index join listing on listing.id = listing_id order by event_order`.execute(
      kysely,
    )
    return rows.map(({ title }) => title)
  }
  await updateEventOrder(kysely, new Date('2026-12-02T12:00:00Z'))
  expect(await order()).toEqual(['Later', 'Sooner'])
  // As `adopt-0068.sql` leaves events that had no state.
  await sql`update event_state set since = '-infinity', until = '-infinity'`.execute(kysely)
  await sql`update listing_index set ended = false`.execute(kysely)
  await updateEventOrder(kysely, new Date('2026-12-01T00:00:00Z'))
  expect(await order()).toEqual(['Sooner', 'Later'])
  await updateEventOrder(kysely, new Date('2026-12-06T12:00:00Z'))
  expect(await order()).toEqual(['Later', 'Sooner'])
})
