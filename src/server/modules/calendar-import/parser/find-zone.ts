/** Finds the zone that a calendar means: its own definition, or an IANA name, a Windows name (CLDR), or an offset. */
import { Temporal } from 'temporal-polyfill'
import { findIana } from 'windows-iana'
import type { Component } from './components.ts'
import { definedZone } from './defined-zone.ts'
import { ianaZone, type Zone } from './iana-zone.ts'
import { textOf } from './properties.ts'
import type { WithinTime } from './within-time.ts'

/** Returns the zone of a `TZID`, or null for an unknown one. */
export function findZone(
  tzid: string,
  definitions: Map<string, Component>,
  withinTime: WithinTime,
): Zone | null {
  const iana = ianaName(tzid)
  const definition = definitions.get(tzid)
  const defined = definition && definedZone(definition, withinTime)
  if (defined) return { ...defined, name: iana && isSame(defined, ianaZone(iana)) ? iana : null }
  if (iana) return ianaZone(iana)
  const location = definition && ianaName(textOf(definition, 'X-LIC-LOCATION'))
  if (location) return ianaZone(location)
  const windows = windowsName(tzid)
  if (windows) return { ...ianaZone(windows), name: null }
  const offset = offsetOf(tzid)
  return offset === null ? null : { ...ianaZone(offset), name: null }
}

/** A calendar may define an IANA name otherwise. */
const isSame = (defined: Pick<Zone, 'toInstant'>, { toInstant }: Zone) =>
  ['01', '07'].every((month) => {
    const wall = { day: `2027-${month}-15`, time: '12:00' }
    return defined.toInstant(wall) === toInstant(wall)
  })

const utc = /^(Etc\/)?(UTC|GMT|UCT|Zulu|Universal|Greenwich|GMT[+-]?0)$/i

/** Some programs write a path before the name, such as `/example.org/America/Chicago`, or spaces into it. */
function ianaName(tzid: string): string | null {
  const plain = tzid.trim().replaceAll(' ', '_')
  const parts = plain.split('/').filter(Boolean)
  if (utc.test(plain) || utc.test(parts.at(-1) ?? '')) return 'UTC'
  for (const name of [plain, parts.slice(-3).join('/'), parts.slice(-2).join('/')])
    if (/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name) && isZone(name)) return name
  return null
}

/** `Intl` also knows abbreviations, such as AST for Alaska, which `Temporal` rejects. */
function isZone(timeZone: string): boolean {
  try {
    return Boolean(Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone))
  } catch {
    return false
  }
}

/** Some programs write minutes after a dot, and WordPress writes a part of an hour: `UTC-3.5`. */
const offsetPattern = /^\(?(?:UTC|GMT)?\s*([+-−])(\d{1,2})(?:[:.]?([0-5]\d)|(\.\d{1,2}))?\)?/i

/** What people in North America abbreviate, such as EST and PDT. */
const regions: Record<string, string> = {
  AST: 'Atlantic',
  AKST: 'Alaskan',
  CST: 'Central',
  EST: 'Eastern',
  MST: 'Mountain',
  PST: 'Pacific',
}

/** Returns the zone of `Eastern Standard Time`, its abbreviation, or its label, `(UTC-05:00) Eastern Time (US & Canada)`. */
function windowsName(tzid: string): string | null {
  const [exact] = findIana(tzid)
  if (exact) return exact
  const label = tzid.replace(offsetPattern, '').trim()
  const region =
    regions[label.toUpperCase().replace(/DT$/, 'ST')] ??
    label.replace(/^(\w+)(?: Daylight)?(?: Time\b.*)?$/, '$1')
  const [ofLabel] = findIana(`${region} Standard Time`)
  if (ofLabel) return ofLabel
  const offset = offsetOf(tzid)
  const cities = label.split(/[,;]/).map((city) => city.trim().replaceAll(' ', '_'))
  if (offset === null) return null
  const isStandard = (name: string) =>
    Temporal.Instant.from('2026-01-15T00:00Z').toZonedDateTimeISO(name).offset === offset ||
    Temporal.Instant.from('2026-07-15T00:00Z').toZonedDateTimeISO(name).offset === offset
  return (
    Intl.supportedValuesOf('timeZone').find(
      (name) => cities.includes(name.split('/').at(-1) ?? '') && isStandard(name),
    ) ?? null
  )
}

/** Returns the offset that a name contains, such as `+05:30`. */
function offsetOf(tzid: string): string | null {
  const [, sign, hours = '', digits, part = '0'] = offsetPattern.exec(tzid.trim()) ?? []
  if (!sign || Number(hours) > 14) return null
  const minutes = digits ?? String(Math.round(Number(part) * 60)).padStart(2, '0')
  return `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`
}
