/** Reads an event that repeats: its next date, with a rule that listings can have. */
import ICAL from 'ical.js'
import { addDays, daysBetween } from '../../../../shared/days.ts'
import type { CalendarEvent, CalendarTime } from '../calendar-event.ts'
import { instantOf, readTime } from './calendar-times.ts'
import { toListingRule } from './listing-rule.ts'
import { datesOf, inZoneOf, moveTo, parameterOf, readEvent, stampOf, timeOf } from './read-event.ts'

/** The most dates of one series that are skipped to find its next one, and the most additional dates that are read. */
const maxSkippedDates = 20_000
const maxExtraDates = 50

type Context = { calendar: ICAL.Component; now: string; timeZone: string }

/**
 * Returns an event with its rule from its next date on, and its additional dates as events without a rule. `changed` are the
 * dates that differ, which are events as well.
 */
export function readSeries(
  component: ICAL.Component,
  changed: ICAL.Component[],
  { calendar, now, timeZone }: Context,
): CalendarEvent[] {
  const event = readEvent(component, calendar)
  const rule = component.getFirstPropertyValue('rrule')
  const extra = datesOf(component, 'rdate', calendar).slice(0, maxExtraDates)
  const others = extra.map((time) => ({ ...moveTo(event, time), recurrenceId: stampOf(time) }))
  if (!(rule instanceof ICAL.Recur) || /^(SECOND|MINUTE|HOUR)LY$/.test(rule.freq)) return [event, ...others]
  const exceptions = [
    ...datesOf(component, 'exdate', calendar),
    ...changed.flatMap((other) => timeOf(other, 'recurrence-id', calendar) ?? []),
  ].map((time) => inZoneOf(event.start, time).day)
  const isNext = (time: CalendarTime) =>
    !exceptions.includes(time.day) && instantOf(moveTo(event, time).end, timeZone, true) > now
  const firstDay = addDays(now.slice(0, 10), -daysBetween(event.start.day, event.end.day) - 2)
  const next = findNextDate(component, rule, { calendar, firstDay, isNext })
  if (!next) return others
  const listingRule = toListingRule(rule, event.start, next.passed)
  const moved = moveTo(event, next.time)
  const series = {
    ...moved,
    rule: listingRule,
    exceptions: listingRule ? [...new Set(exceptions)].filter((day) => day > moved.start.day).toSorted() : [],
    partial: listingRule === null,
    schedule: `${event.schedule} ${rule.toString()} ${exceptions.toSorted().join()}`,
  }
  return [series, ...others]
}

type Search = { calendar: ICAL.Component; firstDay: string; isNext: (time: CalendarTime) => boolean }

/** Returns the next date of a rule and the number of those before it. */
function findNextDate(component: ICAL.Component, rule: ICAL.Recur, { calendar, firstDay, isNext }: Search) {
  const property = component.getFirstProperty('dtstart')
  const first = property?.getFirstValue()
  if (!(first instanceof ICAL.Time)) return null
  const tzid = parameterOf(property, 'tzid')
  const iterator = rule.iterator(first)
  for (let passed = 0; passed < maxSkippedDates; passed++) {
    const next = iterator.next()
    if (!next) return null
    // Reading a time takes longer than skipping it.
    if (next.toString().slice(0, 10) < firstDay) continue
    const time = readTime(next, tzid, calendar)
    if (isNext(time)) return { time, passed }
  }
  return null
}
