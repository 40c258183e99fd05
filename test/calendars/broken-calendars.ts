/** Random calendars: those of test/calendars/ics, broken in the ways in which programs break them, around events that are right. */
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { addDays } from '../../src/shared/days.ts'

const folder = new URL('./ics/', import.meta.url)
const files = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))
const fixtureLines = files.flatMap((text) => text.split(/\r?\n/)).filter(Boolean)

/** Lines that programs write, or that are wrong in a way of their own. */
const oddLines = [
  ...['', ' ', '\t', 'X', ':', ';', '=', 'BEGIN:VALARM', 'END:VALARM', 'BEGIN:VTODO', 'BEGIN:FOO', 'END:FOO'],
  ...['BEGIN:VEVENT', 'END:VEVENT', 'END:VCALENDAR', 'BEGIN:VTIMEZONE', 'END:VTIMEZONE', 'BEGIN:STANDARD'],
  ...[
    'DTSTART:',
    'DTSTART:None',
    'DTSTART;VALUE=DATE:20261201',
    'DTSTART:16010101T000000Z',
    'DTSTART:99991231',
  ],
  ...[
    'DTSTART;TZID=:20261201T190000',
    'DTSTART;TZID="America/New_York:20261201T190000',
    'DTSTART:2026-12-01 19:00',
  ],
  ...[
    'DTSTART;TZID=(UTC-05:00) Eastern Time (US & Canada):20261201T190000',
    'DTSTART;TZID=GMT+0100:20261201T190000',
  ],
  ...['DTSTART;TZID=W. Europe Standard Time:20261201T190000', 'DTSTART;TZID=Nowhere:20261201T190000'],
  ...[
    'DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Paris:20261201T190000',
    'DTSTART:20270314T023000',
  ],
  ...['DTEND:', 'DTEND:20260101', 'DTEND;VALUE=DATE:20261203', 'DTEND:99991231T235959Z', 'DURATION:-PT1H'],
  ...['DURATION:P', 'DURATION:P1W', 'DURATION:PT999999999H', 'RECURRENCE-ID:20261208T190000', 'SEQUENCE:2'],
  ...[
    'RECURRENCE-ID;RANGE=THISANDFUTURE:20261208',
    'EXDATE:',
    'EXDATE;TZID=America/New_York:20261208T190000,x,',
  ],
  ...['RDATE;VALUE=PERIOD:20261207T190000Z/PT2H,20261208T190000Z/20261208T200000Z', 'RDATE:x,20261230'],
  ...['RRULE:', 'RRULE:FREQ=DAILY', 'RRULE:freq=weekly;byday=tu;count=3', 'RRULE:FREQ=SECONDLY;COUNT=100000'],
  ...[
    'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'RRULE:FREQ=MONTHLY;INTERVAL=24;BYDAY=5SU',
    'RRULE:FREQ=YEARLY',
  ],
  ...[
    'RRULE:FREQ=WEEKLY;COUNT=100000',
    'RRULE:FREQ=DAILY;UNTIL=99991231',
    'RRULE:FREQ=DAILY;UNTIL=20261205;COUNT=9',
  ],
  ...[
    'RRULE:FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1',
    'RRULE:FREQ=YEARLY;BYWEEKNO=53',
    'RRULE:FREQ=DAILY;INTERVAL=0',
  ],
  ...[
    'DESCRIPTION:<p>a</p>&nbsp\\;&amp\\;#8217\\;',
    'DESCRIPTION:a\\nb\\',
    'X-ALT-DESC;FMTTYPE=text/html:<b>a</b>',
  ],
  ...[
    'SUMMARY;LANGUAGE=en:',
    'SUMMARY:',
    'LOCATION:a\\, b',
    'CATEGORIES:a\\,b,c',
    'STATUS:Canceled',
    'UID:a',
    'UID:',
  ],
  ...['TZOFFSETTO:x', 'TZOFFSETFROM:+2500', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE', 'X-WR-TIMEZONE:Nowhere/Land'],
  ...[
    'https://example.org/',
    'Doors: 7 pm',
    '<b>Warning</b>: Undefined index in /var/www/html/calendar.php on line 12',
  ],
]

const position = fc.nat({ max: 999 })
const mutation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('insert' as const),
      position,
      line: fc.constantFrom(...oddLines),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('insert' as const),
      position,
      line: fc.constantFrom(...fixtureLines),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('insert' as const),
      position,
      line: fc.string({ maxLength: 60 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete' as const), position }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('repeat' as const),
      position,
      times: fc.integer({ min: 1, max: 20 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('swap' as const), position }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('cut' as const), position, at: fc.nat({ max: 60 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('character' as const),
      position,
      at: fc.nat({ max: 60 }),
      character: fc.constantFrom(...':;=,"\\TZ0 9-/\u0000\ufeffé😀'),
    }),
  },
)
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never

function mutate(lines: string[], change: Mutation): string[] {
  if (lines.length === 0) return lines
  const index = change.position % lines.length
  const line = lines[index] ?? ''
  switch (change.kind) {
    case 'insert':
      return lines.toSpliced(index, 0, change.line)
    case 'delete':
      return lines.toSpliced(index, 1)
    case 'repeat':
      return lines.toSpliced(index, 0, ...Array.from({ length: change.times }, () => line))
    case 'swap':
      return lines.toSpliced(index, 2, lines[index + 1] ?? '', line)
    case 'cut':
      return lines.with(index, line.slice(0, change.at))
    case 'character':
      return lines.with(index, line.slice(0, change.at) + change.character + line.slice(change.at + 1))
  }
}

/** An event that is right, and how it begins. */
export type RightEvent = { lines: string[]; title: string; startsAt: string }

/** Times are those of a site in New York in winter. */
function rightEvent(index: number, kind: 'utc' | 'zone' | 'day' | 'weekly'): RightEvent {
  const day = addDays('2026-11-23', index % 7)
  const stamp = day.replaceAll('-', '')
  const title = `Right event ${index}, café\\; “${kind}”`
  const start = {
    utc: `DTSTART:${stamp}T190000Z`,
    zone: `DTSTART;TZID=America/Chicago:${stamp}T190000`,
    day: `DTSTART;VALUE=DATE:${stamp}`,
    weekly: `DTSTART;TZID=America/New_York:${stamp}T190000`,
  }[kind]
  const startsAt = {
    utc: `${day}T19:00:00.000Z`,
    zone: `${addDays(day, 1)}T01:00:00.000Z`,
    day: `${day}T05:00:00.000Z`,
    weekly: `${addDays(day, 1)}T00:00:00.000Z`,
  }[kind]
  const rule = kind === 'weekly' ? ['RRULE:FREQ=WEEKLY;COUNT=4'] : []
  const lines = ['BEGIN:VEVENT', `UID:right-${index}`, `SUMMARY:${title}`, start, ...rule, 'END:VEVENT']
  return { lines, title: title.replace('\\', ''), startsAt }
}

const encodings = ['utf8', 'bom', 'utf16', 'folded', 'lf', 'cr', 'crcrlf'] as const

/** Folds each line after so many bytes, also within a character. */
function fold(line: string, length: number): Buffer {
  const bytes = Buffer.from(line)
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += length) {
    if (at > 0) parts.push(Buffer.from('\r\n '))
    parts.push(bytes.subarray(at, at + length))
  }
  return Buffer.concat([...parts, Buffer.from('\r\n')])
}

function encode(lines: string[], encoding: (typeof encodings)[number], foldAt: number): Buffer {
  if (encoding === 'folded') return Buffer.concat(lines.map((line) => fold(line, foldAt)))
  const ending = { lf: '\n', cr: '\r', crcrlf: '\r\r\n' }[encoding as string] ?? '\r\n'
  const text = `${lines.join(ending)}${ending}`
  if (encoding === 'utf16') return Buffer.from(`\ufeff${text}`, 'utf16le')
  return Buffer.from(encoding === 'bom' ? `\ufeff${text}` : text)
}

/** Parts that are broken, each followed by an event that is right. */
export const brokenCalendar = fc
  .record({
    parts: fc.array(
      fc.record({
        file: fc.constantFrom(...files),
        mutations: fc.array(mutation, { maxLength: 12 }),
        kind: fc.constantFrom('utc' as const, 'zone' as const, 'day' as const, 'weekly' as const),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    encoding: fc.constantFrom(...encodings),
    foldAt: fc.integer({ min: 3, max: 75 }),
    isCutOff: fc.boolean(),
  })
  .map(({ parts, encoding, foldAt, isCutOff }) => {
    const right = parts.map(({ kind }, index) => rightEvent(index, kind))
    const lines = parts.flatMap(({ file, mutations }, index) => {
      const inside = file.split(/\r?\n/).filter((line) => line && !/:VCALENDAR$/.test(line))
      return [...mutations.reduce(mutate, inside), ...(right[index]?.lines ?? [])]
    })
    const end = isCutOff ? [] : ['END:VCALENDAR']
    return { bytes: encode(['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, ...end], encoding, foldAt), right }
  })
