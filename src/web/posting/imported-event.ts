/** Fills in the form with what an imported calendar says about an event. */
import type { ImportedEvent } from '../../shared/contract/imported-calendars.ts'
import { formatTimeZone } from '../../shared/event-times.ts'
import { type AuthedLoaderContext, isRefused } from '../framework/loading.ts'
import { importedParameter } from '../paths.ts'
import { fromSchedule, scheduleFields } from './schedule-values.ts'

/** `values` are by the names of the form's fields. */
export type ImportedValues = {
  id: string
  values: Record<string, string>
  /** What the author should know about its times, or empty. */
  timeNote: string
}

/** Returns what the calendar says, or what it changed if the event was posted. Null without one, or for one of somebody else. */
export async function loadImported({ api, query }: AuthedLoaderContext): Promise<ImportedValues | null> {
  const id = query.get(importedParameter)
  if (!id) return null
  try {
    const { event, listing, changed } = await api.getImportedEvent({ params: { id } })
    const values = valuesOf(event)
    const names = listing === null ? Object.keys(event) : changed
    return { id, values: pick(values, names), timeNote: timeNoteOf(event) }
  } catch (error) {
    if (isRefused(error, 'not_found') || isRefused(error, 'invalid')) return null
    throw error
  }
}

/** Times are those of the town, which may be unknown, and so may the zone that the calendar names. */
function timeNoteOf({ startTime, city, unknown_zone, time_zone }: ImportedEvent): string {
  if (startTime === null) return ''
  if (unknown_zone)
    return `We don’t know the time zone “${unknown_zone}” of your calendar, so please check the times.`
  return city === null ? `Its times are in ${formatTimeZone(time_zone)}.` : ''
}

/** A schedule changes as a whole: its days, times, and rule depend on each other. */
const scheduleNames = ['startDate', 'endDate', 'startTime', 'endTime', 'rule', 'exceptions']

/** The fields of the form's part *When*. What the calendar no longer says is emptied; it never says when doors open. */
function scheduleValues({ startDate, endDate, ...times }: ImportedEvent): Record<string, string> {
  const { 'schedule.doorsTime': _doorsTime, ...imported } = fromSchedule({
    ...times,
    startDate,
    endDate,
    doorsTime: null,
  })
  const emptied = scheduleFields.filter((name) => name !== 'schedule.doorsTime').map((name) => [name, ''])
  return { ...Object.fromEntries(emptied), ...imported, startDate, endDate }
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
