/** Events as calendars (RFC 5545). An event has the same UID in every calendar. */

import ical from 'ical-generator'
import { addDays } from '../../../shared/days.ts'
import { notFound } from '../../../shared/errors.ts'
import { maxCalendarEvents } from '../../../shared/limits.ts'
import { listTitle } from '../../../shared/list-title.ts'
import { localField } from '../../../shared/local-names.ts'
import { isOffered } from '../../../shared/offered-kinds.ts'
import { parseRule } from '../../../shared/recurrence/recurrence.ts'
import { defaultSettings } from '../../../shared/settings/table.ts'
import type { CalendarDetails } from '../listings/service.ts'
import { calendarEvents, type EventRow, finishCalendar } from './calendar-event.ts'
import type { FeedOptions, FeedQuery } from './feed.ts'
import { timeZoneComponent } from './time-zone-component.ts'
import { withoutForbidden } from './xml.ts'

/** How often calendar apps should refresh. */
const refreshSeconds = 3600
/** How long after the last known date the time zones of a series without an end are described. */
const extraDays = 366

export function createCalendars({ listings, listingFields, settings, publicUrl }: FeedOptions) {
  return {
    /** Returns events in event order. Ignores `sort`: calendars have their own order. */
    async list(query: FeedQuery): Promise<string> {
      if (!isOffered(settings(), 'event')) throw notFound('calendar')
      const { sort: _sort, ...filter } = query
      const { rows } = await listings.page(null, 'event', filter, {
        page: 1,
        limit: maxCalendarEvents,
        sort: 'soonest',
      })
      return calendar(`${listTitle('event', query)} | ${settings().name}`, rows)
    },
    /** Returns one event. Throws for an event whose page a visitor cannot see. */
    async event(id: string): Promise<string> {
      const event = await listings.get(null, 'event', id)
      return calendar(event.title, [event])
    },
  }

  async function calendar(name: string, rows: EventRow[]): Promise<string> {
    const [details, fields] = await Promise.all([
      listings.calendarDetails(rows.map(({ _id }) => _id)),
      listingFields.all(),
    ])
    const site = { publicUrl, currency: settings().currency, fields: fields.map(localField) }
    const [from, to] = spanOf(rows, details)
    const text = ical({
      name: escapeText(name),
      // Identifies the software, not the site.
      prodId: { company: defaultSettings.name, product: 'Events', language: 'EN' },
      ttl: refreshSeconds,
      timezone: { name: null, generator: (timeZone) => timeZoneComponent(timeZone, from, to) },
      events: rows.flatMap((row) => calendarEvents(row, details.get(row._id), site)),
    }).toString()
    return finishCalendar(text)
  }
}

/** Returns the first and the last day of all dates. */
function spanOf(rows: EventRow[], details: Map<string, CalendarDetails>): [string, string] {
  const parts = [...details.values()].flatMap((event) => event.parts)
  const days = [
    ...rows.flatMap(({ startDate, endDate }) => [startDate, endDate]),
    ...parts.flatMap(({ startDate, endDate, rule, generatedUntil }) => [
      startDate,
      endDate,
      (rule && parseRule(rule)?.until) || startDate,
      generatedUntil === null ? startDate : addDays(generatedUntil, extraDays),
    ]),
  ].toSorted()
  return [days[0] ?? '2000-01-01', days.at(-1) ?? '2000-01-01']
}

/** Escapes a calendar's name as RFC 5545 requires, on one line: the library writes it unescaped. */
const escapeText = (text: string) =>
  withoutForbidden(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\;,]/g, '\\$&')
