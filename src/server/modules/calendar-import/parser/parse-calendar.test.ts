import { describe, expect, test } from 'vitest'
import { strangeTexts } from '../../../../../test/support/data/strange-texts.ts'
import { maxImportedEvents } from '../../../../shared/limits.ts'
import { parseCalendar } from './parse-calendar.ts'
import { runParser } from './run-parser.ts'

const now = '2026-11-20T17:00:00.000Z'
const timeZone = 'America/New_York'

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'SUMMARY:Market', ...lines, 'END:VEVENT'].join('\r\n')
const calendar = (...parts: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...parts, 'END:VCALENDAR', ''].join('\r\n')
const parse = (...parts: string[]) => parseCalendar({ text: calendar(...parts), now, timeZone })
const parseOne = (...lines: string[]) => {
  const { events } = parse(event('UID:1', ...lines))
  expect(events).toHaveLength(1)
  return events[0]
}

describe('times', () => {
  test.each([
    [
      'a day',
      ['DTSTART;VALUE=DATE:20261201'],
      ['2026-12-01', null, '2026-12-01', null],
      '2026-12-01T05:00:00.000Z',
    ],
    [
      'days, whose end is exclusive',
      ['DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20261204'],
      ['2026-12-01', null, '2026-12-03', null],
      '2026-12-01T05:00:00.000Z',
    ],
    [
      'UTC',
      ['DTSTART:20261201T010000Z', 'DTEND:20261201T030000Z'],
      ['2026-12-01', '01:00', '2026-12-01', '03:00'],
      '2026-12-01T01:00:00.000Z',
    ],
    [
      'an IANA zone that the file does not define',
      ['DTSTART;TZID=America/Denver:20261201T190000', 'DTEND;TZID=America/Denver:20261202T003000'],
      ['2026-12-01', '19:00', '2026-12-02', '00:30'],
      '2026-12-02T02:00:00.000Z',
    ],
    [
      'an IANA zone with a path',
      ['DTSTART;TZID=/example.org/20250101/America/St_Johns:20260701T190000'.replace('202607', '202707')],
      ['2027-07-01', '19:00', '2027-07-01', null],
      '2027-07-01T21:30:00.000Z',
    ],
    [
      'an end in another zone',
      ['DTSTART;TZID=America/Denver:20261201T190000', 'DTEND;TZID=America/New_York:20261201T220000'],
      ['2026-12-01', '19:00', '2026-12-01', '20:00'],
      '2026-12-02T02:00:00.000Z',
    ],
    [
      'floating, in the site’s zone',
      ['DTSTART:20261201T190000', 'DURATION:PT90M'],
      ['2026-12-01', '19:00', '2026-12-01', '20:30'],
      '2026-12-02T00:00:00.000Z',
    ],
    [
      'an unknown zone, as floating',
      ['DTSTART;TZID=Nowhere/Land:20261201T190000', 'DTEND;TZID=Nowhere/Land:20261201T180000'],
      ['2026-12-01', '19:00', '2026-12-01', null],
      '2026-12-02T00:00:00.000Z',
    ],
  ])('are read in %s', (_what, lines, expected, startsAt) => {
    const found = parseOne(...lines)
    const { start, end } = found ?? {}
    expect([start?.day, start?.time, end?.day, end?.time]).toEqual(expected)
    expect(found?.startsAt).toBe(startsAt)
  })

  test('are read in a zone that only the file defines', () => {
    const zone = [
      ...['BEGIN:VTIMEZONE', 'TZID:Mountain Standard Time', 'BEGIN:STANDARD', 'DTSTART:16010101T020000'],
      ...['TZOFFSETFROM:-0600', 'TZOFFSETTO:-0700', 'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11', 'END:STANDARD'],
      ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', 'TZOFFSETFROM:-0700', 'TZOFFSETTO:-0600'],
      ...['RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE'],
    ].join('\r\n')
    for (const [stamp, instant] of [
      ['20261201T190000', '2026-12-02T02:00:00.000Z'],
      ['20270701T190000', '2027-07-02T01:00:00.000Z'],
    ]) {
      const { events } = parse(zone, event('UID:1', `DTSTART;TZID=Mountain Standard Time:${stamp}`))
      expect(events.map(({ startsAt }) => startsAt)).toEqual([instant])
    }
  })
})

describe('a series', () => {
  const series = (...lines: string[]) => {
    const found = parseOne(...lines)
    return found && [found.start.day, found.rule, found.exceptions, found.partial]
  }
  test.each([
    [
      'begins with its next date',
      ['DTSTART;TZID=America/Chicago:20250107T190000', 'RRULE:FREQ=WEEKLY;BYDAY=TU;WKST=MO'],
      ['2026-11-24', 'FREQ=WEEKLY;BYDAY=TU', [], false],
    ],
    [
      'leaves out exceptions',
      ['DTSTART:20261103T190000', 'RRULE:FREQ=WEEKLY;BYDAY=TU', 'EXDATE:20261124T190000,20261208T190000'],
      ['2026-12-01', 'FREQ=WEEKLY;BYDAY=TU', ['2026-12-08'], false],
    ],
    [
      'counts the dates that are left',
      ['DTSTART:20261103T190000', 'RRULE:FREQ=WEEKLY;COUNT=5'],
      ['2026-11-24', 'FREQ=WEEKLY;COUNT=2', [], false],
    ],
    [
      'ends on a day in its own zone',
      ['DTSTART;TZID=America/Chicago:20261124T190000', 'RRULE:FREQ=WEEKLY;UNTIL=20261223T010000Z'],
      ['2026-11-24', 'FREQ=WEEKLY;UNTIL=20261222', [], false],
    ],
    [
      'on weekdays repeats weekly',
      ['DTSTART:20261123T190000', 'RRULE:FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR'],
      ['2026-11-23', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', [], false],
    ],
    [
      'by position repeats on that weekday of the month',
      ['DTSTART:20261208T190000', 'RRULE:FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2'],
      ['2026-12-08', 'FREQ=MONTHLY;BYDAY=2TU', [], false],
    ],
    [
      'by month repeats on the day of the month',
      ['DTSTART;VALUE=DATE:20261215', 'RRULE:FREQ=MONTHLY'],
      ['2026-12-15', 'FREQ=MONTHLY;BYMONTHDAY=15', [], false],
    ],
    [
      'by a rule that events cannot have is its next date',
      ['DTSTART;VALUE=DATE:20201225', 'RRULE:FREQ=YEARLY'],
      ['2026-12-25', null, [], true],
    ],
  ])('%s', (_what, lines, expected) => {
    expect(series(...lines)).toEqual(expected)
  })

  test('has changed and additional dates as events', () => {
    const { events } = parse(
      event('UID:1', 'DTSTART:20261124T190000', 'RRULE:FREQ=WEEKLY;COUNT=3', 'RDATE:20261130T120000'),
      event('UID:1', 'RECURRENCE-ID:20261201T190000', 'DTSTART:20261202T200000', 'STATUS:CANCELLED'),
    )
    expect(
      events.map(({ recurrenceId, start, rule, exceptions, canceled }) => [
        ...[recurrenceId, start.day, start.time, rule],
        ...[exceptions.join(), canceled],
      ]),
    ).toEqual([
      ['', '2026-11-24', '19:00', 'FREQ=WEEKLY;COUNT=3', '2026-12-01', false],
      ['2026-11-30T12:00', '2026-11-30', '12:00', null, '', false],
      ['2026-12-01T19:00', '2026-12-02', '20:00', null, '', true],
    ])
  })

  test('that is over or never begins is left out', () => {
    const { events } = parse(
      event('UID:1', 'DTSTART:20250107T190000', 'RRULE:FREQ=WEEKLY;UNTIL=20261101T000000Z'),
      event('UID:2', 'DTSTART:20250107T190000', 'RRULE:FREQ=WEEKLY;COUNT=5'),
      event('UID:3', 'DTSTART:20261119T190000'),
      event('UID:4', 'DTSTART:20261119T190000', 'DTEND:20261121T190000'),
    )
    expect(events.map(({ uid }) => uid)).toEqual(['4'])
  })

  test('says the same schedule as its dates pass', () => {
    const text = calendar(event('UID:1', 'DTSTART:20261103T190000', 'RRULE:FREQ=WEEKLY;COUNT=9'))
    const [early, late] = [now, '2026-12-10T17:00:00.000Z'].map(
      (time) => parseCalendar({ text, now: time, timeZone }).events[0],
    )
    expect([early?.start.day, late?.start.day]).toEqual(['2026-11-24', '2026-12-15'])
    expect(early?.schedule).toBe(late?.schedule)
  })
})

test('reads the fields of an event as plain text', () => {
  const found = parseOne(
    'DTSTART:20261201T190000',
    'DESCRIPTION:<p>Come &amp\\; see.</p><p>Bring <b>a cup</b><br>and friends.</p><script>alert(1)</script>',
    'LOCATION:Blue Hall\\, 12 Main St\\, Austin\\, TX',
    'URL:https://example.org/market',
    'CATEGORIES:Market,Music',
  )
  expect(found).toMatchObject({
    title: 'Market',
    location: 'Blue Hall, 12 Main St, Austin, TX',
    url: 'https://example.org/market',
    categories: ['Market', 'Music'],
  })
  expect(found?.description).toBe('Come & see.\n\nBring a cup\nand friends.')
  expect(parseOne('DTSTART:20261201T190000', 'URL:javascript:alert(1)')?.url).toBe('')
})

test('keeps strange texts harmless', () => {
  const { events } = parse(
    ...strangeTexts.map((text, index) =>
      event(
        `UID:${index}`,
        `DTSTART:20261201T19${String(index).padStart(2, '0')}00`,
        `SUMMARY:${escaped(text.replace(/\r/g, ''))}`,
        `DESCRIPTION:${escaped(text.replace(/\r/g, ''))}`,
      ),
    ),
  )
  expect(events.length).toBeGreaterThan(strangeTexts.length - 3)
  for (const { description, title } of events) {
    expect(title).not.toContain('\n')
    expect(title).not.toContain('\ufffe')
    expect(description).not.toMatch(/<script|<img/)
    expect(description.isWellFormed()).toBe(true)
  }
})

test('reads what is right of a broken file, and says what it could not read', () => {
  const { events, read, skipped } = parse(
    event('UID:1', 'DTSTART:not a date'),
    event('UID:2'),
    event('UID:3', 'DTSTART:20261201T190000', 'RRULE:FREQ=SOMETIMES'),
    event('UID:5', 'DTSTART:20261201T190000', 'DTEND:yesterday'),
    event(`UID:${'x'.repeat(1000)}`, 'DTSTART:20261203T190000'),
  )
  expect(events.map(({ start, end, rule, partial }) => [start.day, end.time, rule, partial])).toEqual([
    ['2026-12-01', null, null, true],
    ['2026-12-01', null, null, false],
    ['2026-12-03', null, null, false],
  ])
  expect(events.at(-1)?.uid).toMatch(/^[\da-f]{64}$/)
  expect(read).toBe(3)
  expect(skipped.map(({ title, reason }) => [title, reason])).toEqual([
    ['Market', 'We couldn’t read its start, “not a date”.'],
    ['Market', 'It has no start.'],
  ])
})

test('rejects what is no calendar, and one rule without dates costs no other event', async () => {
  for (const text of ['', 'BEGIN:VCALENDAR', '<html></html>', 'BEGIN:VCALENDAR\r\nX\r\nEND:VEVENT\r\n'])
    await expect(runParser({ text, now, timeZone })).rejects.toThrow('We couldn’t read this calendar.')
  // A rule without a date.
  const endless = event('UID:1', 'DTSTART:20260101T190000', 'RRULE:FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30')
  const others = ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=SECONDLY', 'FREQ=HOURLY;COUNT=100000']
  const { events, skipped } = await runParser({
    text: calendar(
      endless,
      ...others.map((rule) => event('UID:1', 'DTSTART:20260101T190000', `RRULE:${rule}`)),
      event('UID:2', 'DTSTART:20261201T190000'),
    ),
    now,
    timeZone,
  })
  expect(events.map(({ uid }) => uid)).toEqual(['2'])
  expect(skipped).toHaveLength(4)
})

test('imports the next events of a large calendar', async () => {
  const events = Array.from({ length: 10_000 }, (_, index) => {
    const day = new Date(Date.parse('2026-11-21T00:00:00Z') + ((index * 7919) % 10_000) * 3_600_000)
    return event(`UID:${index}`, `DTSTART:${day.toISOString().replace(/[-:]|\.\d+/g, '')}`)
  })
  const { truncated, ...parsed } = await runParser({ text: calendar(...events), now, timeZone })
  expect([truncated, parsed.events.length]).toEqual([true, maxImportedEvents])
  expect(parsed.events[0]?.startsAt).toBe('2026-11-21T00:00:00.000Z')
  expect(parsed.events.at(-1)?.startsAt).toBe('2026-11-29T07:00:00.000Z')
})
