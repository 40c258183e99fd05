import { msg } from '../../../../shared/translate.ts'
import type { Component } from './components.ts'
import { findZone } from './find-zone.ts'
import { ianaZone, type Zone } from './iana-zone.ts'
import { textOf } from './properties.ts'
import { limitTime, type WithinTime } from './within-time.ts'

export type Source = {
  now: string
  /** Returns the zone of a `TZID`, or null for an unknown one. */
  zoneOf: (tzid: string) => Zone | null
  /** The calendar's own zone, for times that name none or an unknown one. */
  defaultZone: Zone | null
  siteZone: Zone
  canceled: boolean
  withinTime: WithinTime
  /** Counts what takes time. Throws `UnreadableEvent` after what no calendar in use needs. */
  spend: (steps: number) => void
}

export type FileLimits = Pick<Source, 'withinTime' | 'spend'>

const zoneSteps = 30
/** Each takes about 10 μs. */
const maxSteps = 100_000

/** Says why an event cannot be read. Its author reads the message. */
export class UnreadableEvent extends Error {}

export function limitFile(): FileLimits {
  let left = maxSteps
  return {
    withinTime: limitTime(),
    spend: (steps) => {
      left -= steps
      if (left < 0) throw new UnreadableEvent(msg('This calendar has too many dates to read all of them.'))
    },
  }
}

type Site = { now: string; timeZone: string; limits: FileLimits }

export function createSource(calendar: Component, { now, timeZone, limits }: Site): Source {
  const definitions = new Map(
    calendar.components
      .filter(({ name }) => name === 'VTIMEZONE')
      .map((component) => [textOf(component, 'TZID'), component]),
  )
  const zones = new Map<string, Zone | null>()
  const zoneOf = (tzid: string) => {
    let zone = zones.get(tzid)
    if (zone === undefined) {
      limits.spend(zoneSteps)
      zone = findZone(tzid, definitions, limits.withinTime)
      zones.set(tzid, zone)
    }
    return zone
  }
  const named = textOf(calendar, 'X-WR-TIMEZONE').trim()
  return {
    now,
    zoneOf,
    defaultZone: named ? zoneOf(named) : null,
    siteZone: ianaZone(timeZone),
    canceled: textOf(calendar, 'METHOD').trim().toUpperCase() === 'CANCEL',
    ...limits,
  }
}
