/** What calendar programs write, and what they mean by it, on 20 November 2026 for a site in New York. */
import { describe, expect, test } from 'vitest'
import { decodeCalendar, isCalendar } from '../decode-calendar.ts'
import { timesOf } from '../to-listing.ts'
import { parseCalendar } from './parse-calendar.ts'

const now = '2026-11-20T17:00:00.000Z'
const timeZone = 'America/New_York'
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const market = (...lines: string[]) => event('UID:a', 'SUMMARY:Market', ...lines)
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const parse = (text: string) => parseCalendar({ text, now, timeZone })
const parseOne = (...lines: string[]) => {
  const { events, skipped } = parse(calendar(...market(...lines)))
  expect([events.length, skipped]).toEqual([1, []])
  return events[0]
}
/** Returns when each event is, at its time there, and how it repeats. */
const summary = (...lines: string[]) =>
  parse(calendar(...lines)).events.map((each) => {
    const { startDate, startTime, endDate, endTime, time_zone, rule, exceptions, partial } = timesOf(
      each,
      null,
      timeZone,
    )
    return [
      `${startDate} ${startTime ?? 'all day'}–${endDate === startDate ? '' : `${endDate} `}${endTime ?? ''}`,
      time_zone === timeZone ? '' : time_zone,
      rule ?? '',
      exceptions.join(),
      partial ? 'partial' : '',
      each.canceled ? 'canceled' : '',
    ]
      .filter(Boolean)
      .join(' | ')
  })
const times = (...lines: string[]) => summary(...market(...lines))

describe('zones', () => {
  test.each([
    ['(UTC-05:00) Eastern Time (US & Canada)', '2026-12-02T00:00:00.000Z'],
    ['"(UTC-05:00) Eastern Time (US & Canada)"', '2026-12-02T00:00:00.000Z'],
    ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', '2026-12-01T18:00:00.000Z'],
    ['W. Europe Standard Time', '2026-12-01T18:00:00.000Z'],
    ['India Standard Time', '2026-12-01T13:30:00.000Z'],
    ['/freeassociation.sourceforge.net/Europe/Paris', '2026-12-01T18:00:00.000Z'],
    ['/freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires', '2026-12-01T22:00:00.000Z'],
    ['america/chicago', '2026-12-02T01:00:00.000Z'],
    ['US/Pacific', '2026-12-02T03:00:00.000Z'],
    ['UTC', '2026-12-01T19:00:00.000Z'],
    ['GMT+0100', '2026-12-01T18:00:00.000Z'],
    ['UTC-08:00', '2026-12-02T03:00:00.000Z'],
    ['+05:30', '2026-12-01T13:30:00.000Z'],
    ['UTC-3.5', '2026-12-01T22:30:00.000Z'],
    ['(GMT-08.00) Pacific Time (US & Canada)', '2026-12-02T03:00:00.000Z'],
    ['Pacific Daylight Time', '2026-12-02T03:00:00.000Z'],
    ['Pacific', '2026-12-02T03:00:00.000Z'],
    ['PST', '2026-12-02T03:00:00.000Z'],
    ['EDT', '2026-12-02T00:00:00.000Z'],
    ['America/Los Angeles', '2026-12-02T03:00:00.000Z'],
    ['tzone://Microsoft/Utc', '2026-12-01T19:00:00.000Z'],
  ])('%s is known', (tzid, startsAt) => {
    const found = parseOne(`DTSTART;TZID=${tzid}:20261201T190000`, `DTEND;TZID=${tzid}:20261201T210000`)
    expect([found?.startsAt, found?.unknownZone]).toEqual([startsAt, undefined])
    expect(Date.parse(found?.endsAt ?? '') - Date.parse(startsAt)).toBe(7_200_000)
  })

  test('summer is an hour away from the offset in the name of a zone', () => {
    const tzid = '(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna'
    expect(parseOne(`DTSTART;TZID=${tzid}:20270701T190000`)?.startsAt).toBe('2027-07-01T17:00:00.000Z')
    for (const pacific of ['(GMT-08.00) Pacific Time (US & Canada)', 'PST'])
      expect(parseOne(`DTSTART;TZID=${pacific}:20270701T190000`)?.startsAt).toBe('2027-07-02T02:00:00.000Z')
  })

  test('a definition without offsets may name the place that it is for', () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Custom', 'X-LIC-LOCATION:America/Los_Angeles', 'END:VTIMEZONE']
    const { events } = parse(calendar(...zone, ...market('DTSTART;TZID=Custom:20261201T190000')))
    expect(events[0]?.startsAt).toBe('2026-12-02T03:00:00.000Z')
  })

  test('the definition in the file counts before the name', () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:America/New_York', 'BEGIN:STANDARD', 'DTSTART:19700101T000000']
    const lines = [...zone, 'TZOFFSETFROM:-0800', 'TZOFFSETTO:-0800', 'END:STANDARD', 'END:VTIMEZONE']
    const { events } = parse(calendar(...lines, ...market('DTSTART;TZID=America/New_York:20261201T190000')))
    expect(events[0]?.startsAt).toBe('2026-12-02T03:00:00.000Z')
  })

  test('a definition without offsets is none', () => {
    for (const observance of [[], ['BEGIN:STANDARD', 'DTSTART:16010101T000000', 'END:STANDARD']]) {
      const zone = ['BEGIN:VTIMEZONE', 'TZID:Pacific Standard Time', ...observance, 'END:VTIMEZONE']
      const lines = market('DTSTART;TZID=Pacific Standard Time:20261201T190000')
      expect(parse(calendar(...zone, ...lines)).events[0]?.startsAt).toBe('2026-12-02T03:00:00.000Z')
    }
  })

  test('an unknown one is that of the calendar, or said to be unknown', () => {
    const lines = market('DTSTART;TZID=Customized Time Zone 1:20261201T190000')
    const [unknown] = parse(calendar(...lines)).events
    expect([unknown?.startsAt, unknown?.unknownZone]).toEqual([
      '2026-12-02T00:00:00.000Z',
      'Customized Time Zone 1',
    ])
    for (const zone of ['America/Los_Angeles', 'Pacific Standard Time']) {
      const [known] = parse(calendar(`X-WR-TIMEZONE:${zone}`, ...lines)).events
      expect([known?.startsAt, known?.unknownZone]).toEqual(['2026-12-02T03:00:00.000Z', undefined])
    }
  })
})

describe('times', () => {
  test.each([
    ['2026-12-01T19:00:00-05:00', '2026-12-01 19:00–'],
    ['20261201T190000+0100', '2026-12-01 13:00–'],
    ['20261201T190000.000Z', '2026-12-01 14:00–'],
    ['20261201T1900Z', '2026-12-01 14:00–'],
    ['2026-12-01 19:00:00', '2026-12-01 19:00–'],
    ['20261201', '2026-12-01 all day–'],
    ['20261201T240000', '2026-12-02 00:00–'],
  ])('%s is read', (text, expected) => expect(times(`DTSTART:${text}`)).toEqual([expected]))

  test.each([
    [['DURATION:P1DT2H'], '2026-12-01 19:00–2026-12-02 21:00'],
    [['DURATION:PT90M'], '2026-12-01 19:00–20:30'],
    [['DURATION:-PT1H'], '2026-12-01 19:00–'],
    [['DURATION:soon'], '2026-12-01 19:00–'],
    [['DTEND:20261201T180000'], '2026-12-01 19:00–'],
    [['DTEND;VALUE=DATE:20261203'], '2026-12-01 19:00–2026-12-02 '],
    [['DTEND:99991231T235959'], '2026-12-01 19:00–'],
  ])('an event ends as %s says, or without an end', (lines, expected) =>
    expect(times('DTSTART:20261201T190000', ...lines)).toEqual([expected]),
  )

  test('whole days of Outlook have no times', () => {
    const lines = ['DTSTART:20261201T000000', 'DTEND:20261203T000000', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE']
    expect(times(...lines)).toEqual(['2026-12-01 all day–2026-12-02 '])
    expect(times('DTSTART;VALUE=DATE:20261201T000000')).toEqual(['2026-12-01 all day–'])
  })

  test.each(['America/New_York', ''])(
    'a time that clocks skip is as much later, for as long (%s)',
    (zone) => {
      const at = (time: string) => `${zone ? `;TZID=${zone}` : ''}:20270314T${time}00`
      expect(times(`DTSTART${at('0230')}`, `DTEND${at('0330')}`)).toEqual(['2027-03-14 03:30–04:30'])
      expect(times(`DTSTART${at('0230')}`, 'DURATION:PT1H')).toEqual(['2027-03-14 03:30–04:30'])
      expect(times(`DTSTART${at('0130')}`, `DTEND${at('0330')}`)).toEqual(['2027-03-14 01:30–03:30'])
    },
  )

  test('an event in the hour that clocks show twice keeps its end', () => {
    expect(times('DTSTART:20271107T050000Z', 'DTEND:20271107T063000Z')).toEqual(['2027-11-07 01:00–01:30'])
    const zoned = [
      'DTSTART;TZID=America/New_York:20271107T013000',
      'DTEND;TZID=America/New_York:20271107T020000',
    ]
    expect(times(...zoned)).toEqual(['2027-11-07 01:30–02:00'])
  })
})

describe('series', () => {
  const start = 'DTSTART;TZID=America/New_York:20261201T190000'
  test.each([
    ['freq=weekly;byday=tu;count=3', '| FREQ=WEEKLY;BYDAY=TU;COUNT=3'],
    ['FREQ=WEEKLY;INTERVAL=0;BYDAY=TU;', '| FREQ=WEEKLY;BYDAY=TU'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=MO', '| FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
    ['FREQ=WEEKLY;UNTIL=99991231T235959Z', '| FREQ=WEEKLY'],
    ['FREQ=WEEKLY;COUNT=100000', '| FREQ=WEEKLY'],
    ['FREQ=WEEKLY;BYHOUR=19;BYMINUTE=0;BYSECOND=0', '| FREQ=WEEKLY'],
    ['FREQ=MONTHLY;BYDAY=TU', '| FREQ=WEEKLY;BYDAY=TU'],
    ['FREQ=MONTHLY;BYDAY=+1TU', '| FREQ=MONTHLY;BYDAY=1TU'],
    ['FREQ=WEEKLY;UNTIL=20261222', '| FREQ=WEEKLY;UNTIL=20261222'],
    ['FREQ=WEEKLY;UNTIL=20261223T000000Z', '| FREQ=WEEKLY;UNTIL=20261222'],
    ['FREQ=WEEKLY;UNTIL=20261222T050000Z', '| FREQ=WEEKLY;UNTIL=20261221'],
    ['FREQ=WEEKLY;UNTIL=20261222T000000', '| FREQ=WEEKLY;UNTIL=20261221'],
    ['FREQ=SOMETIMES', '| partial'],
    ['FREQ=HOURLY', '| partial'],
    ['', ''],
  ])('%s is read', (rule, expected) =>
    expect(times(start, `RRULE:${rule}`)).toEqual([`2026-12-01 19:00– ${expected}`.trim()]),
  )

  test('those that began long ago go on', () => {
    for (const rule of ['FREQ=DAILY', 'FREQ=DAILY;COUNT=1000000', 'FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=20'])
      expect(times('DTSTART:16011120T190000', `RRULE:${rule}`)[0]).toMatch(/^2026-11-20 19:00–/)
  })

  test('a first date that is none by the rule takes place as well', () => {
    const wednesday = 'DTSTART;TZID=America/New_York:20261202T190000'
    expect(times(wednesday, 'RRULE:FREQ=WEEKLY;BYDAY=TU')).toEqual([
      '2026-12-02 19:00–',
      '2026-12-08 19:00– | FREQ=WEEKLY;BYDAY=TU',
    ])
  })

  test('whose days are others in the time of the town keep their rule', () => {
    const utc = ['DTSTART:20261202T010000Z', 'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=4', 'EXDATE:20261209T010000Z']
    expect(times(...utc)).toEqual(['2026-12-01 20:00– | FREQ=WEEKLY;BYDAY=TU;COUNT=4 | 2026-12-08'])
    expect(times('DTSTART:20261202T010000Z', 'RRULE:FREQ=MONTHLY')).toEqual(['2026-12-01 20:00– | partial'])
  })

  test.each([
    ['EXDATE;TZID=America/New_York:20261208T190000,20261215T190000,', '2026-12-08,2026-12-15'],
    ['EXDATE;VALUE=DATE:20261208', '2026-12-08'],
    ['EXDATE:20261209T000000Z', '2026-12-08'],
    ['EXDATE;TZID=America/Los_Angeles:20261208T160000', '2026-12-08'],
    ['EXDATE:none', ''],
  ])('%s cancels its dates', (line, expected) => {
    const rule = '2026-12-01 19:00– | FREQ=WEEKLY'
    expect(times(start, 'RRULE:FREQ=WEEKLY', line)).toEqual([expected ? `${rule} | ${expected}` : rule])
    if (!line.includes('TZID'))
      expect(times('DTSTART:20261201T190000', 'RRULE:FREQ=WEEKLY', line)).toEqual([
        expected ? `${rule} | ${expected}` : rule,
      ])
  })

  test('additional dates have their own length', () => {
    const period = 'RDATE;VALUE=PERIOD:20261208T000000Z/PT2H,20261216T000000Z/20261216T030000Z'
    expect(times(start, 'DTEND;TZID=America/New_York:20261201T200000', period, 'RDATE:x')).toEqual([
      '2026-12-01 19:00–20:00',
      '2026-12-07 19:00–21:00',
      '2026-12-15 19:00–22:00',
    ])
  })

  test('an additional date that ends before it begins is as long as the others', () => {
    const period = 'RDATE;VALUE=PERIOD:20261208T000000Z/20251208T010000Z'
    expect(times(start, 'DTEND;TZID=America/New_York:20261201T200000', period)).toEqual([
      '2026-12-01 19:00–20:00',
      '2026-12-07 19:00–20:00',
    ])
  })

  test('an additional date by the rule is none', () => {
    expect(times(start, 'RRULE:FREQ=WEEKLY', 'RDATE;TZID=America/New_York:20261208T190000')).toEqual([
      '2026-12-01 19:00– | FREQ=WEEKLY',
    ])
  })

  test('all later dates can be on another day, and change again', () => {
    const at = (day: string, time: string) => `TZID=America/New_York:202612${day}T${time}00`
    const weekly = market(
      `DTSTART;${at('01', '1900')}`,
      'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=5',
      `EXDATE;${at('15', '1900')}`,
    )
    const later = market(
      `RECURRENCE-ID;RANGE=THISANDFUTURE;${at('08', '1900')}`,
      `DTSTART;${at('09', '2000')}`,
    )
    const last = market(
      `RECURRENCE-ID;RANGE=THISANDFUTURE;${at('22', '1900')}`,
      `DTSTART;${at('22', '1800')}`,
    )
    expect(summary(...last, ...later, ...weekly)).toEqual([
      '2026-12-01 19:00– | FREQ=WEEKLY;BYDAY=TU;UNTIL=20261207',
      '2026-12-09 20:00– | FREQ=WEEKLY;BYDAY=WE;UNTIL=20261222 | 2026-12-16',
      '2026-12-22 18:00– | FREQ=WEEKLY;BYDAY=TU;COUNT=2',
    ])
  })

  test('a changed date says only what has changed', () => {
    const series = market(start, 'DURATION:PT1H', 'LOCATION:Hall', 'RRULE:FREQ=WEEKLY;COUNT=2')
    const changed = event('UID:a', 'RECURRENCE-ID:20261209T000000Z', 'DTSTART:20261209T010000Z')
    const { events } = parse(calendar(...series, ...changed))
    expect(events.map(({ title, location, start: { day } }) => [title, location, day])).toEqual([
      ['Market', 'Hall', '2026-12-01'],
      ['Market', 'Hall', '2026-12-09'],
    ])
    expect(summary(...series, ...changed)).toEqual([
      '2026-12-01 19:00–20:00 | FREQ=WEEKLY;COUNT=2 | 2026-12-08',
      '2026-12-08 20:00–21:00',
    ])
  })
})

describe('states', () => {
  test.each(['CANCELLED', 'CANCELED', 'Cancelled', 'canceled '])('%s is canceled', (status) => {
    expect(parseOne('DTSTART:20261201T190000', `STATUS:${status}`)?.canceled).toBe(true)
  })
  test('a calendar of cancelations has only canceled events', () => {
    expect(summary('METHOD:CANCEL', ...market('DTSTART:20261201T190000'))).toEqual([
      '2026-12-01 19:00– | canceled',
    ])
  })
})

describe('keys', () => {
  const at = (day: string, ...lines: string[]) => event('UID:same', `DTSTART:202612${day}T190000`, ...lines)
  test('different events with one UID are all read, and keep their keys as others pass', () => {
    const all = [at('01', 'SUMMARY:A'), at('02', 'SUMMARY:B'), at('03', 'SUMMARY:C'), at('03', 'SUMMARY:D')]
    const keys = (events: string[][]) =>
      parse(calendar(...events.flat())).events.map(({ uid, title }) => `${title} ${uid}`)
    const found = keys(all)
    expect(new Set(found).size).toBe(4)
    expect(keys(all.slice(1))).toEqual(found.slice(1))
    expect(keys(all.toReversed())).toEqual(expect.arrayContaining(found))
  })
  test('of versions of an event, the latest counts', () => {
    const versions = [at('02', 'SUMMARY:Old', 'SEQUENCE:1'), at('01', 'SUMMARY:New', 'SEQUENCE:2')]
    const { events, read, skipped } = parse(calendar(...versions.flat()))
    expect([events.map(({ title }) => title), read]).toEqual([['New'], 1])
    expect(skipped).toMatchObject([{ title: 'Old', reason: 'The calendar has a newer version of it.' }])
  })
  test('an event that is there twice is one', () => {
    expect(parse(calendar(...at('01', 'SUMMARY:A'), ...at('01', 'SUMMARY:A'))).events).toHaveLength(1)
    const nameless = event('SUMMARY:A', 'DTSTART:20261201T190000')
    expect(parse(calendar(...nameless, ...nameless)).events).toHaveLength(1)
  })
})

describe('texts', () => {
  const read = (name: string, text: string) => {
    const found = parse(calendar(...event('UID:a', 'DTSTART:20261201T190000', `${name}:${text}`))).events[0]
    return name === 'SUMMARY' ? found?.title : name === 'LOCATION' ? found?.location : found?.description
  }
  test.each([
    ['SUMMARY', 'Rock &amp;#038; Roll', 'Rock & Roll'],
    ['SUMMARY', '<b>Market</b> &lt; fair', 'Market < fair'],
    ['SUMMARY', 'A & B; C\\, D', 'A & B; C, D'],
    ['LOCATION', 'Blue Hall\\\\, 12 Main St', 'Blue Hall, 12 Main St'],
    ['LOCATION', 'Caf&eacute;', 'Café'],
    ['DESCRIPTION', 'One\\\\nTwo', 'One\nTwo'],
    ['DESCRIPTION', 'One\\n\\nTwo &amp\\; three', 'One\n\nTwo & three'],
    ['DESCRIPTION', '&lt\\;p&gt\\;One&lt\\;/p&gt\\;', 'One'],
    ['DESCRIPTION', 'a < b &c', 'a < b &c'],
    ['X-ALT-DESC;FMTTYPE=text/html', '<html><body>One <i>two</i></body></html>', 'One two'],
  ])('%s:%s is plain text', (name, text, expected) => expect(read(name, text)).toBe(expected))

  test('raw line breaks belong to the text, whatever its lines look like', () => {
    const lines = [
      'Doors: 7 pm',
      '',
      'https://example.org/a?b=c',
      'Location: the park',
      'NOTE: bring cups',
      '7:30 food',
    ]
    expect(parseOne('DTSTART:20261201T190000', 'DESCRIPTION:First', ...lines, 'LOCATION:Hall')).toMatchObject(
      {
        description: ['First', ...lines].join('\n'),
        location: 'Hall',
      },
    )
  })

  test('an event without a title is read', () => {
    expect(parse(calendar(...event('UID:a', 'DTSTART:20261201T190000'))).events[0]?.title).toBe('')
  })
})

describe('files', () => {
  const text = calendar(...event('UID:a', 'SUMMARY:Soirée – “x”', 'DTSTART:20261201T190000'))
  const titles = (bytes: Buffer, charset?: string) => {
    const decoded = decodeCalendar(bytes, charset)
    expect(isCalendar(decoded)).toBe(true)
    return parse(decoded).events.map(({ title }) => title)
  }
  const windows = Buffer.from(text.replace('–', '\x96').replace('“', '\x93').replace('”', '\x94'), 'latin1')
  test.each([
    ['UTF-8', Buffer.from(text), undefined],
    ['a byte order mark', Buffer.from(`\ufeff${text}`), undefined],
    ['UTF-8 that is declared as Latin-1', Buffer.from(text), 'iso-8859-1'],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le'), undefined],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le'), 'utf-16le'],
    ['big-endian UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), undefined],
    ['windows-1252', windows, 'windows-1252'],
    ['windows-1252 that is declared as UTF-8', windows, 'utf-8'],
    ['windows-1252 that is not declared', windows, undefined],
    ['an unknown charset', Buffer.from(text), 'x-unknown'],
    ['bare line feeds', Buffer.from(text.replaceAll('\r\n', '\n')), undefined],
    ['bare carriage returns', Buffer.from(text.replaceAll('\r\n', '\r')), undefined],
    ['doubled carriage returns', Buffer.from(text.replaceAll('\r\n', '\r\r\n')), undefined],
    ['blank lines', Buffer.from(text.replaceAll('\r\n', '\r\n\r\n')), undefined],
    [
      'an indented line between',
      Buffer.from(text.replace('VCALENDAR\r\n', 'VCALENDAR\r\n !\r\n')),
      undefined,
    ],
    ['a warning before it', Buffer.from(`<br />\n<b>Notice</b>: x\n\n${text}`), undefined],
    ['no end', Buffer.from(text.replace(/END:VEVENT[\s\S]*/, '')), undefined],
    ['lower case', Buffer.from(text.replace(/^[A-Z]+/gm, (name) => name.toLowerCase())), undefined],
    ['spaces at the ends of lines', Buffer.from(text.replaceAll('\r\n', '  \r\n')), undefined],
  ])('with %s are read', (_what, bytes, charset) => expect(titles(bytes, charset)).toEqual(['Soirée – “x”']))

  test.each(['\r', '\n', '\r\n', '\r\r\n ', ' ', '\u2028', 'BEGIN:', 'BEGIN:VEVENT\r', 'BEGIN:VEVENT\n '])(
    'of nothing but %j are judged at once',
    (part) => {
      const { user } = process.threadCpuUsage()
      isCalendar(decodeCalendar(Buffer.from(part.repeat(100_000))))
      expect(process.threadCpuUsage().user - user).toBeLessThan(1_000_000)
    },
  )

  test('a charset that the server declares counts', () => {
    const cyrillic = Buffer.concat([
      Buffer.from('BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261201T190000\nSUMMARY:'),
      Buffer.from([0xf2, 0xd9, 0xce, 0xcf, 0xcb]),
      Buffer.from('\nEND:VEVENT\nEND:VCALENDAR\n'),
    ])
    expect(titles(cyrillic, 'koi8-r')).toEqual(['Рынок'])
  })

  test('that are cut off have the events before', () => {
    const cut = calendar(
      ...market('DTSTART:20261201T190000'),
      ...event('UID:b', 'SUMMARY:Fair', 'DTSTART:2026'),
    )
    const { events, skipped, isComplete } = parse(cut.replace(/END:VEVENT\r\nEND:VCALENDAR\r\n$/, ''))
    expect([events.length, isComplete]).toEqual([1, false])
    expect(skipped).toMatchObject([{ title: 'Fair', reason: 'We couldn’t read its start, “2026”.' }])
  })

  test('say which events are over or too late', () => {
    const many = Array.from({ length: 201 }, (_, index) =>
      event(
        `UID:${index}`,
        `SUMMARY:${index}`,
        `DTSTART:20270101T${String(Math.floor(index / 60)).padStart(2, '0')}${String(index % 60).padStart(2, '0')}00`,
      ),
    )
    const { read, skipped, truncated } = parse(calendar(...market('DTSTART:20261101'), ...many.flat()))
    expect([read, truncated]).toEqual([200, true])
    expect(skipped.map(({ title, reason }) => [title, reason])).toEqual([
      ['Market', 'It is over.'],
      ['200', 'We import the next 200 events. This one is later.'],
    ])
  })
})
