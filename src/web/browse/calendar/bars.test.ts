import { expect, test } from 'vitest'
import type { CalendarDay, DayEvent } from '../../../shared/contract/browse.ts'
import { daysFrom } from '../../../shared/days.ts'
import { barsOf } from './bars.ts'
import { formatBar } from './calendar-text.ts'

const event = (
  title: string,
  startDate: string,
  endDate: string,
  others: Partial<DayEvent> = {},
): DayEvent => ({
  _id: title,
  title,
  country: '',
  state: null,
  city: null,
  startDate,
  endDate,
  startTime: null,
  endTime: null,
  canceled: false,
  postponed: false,
  daily: null,
  ...others,
})

const week = (at: (day: string) => DayEvent[]): CalendarDay[] =>
  daysFrom('2026-11-22', '2026-11-28').map((day) => ({ day, total: at(day).length, events: at(day) }))

const shown = (days: CalendarDay[], known = days) =>
  barsOf(days, known).map(({ event: { title }, from, days, lane }) => [title, from, days, lane])

test('an event of several days is one bar over them, in a row that is free', () => {
  const fair = event('Fair', '2026-11-20', '2026-11-24')
  const show = event('Show', '2026-11-23', '2026-12-10')
  const sale = event('Sale', '2026-11-26', '2026-11-27')
  const days = week((day) =>
    [fair, show, sale].filter(({ startDate, endDate }) => startDate <= day && endDate >= day),
  )
  expect(shown(days)).toEqual([
    ['Fair', 0, 3, 0],
    ['Show', 1, 6, 1],
    ['Sale', 4, 2, 0],
  ])
  expect(formatBar(sale)).toBe('Nov 26 – Nov 27')
})

test('a daily series is one bar to its end, from the first day on which any part of the calendar has it', () => {
  const chess = (day: string) => event('Chess', day, day, { daily: { until: '2026-11-27' } })
  const days = week((day) => (day === '2026-11-25' ? [chess(day)] : []))
  expect(shown(days)).toEqual([['Chess', 3, 3, 0]])
  const before = { day: '2026-11-21', total: 1, events: [chess('2026-11-21')] }
  expect(shown(days, [before, ...days])).toEqual([['Chess', 0, 6, 0]])
  expect(shown([before], [before, ...days])).toEqual([['Chess', 0, 1, 0]])
  expect(formatBar(chess('2026-11-25'))).toBe('Daily until November 27')
  expect(formatBar(event('Yoga', '2026-11-25', '2026-11-25', { daily: { until: null } }))).toBe('Daily')
})

test('a night is no bar, nor is a part of the calendar that an event does not reach', () => {
  const night = event('Night', '2026-11-22', '2026-11-23', { startTime: '20:00', endTime: '02:00' })
  const later = event('Later', '2026-11-29', '2026-11-30')
  const days = week((day) => (day === '2026-11-22' ? [night] : []))
  expect(shown(days, [...days, { day: '2026-11-29', total: 1, events: [later] }])).toEqual([])
})
