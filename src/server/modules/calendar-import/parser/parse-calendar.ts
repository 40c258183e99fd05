/** Reads the upcoming events of an iCalendar file (RFC 5545). Runs in a worker: a hostile file can take any time and memory. */
import { createHash } from 'node:crypto'
import { maxImportedEvents, maxNameLength } from '../../../../shared/limits.ts'
import { msg } from '../../../../shared/translate.ts'
import type { FoundEvent, ParsedCalendar, SkippedEvent } from '../calendar-event.ts'
import { clean } from './clean-text.ts'
import { type Component, readComponents } from './components.ts'
import { propertyOf, textOf } from './properties.ts'
import { endsAt, type ReadEvent, readEvent, startsAt, titleOf } from './read-event.ts'
import { changesFollowing, readSeries } from './read-series.ts'
import { createSource, limitFile, type Source, UnreadableEvent } from './source.ts'

export type ParserInput = { text: string; now: string; timeZone: string }

/** An event of the file before it is read. `uid` is empty if the event has none. */
type Entry = { component: Component; source: Source; uid: string }

/** What was read of an entry: its dates, or why there are none. */
type Outcome = { entry: Entry; events: FoundEvent[]; failure: string | null }

/** Throws an error for a text without a calendar. */
export function parseCalendar({ text, now, timeZone }: ParserInput): ParsedCalendar {
  const root = readComponents(text)
  const calendars = root.components.filter(({ name }) => name === 'VCALENDAR')
  const entries = entriesOf(root, calendars, { now, timeZone })
  if (calendars.length === 0 && entries.length === 0) throw new Error('The text is no calendar.')
  const outcomes = readEntries(entries)
  const upcoming = distinguishEvents(outcomes.flatMap(({ events }) => events))
    .filter((event) => event.endsAt > now)
    .sort((one, other) => one.startsAt.localeCompare(other.startsAt) || one.uid.localeCompare(other.uid))
  const events = upcoming.slice(0, maxImportedEvents)
  const isComplete = calendars.every(({ isClosed }) => isClosed)
  const skipped = skippedOf(outcomes, now, events.at(-1)?.startsAt ?? '')
  const read = entries.length - skipped.length
  if (!isComplete && read === 0 && upcoming.length === 0) throw new Error('The calendar is cut off.')
  const [first = root] = calendars
  return {
    name: clean(textOf(first, 'X-WR-CALNAME') || textOf(first, 'NAME'), maxNameLength),
    read,
    skipped,
    events,
    truncated: upcoming.length > maxImportedEvents,
    isComplete,
  }
}

/** Events outside of calendars, which were closed too early, belong to the first one. */
function entriesOf(
  root: Component,
  calendars: Component[],
  site: { now: string; timeZone: string },
): Entry[] {
  const limits = limitFile()
  const sources = calendars.map((calendar) => createSource(calendar, { ...site, limits }))
  const entriesIn = (calendar: Component, source: Source) =>
    calendar.components
      .filter(({ name }) => name === 'VEVENT')
      .map((component) => ({ component, source, uid: textOf(component, 'UID').trim() }))
  return [
    ...calendars.flatMap((calendar, index) => entriesIn(calendar, sources[index] as Source)),
    ...entriesIn(root, sources[0] ?? createSource(root, { ...site, limits })),
  ]
}

function readEntries(entries: Entry[]): Outcome[] {
  const latest = latestRevisions(entries)
  const changes = Map.groupBy([...latest].filter(isChange), ({ uid }) => uid)
  const changedOf = new Map(
    [...changes].map(([uid, group]) => [uid, group.map(({ component }) => component)]),
  )
  const series = new Map<string, ReadEvent | null>()
  for (const entry of latest)
    if (!isChange(entry) && changedOf.has(entry.uid) && !series.has(entry.uid))
      series.set(entry.uid, attempt(() => readEvent(entry.component, entry.source)).result)

  function read(entry: Entry): ReadEvent[] {
    const { component, source, uid } = entry
    const ofSeries = uid === '' ? null : (series.get(uid) ?? null)
    if (!isChange(entry)) return readSeries(component, uid === '' ? [] : (changedOf.get(uid) ?? []), source)
    // The series itself continues with it.
    return ofSeries && changesFollowing(component) ? [] : [readEvent(component, source, ofSeries)]
  }

  return entries.map((entry) => {
    if (!latest.has(entry)) return { entry, events: [], failure: outdated }
    const { result, failure } = attempt(() => read(entry).map((each) => toFound(each, entry.source)))
    return { entry, events: result ?? [], failure }
  })
}

export const untitled = msg('Untitled event')
const outdated = msg('The calendar has a newer version of it.')

/** One event that cannot be read must not hide the others. */
function attempt<Result>(read: () => Result): { result: Result | null; failure: string | null } {
  try {
    return { result: read(), failure: null }
  } catch (error) {
    const failure =
      error instanceof UnreadableEvent ? error.message : msg('It has an error that we can’t read past.')
    return { result: null, failure }
  }
}

const toFound = (read: ReadEvent, source: Source): FoundEvent => ({
  ...read.event,
  startsAt: startsAt(read, source),
  endsAt: endsAt(read, source),
})

function skippedOf(outcomes: Outcome[], now: string, lastStart: string): SkippedEvent[] {
  return outcomes.flatMap(({ entry, events, failure }): SkippedEvent[] => {
    const { uid } = entry
    const title = titleOf(entry.component) || untitled
    if (failure === outdated) return [{ uid, title, reason: failure, kind: 'outdated' }]
    if (failure !== null) return [{ uid, title, reason: failure, kind: 'unreadable' }]
    if (isChange(entry) && events.length === 0) return []
    const upcoming = events.filter((event) => event.endsAt > now)
    if (upcoming.length === 0) return [{ uid, title, reason: msg('It is over.'), kind: 'over' }]
    if (upcoming.some((event) => event.startsAt <= lastStart)) return []
    const reason = `We import the next ${maxImportedEvents} events. This one is later.`
    return [{ uid, title, reason, kind: 'late' }]
  })
}

/** Whether it is one changed date of a series, or all from one on. */
const isChange = ({ component }: Entry): boolean =>
  component.lines.some(({ name }) => name === 'RECURRENCE-ID')

/** Returns the entries without those of which the file has a later version, which has a higher `SEQUENCE`. */
function latestRevisions(entries: Entry[]): Set<Entry> {
  const sequences = new Map<Entry, number>(entries.map((entry) => [entry, sequenceOf(entry)]))
  const latest = new Map<string, number>()
  for (const [entry, sequence] of sequences)
    latest.set(keyOf(entry), Math.max(sequence, latest.get(keyOf(entry)) ?? 0))
  return new Set(
    entries.filter((entry) => entry.uid === '' || sequences.get(entry) === latest.get(keyOf(entry))),
  )
}

const keyOf = ({ uid, component }: Entry) => `${uid}\n${propertyOf(component, 'RECURRENCE-ID')?.value ?? ''}`

function sequenceOf({ component }: Entry): number {
  const text = propertyOf(component, 'SEQUENCE')?.value.trim() ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}

/**
 * Returns each event once. Different events with one `UID` get keys of their own, which depend on nothing but the event: others
 * come and go.
 */
function distinguishEvents(events: FoundEvent[]): FoundEvent[] {
  const groups = Map.groupBy(events, ({ uid, recurrenceId }) => `${uid}\n${recurrenceId}`)
  return [...groups.values()].flatMap((group) => {
    const different = [...new Map(group.toReversed().map((event) => [identityOf(event), event])).values()]
    return different.length === 1 ? different : different.map((event) => ({ ...event, uid: ownKey(event) }))
  })
}

/** The times that the calendar says, which stay the same as the dates of a series pass, and the title. */
const identityOf = ({ schedule, title }: FoundEvent) => `${schedule.split(' ', 1)[0]}\n${title}`

const ownKey = (event: FoundEvent) =>
  createHash('sha256')
    .update(`${event.uid}\n${identityOf(event)}`)
    .digest('hex')
