/** Reads the times of iCalendar properties: in UTC, in a time zone, floating, or of whole days. */
import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { addDays } from '../../../../shared/days.ts'
import type { CalendarTime } from '../calendar-event.ts'

const two = (number: number) => String(number).padStart(2, '0')
const dayOf = ({ year, month, day }: ICAL.Time) =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
const clockOf = ({ hour, minute }: ICAL.Time) => `${two(hour)}:${two(minute)}`

/** Reads a time whose zone is given by a `TZID`, or null. The time zones that the calendar defines are those of `calendar`. */
export function readTime(time: ICAL.Time, tzid: string | null, calendar: ICAL.Component): CalendarTime {
  const day = dayOf(time)
  if (time.isDate) return { day, time: null, instant: null, zone: null }
  const clock = clockOf(time)
  if (time.zone === ICAL.Timezone.utcTimezone)
    return { day, time: clock, instant: `${day}T${clock}:00.000Z`, zone: 'UTC' }
  const zone = tzid && knownZone(tzid)
  if (zone) return { day, time: clock, instant: instantIn(zone, day, clock), zone }
  const offset = tzid && offsetOf(time, tzid, calendar)
  const instant = typeof offset === 'number' ? instantAt(day, clock, offset) : null
  return { day, time: clock, instant, zone: null }
}

/** Returns the IANA name of a time zone. Some programs write a path before it, such as `/example.org/America/Chicago`. */
function knownZone(tzid: string): string | null {
  const parts = tzid.split('/').filter(Boolean)
  for (const name of [tzid, parts.slice(-3).join('/'), parts.slice(-2).join('/')])
    if (/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name) && isZone(name)) return name
  return null
}

function isZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone }))
  } catch {
    return false
  }
}

/** Returns the offset in seconds by the calendar's own definition, which other names need, such as `Eastern Standard Time`. */
function offsetOf(time: ICAL.Time, tzid: string, calendar: ICAL.Component): number | null {
  const definition = calendar
    .getAllSubcomponents('vtimezone')
    .find((component) => component.getFirstPropertyValue('tzid') === tzid)
  return definition ? new ICAL.Timezone({ component: definition, tzid }).utcOffset(time) : null
}

const instantAt = (day: string, clock: string, offsetSeconds: number) =>
  new Date(Date.parse(`${day}T${clock}:00Z`) - offsetSeconds * 1000).toISOString()

const instantIn = (zone: string, day: string, clock: string) =>
  new Date(
    Temporal.PlainDateTime.from(`${day}T${clock}`).toZonedDateTime(zone).epochMilliseconds,
  ).toISOString()

/** Returns the instant of a time; all-day and floating ones are in the site's time zone. `over` is when a day ends. */
export function instantOf({ day, time, instant }: CalendarTime, siteZone: string, over = false): string {
  if (instant) return instant
  return time ? instantIn(siteZone, day, time) : instantIn(siteZone, over ? addDays(day, 1) : day, '00:00')
}

/** Returns the day and time of an instant in a time zone. */
export function timeIn(instant: string, zone: string): { day: string; time: string } {
  const text = Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime().toString()
  return { day: text.slice(0, 10), time: text.slice(11, 16) }
}
