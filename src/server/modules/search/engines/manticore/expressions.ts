/** Conditions and orders about days and concepts, as expressions of the server. Only numbers that we computed reach them. */
import type { Circle, EngineFilter, EngineSort, Instant } from '../../engine.ts'
import { lastStart, numbersOfDay, onNow } from '../../event-order.ts'
import { type DayRange, dayNumberOf, daysOfWhen } from '../../relative-days.ts'
import { hashOf, numberColumn } from './tables.ts'
import type { Tree } from './tree.ts'

/** Days of a series that a range is compared with. Series do not last longer. */
const maxListedDays = 4_000
/** Limits the days by which series outside of their current date are ordered, in longer ranges. */
const maxOrderedDays = 366

/** A column of a select list; `name` is its alias. */
export type Column = { name: string; value: string }
export type Key = Column & { descending: boolean }

const key = (name: string, value: string, descending = false): Key => ({ name, value, descending })

/** The newest first; of equally new ones, the one with the greatest id. */
export const newestFirst = ['posted', 'uuid_begin'].map((name) => key(name, name, true))

type DayFilter = Pick<EngineFilter, 'days' | 'hideEnded'>

/** Returns the columns that say what time it is for a listing. */
export function clockColumns(tree: Tree, now: Instant): Column[] {
  const second = Math.floor(Date.parse(now) / 1_000)
  return [
    { name: 'today', value: byToday(tree, now, (today) => String(today)) },
    { name: 'is_over', value: `IF(ends_at>0,IF(ends_at<=${second},1,0),IF(last_day<today,1,0))` },
  ]
}

/** Returns an expression that depends on the local day. It is at most three days on Earth at a time. */
function byToday(tree: Tree, now: Instant, of: (today: number) => string): string {
  const [first, ...others] = [...tree.todays(now)]
  let expression = of(first?.[0] ?? 0)
  for (const [today, zones] of others) {
    const other = of(today)
    if (other !== expression) expression = `IF(IN(zone,${zones.map(hashOf).join()}),${other},${expression})`
  }
  return expression
}

/** Returns the condition that an event takes place on the days of the filter; null if that is always so. */
export function takesPlace(tree: Tree, filter: DayFilter, now: Instant): string | null {
  if (!filter.days) return filter.hideEnded ? '1-is_over' : null
  const isOnDays = byToday(tree, now, (today) => {
    const range = rangeOf(filter, today)
    const once = `IF(first_day<=${high(range.to)} AND last_day>=${low(range.from)},1,0)`
    // A series' date of today is over if a later one is the current one.
    const rest = { from: Math.max(range.from, today + 1), to: range.to }
    const days = hasDayIn(range)
    const ofSeries = filter.hideEnded ? `IF(first_day>${today},${hasDayIn(rest)},${days})` : days
    return `IF(series=1,${ofSeries},${once})`
  })
  return filter.hideEnded ? `IF(is_over=1,0,${isOnDays})` : isOnDays
}

/** Returns the days of a filter, of which those before today are left out if ended events are. */
function rangeOf({ days = {}, hideEnded }: DayFilter, today: number): DayRange {
  const least = hideEnded ? today : -1
  if ('when' in days) {
    const { from, to } = daysOfWhen(days.when, today)
    return { from: Math.max(from, least), to }
  }
  return {
    from: days.from ? Math.max(dayNumberOf(days.from), least) : least,
    to: days.to ? dayNumberOf(days.to) : Number.POSITIVE_INFINITY,
  }
}

const low = (day: number) => Math.max(day, 0)
const high = (day: number) => Math.min(day, 65_535)

/** Returns the condition that a series takes place in a range. */
function hasDayIn({ from, to }: DayRange): string {
  if (from > to || to < 0) return '0'
  if (to === Number.POSITIVE_INFINITY) return `IF(GREATEST(days)>=${low(from)},1,0)`
  if (from <= 0) return `IF(LEAST(days)<=${high(to)},1,0)`
  return `IN(days,${listDays(from, Math.min(to, from + maxListedDays))})`
}

const listDays = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at).join()

/** Returns what orders listings before they are ordered by time, and that. `score` is the name of a column. */
export function orderOf(tree: Tree, filter: EngineFilter, sort: EngineSort, now: Instant): Key[] {
  const distance = filter.near ? [key('km', distanceTo(filter.near))] : []
  if (typeof sort === 'object') {
    const column = numberColumn(sort.key)
    const isMissing = key('is_missing', `IF(${column} IS NULL,1,0)`)
    return [isMissing, key('number', `BIGINT(${column})`, sort.descending), ...newestFirst]
  }
  switch (sort) {
    case 'relevance':
      return [key('score', 'score', true), ...distance, ...newestFirst]
    case 'distance':
      return [...distance, ...newestFirst]
    case 'price-asc':
      return [key('price', 'price'), ...newestFirst]
    case 'price-desc':
      return [key('price', 'price', true), ...newestFirst]
    case 'soonest':
      return filter.kind === 'event'
        ? [key('soon', soonestKey(tree, filter, now)), ...newestFirst]
        : newestFirst
    case 'newest':
      return newestFirst
  }
}

export const partialOrder: Key[] = [
  key('matched', 'matched', true),
  key('score', 'score', true),
  ...newestFirst,
]

export const distanceTo = ({ latitude, longitude }: Circle) =>
  `GEODIST(latitude,longitude,${latitude.toFixed(7)},${longitude.toFixed(7)},{in=deg,out=km,method=haversine})`

const endedGroup = 2_000_000_000

function soonestKey(tree: Tree, filter: EngineFilter, now: Instant): string {
  const current = `IF(is_over=1,${endedKey('last_day')},IF(first_day>=today,${upcomingKey('first_day')},${onNowKey}))`
  if (!filter.days) return current
  return byToday(tree, now, (today) => {
    const { from, to } = rangeOf(filter, today)
    const isShown = `series=0 OR (first_day<=${high(to)} AND last_day>=${low(from)})`
    const first = firstDayIn(low(from), Math.min(to, low(from) + maxOrderedDays))
    const last = lastDayIn(Math.max(low(from), high(to) - maxOrderedDays), high(to))
    // A series has its current date before the days of the filter, or after them.
    return `IF(${isShown},${current},IF(last_day<${low(from)},${upcomingKey(first)},${endedKey(last)}))`
  })
}

const upcomingKey = (day: string) => `${day}*${numbersOfDay}+MIN(start_minute,${lastStart})`
const daysLeft = `${onNow.hoursOfDay}+MIN(last_day-today,${onNow.maxDays})`
const onNowKey = `today*${numbersOfDay}+${onNow.first}+IF(last_day>today,${daysLeft},FLOOR(end_minute/60))`
const endedKey = (day: string) => `${endedGroup}+70000-${day}`

/** Returns the first day of a series in a range, by halving it: the server has no function for that. */
function firstDayIn(from: number, to: number): string {
  if (to <= from) return String(from)
  const middle = Math.floor((from + to) / 2)
  return `IF(IN(days,${listDays(from, middle)}),${firstDayIn(from, middle)},${firstDayIn(middle + 1, to)})`
}

function lastDayIn(from: number, to: number): string {
  if (to <= from) return String(to)
  const middle = Math.floor((from + to) / 2)
  return `IF(IN(days,${listDays(middle + 1, to)}),${lastDayIn(middle + 1, to)},${lastDayIn(from, middle)})`
}

/** Returns whether an event takes place on a day, and where it stands on that day of a calendar. */
export function onDay(day: number): { isOn: string; time: string } {
  return {
    isOn: `IF(series=1,IN(days,${day}),IF(first_day<=${day} AND last_day>=${day},1,0))`,
    // A series begins on each of its days.
    time: `IF(series=0 AND first_day<${day},${numbersOfDay},0)+start_minute`,
  }
}
