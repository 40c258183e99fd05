/** The events of a file before they are read, and which of them are earlier versions of others. */
import type { Component } from './components.ts'
import { propertyOf } from './properties.ts'
import type { Source } from './source.ts'

/** `uid` is empty if the event has none. */
export type Entry = { component: Component; source: Source; uid: string }

/** Whether it is one changed date of a series, or all from one on. */
export const isChange = ({ component }: Entry): boolean =>
  component.lines.some(({ name }) => name === 'RECURRENCE-ID')

/** Returns the entries without those of which the file has a later version, which has a higher `SEQUENCE`. */
export function latestRevisions(entries: Entry[]): Set<Entry> {
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
