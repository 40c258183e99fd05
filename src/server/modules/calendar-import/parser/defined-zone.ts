/** Reads the time zone that a calendar defines itself (VTIMEZONE). */
import ICAL from 'ical.js'
import type { Component } from './components.ts'
import type { Zone } from './iana-zone.ts'
import { propertiesOf, propertyOf } from './properties.ts'
import type { WithinTime } from './within-time.ts'

/** From an instant on, in milliseconds, clocks differ from UTC by `offset` instead of `before`. */
type Change = { at: number; offset: number; before: number }

/** Changes by a rule are calculated for these years. */
const firstYear = '1970'
const lastYear = 2100
const maxChanges = 2_000

/** Returns null for a definition that has no offset, or that cannot be read. */
export function definedZone(definition: Component, withinTime: WithinTime): Omit<Zone, 'name'> | null {
  const changes = (
    withinTime(() =>
      definition.components.filter(({ name }) => /^(STANDARD|DAYLIGHT)$/.test(name)).flatMap(changesOf),
    ) ?? []
  ).sort((one, other) => one.at - other.at)
  const [first] = changes
  if (!first) return null
  const offsetAt = (instant: number) => changes.findLast(({ at }) => at <= instant)?.offset ?? first.before
  return {
    toInstant: ({ day, time }) => {
      const wall = Date.parse(`${day}T${time}:00Z`)
      const [before, after] = [offsetAt(wall - dayMs), offsetAt(wall + dayMs)]
      const shown = [before, after].map((offset) => wall - offset).filter((at) => at + offsetAt(at) === wall)
      return new Date(shown.length > 0 ? Math.min(...shown) : wall - before).toISOString()
    },
    toWallTime: (instant) => {
      const at = Date.parse(instant)
      const text = new Date(at + offsetAt(at)).toISOString()
      return { day: text.slice(0, 10), time: text.slice(11, 16) }
    },
  }
}

const dayMs = 86_400_000

function changesOf(observance: Component): Change[] {
  const [offset, before] = ['TZOFFSETTO', 'TZOFFSETFROM'].map((name) =>
    offsetOf(propertyOf(observance, name)?.value),
  )
  if (offset === undefined || offset === null) return []
  const from = before ?? offset
  const onsets = onsetsOf(observance).map((wall) => Date.parse(`${wall}Z`))
  return onsets
    .filter((wall) => !Number.isNaN(wall))
    .map((wall) => ({ at: wall - from, offset, before: from }))
}

function onsetsOf(observance: Component): string[] {
  const start = localTime(propertyOf(observance, 'DTSTART')?.value ?? '')
  const dates = propertiesOf(observance, 'RDATE').flatMap(({ value }) => value.split(',').map(localTime))
  const rule = propertyOf(observance, 'RRULE')?.value.toUpperCase() ?? ''
  // An observance without a start is one for all time.
  const onsets = [start ?? '1601-01-01T00:00:00', ...dates.filter((date) => date !== null)]
  if (start === null || !/FREQ=YEARLY/.test(rule)) return onsets
  const later = rule.includes('COUNT') || start >= firstYear ? start : firstYear + start.slice(4)
  const iterator = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateTimeString(later))
  for (let next = iterator.next(); next && next.year <= lastYear; next = iterator.next())
    if (onsets.push(next.toString().slice(0, 19)) > maxChanges) break
  return onsets
}

function localTime(value: string): string | null {
  const [, year, month, day, hour = '00', minute = '00'] =
    /^\s*(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d))?/.exec(value) ?? []
  return year ? `${year}-${month}-${day}T${hour}:${minute}:00` : null
}

/** Returns an offset such as `-0500` in milliseconds. */
function offsetOf(value: string | undefined): number | null {
  const [, sign, hours, minutes] = /^\s*([+-]?)(\d\d):?(\d\d)/.exec(value ?? '') ?? []
  return hours ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000 : null
}
