import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { itemsOf, titlesOf } from '../../../../test/support/checks/list-calls.ts'
import { createListing, createManyListings } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp, today } from '../../../../test/support/site/app.ts'
import { addDays, dayIn, daysBetween } from '../../../shared/days.ts'

type Days = { startDate: string; endDate: string }

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})

const setDay = (day: string) => site.setNow(new Date(`${day}T17:00:00Z`))
const eventsOf = async (query: string) => itemsOf((await site.get(`/events?${query}`)).body)
const toDays = (items: object[]) => items.map((item) => item as Days & { _id: string })

/** Returns what the order compares first, and then. Those that are on for longer than a week are equal. */
function keyOf({ startDate, endDate }: Days, day: string): [group: number, days: number] {
  if (endDate < day) return [3, -daysBetween(day, endDate)]
  if (startDate < day) return [1, Math.min(daysBetween(day, endDate), 8)]
  return [startDate === day ? 0 : 2, daysBetween(day, startDate)]
}

test('on any day, lists what starts then, what is on, what starts later, and what has ended, on whole pages', async () => {
  const span = fc.record({ start: fc.integer({ min: -40, max: 40 }), length: fc.nat({ max: 30 }) })
  for (const { start, length } of fc.sample(span, { numRuns: 45, seed: 13 })) {
    const startDate = addDays(today, start)
    await createListing(site.database, { kind: 'event', startDate, endDate: addDays(startDate, length) })
  }
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: -60, max: 90 }), async (offset) => {
      const day = addDays(today, offset)
      setDay(day)
      const events = toDays(await eventsOf('limit=50'))
      const expected = events.toSorted((a, b) => {
        const [[groupA, daysA], [groupB, daysB]] = [keyOf(a, day), keyOf(b, day)]
        return groupA - groupB || daysA - daysB || a._id.localeCompare(b._id)
      })
      expect(events).toEqual(expected)
      const pages = []
      for (let page = 1; page <= 7; page += 1) pages.push(...(await eventsOf(`limit=7&page=${page}`)))
      expect(pages).toEqual(events)
    }),
    { numRuns: 25 },
  )
}, 60_000)

test('a new or edited event takes its place at once', async () => {
  await sql`delete from listing`.execute(site.database.kysely)
  const now = new Date()
  // At the place of the events, which can still have the day before that of the site.
  const realToday = dayIn('America/Chicago', now)
  site.setNow(now)
  const create = (title: string, start: number, end: number) =>
    createListing(site.database, {
      kind: 'event',
      title,
      startDate: addDays(realToday, start),
      endDate: addDays(realToday, end),
    })
  const titles = async () => titlesOf(await eventsOf(''))
  await create('on now', -3, 3)
  expect(await titles()).toEqual(['on now'])
  await create('over', -2, -1)
  const later = await create('later', 5, 5)
  await create('today', 0, 10)
  expect(await titles()).toEqual(['today', 'on now', 'later', 'over'])

  const move = (start: number, end: number) =>
    sql`update listing set start_date = ${addDays(realToday, start)}, end_date = ${addDays(realToday, end)}
      where id = ${later}`.execute(site.database.kysely)
  await move(-1, 2)
  expect(await titles()).toEqual(['today', 'later', 'on now', 'over'])
  await move(-9, 9)
  expect(await titles()).toEqual(['today', 'on now', 'later', 'over'])
  await move(1, 9)
  expect(await titles()).toEqual(['today', 'on now', 'later', 'over'])
  await move(-9, -9)
  expect(await titles()).toEqual(['today', 'on now', 'over', 'later'])
})

test('more events than one batch are all in order after a change of the day', async () => {
  await sql`delete from listing`.execute(site.database.kysely)
  const count = 1_100
  await createManyListings(site.database, count, { kind: 'event' })
  const countUpcoming = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from listing_index where not ended`.execute(site.database.kysely)
    return rows[0]?.count
  }
  setDay('2026-11-25')
  await eventsOf('')
  expect(await countUpcoming()).toBe(count)
  setDay('2026-12-02')
  await eventsOf('')
  expect(await countUpcoming()).toBe(0)
})
