import { expect, test } from 'vitest'
import { googleUrl, outlookUrl } from './calendar-urls.ts'

const page = 'https://board.example/event-details/1'
const venue = {
  name: 'Tin Shed',
  address: '12 Main St.',
  postal_code: '78701',
  note: '',
  latitude: null,
  longitude: null,
}
const occurrence = {
  scheduled: '2026-10-27',
  startDate: '2026-10-27',
  endDate: '2026-10-27',
  startTime: '19:30',
  endTime: '21:00',
  doorsTime: null,
  startsAt: '2026-10-28T00:30:00.000Z',
  endsAt: '2026-10-28T02:00:00.000Z',
  canceled: false,
  postponed: false,
}
const schedule = { ...occurrence, rule: null, exceptions: [] }
const event = {
  title: 'Open mic & pie',
  occurrence,
  schedule,
  venue,
  rule: null,
  time_zone: 'America/Chicago',
  city: 'Austin',
  state: 'Texas',
  country: 'United States',
}
const wholeDays = { ...occurrence, endDate: '2026-10-28', startTime: null, endTime: null }
const parametersOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

test('Google gets the times at the place, and the rule of a series until its last date has started', () => {
  const weekly = { ...event, rule: 'FREQ=WEEKLY;UNTIL=20261124;BYDAY=TU' }
  expect(parametersOf(googleUrl(weekly, page))).toEqual({
    action: 'TEMPLATE',
    text: 'Open mic & pie',
    dates: '20261027T193000/20261027T210000',
    ctz: 'America/Chicago',
    details: page,
    location: 'Tin Shed, 12 Main St., Austin, Texas, United States 78701',
    // The last date starts on November 25 at 01:30 UTC: the clock has changed.
    recur: 'RRULE:FREQ=WEEKLY;UNTIL=20261125T023000Z;BYDAY=TU',
  })
  const withException = { ...weekly, schedule: { ...schedule, exceptions: ['2026-11-03'] } }
  expect(parametersOf(googleUrl(withException, page))).not.toHaveProperty('recur')
})

test('whole days end on the day after the last one', () => {
  const days = { ...event, occurrence: wholeDays }
  expect(parametersOf(googleUrl(days, page))).toMatchObject({ dates: '20261027/20261029' })
  expect(parametersOf(outlookUrl(days, page))).toMatchObject({
    startdt: '2026-10-27',
    enddt: '2026-10-29',
    allday: 'true',
    subject: 'Open mic & pie',
    body: page,
  })
})

test('Outlook gets the instants of the current date', () => {
  const parameters = parametersOf(outlookUrl(event, page))
  expect(parameters).toMatchObject({ startdt: occurrence.startsAt, enddt: occurrence.endsAt })
  expect(parameters).not.toHaveProperty('allday')
})
