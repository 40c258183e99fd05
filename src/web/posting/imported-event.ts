/** Fills in the form with what an imported calendar says about an event. */
import type { ImportedEvent } from '../../shared/imported-calendar.ts'
import { parseRule, type Recurrence, weekdays } from '../../shared/recurrence.ts'
import { type AuthedLoaderContext, isRefused } from '../loading.ts'

/** `values` are by the names of the form's fields. */
export type ImportedValues = { id: string; values: Record<string, string> }

/** The name of the URL's parameter with the id of an imported event. */
export const importedParameter = 'imported'

/** Returns what the calendar says, or what it changed if the event was posted. Null without one, or for one of somebody else. */
export async function loadImported({ api, query }: AuthedLoaderContext): Promise<ImportedValues | null> {
  const id = query.get(importedParameter)
  if (!id) return null
  try {
    const { event, listing, changed } = await api.getImportedEvent({ params: { id } })
    const values = valuesOf(event)
    if (listing === null) return { id, values: pick(values, Object.keys(event)) }
    return { id, values: pick(values, changed) }
  } catch (error) {
    if (isRefused(error, 'not_found') || isRefused(error, 'invalid')) return null
    throw error
  }
}

/** A schedule changes as a whole: its days, times, and rule depend on each other. */
const scheduleNames = ['startDate', 'endDate', 'startTime', 'endTime', 'rule', 'exceptions']

/** The fields of the form's part *When*. */
function scheduleValues({ startDate, endDate, startTime, endTime, rule, exceptions }: ImportedEvent) {
  const recurrence = rule === null ? null : parseRule(rule)
  const { interval = 1, days = [], until = null, count = null } = recurrence ?? {}
  return {
    ...{ startDate, endDate },
    'schedule.startTime': startTime ?? '',
    'schedule.endTime': endTime ?? '',
    'schedule.rule': recurrence ? repetitionOf(recurrence) : '',
    'schedule.interval': interval === 1 ? '' : String(interval),
    ...Object.fromEntries(weekdays.map((day) => [`schedule.${day}`, days.includes(day) ? 'yes' : ''])),
    'schedule.ends': until ? 'until' : count === null ? '' : 'count',
    'schedule.until': until ?? '',
    'schedule.count': count === null ? '' : String(count),
    'schedule.exceptions': exceptions.join(','),
  }
}

function repetitionOf({ frequency, monthDay, nth }: Recurrence): string {
  if (frequency !== 'monthly') return frequency
  if (nth) return nth.position === -1 ? 'monthly-last' : 'monthly-nth'
  return monthDay === -1 ? 'monthly-last-day' : 'monthly-date'
}

/** The form's fields for each field of an event. */
const valuesOf = (event: ImportedEvent): Record<string, Record<string, string>> => ({
  title: { title: event.title },
  description: { description: event.description },
  ...Object.fromEntries(scheduleNames.map((name) => [name, scheduleValues(event)])),
  category: known({ category: event.category }),
  subcategory: known({ subcategory: event.subcategory }),
  country: known({ country: event.country }),
  state: known({ state: event.state }),
  city: known({ city: event.city }),
  venue_name: { 'venue.name': event.venue_name },
  venue_address: { 'venue.address': event.venue_address },
  venue_postal_code: { 'venue.postal_code': event.venue_postal_code },
})

/** What the calendar does not say, the author has chosen. */
const known = (values: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null))

const pick = (values: Record<string, Record<string, string>>, names: string[]): Record<string, string> =>
  Object.assign({}, ...names.map((name) => values[name] ?? {}))
