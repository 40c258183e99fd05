/** Reads an event that repeats: its next date, with a rule that listings can have, and its other dates as events without a rule. */
import ICAL from 'ical.js'
import { addDays, daysBetween } from '../../../../shared/days.ts'
import { expandRule, type RuleInput } from '../../../../shared/expand-rule.ts'
import { maxExceptions, maxImportedEvents } from '../../../../shared/limits.ts'
import { parseRule } from '../../../../shared/recurrence/recurrence.ts'
import { msg } from '../../../../shared/translate.ts'
import type { CalendarEvent } from '../calendar-event.ts'
import {
  inSameZone,
  inZoneOf,
  readTime,
  timeOf,
  timesOf,
  valuesOf,
  type ZonedTime,
} from './calendar-times.ts'
import type { Component } from './components.ts'
import { formatParts, type RuleParts, readRule, shiftRule, toListingRule } from './listing-rule.ts'
import { propertyOf } from './properties.ts'
import { endsAt, laterByDuration, moveTo, type ReadEvent, readEvent, stampOf } from './read-event.ts'
import { type Source, UnreadableEvent } from './source.ts'

const maxRuleDates = 10_000
const maxSkippedDates = 20_000
const lastDay = '2199-12-31'

type Series = {
  read: ReadEvent
  parts: RuleParts
  /** The rule, if listings can have it. */
  rule: string | null
  excluded: string[]
  source: Source
}

/**
 * Returns the dates that are not over. Of those that differ (`changed`), single ones are events themselves, and those for all later
 * dates (`RANGE=THISANDFUTURE`) continue the series.
 */
export function readSeries(component: Component, changed: Component[], source: Source): ReadEvent[] {
  const read = readEvent(component, source)
  source.spend(changed.length + valuesOf(component, 'EXDATE').length)
  const exceptions = timesOf(component, 'EXDATE', source).map((time) => inZoneOf(read.start, time))
  const changedTimes = changed
    .filter((other) => !changesFollowing(other))
    .flatMap((other) => timeOf(other, 'RECURRENCE-ID', source) ?? [])
    .map((time) => inZoneOf(read.start, time))
  const isExcluded = (time: ZonedTime) =>
    [...exceptions, ...changedTimes].some((other) => isSameDate(other, time))
  const extra = extraDates(component, read, source).filter(({ start }) => !isExcluded(start))
  const ruleText = propertyOf(component, 'RRULE')?.value
  if (ruleText === undefined) return isExcluded(read.start) ? extra : [read, ...extra]
  const parts = readRule(ruleText, read.start, source)
  if (!parts) return [withFields(read, { partial: true }), ...extra]
  const rule = toListingRule(parts, read.start.day)
  const excluded = [...exceptions, ...changedTimes].map(({ day }) => day)
  const series = { read: scheduled(read, ruleText, excluded), parts, rule, excluded, source }
  const isByRule = ({ start }: ReadEvent) =>
    rule !== null && start.time === read.start.time && hasDay(source, rule, read.start.day, start.day)
  const first = rule === null || isByRule(read) || isExcluded(read.start) ? [] : [dated(read)]
  return [...splitSeries(series, changed), ...first, ...extra.filter((other) => !isByRule(other))]
}

export const changesFollowing = (component: Component): boolean =>
  propertyOf(component, 'RECURRENCE-ID')?.params.range?.toUpperCase() === 'THISANDFUTURE'

function listDays({ spend }: Source, input: RuleInput): string[] {
  const days = expandRule(input)
  // Counted dates are all listed, although few are returned.
  const listed = parseRule(input.rule)?.count ?? days.length
  spend(1 + listed / 5)
  return days
}

const hasDay = (source: Source, rule: string, start: string, day: string) =>
  listDays(source, { rule, start, from: day, until: day, limit: 1 }).length > 0

function isSameDate(one: ZonedTime, other: ZonedTime): boolean {
  if (one.day !== other.day) return false
  return (
    one.time === null || other.time === null || stampOf(one) === stampOf(other) || one.time === other.time
  )
}

const withFields = (read: ReadEvent, fields: Partial<CalendarEvent>): ReadEvent => ({
  ...read,
  event: { ...read.event, ...fields },
})

const dated = (read: ReadEvent): ReadEvent => withFields(read, { recurrenceId: stampOf(read.start) })

/** Returns the additional dates (`RDATE`) that may be upcoming, the first ones if there are many. */
function extraDates(component: Component, read: ReadEvent, source: Source): ReadEvent[] {
  const firstDay = earliestDay(read, source)
  return valuesOf(component, 'RDATE')
    .map(({ value, params }) => ({ value: value.trim().replaceAll('-', ''), params }))
    .filter(({ value }) => value.slice(0, 8) >= firstDay.replaceAll('-', ''))
    .sort((one, other) => one.value.localeCompare(other.value))
    .slice(0, maxImportedEvents + 1)
    .flatMap(({ value, params }) => {
      const [from = '', to = ''] = value.split('/')
      const start = readTime(from, params, source)
      if (!start) return []
      const local = inZoneOf(read.start, start)
      const end = /^[+-]?P/i.test(to) ? laterByDuration(local, to) : readTime(to, params, source)
      const last = end && inZoneOf(local, end)
      // A period that ends before it begins says nothing about its length.
      return dated(moveTo(read, local, last && stampOf(last) > stampOf(local) ? last : undefined))
    })
}

/** Returns a day before which no date can end in the future. */
const earliestDay = ({ start, end }: ReadEvent, { now }: Source) =>
  addDays(now.slice(0, 10), -daysBetween(start.day, end.day) - 2)

/** Adds the rule to what the calendar says about when the event takes place. */
const scheduled = (read: ReadEvent, rule: string, excluded: string[]): ReadEvent =>
  withFields(read, {
    schedule: `${read.event.schedule} ${canonical(rule)} ${excluded.toSorted().join()}`,
  })

function canonical(rule: string): string {
  try {
    return ICAL.Recur.fromString(rule).toString()
  } catch {
    return rule
  }
}

/** Returns the series up to each change of all later dates, and from there on. */
function splitSeries(series: Series, changed: Component[]): ReadEvent[] {
  const { read, rule, source } = series
  const changes = changed
    .filter(changesFollowing)
    .flatMap((component) => {
      const from = timeOf(component, 'RECURRENCE-ID', source)
      return from ? [{ component, day: inZoneOf(read.start, from).day }] : []
    })
    .sort((one, other) => one.day.localeCompare(other.day))
  if (rule === null || changes.length === 0) return nextDate(series)
  const before = (index: number) => changes[index]?.day ?? null
  const later = changes.flatMap(({ component, day }, index) => {
    const change = readEvent(component, source, read)
    const days = daysBetween(day, change.start.day)
    const part = partOf(series, rule, day, before(index + 1))
    if (part === null) return []
    const moved = shiftRule(part, days)
    const excluded = excludedIn(series, day, before(index + 1)).map((each) => addDays(each, days))
    const continued = withFields(change, { schedule: `${change.event.schedule} ${read.event.schedule}` })
    return moved === null
      ? [withFields(continued, { partial: true })]
      : nextDate({ ...series, read: continued, rule: moved, excluded })
  })
  const first = partOf(series, rule, read.start.day, before(0))
  const excluded = excludedIn(series, read.start.day, before(0))
  return first === null ? later : [...nextDate({ ...series, rule: first, excluded }), ...later]
}

const excludedIn = ({ excluded }: Series, from: string, end: string | null) =>
  excluded.filter((day) => day >= from && (end === null || day < end))

/** Returns the rule from a day on, up to the day before `end`; null if it has no day then. */
function partOf({ read, source }: Series, rule: string, from: string, end: string | null): string | null {
  const start = read.start.day
  const { count } = parseRule(rule) ?? {}
  const until = end === null ? null : addDays(end, -1)
  if (listDays(source, { rule, start, from, until: until ?? lastDay, limit: 1 }).length === 0) return null
  const parts = new Map(rule.split(';').map((part) => part.split('=', 2) as [string, string]))
  const stored = parts.get('UNTIL')
  if (until !== null) {
    parts.delete('COUNT')
    const text = until.replaceAll('-', '')
    parts.set('UNTIL', stored !== undefined && stored < text ? stored : text)
  } else if (count) {
    const passed = listDays(source, { rule, start, until: addDays(from, -1), limit: maxRuleDates }).length
    parts.set('COUNT', String(count - passed))
  }
  return formatParts(parts)
}

/** Returns the series from its next date on. If listings cannot have its rule, only that date; none if it is over. */
function nextDate(series: Series): ReadEvent[] {
  const { read, rule, source } = series
  const excluded = new Set(series.excluded)
  // As the dates of a series pass, what the calendar says about them stays the same.
  const { schedule } = read.event
  const at = (day: string): ReadEvent => moveToDay(read, day)
  const isNext = (day: string) => !excluded.has(day) && endsAt(at(day), source) > source.now
  if (rule === null) {
    const day = findOtherDate(series.parts, read.start.day, {
      firstDay: earliestDay(read, source),
      isNext,
      source,
    })
    return day === null ? [] : [withFields(at(day), { schedule, partial: true })]
  }
  const { count } = parseRule(rule) ?? {}
  const earliest = earliestDay(read, source)
  const from = count ? read.start.day : earliest
  const limit = count
    ? maxRuleDates
    : Math.min(maxRuleDates, excluded.size + daysBetween(read.start.day, read.end.day) + 10)
  const days = listDays(source, { rule, start: read.start.day, from, until: lastDay, limit })
  const index = days.findIndex((each) => each >= earliest && isNext(each))
  const day = days[index]
  if (day === undefined) return []
  const exceptions = [...excluded]
    .filter((each) => each > day)
    .toSorted()
    .slice(0, maxExceptions)
  const rest = count ? rule.replace(/COUNT=\d+/, `COUNT=${count - index}`) : rule
  return [withFields(at(day), { schedule, rule: rest, exceptions })]
}

function moveToDay(read: ReadEvent, day: string): ReadEvent {
  const { start } = read
  if (day === start.day) return read
  if (start.time === null) return moveTo(read, { ...start, day })
  return moveTo(read, inSameZone(start, { day, time: start.time }))
}

type Search = { firstDay: string; isNext: (day: string) => boolean; source: Source }

/** Finds the next date by a rule that listings cannot have, or null. Throws `UnreadableEvent` for a rule that takes too long. */
function findOtherDate(parts: RuleParts, start: string, { firstDay, isNext, source }: Search): string | null {
  if (/^(SECOND|MINUTE|HOUR)LY$/.test(parts.get('FREQ') ?? '')) return isNext(start) ? start : null
  const found = source.withinTime(() => {
    const iterator = ICAL.Recur.fromString(formatParts(parts)).iterator(
      ICAL.Time.fromDateString(laterStart(parts, start, firstDay)),
    )
    for (let skipped = 0; skipped < maxSkippedDates; skipped++) {
      const day = iterator.next()?.toString().slice(0, 10)
      if (day === undefined) return { day: null }
      if (day >= firstDay && isNext(day)) return { day }
    }
    return null
  })
  if (!found)
    throw new UnreadableEvent(
      msg('We couldn’t find its next date. Its rule has an error, or repeats too often.'),
    )
  return found.day
}

/** Returns a start from which the rule has the same dates, in fewer steps. */
function laterStart(parts: RuleParts, start: string, firstDay: string): string {
  if (parts.has('COUNT') || parts.has('INTERVAL')) return start
  // The rule may mean the date of its start, which may be a leap day, or its weekday.
  const step = parts.has('BYDAY') || !/WEEKLY/.test(parts.get('FREQ') ?? '') ? 4 : 28
  const years = Number(firstDay.slice(0, 4)) - Number(start.slice(0, 4)) - 1
  const year = Number(start.slice(0, 4)) + Math.max(0, Math.floor(years / step)) * step
  return `${year}${start.slice(4)}`
}
