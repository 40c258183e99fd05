/** Reads one VEVENT of a calendar. */
import { createHash } from 'node:crypto'
import { convert } from 'html-to-text'
import ICAL from 'ical.js'
import { addDays } from '../../../../shared/days.ts'
import { isHttpUrl } from '../../../../shared/http-url.ts'
import { descriptionLength, maxLinkLength, maxNameLength, titleLength } from '../../../../shared/limits.ts'
import type { CalendarEvent, CalendarTime } from '../calendar-event.ts'
import { readTime, timeIn } from './calendar-times.ts'
import { clean } from './clean-text.ts'

const maxLocationLength = 500
const maxCategories = 20
const maxUidLength = 255

/** Throws for an event without a start. */
export function readEvent(component: ICAL.Component, calendar: ICAL.Component): CalendarEvent {
  const start = timeOf(component, 'dtstart', calendar)
  if (!start) throw new Error('The event has no start.')
  const changed = timeOf(component, 'recurrence-id', calendar)
  const end = endOf(component, start, calendar)
  return {
    uid: uidOf(component),
    recurrenceId: changed ? stampOf(changed) : '',
    title: clean(textOf(component, 'summary'), titleLength.max).replace(/\s+/g, ' '),
    description: clean(withoutHtml(textOf(component, 'description')), descriptionLength.max),
    location: clean(textOf(component, 'location'), maxLocationLength),
    url: urlOf(textOf(component, 'url')),
    categories: component
      .getAllProperties('categories')
      .flatMap((property) => property.getValues().map((value) => clean(String(value), maxNameLength)))
      .filter(Boolean)
      .slice(0, maxCategories),
    canceled: textOf(component, 'status').toUpperCase() === 'CANCELLED',
    ...{ start, end, rule: null, exceptions: [], partial: false },
    schedule: `${timesKey(start)} ${timesKey(end)}`,
  }
}

/** Returns the event at another time, with the same length. */
export function moveTo(event: CalendarEvent, start: CalendarTime): CalendarEvent {
  const days = (Date.parse(event.end.day) - Date.parse(event.start.day)) / 86_400_000
  const length =
    event.start.instant && event.end.instant
      ? Date.parse(event.end.instant) - Date.parse(event.start.instant)
      : null
  const end = {
    ...event.end,
    day: addDays(start.day, days),
    instant:
      start.instant && length !== null ? new Date(Date.parse(start.instant) + length).toISOString() : null,
  }
  return { ...event, start, end, schedule: `${timesKey(start)} ${timesKey(end)}` }
}

const timesKey = ({ day, time, zone, instant }: CalendarTime) =>
  [day, time, zone ?? instant].filter(Boolean).join('T')
export const stampOf = ({ day, time, instant }: CalendarTime) =>
  instant ?? [day, time].filter(Boolean).join('T')

/** Returns the last day of an event of whole days, whose end is exclusive; otherwise when it ends, or its start if unknown. */
function endOf(component: ICAL.Component, start: CalendarTime, calendar: ICAL.Component): CalendarTime {
  const end = timeOf(component, 'dtend', calendar) ?? endByDuration(component, start, calendar)
  if (start.time === null) {
    return { ...start, day: end && end.day > start.day ? addDays(end.day, -1) : start.day }
  }
  const none = { ...start, time: null, instant: null }
  if (!end || end.time === null) return none
  const isLater = start.instant && end.instant ? end.instant > start.instant : stampOf(end) > stampOf(start)
  return isLater ? inZoneOf(start, end) : none
}

/** An end or an exception may be given in another zone than the start. */
export function inZoneOf(start: CalendarTime, time: CalendarTime): CalendarTime {
  if (!start.zone || !time.instant || time.zone === start.zone) return time
  return { ...time, ...timeIn(time.instant, start.zone), zone: start.zone }
}

function endByDuration(
  component: ICAL.Component,
  start: CalendarTime,
  calendar: ICAL.Component,
): CalendarTime | null {
  const duration = component.getFirstPropertyValue('duration')
  const property = component.getFirstProperty('dtstart')
  const first = property?.getFirstValue()
  if (!(duration instanceof ICAL.Duration) || !(first instanceof ICAL.Time)) return null
  const end = first.clone()
  end.addDuration(duration)
  return start.time === null
    ? { ...start, day: readTime(end, null, calendar).day }
    : readTime(end, parameterOf(property, 'tzid'), calendar)
}

export function timeOf(
  component: ICAL.Component,
  name: string,
  calendar: ICAL.Component,
): CalendarTime | null {
  const property = component.getFirstProperty(name)
  const value = property?.getFirstValue()
  return value instanceof ICAL.Time ? readTime(value, parameterOf(property, 'tzid'), calendar) : null
}

export const datesOf = (component: ICAL.Component, name: string, calendar: ICAL.Component): CalendarTime[] =>
  component.getAllProperties(name).flatMap((property) =>
    property
      .getValues()
      .filter((value) => value instanceof ICAL.Time)
      .map((value) => readTime(value, parameterOf(property, 'tzid'), calendar)),
  )

export function parameterOf(property: ICAL.Property | null | undefined, name: string): string | null {
  const value = property?.getParameter(name)
  return typeof value === 'string' ? value : null
}

export function textOf(component: ICAL.Component, name: string): string {
  const value = component.getFirstPropertyValue(name)
  return typeof value === 'string' ? value : ''
}

/** Returns the UID, or a hash of one that is longer than RFC 7986 allows. */
export function uidOf(component: ICAL.Component): string {
  const uid = textOf(component, 'uid').trim()
  return uid.length <= maxUidLength && uid === clean(uid, maxUidLength)
    ? uid
    : createHash('sha256').update(uid).digest('hex')
}

function urlOf(text: string): string {
  const url = text.trim()
  return url.length <= maxLinkLength && isHttpUrl(url) ? url : ''
}

const withoutHtml = (text: string): string =>
  /<\/?[a-z][^<>]*>/i.test(text)
    ? convert(text, {
        wordwrap: false,
        selectors: [
          { selector: 'img', format: 'skip' },
          { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
        ],
      })
    : text
