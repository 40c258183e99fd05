/** Dates of random series, compared with another library (rrule), with a loop over all days, and with clocks (Intl). */
import fc from 'fast-check'
import rrule from 'rrule'
import { describe, expect, test } from 'vitest'
import { end, pattern, someDay, timeText } from '../../../../../test/support/data/random-series.ts'
import { addDays, daysBetween } from '../../../../shared/days.ts'
import { expandRule } from '../../../../shared/expand-rule.ts'
import { formatRule, parseRule, type Recurrence, weekdays } from '../../../../shared/recurrence/recurrence.ts'
import { addMonths, planOccurrences, type SchedulePart } from './occurrences.ts'

const zones = [
  ...['America/New_York', 'America/Chicago', 'America/St_Johns', 'America/Halifax', 'America/Whitehorse'],
  ...['Pacific/Honolulu', 'America/Phoenix', 'America/Regina', 'America/Adak', 'Pacific/Kiritimati'],
  ...['Australia/Lord_Howe', 'Asia/Kathmandu'],
]

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()
const dateOf = (day: string) => Number(day.slice(8))
const monthsOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
const isLastOfMonth = (day: string) => dateOf(addDays(day, 1)) === 1

/** Whether a day is one by the rule, as RFC 5545 describes it. */
function matches(day: string, start: string, rule: Recurrence): boolean {
  const { frequency, interval, days, monthDay, nth } = rule
  if (frequency === 'daily') return daysBetween(start, day) % interval === 0
  if (frequency === 'weekly') {
    const sunday = (of: string) => addDays(of, -weekdayOf(of))
    const wanted = days.length > 0 ? days.map((name) => weekdays.indexOf(name)) : [weekdayOf(start)]
    return wanted.includes(weekdayOf(day)) && (daysBetween(sunday(start), sunday(day)) / 7) % interval === 0
  }
  if ((monthsOf(day) - monthsOf(start)) % interval !== 0) return false
  if (monthDay !== null) return monthDay === -1 ? isLastOfMonth(day) : dateOf(day) === monthDay
  if (!nth || weekdayOf(day) !== weekdays.indexOf(nth.day)) return false
  if (nth.position === -1) return monthsOf(addDays(day, 7)) !== monthsOf(day)
  return Math.ceil(dateOf(day) / 7) === nth.position
}

/** Returns the days from `start` to `last` that match, at most as many as the rule says. */
function daysByLoop(start: string, rule: Recurrence, last: string): string[] {
  const days: string[] = []
  const until = rule.until !== null && rule.until < last ? rule.until : last
  for (let day = start; day <= until && days.length < (rule.count ?? 1_000); day = addDays(day, 1))
    if (matches(day, start, rule)) days.push(day)
  return days
}

const daysByRrule = (start: string, rule: string, last: string): string[] =>
  rrule
    .rrulestr(`DTSTART:${start.replaceAll('-', '')}T000000Z\nRRULE:${rule}`)
    .between(new Date(start), new Date(last), true)
    .map((date) => date.toISOString().slice(0, 10))

const offsetFormats = new Map<string, Intl.DateTimeFormat>()
/** Returns what clocks show at an instant, as if it were UTC, in milliseconds. */
function wallOf(timeZone: string, instant: number): number {
  const format =
    offsetFormats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  offsetFormats.set(timeZone, format)
  const part = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** Returns the first instant at which clocks show this, or if they skip it, the one as much later as they are moved. */
function instantByClocks(timeZone: string, day: string, time: string): string {
  const wall = Date.parse(`${day}T${time}Z`)
  const offsets = [wall - 86_400_000, wall + 86_400_000].map((instant) => wallOf(timeZone, instant) - instant)
  const shown = offsets.map((offset) => wall - offset).filter((instant) => wallOf(timeZone, instant) === wall)
  const skipped = wall - (offsets[0] ?? 0)
  return new Date(shown.length > 0 ? Math.min(...shown) : skipped).toISOString()
}

/** Returns when a date ends. If clocks skip its start, it lasts as long as on other days. */
function endByClocks(timeZone: string, start: [string, string], end: [string, string]): string {
  const wall = Date.parse(`${start.join('T')}Z`)
  const skipped = wallOf(timeZone, Date.parse(instantByClocks(timeZone, start[0], `${start[1]}:00`))) - wall
  const [day = '', time = ''] = new Date(Date.parse(`${end.join('T')}Z`) + skipped).toISOString().split('T')
  return instantByClocks(timeZone, day, time.slice(0, 8))
}

const series = fc.record({
  from: someDay,
  pattern,
  end,
  timeZone: fc.constantFrom(...zones),
  startTime: timeText,
  endTime: timeText,
  nights: fc.nat({ max: 2 }),
  skipped: fc.nat({ max: 3 }),
})

describe('random series', () => {
  test('have the days of rrule and of a loop, and the instants of clocks', () => {
    fc.assert(
      fc.property(
        series,
        ({ from, pattern: basic, end: ending, timeZone, startTime, endTime, nights, skipped }) => {
          // The first day must be one by the rule. A rule such as the 31st every 4 months may never match.
          let startDate = from
          for (let days = 0; days < 1_000 && !matches(startDate, startDate, basic); days += 1)
            startDate = addDays(startDate, 1)
          fc.pre(matches(startDate, startDate, basic))
          const until = 'length' in ending ? addDays(startDate, ending.length) : null
          const rule = { ...basic, until, count: 'count' in ending ? ending.count : null }
          const text = formatRule(rule)
          expect(parseRule(text)).toEqual(rule)

          const horizon = addMonths(startDate, 12)
          const byLoop = daysByLoop(startDate, rule, horizon)
          expect(daysByRrule(startDate, text, horizon)).toEqual(byLoop)
          const exceptions = byLoop.slice(1, 1 + skipped)
          const hasEnd = nights > 0 || endTime > startTime
          const part: SchedulePart = {
            part: 0,
            startDate,
            endDate: addDays(startDate, nights),
            rule: text,
            exceptions,
            startTime,
            endTime: hasEnd ? endTime : null,
            doorsTime: null,
          }
          const plan = planOccurrences(part, timeZone, startDate)
          expect(plan).toMatchObject({ includesStart: true, tooMany: false })
          expect(plan.occurrences.map((date) => [date.scheduled, date.startsAt, date.endsAt])).toEqual(
            byLoop
              .filter((day) => !exceptions.includes(day))
              .map((day) => [
                day,
                instantByClocks(timeZone, day, `${startTime}:00`),
                hasEnd
                  ? endByClocks(timeZone, [day, startTime], [addDays(day, nights), endTime])
                  : instantByClocks(timeZone, addDays(day, nights + 1), '00:00:00'),
              ]),
          )
        },
      ),
      { numRuns: 400, seed: 20261123 },
    )
  })

  test.each([
    [
      'monthly on the 29th, in years with and without February 29',
      'FREQ=MONTHLY;BYMONTHDAY=29',
      '2027-01-29',
      11,
    ],
    ['monthly on the 29th in a leap year', 'FREQ=MONTHLY;BYMONTHDAY=29', '2028-01-29', 12],
    ['monthly on the 31st, in months that have one', 'FREQ=MONTHLY;BYMONTHDAY=31', '2027-01-31', 7],
    ['monthly on the last day', 'FREQ=MONTHLY;BYMONTHDAY=-1', '2027-01-31', 12],
    ['monthly on the fifth Friday', 'FREQ=MONTHLY;BYDAY=5FR', '2027-01-29', 5],
    ['monthly on the last Friday', 'FREQ=MONTHLY;BYDAY=-1FR', '2027-01-29', 12],
  ])('%s', (_name, rule, startDate, count) => {
    const days = { startDate, endDate: startDate, startTime: null, endTime: null, doorsTime: null }
    const plan = planOccurrences({ part: 0, ...days, rule, exceptions: [] }, 'America/New_York', startDate)
    const inYear = plan.occurrences.filter(
      ({ scheduled }) => scheduled < addMonths(startDate, 12).slice(0, 7),
    )
    expect(inYear).toHaveLength(count)
  })

  test('a time that clocks skip is an hour later, and one that they show twice is the first', () => {
    const nightly = (startDate: string) => ({
      part: 0,
      startDate,
      endDate: startDate,
      startTime: '02:30',
      endTime: null,
      doorsTime: null,
      rule: 'FREQ=DAILY;COUNT=3',
      exceptions: [],
    })
    const starts = (startDate: string, time = '02:30') =>
      planOccurrences(
        { ...nightly(startDate), startTime: time },
        'America/New_York',
        startDate,
      ).occurrences.map(({ startsAt }) => startsAt.slice(5, 16))
    expect(starts('2027-03-13')).toEqual(['03-13T07:30', '03-14T07:30', '03-15T06:30'])
    expect(starts('2027-11-06', '01:30')).toEqual(['11-06T05:30', '11-07T05:30', '11-08T06:30'])
  })

  test.each([
    ['2027-03-14', '02:30', '03:30', '03:30–04:30'],
    ['2027-03-14', '02:30', '02:45', '03:30–03:45'],
    ['2027-03-14', '02:00', '05:00', '03:00–06:00'],
    ['2027-03-14', '01:30', '02:30', '01:30–03:30'],
    ['2027-11-07', '01:30', '02:30', '01:30–02:30'],
    ['2027-11-07', '00:30', '01:15', '00:30–01:15'],
  ])('on %s, %s–%s is %s', (startDate, startTime, endTime, expected) => {
    const part = { part: 0, startDate, endDate: startDate, startTime, endTime, doorsTime: startTime }
    const [date] = planOccurrences(
      { ...part, rule: null, exceptions: [] },
      'America/New_York',
      startDate,
    ).occurrences
    expect(`${date?.startTime}–${date?.endTime}`).toBe(expected)
    expect(date?.doorsTime).toBe(date?.startTime)
    expect(Date.parse(date?.endsAt ?? '')).toBeGreaterThan(Date.parse(date?.startsAt ?? ''))
  })

  test('rules that have no date end, and so do those whose weeks begin on Monday', () => {
    const list = (rule: string, start: string) => expandRule({ rule, start, until: '2199-12-31', limit: 3 })
    expect(list('FREQ=MONTHLY;INTERVAL=24;BYDAY=5SU', '2027-02-28')).toEqual([])
    expect(list('FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=30', '2027-02-15')).toEqual([])
    expect(list('freq=weekly;interval=2;byday=su,mo', '2027-02-01')).toEqual([
      ...['2027-02-01', '2027-02-07', '2027-02-15'],
    ])
    expect(list('FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU', '2027-02-01')).toEqual([
      ...['2027-02-01', '2027-02-14', '2027-02-15'],
    ])
  })
})
