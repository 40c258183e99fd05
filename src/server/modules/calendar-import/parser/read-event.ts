import { createHash } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import { addDays, daysBetween } from '../../../../shared/days.ts'
import { isHttpUrl } from '../../../../shared/http-url.ts'
import { descriptionLength, maxLinkLength, maxNameLength, titleLength } from '../../../../shared/limits.ts'
import { msg } from '../../../../shared/translate.ts'
import type { CalendarEvent, CalendarTime } from '../calendar-event.ts'
import { inSameZone, inZoneOf, isInCalendar, timeOf, type ZonedTime } from './calendar-times.ts'
import { clean, withoutHtml } from './clean-text.ts'
import type { Component } from './components.ts'
import { listOf, propertyOf, textOf } from './properties.ts'
import { type Source, UnreadableEvent } from './source.ts'

const maxLocationLength = 500
const maxCategories = 20
const maxUidLength = 255

/** An event, and its times with the zones in which days are counted. */
export type ReadEvent = { event: CalendarEvent; start: ZonedTime; end: ZonedTime }

/** `series` says what a changed date does not. Throws `UnreadableEvent` for an event without a start. */
export function readEvent(component: Component, source: Source, series: ReadEvent | null = null): ReadEvent {
  const recurrence = timeOf(component, 'RECURRENCE-ID', source)
  const start = timeOf(component, 'DTSTART', source) ?? recurrence
  if (!start) throw new UnreadableEvent(noStart(component))
  const read = keptLength(component, timesOf(component, start, source), series)
  const times = propertyOf(component, 'RRULE') ? read : withoutSkipped(read)
  const text = contentOf(component, series?.event ?? null)
  const { unknownZone } = start
  return {
    ...times,
    event: {
      uid: uidOf(component, start, text),
      recurrenceId: recurrence ? stampOf(recurrence) : '',
      ...text,
      canceled: source.canceled || /^cancel/i.test(textOf(component, 'STATUS').trim()),
      start: stored(times.start),
      end: stored(times.end),
      rule: null,
      exceptions: [],
      partial: false,
      schedule: `${timesKey(times.start)} ${timesKey(times.end)}`,
      ...(unknownZone !== null && { unknownZone: clean(unknownZone, maxNameLength) }),
    },
  }
}

function noStart(component: Component): string {
  const value = clean(propertyOf(component, 'DTSTART')?.value ?? '', 40)
  return value ? `We couldn’t read its start, “${value}”.` : msg('It has no start.')
}

export const titleOf = (component: Component): string =>
  clean(withoutHtml(textOf(component, 'SUMMARY')), titleLength.max).replace(/\s+/g, ' ')

type Content = Pick<CalendarEvent, 'title' | 'description' | 'location' | 'url' | 'categories'>

function contentOf(component: Component, series: CalendarEvent | null): Content {
  const inherited = series ?? { title: '', description: '', location: '', url: '', categories: [] }
  const has = (name: string) => series === null || propertyOf(component, name) !== null
  const plainText = (text: string, maxLength: number) => clean(withoutHtml(text), maxLength)
  const description = textOf(component, 'DESCRIPTION').trim() || textOf(component, 'X-ALT-DESC')
  const location = textOf(component, 'LOCATION')
  const categories = listOf(component, 'CATEGORIES')
    .map((value) => plainText(value, maxNameLength))
    .filter(Boolean)
    .slice(0, maxCategories)
  return {
    title: titleOf(component) || inherited.title,
    description: has('DESCRIPTION') ? plainText(description, descriptionLength.max) : inherited.description,
    location: has('LOCATION') ? plainText(location, maxLocationLength) : inherited.location,
    url: has('URL') ? urlOf(textOf(component, 'URL')) : inherited.url,
    categories: has('CATEGORIES') ? categories : inherited.categories,
  }
}

type Times = Pick<ReadEvent, 'start' | 'end'>

/** Outlook writes whole days as times from midnight to midnight, with a property of its own. */
function timesOf(component: Component, start: ZonedTime, source: Source): Times {
  const end = endOf(component, start, source)
  const isWholeDay = /^true$/i.test(textOf(component, 'X-MICROSOFT-CDO-ALLDAYEVENT').trim())
  if (!isWholeDay || start.time !== '00:00' || (end.time !== '00:00' && end.time !== null))
    return { start, end }
  const last = end.time === null || end.day === start.day ? start.day : addDays(end.day, -1)
  return { start: wholeDay(start.day), end: wholeDay(last) }
}

/** A changed date without an end lasts as long as those of its series. */
function keptLength(component: Component, times: Times, series: ReadEvent | null): Times {
  const saysLength = propertyOf(component, 'DTEND') || propertyOf(component, 'DURATION')
  return series === null || saysLength || times.start.time === null
    ? times
    : { start: times.start, end: movedEnd(series, times.start) }
}

const wholeDay = (day: string): ZonedTime => ({
  day,
  time: null,
  instant: null,
  zone: null,
  clock: null,
  unknownZone: null,
})

const stored = ({ day, time, instant, zone }: ZonedTime): CalendarTime => ({ day, time, instant, zone })

/** Returns the event on another date, with the same length unless `end` says otherwise. */
export function moveTo(read: ReadEvent, start: ZonedTime, end: ZonedTime = movedEnd(read, start)): ReadEvent {
  const event = {
    ...read.event,
    start: stored(start),
    end: stored(end),
    schedule: `${timesKey(start)} ${timesKey(end)}`,
  }
  return { event, start, end }
}

function movedEnd({ start, end }: Times, newStart: ZonedTime): ZonedTime {
  if (newStart.time === null || end.time === null)
    return {
      ...newStart,
      day: addDays(newStart.day, daysBetween(start.day, end.day)),
      time: null,
      instant: null,
    }
  return laterBy(newStart, wallLength(start, end))
}

const wallLength = (start: CalendarTime, end: CalendarTime) => wallOf(end) - wallOf(start)
const wallOf = ({ day, time }: CalendarTime) => Date.parse(`${day}T${time ?? '00:00'}Z`)

function laterBy(start: ZonedTime, milliseconds: number): ZonedTime {
  const wall = new Date(wallOf(start) + milliseconds).toISOString()
  const [day, time] = [wall.slice(0, 10), wall.slice(11, 16)]
  return inSameZone(start, { day, time })
}

/** Clocks never show a time that they skip. The event takes place as much later as they are moved, for as long. */
function withoutSkipped({ start, end }: Times): Times {
  if (start.time === null || !start.clock) return { start, end }
  const instant = start.clock.toInstant({ day: start.day, time: start.time })
  const shown = inSameZone(start, start.clock.toWallTime(instant))
  if (shown.time === start.time && shown.day === start.day) return { start, end }
  return { start: shown, end: end.time === null ? end : laterBy(shown, wallLength(start, end)) }
}

/** All-day and floating events are in the site's time zone. */
export const startsAt = ({ start }: ReadEvent, { siteZone }: Source): string =>
  start.instant ?? siteZone.toInstant({ day: start.day, time: start.time ?? '00:00' })

/** Without an end time, an event ends with its last day. */
export function endsAt({ end }: ReadEvent, { siteZone }: Source): string {
  if (end.instant) return end.instant
  const clock = end.clock && end.zone !== 'UTC' ? end.clock : siteZone
  return clock.toInstant(
    end.time === null ? { day: addDays(end.day, 1), time: '00:00' } : { day: end.day, time: end.time },
  )
}

const timesKey = ({ day, time, zone, instant }: CalendarTime) =>
  [day, time, zone ?? instant].filter(Boolean).join('T')
export const stampOf = ({ day, time, instant }: CalendarTime) =>
  instant ?? [day, time].filter(Boolean).join('T')

/** Returns the last day of an event of whole days, whose end is exclusive; otherwise when it ends, or its start if unknown. */
function endOf(component: Component, start: ZonedTime, source: Source): ZonedTime {
  const end =
    timeOf(component, 'DTEND', source) ??
    laterByDuration(start, propertyOf(component, 'DURATION')?.value ?? '')
  const lastDay =
    end && end.day > start.day
      ? end.time === null || end.time === '00:00'
        ? addDays(end.day, -1)
        : end.day
      : start.day
  if (start.time === null) return { ...start, day: lastDay }
  const none = { ...start, time: null, instant: null }
  if (!end) return none
  if (end.time === null) return { ...none, day: lastDay }
  const last = inZoneOf(start, end)
  // Clocks may skip the first of two times in one zone.
  const isLater =
    last !== end && start.instant && end.instant ? end.instant > start.instant : wallOf(last) > wallOf(start)
  return isLater ? last : none
}

/** Returns the end that a duration such as `PT2H` means, or null. */
export function laterByDuration(start: ZonedTime, text: string): ZonedTime | null {
  try {
    const duration = Temporal.Duration.from(text.trim().toUpperCase())
    const wall = Temporal.PlainDateTime.from(`${start.day}T${start.time ?? '00:00'}`).add(duration)
    const [day, time] = [wall.toPlainDate().toString(), wall.toPlainTime().toString().slice(0, 5)]
    if (!isInCalendar(day)) return null
    if (start.time === null) return { ...start, day }
    return inSameZone(start, { day, time })
  } catch {
    return null
  }
}

/** Returns the UID, or a hash of a longer one than RFC 7986 allows. Without one: of its start, title, and place. */
function uidOf(component: Component, start: ZonedTime, { title, location }: Content): string {
  const uid = textOf(component, 'UID').trim()
  if (!uid) return hashOf([stampOf(start), title, location].join('\n'))
  return uid.length <= maxUidLength && uid === clean(uid, maxUidLength) ? uid : hashOf(uid)
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

function urlOf(text: string): string {
  const url = text.trim()
  return url.length <= maxLinkLength && isHttpUrl(url) ? url : ''
}
