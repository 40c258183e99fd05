import { expect, test } from 'vitest'
import {
  type EventTimes,
  formatEventOnNow,
  formatEventStart,
  formatEventStartShort,
  formatEventTimes,
  formatTime,
  formatTimeZone,
} from './event-times.ts'

const day = '2026-11-27'
const evening = { startDate: day, endDate: day, startTime: '19:30', endTime: '21:00' }
const night = { ...evening, startTime: '21:00', endDate: '2026-11-28', endTime: '02:00' }
const weekend = { ...evening, endDate: '2026-11-29' }

test('formats times', () => {
  expect(['00:05', '09:00', '12:00', '23:59'].map(formatTime)).toEqual([
    ...['12:05 AM', '9:00 AM', '12:00 PM', '11:59 PM'],
  ])
  expect(formatEventTimes(evening)).toBe('Friday, November 27, 2026, 7:30 PM – 9:00 PM')
  expect(formatEventTimes({ ...evening, endTime: null })).toBe('Friday, November 27, 2026, 7:30 PM')
  expect(formatEventTimes(weekend)).toBe(
    'Friday, November 27, 2026, 7:30 PM – Sunday, November 29, 2026, 9:00 PM',
  )
  expect(formatEventTimes(night)).toBe('Friday, November 27, 2026, 9:00 PM – 2:00 AM')
  expect(formatEventStart(night)).toBe('Friday, November 27, 2026, 9:00 PM')
  expect(formatEventStartShort(night)).toBe('Fri, Nov 27, 2026, 9:00 PM')
  const wholeDay = { ...night, startTime: '09:00' }
  expect(formatEventStart(wholeDay)).toBe('Friday, November 27, 2026 – Saturday, November 28, 2026')
  const allDay = { ...evening, startTime: null, endTime: null }
  expect(formatEventTimes(allDay)).toBe('Friday, November 27, 2026')
  expect(formatEventStart(evening)).toBe('Friday, November 27, 2026, 7:30 PM')
  expect(formatEventStartShort(evening)).toBe('Fri, Nov 27, 2026, 7:30 PM')
  expect(formatEventStartShort(allDay)).toBe('Friday, November 27, 2026')
})

test('names time zones as people do', () => {
  expect(['America/Chicago', 'America/St_Johns', 'Pacific/Honolulu'].map(formatTimeZone)).toEqual([
    ...['Central Time', 'Newfoundland Time', 'Hawaii-Aleutian Standard Time'],
  ])
})

test('an event is on now by the clock of its place', () => {
  const timeZone = 'Pacific/Honolulu'
  const onNow = (times: EventTimes, now: string) =>
    formatEventOnNow({ ...times, ...instants }, { timeZone, now })
  let instants = { startsAt: '2026-11-28T05:30:00.000Z', endsAt: '2026-11-28T07:00:00.000Z' }
  expect(onNow(evening, '2026-11-28T05:29:59.000Z')).toBeNull()
  expect(onNow(evening, '2026-11-28T06:00:00.000Z')).toBe('On now, until 9:00 PM')
  expect(onNow(evening, '2026-11-28T07:00:00.000Z')).toBeNull()
  instants = { startsAt: '2026-11-28T05:30:00.000Z', endsAt: '2026-11-30T07:00:00.000Z' }
  expect(onNow(weekend, '2026-11-28T09:00:00.000Z'), 'still Friday there').toBe('On now')
  expect(onNow(weekend, '2026-11-28T11:00:00.000Z')).toBe('On now, until Nov 29')
  instants = { startsAt: '2026-11-28T07:00:00.000Z', endsAt: '2026-11-28T12:00:00.000Z' }
  expect(onNow(night, '2026-11-28T08:00:00.000Z'), 'before midnight').toBe('On now, until 2:00 AM')
  instants = { startsAt: '2026-11-27T10:00:00.000Z', endsAt: '2026-11-30T10:00:00.000Z' }
  const days = { ...weekend, startTime: null, endTime: null }
  expect(onNow(days, '2026-11-28T09:00:00.000Z'), 'its first day').toBeNull()
  expect(onNow(days, '2026-11-30T09:00:00.000Z')).toBe('On now, ends today')
})
