/** Reads properties of a component. What cannot be read is as if it were missing, so that it costs nothing else. */
import ICAL from 'ical.js'
import type { Component, Line } from './components.ts'

export type Property = { params: Record<string, string>; value: string }

/** Parameters and the raw value: the library would reject or change values that it does not understand. */
const rawDesign = { value: {}, param: {}, property: {}, propertyGroups: false }
const dateNames = /^(DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID)$/
/** Outlook does not quote names such as `(UTC-05:00) Eastern Time`. Longer ones are no names, and would take long to find. */
const unquotedZone = /(;TZID=)([^":]{0,200}:.{0,200}?)(?=;VALUE=[A-Z-]+:|:[\dTZ,/:PDHMSW.+-]*$)/i

export const propertiesOf = ({ lines }: Component, name: string): Property[] =>
  lines.filter((line) => line.name === name).map(parse)

/** Returns the first property of this name that has a value. */
export function propertyOf({ lines }: Component, name: string): Property | null {
  for (const line of lines) {
    const property = line.name === name ? parse(line) : null
    if (property?.value.trim()) return property
  }
  return null
}

export function textOf(component: Component, name: string): string {
  return unescapeText(propertyOf(component, name)?.value ?? '')
}

function parse({ name, text }: Line): Property {
  const line = dateNames.test(name) ? text.replace(unquotedZone, '$1"$2"') : text
  try {
    const [, params, type, value] = ICAL.parse.property(line, rawDesign as never) as unknown as [
      ...[string, Record<string, string | string[]>, string, string],
    ]
    const all = Object.entries({ ...params, value: type }).map(([key, each]) => [
      key.toLowerCase(),
      String(each),
    ])
    return { params: Object.fromEntries(all), value }
  } catch {
    return { params: {}, value: text.slice(text.indexOf(':') + 1) }
  }
}

/** Some programs escape twice, or characters that need no escaping. */
function unescapeText(value: string): string {
  const text = value.replace(/\\([\\;,:"nN])/g, (_, character) => (/n/i.test(character) ? '\n' : character))
  const again = text.replace(/\\([;,])/g, '$1')
  return again.includes('\n') ? again : again.replace(/\\n(?![a-z])/g, '\n')
}

export const listOf = (component: Component, name: string): string[] =>
  propertiesOf(component, name).flatMap(({ value }) =>
    value.split(/(?<!\\),/).map((each) => unescapeText(each)),
  )
