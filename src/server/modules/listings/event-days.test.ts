import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { itemsOf } from '../../../../test/support/checks/list-calls.ts'
import { slowUnless } from '../../../../test/support/checks/slow.ts'
import { clockIn, eventPlaces } from '../../../../test/support/data/event-places.ts'
import { createListing, type ListingOverrides } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { CalendarDay } from '../../../shared/contract/browse.ts'
import { addDays } from '../../../shared/days.ts'
import type { ErrorReply } from '../../../shared/errors.ts'
import type { ListedEvent } from '../../../shared/listing.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})
beforeEach(async () => {
  await sql`delete from listing`.execute(site.database.kysely)
})

const create = (overrides: ListingOverrides) => createListing(site.database, { kind: 'event', ...overrides })
const list = async (query: string) =>
  itemsOf((await site.get(`/eventsbyfilter?limit=50&${query}`)).body) as ListedEvent[]
const titles = async (query: string) => (await list(query)).map(({ title }) => title).sort()
const calendar = async (query: string) =>
  (await site.get<{ days: CalendarDay[] }>(`/eventcalendar?${query}`)).body.days

/** An event with its dates, by the clocks at its place. */
type Planned = { title: string; timeZone: string; dates: { day: string; end: string }[] }

/** Creates an event of each kind at each place, and returns when they take place. */
async function createEvents(first: string): Promise<Planned[]> {
  const planned: Planned[] = []
  for (const { timeZone, ...place } of eventPlaces) {
    for (const offset of [-1, 0, 1, 2]) {
      const day = addDays(first, offset)
      for (const endTime of ['', '10:30']) {
        const title = `${place.city} ${day} ${endTime}`
        const schedule = endTime ? { schedule: { startTime: '09:00', endTime } } : {}
        await create({ ...place, title, startDate: day, endDate: day, ...schedule })
        planned.push({ title, timeZone, dates: [{ day, end: `${day} ${endTime || '24:00'}` }] })
      }
    }
    const startDate = addDays(first, -2)
    const title = `${place.city} every second day`
    const schedule = { startTime: '18:00', endTime: '19:00', rule: 'FREQ=DAILY;INTERVAL=2;COUNT=4' }
    await create({ ...place, title, startDate, endDate: startDate, schedule })
    const days = [0, 2, 4, 6].map((offset) => addDays(startDate, offset))
    planned.push({ title, timeZone, dates: days.map((day) => ({ day, end: `${day} 19:00` })) })
  }
  return planned
}

/** Returns the first and the last day of the weekend that `today` is in or before. */
function weekendOf(today: string): [string, string] {
  const weekday = new Date(today).getUTCDay()
  return weekday === 0 ? [today, today] : [addDays(today, 6 - weekday), addDays(today, 7 - weekday)]
}

describe.each([
  ['end', '2026-10-31'],
  ['start', '2026-03-07'],
] as const)('around the %s of daylight-saving time', (name, first) => {
  test(
    'today and this weekend are those of the place of each event, at every hour',
    slowUnless(name === 'end'),
    async () => {
      const planned = await createEvents(first)
      const begin = Date.parse(`${first}T00:00:00Z`)
      for (let hour = 0; hour < 72; hour += 1) {
        const now = new Date(begin + hour * 3_600_000)
        site.setNow(now)
        const found = (rangeOf: (today: string) => [string, string], hideEnded: boolean) =>
          planned
            .filter(({ timeZone, dates }) => {
              const clock = clockIn(timeZone, now)
              const [from, to] = rangeOf(clock.slice(0, 10))
              return dates.some(({ day, end }) => day >= from && day <= to && !(hideEnded && end <= clock))
            })
            .map(({ title }) => title)
            .sort()
        const today = await list('when=today')
        expect(today.map(({ title }) => title).sort(), now.toISOString()).toEqual(
          found((day) => [day, day], false),
        )
        for (const { title, occurrence, time_zone } of today)
          expect(occurrence.startDate, title).toBe(clockIn(time_zone, now).slice(0, 10))
        expect(await titles('when=today&hide_ended=true'), now.toISOString()).toEqual(
          found((day) => [day, day], true),
        )
        expect(await titles('when=weekend'), now.toISOString()).toEqual(found(weekendOf, false))
        if (hour % 24 !== 0) continue
        const month = first.slice(0, 7)
        const [from, to] = [`${month}-01`, addDays(`${month}-31`, 0)]
        expect(await titles(`from=${from}&to=${to}`)).toEqual(found(() => [from, to], false))
        for (const { day, total } of await calendar(`from=${from}&to=${to}&limit=0`))
          expect(total, day).toBe(found(() => [day, day], false).length)
      }
    },
  )
})

describe('a series', () => {
  const weekly = {
    startTime: '19:30',
    endTime: '21:00',
    rule: 'FREQ=WEEKLY;COUNT=10',
    exceptions: ['2026-12-08'],
  }
  const days = { startDate: '2026-11-10', endDate: '2026-11-10' }

  test('is listed once, with its first date on the days of the filter', async () => {
    site.setNow(new Date('2026-11-20T17:00:00Z'))
    await create({ title: 'Weekly class', ...days, schedule: weekly })
    await create({ title: 'Fair', startDate: '2026-11-30', endDate: '2026-12-02' })
    const shown = async (query: string) =>
      (await list(query)).map(({ title, occurrence }) => `${title} ${occurrence.startDate}`)
    expect(await shown('')).toEqual(['Weekly class 2026-11-24', 'Fair 2026-11-30'])
    expect(await shown('from=2026-11-25&to=2026-12-31')).toEqual([
      'Fair 2026-11-30',
      'Weekly class 2026-12-01',
    ])
    expect(await shown('from=2026-12-02')).toEqual(['Fair 2026-11-30', 'Weekly class 2026-12-15'])
    expect(await shown('from=2026-12-08&to=2026-12-08')).toEqual([])
    expect(await shown('to=2026-11-19')).toEqual(['Weekly class 2026-11-17'])
    expect(await shown('from=2026-12-31')).toEqual(['Weekly class 2027-01-05'])
    expect(await shown('from=2027-01-13')).toEqual([])
  })

  test('is on each of its days in a calendar, also after a date was canceled', async () => {
    site.setNow(new Date('2026-11-20T17:00:00Z'))
    const id = await create({ title: 'Weekly class', ...days, schedule: weekly })
    await create({
      title: 'Breakfast',
      startDate: '2026-12-01',
      endDate: '2026-12-01',
      schedule: { startTime: '08:00' },
    })
    await create({ title: 'Exhibition', startDate: '2026-11-30', endDate: '2026-12-02' })
    await sql`update event_occurrence set canceled = now() where listing_id = ${id} and scheduled = '2026-12-01'`.execute(
      site.database.kysely,
    )
    const month = await calendar('from=2026-11-29&to=2027-01-09')
    expect(month.map(({ total }) => total).join('')).toBe('013100000000000010000001000000100000010000')
    expect(month[2]).toMatchObject({
      day: '2026-12-01',
      events: [
        { title: 'Breakfast', startTime: '08:00', endTime: null, canceled: false },
        { title: 'Weekly class', startTime: '19:30', endTime: '21:00', canceled: true, city: 'Austin' },
        { title: 'Exhibition', startDate: '2026-11-30', startTime: null },
      ],
    })
    const filtered = await calendar('from=2026-12-01&to=2026-12-01&searchtext=breakfast&limit=1')
    expect(filtered).toMatchObject([{ total: 1, events: [{ title: 'Breakfast' }] }])
    expect(await calendar('from=2026-12-01&to=2026-12-01&state=Utah')).toMatchObject([
      { total: 0, events: [] },
    ])
    expect(await calendar('from=2026-12-01&to=2026-12-01&state=Nowhere')).toMatchObject([{ total: 0 }])
  })
})

test.each([
  ['', 'from'],
  ['from=2026-12-01', 'to'],
  ['from=2026-12-32&to=2026-12-31', 'from'],
  ['from=2026-12-02&to=2026-12-01', 'to'],
  ['from=2026-12-01&to=2027-01-12', 'to'],
  ['from=2026-12-01&to=2026-12-01&limit=21', 'limit'],
])('a calendar for "%s" is rejected', async (query, field) => {
  const { status, body } = await site.get<ErrorReply>(`/eventcalendar?${query}`)
  expect(status).toBe(400)
  expect(Object.keys(body.fields ?? {})).toContain(field)
})
