/** When events take place, for the reference engine. Days are counted from 2000-01-01. */
import type {
  Day,
  DocumentDates,
  EngineFilter,
  Instant,
  SearchDocument,
} from '../../../src/server/modules/search/engine.ts'
import { type DayRange, daysOfWhen } from '../../../src/server/modules/search/relative-days.ts'
import { dayIn } from '../../../src/shared/days.ts'
import type { Tree } from './reference-tree.ts'

const dayMs = 86_400_000
const epoch = Date.UTC(2000, 0, 1)
const minutesOfDay = 1_440

export const dayOf = (day: Day): number => (Date.parse(day) - epoch) / dayMs

type Clock = ReturnType<typeof createClock>

/** What time it is, everywhere. */
export function createClock(tree: Tree, now: Instant) {
  const days = new Map<string, number>()
  const todayIn = (timeZone: string) => {
    const today = days.get(timeZone) ?? dayOf(dayIn(timeZone, new Date(now)))
    days.set(timeZone, today)
    return today
  }
  return {
    todayAt: ({ place }: SearchDocument) => todayIn(tree.timeZoneOf(place)),
    /** Whether the last date of an event is over. */
    isOver: ({ place }: SearchDocument, { endsAt, lastDay }: DocumentDates) =>
      endsAt === null
        ? dayOf(lastDay) < todayIn(tree.timeZoneOf(place))
        : Date.parse(endsAt) <= Date.parse(now),
  }
}

type Filter = Pick<EngineFilter, 'days' | 'hideEnded'>

/** Returns the days of a filter, of which those before today are left out if ended events are. */
function rangeOf({ days, hideEnded }: Filter, today: number): DayRange | null {
  if (!days) return null
  const { from, to } =
    'when' in days
      ? daysOfWhen(days.when, today)
      : {
          from: days.from ? dayOf(days.from) : Number.NEGATIVE_INFINITY,
          to: days.to ? dayOf(days.to) : Number.POSITIVE_INFINITY,
        }
  return { from: hideEnded ? Math.max(from, today) : from, to }
}

/** Returns the days of a series in ascending order; null for an event that takes place once. */
function seriesDays({ series }: DocumentDates): number[] | null {
  const days = series?.flatMap(([first, last]) => daysBetween(dayOf(first), dayOf(last)))
  return days ? [...new Set(days)].sort((a, b) => a - b) : null
}

const daysBetween = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** Returns whether a listing passes the part of a filter that is about days. Services do. */
export function takesPlace(document: SearchDocument, filter: Filter, clock: Clock): boolean {
  const { dates } = document
  if (!dates) return true
  if (filter.hideEnded && clock.isOver(document, dates)) return false
  const today = clock.todayAt(document)
  const range = rangeOf(filter, today)
  if (!range) return true
  const [first, last] = [dayOf(dates.firstDay), dayOf(dates.lastDay)]
  const days = seriesDays(dates)
  if (!days) return first <= range.to && last >= range.from
  return days.some(
    (day) =>
      day >= range.from &&
      day <= range.to &&
      // Its date of today is over if a later one is the current one.
      !(filter.hideEnded && day === today && first > today),
  )
}

/**
 * Returns where an event stands on a day of a calendar: those that begin on it by time, which a series does on each of its days, then
 * those that began earlier. Null if it does not take place then.
 */
export function timeOn(day: number, { dates }: SearchDocument): number | null {
  if (!dates) return null
  const [first, last] = [dayOf(dates.firstDay), dayOf(dates.lastDay)]
  const days = seriesDays(dates)
  if (days ? !days.includes(day) : day < first || day > last) return null
  const hasBegun = !days && first < day
  return (hasBegun ? minutesOfDay + 1 : 0) + startOf(dates)
}

/** Whole days come before what begins at midnight. */
const startOf = ({ startMinute }: DocumentDates) => (startMinute === null ? 0 : startMinute + 1)

/**
 * Orders events by their beginning, and those that began before today between today and tomorrow by their end; those that are over come
 * last.
 */
export function compareEvents(a: SearchDocument, b: SearchDocument, filter: Filter, clock: Clock): number {
  if (!a.dates || !b.dates) return 0
  const [one, other] = [shownDate(a, a.dates, filter, clock), shownDate(b, b.dates, filter, clock)]
  if (one.isOver || other.isOver) return Number(one.isOver) - Number(other.isOver) || other.day - one.day
  return one.day - other.day || one.time - other.time
}

/** What begins in the last half hour of a day counts as equal. */
const lastStart = 23 * 60 + 27
const maxDaysLeft = 8

/** The day and the time by which an event is ordered, of its date on the days of the filter. */
function shownDate(document: SearchDocument, dates: DocumentDates, filter: Filter, clock: Clock) {
  const today = clock.todayAt(document)
  const range = rangeOf(filter, today)
  const startTime = Math.min(startOf(dates), lastStart)
  const [first, last] = [dayOf(dates.firstDay), dayOf(dates.lastDay)]
  const days = seriesDays(dates)
  if (!range || !days || (first <= range.to && last >= range.from)) {
    if (clock.isOver(document, dates)) return { isOver: true, day: last, time: 0 }
    if (first >= today) return { isOver: false, day: first, time: startTime }
    // After what begins today.
    const hoursLeft = Math.floor((dates.endMinute ?? minutesOfDay) / 60)
    const rank = last > today ? 24 + Math.min(last - today, maxDaysLeft) : hoursLeft
    return { isOver: false, day: today, time: minutesOfDay + 1 + rank }
  }
  const inRange = days.filter((day) => day >= range.from && day <= range.to)
  // A series has its current date before the days of the filter, or after them.
  const isLater = last < range.from
  const day = (isLater ? inRange[0] : inRange.at(-1)) ?? 0
  return { isOver: !isLater, day, time: startTime }
}
