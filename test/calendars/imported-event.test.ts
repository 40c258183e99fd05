/** An event of a calendar, from its text through the form to the calendar of the posted event: both must say the same. */
import nodeIcal, { type VEvent } from 'node-ical'
import { beforeAll, expect, test } from 'vitest'
import { parseCalendar } from '../../src/server/modules/calendar-import/parser/parse-calendar.ts'
import type { ImportedEventReply } from '../../src/shared/contract/imported-calendars.ts'
import type { AuthedLoaderContext } from '../../src/web/framework/loading.ts'
import { importedParameter } from '../../src/web/paths.ts'
import { loadImported } from '../../src/web/posting/imported-event.ts'
import { validateListing } from '../../src/web/posting/input.ts'
import { initialValues } from '../../src/web/posting/values.ts'
import { send } from '../support/data/accounts.ts'
import { createPerson, type Person } from '../support/data/conversations.ts'
import { createImportedCalendar } from '../support/data/imported-calendars.ts'
import { createPicture } from '../support/data/posts.ts'
import { createTestApp, type TestApp } from '../support/site/app.ts'

let site: TestApp
let person: Person
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  person = await createPerson(site)
})

const quiz = [
  'UID:quiz',
  'SUMMARY:Quiz night',
  'DESCRIPTION:A quiz\\, for everyone.',
  'DTSTART;TZID=America/New_York:20270105T203000',
  'DTEND;TZID=America/New_York:20270105T220000',
  'LOCATION:Blue Hall\\, 12 Main St\\, Austin\\, TX 78701\\, USA',
  'URL:https://example.org/quiz',
]
const calendarOf = (lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test', 'BEGIN:VEVENT', 'DTSTAMP:20260101T000000Z', ...lines]
    .concat('END:VEVENT', 'END:VCALENDAR', '')
    .join('\r\n')

/** Returns the values with which the form opens. */
async function openForm(text: string) {
  const { events } = parseCalendar({ text, now: '2026-12-01T00:00:00Z', timeZone: 'America/New_York' })
  const stored = await createImportedCalendar(site.database, person.accountId, events)
  const api = {
    getImportedEvent: async ({ params }: { params: { id: string } }) =>
      (await send<ImportedEventReply>(site, 'GET', `/imported-event/${params.id}`, person)).body,
  }
  const query = new URLSearchParams({ [importedParameter]: stored.events[0] ?? '' })
  const imported = await loadImported({ api, query } as unknown as AuthedLoaderContext)
  return initialValues(null, { country: 'Canada' }, imported?.values)
}

/** Lists when each date begins and ends. */
function datesOf(text: string): string[][] {
  const event = Object.values(nodeIcal.parseICS(text)).find((item) => item?.type === 'VEVENT') as VEvent
  const range = { from: new Date('2027-01-01'), to: new Date('2028-01-01') }
  return nodeIcal
    .expandRecurringEvent(event, range)
    .map(({ start, end }) => [...[start.toISOString(), end.toISOString()]])
}

test.each([
  {
    name: 'a rule with two weekdays that ends on a day',
    rule: [
      'RRULE:FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270326T003000Z',
      'EXDATE;TZID=America/New_York:20270112T203000,20270218T203000',
    ],
    form: {
      'schedule.rule': 'weekly',
      'schedule.TH': 'yes',
      'schedule.MO': '',
      'schedule.interval': '',
      'schedule.ends': 'until',
      'schedule.until': '2027-03-25',
      'schedule.count': '',
      'schedule.exceptions': '2027-01-12,2027-02-18',
    },
    count: 22,
  },
  {
    // In UTC, the evening is on the next day.
    name: 'a rule every second week with an exception in UTC',
    rule: ['RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=10', 'EXDATE:20270120T013000Z'],
    form: {
      'schedule.rule': 'weekly',
      'schedule.TH': '',
      'schedule.interval': '2',
      'schedule.ends': 'count',
      'schedule.count': '10',
      'schedule.exceptions': '2027-01-19',
    },
    count: 9,
  },
  {
    name: 'a rule with a weekday of the month',
    rule: ['RRULE:FREQ=MONTHLY;BYDAY=1TU;COUNT=6'],
    form: { 'schedule.rule': 'monthly-nth', 'schedule.ends': 'count', 'schedule.exceptions': '' },
    count: 6,
  },
])('$name is in the form, and the posted event has the same dates', async ({ rule, form, count }) => {
  const source = calendarOf([...quiz, ...rule])
  const values = await openForm(source)
  expect(values).toMatchObject({
    title: 'Quiz night',
    description: 'A quiz, for everyone.\n\nhttps://example.org/quiz',
    // At the place of the event.
    startDate: '2027-01-05',
    endDate: '2027-01-05',
    'schedule.startTime': '19:30',
    'schedule.endTime': '21:00',
    'schedule.doorsTime': '',
    country: 'United States',
    state: 'Texas',
    city: 'Austin',
    'venue.name': 'Blue Hall',
    'venue.address': '12 Main St',
    'venue.postal_code': '78701',
    ...form,
  })

  const images = [await createPicture(site.database, person.accountId)]
  const added = { price: '5', category: 'Pet Services', subcategory: 'Dog Walking' }
  const validated = validateListing({
    kind: 'event',
    values: { ...values, ...added },
    images,
    fields: [],
    stored: {},
    version: null,
    offered: { subcategory: true, state: true, city: true },
  })
  if ('errors' in validated) throw new Error(JSON.stringify(validated.errors))
  const { cookie } = person
  const posted = await send<{ _id: string }>(site, 'POST', '/events', { cookie, body: validated.data.body })
  expect(posted.status, JSON.stringify(posted.body)).toBe(201)
  const { body: feed } = await site.app.http.inject(`/feeds/events/${posted.body._id}.ics`)
  expect(datesOf(feed)).toEqual(datesOf(source))
  expect(datesOf(feed)).toHaveLength(count)
  const lines = feed.replaceAll('\r\n ', '').split('\r\n')
  expect(lines).toContain('SUMMARY:Quiz night')
  expect(lines).toContain('LOCATION:Blue Hall\\, 12 Main St\\, Austin\\, Texas\\, United States\\, 78701')
})
