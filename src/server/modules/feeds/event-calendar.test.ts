/** Calendars of events with times and of series, read by two independent parsers. */
import ICAL from 'ical.js'
import { sql } from 'kysely'
import rrule from 'rrule'
import { beforeAll, expect, test } from 'vitest'
import { readCalendar } from '../../../../test/support/checks/documents.ts'
import { createListing, type ListingOverrides } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp(undefined, { publicUrl: 'https://board.example' })
})

const create = (overrides: ListingOverrides) => createListing(site.database, { kind: 'event', ...overrides })
const calendarOf = async (id: string) => (await site.app.http.inject(`/feeds/events/${id}.ics`)).body
const unfold = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

type Date_ = { scheduled: string; startsAt: string; endsAt: string }
async function storedDates(id: string): Promise<Date_[]> {
  const { rows } = await sql<Date_>`
    select scheduled, to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "startsAt",
      to_char(ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "endsAt"
    from event_occurrence where listing_id = ${id} and canceled is null order by starts_at`.execute(
    site.database.kysely,
  )
  return rows
}
const iso = (instant: Date) => instant.toISOString().replace('.000', '')

/** Lists the dates that take place, as ical.js understands the rule, the exceptions, and the time zone. */
function datesOf(text: string, limit: number): string[][] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const zone of calendar.getAllSubcomponents('vtimezone'))
    ICAL.TimezoneService.register(new ICAL.Timezone(zone))
  const components = calendar.getAllSubcomponents('vevent')
  const dates = components
    .filter((component) => !component.hasProperty('recurrence-id'))
    .flatMap((component) => {
      const event = new ICAL.Event(component)
      for (const other of components)
        if (other.hasProperty('recurrence-id') && other.getFirstPropertyValue('uid') === event.uid)
          event.relateException(other)
      const found: ICAL.Event['startDate'][][] = []
      const iterator = event.iterator()
      for (let next = iterator.next(); next && found.length < limit; next = iterator.next()) {
        const { startDate, endDate, item } = event.getOccurrenceDetails(next)
        if (item.component.getFirstPropertyValue('status') !== 'CANCELLED') found.push([startDate, endDate])
      }
      return found
    })
  ICAL.TimezoneService.reset()
  return dates.map((date) => date.map((time) => iso(time.toJSDate()))).toSorted()
}

/** Lists the days of the rule without overrides, as rrule understands its text: it computes local times as if they were UTC. */
function daysOf(text: string): string[] {
  const lines = unfold(text.slice(text.indexOf('BEGIN:VEVENT')))
  const start = lines.find((line) => line.startsWith('DTSTART'))
  const day = /(\d{8})(T\d{6})?$/.exec(start ?? '')
  const rule = lines.find((line) => line.startsWith('RRULE:')) ?? ''
  const set = rrule.rrulestr(`DTSTART:${day?.[1]}${day?.[2] ?? 'T000000'}Z\n${rule}`)
  return set.all((_date, index) => index < 60).map((date) => date.toISOString().slice(0, 10))
}

const zones = [
  { state: 'New York', city: 'New York City' },
  { country: 'Canada', state: 'Newfoundland and Labrador', city: "St. John's" },
  { state: 'Arizona', city: 'Phoenix' },
  { state: 'Hawaii', city: 'Honolulu' },
]
const rules: [string, string, string[]][] = [
  ['2026-10-13', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20270330;WKST=SU', ['2026-11-10']],
  ['2026-10-26', 'FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=30', ['2026-11-02', '2026-11-04']],
  ['2026-10-31', 'FREQ=MONTHLY;BYMONTHDAY=31;COUNT=6', []],
  ['2027-02-26', 'FREQ=MONTHLY;BYDAY=-1FR;COUNT=8', []],
  ['2026-10-30', 'FREQ=DAILY;COUNT=6', []],
]

test.each(zones)('series in $city are the same dates for ical.js and rrule as stored', async (place) => {
  for (const [startDate, rule, exceptions] of rules) {
    const times = { startTime: '19:30', endTime: '21:00', doorsTime: '19:00' }
    const id = await create({ ...place, startDate, schedule: { ...times, rule, exceptions } })
    const text = await calendarOf(id)
    readCalendar(text)
    const stored = await storedDates(id)
    expect(datesOf(text, 100)).toEqual(stored.map(({ startsAt, endsAt }) => [startsAt, endsAt]))
    expect(daysOf(text).filter((day) => !exceptions.includes(day))).toEqual(
      stored.map(({ scheduled }) => scheduled),
    )
    expect(text).toContain('Doors open at 7:00')
  }
})

test('a series of whole days has days in its rule, exceptions, and overrides', async () => {
  const id = await create({
    startDate: '2026-12-01',
    schedule: { rule: 'FREQ=WEEKLY;UNTIL=20261222', exceptions: ['2026-12-08'] },
  })
  await sql`update event_occurrence set canceled = now() where listing_id = ${id} and scheduled = '2026-12-15'`.execute(
    site.database.kysely,
  )
  const lines = unfold(await calendarOf(id))
  for (const line of [
    'DTSTART;VALUE=DATE:20261201',
    'RRULE:FREQ=WEEKLY;UNTIL=20261222',
    'EXDATE;VALUE=DATE:20261208',
    'RECURRENCE-ID;VALUE=DATE:20261215',
  ])
    expect(lines).toContain(line)
  expect(lines.filter((line) => line === 'STATUS:CANCELLED')).toHaveLength(1)
  expect(datesOf(lines.join('\r\n'), 10).map(([start]) => start?.slice(0, 10))).toEqual([
    '2026-12-01',
    '2026-12-22',
  ])
})

test('a date during which clocks change says itself when it ends', async () => {
  const nights = { startTime: '22:00', endTime: '05:00', rule: 'FREQ=WEEKLY;COUNT=3' }
  for (const [startDate, endDate, changed] of [
    ['2026-10-24', '2026-10-25', ['20261031']],
    ['2026-10-31', '2026-11-01', ['20261031', '20261107', '20261114']],
  ] as const) {
    const id = await create({ startDate, endDate, schedule: nights })
    const text = await calendarOf(id)
    expect(unfold(text).filter((line) => line.startsWith('RECURRENCE-ID'))).toEqual(
      changed.map((day) => `RECURRENCE-ID;TZID=America/Chicago:${day}T220000`),
    )
    expect(datesOf(text, 10)).toEqual(
      (await storedDates(id)).map(({ startsAt, endsAt }) => [startsAt, endsAt]),
    )
  }
})

test('changed, canceled, and postponed dates replace their date, and each part has its own UID', async () => {
  const { kysely } = site.database
  const id = await create({
    title: 'Tuesday quiz',
    startDate: '2026-12-01',
    schedule: { startTime: '19:30', endTime: '21:00', rule: 'FREQ=WEEKLY;COUNT=5' },
  })
  const change = (scheduled: string, assignment: string) =>
    sql`update event_occurrence set ${sql.raw(assignment)} where listing_id = ${id} and scheduled = ${scheduled}`.execute(
      kysely,
    )
  await change('2026-12-08', 'canceled = now()')
  await change('2026-12-15', 'postponed = now()')
  await change(
    '2026-12-22',
    `changed = true, start_date = '2026-12-23', end_date = '2026-12-23', start_time = '18:00', end_time = '20:00',
     starts_at = '2026-12-24T00:00:00Z', ends_at = '2026-12-24T02:00:00Z'`,
  )
  await sql`insert into event_schedule (listing_id, part, start_date, end_date) values (${id}, 1, '2027-01-05', '2027-01-06')`.execute(
    kysely,
  )
  await sql`update listing set version = version + 1 where id = ${id}`.execute(kysely)
  const text = await calendarOf(id)
  const found = readCalendar(text).map(({ uid, summary, status, sequence }) => [
    uid.replace(id, 'id'),
    summary,
    status,
    sequence,
  ])
  expect(found).toEqual([
    ['id@board.example', 'Tuesday quiz', 'CONFIRMED', 1],
    ['id@board.example', 'Tuesday quiz (canceled)', 'CANCELLED', 1],
    ['id@board.example', 'Tuesday quiz (postponed)', 'TENTATIVE', 1],
    ['id@board.example', 'Tuesday quiz', 'CONFIRMED', 1],
    ['id-2@board.example', 'Tuesday quiz', 'CONFIRMED', 1],
  ])
  expect(unfold(text)).toContain('RECURRENCE-ID;TZID=America/Chicago:20261208T193000')
  expect(datesOf(text, 10)).toEqual([
    ['2026-12-02T01:30:00Z', '2026-12-02T03:00:00Z'],
    ['2026-12-16T01:30:00Z', '2026-12-16T03:00:00Z'],
    ['2026-12-24T00:00:00Z', '2026-12-24T02:00:00Z'],
    ['2026-12-30T01:30:00Z', '2026-12-30T03:00:00Z'],
    // A whole day is at no place.
    [expect.any(String), expect.any(String)],
  ])
})

test('has the venue and its point, but never the link to an online event', async () => {
  const id = await create({ startDate: '2026-12-01', schedule: { startTime: '19:30' } })
  await sql`insert into event_details (listing_id, attendance_mode, venue_name, venue_address, venue_postal_code, venue_note,
      venue_latitude, venue_longitude, online_url)
    values (${id}, 'both', 'Town Hall', '1 Main St', '78701', 'Side entrance', 30.25, -97.75, 'https://meet.example/secret')`.execute(
    site.database.kysely,
  )
  const lines = unfold(await calendarOf(id))
  expect(lines).toContain('LOCATION:Town Hall\\, 1 Main St\\, Austin\\, Texas\\, United States\\, 78701')
  expect(lines).toContain('GEO:30.25;-97.75')
  expect(lines).toContain('DTSTART;TZID=America/Chicago:20261201T193000')
  expect(lines.filter((line) => line.startsWith('DTEND'))).toEqual([])
  expect(lines.join()).toContain('Side entrance')
  expect(lines.join()).not.toContain('secret')
})

test('the feed says when the next date of a series is', async () => {
  await sql`delete from listing`.execute(site.database.kysely)
  site.setNow(new Date('2026-12-02T12:00:00Z'))
  await create({
    startDate: '2026-12-01',
    schedule: { startTime: '19:30', endTime: '21:00', rule: 'FREQ=WEEKLY' },
  })
  const { body } = await site.app.http.inject('/feeds/events.atom')
  expect(body).toMatch(/Repeats, next on .*Dec(ember)? 8.*7:30\sPM to 9:00\sPM CST/)

  await create({
    startDate: '2026-12-04',
    endDate: '2026-12-05',
    schedule: { startTime: '21:00', endTime: '02:00' },
  })
  const { body: withNight } = await site.app.http.inject('/feeds/events.atom')
  expect(withNight).toMatch(/Friday, December 4, 2026, 9:00\sPM to 2:00\sAM CST/)
})
