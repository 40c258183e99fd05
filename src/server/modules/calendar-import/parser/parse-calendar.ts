/** Reads the upcoming events of an iCalendar file (RFC 5545). Runs in a worker: a hostile file can take any time and memory. */
import ICAL from 'ical.js'
import { maxImportedEvents, maxNameLength } from '../../../../shared/limits.ts'
import type { CalendarEvent, FoundEvent, ParsedCalendar } from '../calendar-event.ts'
import { instantOf } from './calendar-times.ts'
import { clean } from './clean-text.ts'
import { readEvent, textOf, uidOf } from './read-event.ts'
import { readSeries } from './read-series.ts'

export type ParserInput = { text: string; now: string; timeZone: string }

/** Throws an error for a text that is no calendar. */
export function parseCalendar({ text, now, timeZone }: ParserInput): ParsedCalendar {
  // Files in use have values that the standard forbids. Only the properties with them are then unreadable.
  ICAL.design.strict = false
  const calendar = readComponents(text)
  if (calendar.name !== 'vcalendar') throw new Error('The text is no calendar.')
  const components = calendar.getAllSubcomponents('vevent')
  const changedDates = Map.groupBy(
    components.filter((component) => component.hasProperty('recurrence-id')),
    uidOf,
  )
  const found = components.flatMap((component): FoundEvent[] => {
    try {
      const events = component.hasProperty('recurrence-id')
        ? [readEvent(component, calendar)]
        : readSeries(component, changedDates.get(uidOf(component)) ?? [], { calendar, now, timeZone })
      return events.map((event) => ({
        ...event,
        startsAt: instantOf(event.start, timeZone),
        endsAt: instantOf(event.end, timeZone, true),
      }))
    } catch {
      // One event that cannot be read must not hide the others.
      return []
    }
  })
  const upcoming = found
    .filter(({ uid, title, endsAt }) => uid && title && endsAt > now)
    .sort((one, other) => one.startsAt.localeCompare(other.startsAt) || one.uid.localeCompare(other.uid))
  // A file may contain an event several times: the first one counts.
  const seen = new Set<string>()
  const unique = upcoming.filter((event) => seen.size < seen.add(keyOf(event)).size)
  return {
    name: clean(textOf(calendar, 'x-wr-calname') || textOf(calendar, 'name'), maxNameLength),
    events: unique.slice(0, maxImportedEvents),
    truncated: unique.length > maxImportedEvents,
  }
}

function readComponents(text: string): ICAL.Component {
  try {
    return toComponent(text)
  } catch {
    // One event that breaks the syntax must not hide the others.
    const calendar = toComponent(text.replace(eventBlocks, ''))
    for (const [block] of text.matchAll(eventBlocks)) {
      try {
        calendar.addSubcomponent(toComponent(block))
      } catch {}
    }
    return calendar
  }
}

const eventBlocks = /^BEGIN:VEVENT\s[\s\S]*?^END:VEVENT\s/gim

const toComponent = (text: string) =>
  new ICAL.Component(ICAL.parse(text) as ConstructorParameters<typeof ICAL.Component>[0])

const keyOf = ({ uid, recurrenceId }: CalendarEvent) => `${uid}\n${recurrenceId}`
