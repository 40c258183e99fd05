/** Reads the times of iCalendar properties: in UTC, in a time zone, floating, or of whole days. */
import { addDays, isDay } from '../../../../shared/days.ts'
import type { CalendarTime } from '../calendar-event.ts'
import type { Component } from './components.ts'
import { utcZone, type WallTime, type Zone } from './iana-zone.ts'
import { type Property, propertiesOf, propertyOf } from './properties.ts'
import type { Source } from './source.ts'

/** A time, the zone in which days are counted from it, if it is not a whole day, and the name of its zone if that is unknown. */
export type ZonedTime = CalendarTime & { clock: Zone | null; unknownZone: string | null }

/** Programs also write times with separators, without seconds, with fractions, and with an offset. */
const pattern =
  /^\s*(\d{4})-?(\d\d)-?(\d\d)(?:[T ]\s*(\d\d):?(\d\d)(?::?\d\d)?(?:[.,]\d+)?\s*(Z|[+-]\d\d:?\d\d)?)?\s*$/i

/** Some programs write an end in the year 9999 for none. */
export const isInCalendar = (day: string): boolean => day >= '1000-01-02' && day < '3000'

export function readTime(text: string, params: Record<string, string>, source: Source): ZonedTime | null {
  const [, year, month, date, hours, minutes, offset] = pattern.exec(text) ?? []
  const day = `${year}-${month}-${date}`
  if (!year || !isDay(day) || !isInCalendar(day)) return null
  if (hours === undefined || (params.value?.toUpperCase() === 'DATE' && `${hours}${minutes}` === '0000'))
    return { day, time: null, instant: null, zone: null, clock: null, unknownZone: null }
  // Some programs write the end of a day like this.
  if (hours === '24' && minutes === '00')
    return wallTime({ day: addDays(day, 1), time: '00:00' }, params, source)
  const wall = { day, time: `${hours}:${minutes}` }
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(wall.time)) return null
  if (offset) return timeOn(utcZone.toWallTime(instantAt(wall, offset)), utcZone)
  return wallTime(wall, params, source)
}

function wallTime(wall: WallTime, { tzid }: Record<string, string>, source: Source): ZonedTime {
  const zone = tzid ? source.zoneOf(tzid) : null
  const clock = zone ?? source.defaultZone
  if (clock) return timeOn(wall, clock)
  return { ...wall, instant: null, zone: null, clock: source.siteZone, unknownZone: tzid ?? null }
}

function timeOn({ day, time }: WallTime, clock: Zone): ZonedTime {
  const instant = clock.toInstant({ day, time })
  return { day, time, instant, zone: clock.name, clock, unknownZone: null }
}

function instantAt({ day, time }: WallTime, offset: string): string {
  const zone = offset.toUpperCase() === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`
  return new Date(`${day}T${time}:00${zone}`).toISOString()
}

export function timeOf(component: Component, name: string, source: Source): ZonedTime | null {
  const property = propertyOf(component, name)
  return property ? readTime(property.value, property.params, source) : null
}

/** Returns the times of a property such as `EXDATE`; of periods, their starts. Those that cannot be read are left out. */
export const timesOf = (component: Component, name: string, source: Source): ZonedTime[] =>
  valuesOf(component, name).flatMap(
    ({ value, params }) => readTime(value.split('/', 1)[0] ?? '', params, source) ?? [],
  )

export const valuesOf = (component: Component, name: string): Property[] =>
  propertiesOf(component, name).flatMap(({ value, params }) =>
    value.split(/[,;]/).map((each) => ({ value: each, params })),
  )

export const inSameZone = (model: ZonedTime, wall: WallTime): ZonedTime =>
  model.instant !== null && model.clock ? timeOn(wall, model.clock) : { ...model, ...wall }

/** Returns a time as the clocks of another one show it. Without a zone, it is in that of the other one. */
export function inZoneOf(start: ZonedTime, time: ZonedTime): ZonedTime {
  const { day, time: clockTime, instant, clock } = time
  if (!start.clock || clockTime === null || (instant !== null && clock === start.clock)) return time
  if (instant === null) return inSameZone(start, { day, time: clockTime })
  const local = inSameZone(start, start.clock.toWallTime(instant))
  return start.instant === null ? local : { ...local, instant }
}
