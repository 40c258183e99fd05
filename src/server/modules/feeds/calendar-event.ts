/** Events as components of a calendar (RFC 5545): one for each part of a schedule, and one for each date that differs from its rule. */

import { type ICalEventData, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { addDays } from '../../../shared/days.ts'
import type { Occurrence } from '../../../shared/event-fields.ts'
import { formatTime } from '../../../shared/event-times.ts'
import { formatPlace } from '../../../shared/format.ts'
import type { ListingField } from '../../../shared/listing-fields/field.ts'
import { formatContextOf, shownLines } from '../../../shared/listing-fields/format.ts'
import { localName } from '../../../shared/local-names.ts'
import { publicPaths } from '../../../shared/paths.ts'
import { formatPrice, perTicket } from '../../../shared/price.ts'
import { parseRule } from '../../../shared/recurrence/recurrence.ts'
import { t } from '../../../shared/translate.ts'
import {
  type CalendarDetails,
  type CalendarPart,
  eventInstants,
  type ListingPage,
} from '../listings/service.ts'
import { withoutForbidden } from './xml.ts'

const { instantOf, instantsOf } = eventInstants

export type EventRow = Omit<ListingPage['rows'][number], 'placeholders'>

/** ical-generator writes a RECURRENCE-ID as a time even if the rule is one of whole days. `finishCalendar` replaces this name. */
const recurrenceDay = 'X-RECURRENCE-DAY'

export const finishCalendar = (text: string) =>
  text.replaceAll(`\r\n${recurrenceDay}:`, '\r\nRECURRENCE-ID;VALUE=DATE:')

type Site = { publicUrl: string; currency: string; fields: readonly ListingField[] }
type When = Pick<Occurrence, 'startDate' | 'endDate' | 'startTime' | 'endTime' | 'doorsTime'>
/** A date that differs from its rule, or the whole event. */
type State = { canceled: boolean; postponed: boolean }

export function calendarEvents(
  row: EventRow,
  details: CalendarDetails | undefined,
  site: Site,
): ICalEventData[] {
  const event = { row, details, site }
  const parts = details?.parts ?? []
  if (parts.length === 0) return [component(event, 0, wholeDays(row), row)]
  return parts.flatMap((part) => {
    if (part.rule === null) {
      const [date] = part.overrides
      return [component(event, part.part, date ?? part, either(row, date))]
    }
    return [
      { ...component(event, part.part, part, row), repeating: repetitionOf(part, part.rule, row.time_zone) },
      ...part.overrides.map((date) => ({
        ...component(event, part.part, date, either(row, date)),
        ...namedDate(part, date.scheduled, row.time_zone),
      })),
    ]
  })
}

const wholeDays = ({ startDate, endDate }: EventRow): When => ({
  startDate,
  endDate,
  startTime: null,
  endTime: null,
  doorsTime: null,
})

const either = (row: State, date: State | undefined): State => ({
  canceled: row.canceled || (date?.canceled ?? false),
  postponed: row.postponed || (date?.postponed ?? false),
})

type EventInput = { row: EventRow; details: CalendarDetails | undefined; site: Site }

function component(
  { row, details, site }: EventInput,
  part: number,
  when: When,
  state: State,
): ICalEventData {
  const url = `${site.publicUrl}${publicPaths.listing('event', row._id)}`
  const updated = new Date(row.updated)
  const name = part === 0 ? row._id : `${row._id}-${part + 1}`
  return {
    id: `${name}@${new URL(site.publicUrl).hostname}`,
    // Not the current time, so that the text of an unchanged event stays the same.
    stamp: updated,
    lastModified: updated,
    created: new Date(row.posted),
    sequence: row.version - 1,
    ...timesOf(when, row.time_zone),
    // Many calendar apps show nothing of a status.
    summary: withoutForbidden(row.title + noteOf(row, state)),
    description: withoutForbidden(descriptionOf(row, details, { when, url, site })),
    ...locationOf(row, details),
    url,
    categories: [row.category, row.subcategory]
      .filter((topic) => topic !== null)
      .map((topic) => ({ name: localName(topic) })),
    // Sold-out events still take place. A canceled one stays in calendars, so that subscribers learn about it.
    status: statusOf(state),
    // Following events must not mark the subscriber as busy.
    transparency: ICalEventTransparency.TRANSPARENT,
  }
}

function timesOf(when: When, timeZone: string): Partial<ICalEventData> & Pick<ICalEventData, 'start'> {
  const { startDate, endDate, startTime, endTime } = when
  if (startTime === null)
    return {
      allDay: true,
      start: Temporal.PlainDate.from(startDate),
      // Exclusive: the day after the last day.
      end: Temporal.PlainDate.from(addDays(endDate, 1)),
    }
  const { startsAt, endsAt } = instantsOf(when, timeZone)
  const hasEnd = endTime !== null || startDate < endDate
  return {
    timezone: timeZone,
    start: Temporal.Instant.from(startsAt),
    ...(hasEnd && { end: Temporal.Instant.from(endsAt) }),
  }
}

const statusOf = ({ canceled, postponed }: State) => {
  if (canceled) return ICalEventStatus.CANCELLED
  return postponed ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED
}

function noteOf({ event_availability }: EventRow, { canceled, postponed }: State) {
  if (canceled) return ` (${t('canceled')})`
  if (postponed) return ` (${t('postponed')})`
  return event_availability === 'soldout' ? ` (${t('sold out')})` : ''
}

function descriptionOf(
  row: EventRow,
  details: CalendarDetails | undefined,
  { when, url, site: { currency, fields } }: { when: When; url: string; site: Site },
) {
  const soldOut = row.event_availability === 'soldout'
  const price = `${formatPrice(row, currency, perTicket)}${soldOut ? `, ${t('sold out')}` : ''}`
  const doors =
    when.doorsTime === null ? [] : [`${t('Doors open at {time}', { time: formatTime(when.doorsTime) })}.`]
  const note = details?.venue?.note ? [details.venue.note] : []
  const lines = shownLines(fields, row.fields, 'details', formatContextOf(row, currency))
  return [[price, ...doors, ...note].join('\n'), row.description, lines.join('\n'), url]
    .filter(Boolean)
    .join('\n\n')
}

function locationOf(row: EventRow, details: CalendarDetails | undefined): Pick<ICalEventData, 'location'> {
  const { name, address, postal_code, latitude = null, longitude = null } = details?.venue ?? {}
  const title = [name, address, formatPlace(row), postal_code].filter(Boolean).join(', ')
  const geo = latitude !== null && longitude !== null ? { geo: { lat: latitude, lon: longitude } } : {}
  return { location: { title: withoutForbidden(title), ...geo } }
}

/** Returns the lines of a rule and its exceptions. The last day of a rule with times is an instant in UTC. */
function repetitionOf(part: CalendarPart, rule: string, timeZone: string): string {
  const { startTime, exceptions } = part
  const until = parseRule(rule)?.until
  const lines = [`RRULE:${rule}`]
  if (startTime !== null && until)
    lines[0] = `RRULE:${rule.replace(/UNTIL=\d+/, `UNTIL=${compact(instantOf(until, startTime, timeZone))}`)}`
  if (exceptions.length > 0)
    lines.push(
      startTime === null
        ? `EXDATE;VALUE=DATE:${exceptions.map(compact).join(',')}`
        : `EXDATE;TZID=${timeZone}:${exceptions.map((day) => `${compact(day)}T${compact(startTime)}00`).join(',')}`,
    )
  return lines.join('\r\n')
}

/** Returns the properties by which a component replaces one date of the rule. */
function namedDate({ startTime }: CalendarPart, scheduled: string, timeZone: string): Partial<ICalEventData> {
  if (startTime === null) return { x: [[recurrenceDay, compact(scheduled)]] }
  return {
    timezone: timeZone,
    recurrenceId: Temporal.Instant.from(instantOf(scheduled, startTime, timeZone)),
  }
}

/** Returns `20261208` or `20261208T013000Z`. */
const compact = (text: string) => text.replace(/[-:]|\.\d+/g, '')
