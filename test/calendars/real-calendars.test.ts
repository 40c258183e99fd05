/** Calendars as programs write them, each with what it means on 20 November 2026 for a site in New York. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decodeCalendar } from '../../src/server/modules/calendar-import/decode-calendar.ts'
import { parseCalendar } from '../../src/server/modules/calendar-import/parser/parse-calendar.ts'
import { timesOf } from '../../src/server/modules/calendar-import/to-listing.ts'

const folder = new URL('ics/', import.meta.url)
const timeZone = 'America/New_York'

/** Returns the events without what is as usual: of one date, without exceptions, at the site's times. */
function read(bytes: Buffer) {
  const text = decodeCalendar(bytes)
  const calendar = parseCalendar({ text, now: '2026-11-20T17:00:00.000Z', timeZone })
  expect(calendar.skipped).toEqual([])
  return calendar.events.map((event) => {
    const { startDate, startTime, endDate, endTime, time_zone, rule, exceptions } = timesOf(
      event,
      null,
      timeZone,
    )
    const end = endDate === startDate ? endTime : `${endDate} ${endTime}`
    return [
      `${event.title}, ${startDate} ${startTime ?? 'all day'}${end ? `–${end}` : ''}`,
      time_zone === timeZone ? '' : time_zone,
      rule ?? '',
      exceptions.join(),
      event.description,
    ].filter(Boolean)
  })
}

const expected: Record<string, string[][]> = {
  '01-until-utc-outlook.ics': [['Market, 2026-12-01 20:00–21:00', 'FREQ=DAILY;UNTIL=20261204']],
  '02-exdate-utc-outlook.ics': [['Market, 2026-12-01 20:00–21:00', 'FREQ=WEEKLY;COUNT=5', '2026-12-08']],
  '03-xwr-timezone.ics': [['Market, 2026-12-01 19:00–21:00', 'America/Los_Angeles']],
  '04-two-vcalendars.ics': [['Market, 2026-12-01 14:00'], ['Market, 2026-12-01 14:00']],
  '05-fold-in-utf8.ics': [['Soirée au café, 2026-12-01 14:00']],
  '06-raw-newline.ics': [
    ['Market, 2026-12-01 14:00', 'First line\nsecond line: see notes\nthird line without colon'],
    ['Market, 2026-12-02 14:00'],
  ],
  '07-entities.ics': [
    ['Rock & Roll – Winter’s End, 2026-12-01 14:00', 'Wine & cheese – bring friends\u00a0!'],
  ],
  '09-windows-zone-undefined.ics': [['Market, 2026-12-01 22:00–2026-12-02 00:00']],
  '11-thisandfuture.ics': [
    ['Market, 2026-12-01 19:00–20:00', 'FREQ=WEEKLY;UNTIL=20261214'],
    ['Market, 2026-12-15 20:00–21:00', 'FREQ=WEEKLY;COUNT=3'],
  ],
  '12b-rdate-exdate.ics': [['Market, 2026-12-01 19:00'], ['Market, 2026-12-15 19:00']],
  '24-no-uid.ics': [['Market, 2026-12-01 14:00']],
  '46-dtend-none.ics': [['Market, 2026-12-01 19:00']],
  '47-empty-exdate.ics': [['Market, 2026-12-01 19:00', 'FREQ=WEEKLY;COUNT=3']],
  '52-stray-line-between.ics': [['Market, 2026-12-01 14:00'], ['Market, 2026-12-02 14:00']],
}

test.each(readdirSync(folder))('%s is read as it is meant', (name) => {
  expect(read(readFileSync(new URL(name, folder)))).toEqual(expected[name])
})
