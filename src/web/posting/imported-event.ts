/** Fills in the form with what an imported calendar says about an event. */

import type { ImportedEvent } from '../../shared/contract/imported-calendars.ts'
import { formatTimeZone } from '../../shared/event-times.ts'
import { t } from '../../shared/translate.ts'
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

/** Returns what the calendar says, or only what it changed if the event was posted; null for an event of someone else. */
export async function loadImported({ api, query }: AuthedLoaderContext): Promise<ImportedValues | null> {
  const id = query.get(importedParameter)
  if (!id) return null
  try {
    const { event, listing, changed } = await api.getImportedEvent({ params: { id } })
    const names = listing === null ? Object.keys(event) : changed
    return { id, values: valuesOf(event, names), timeNote: timeNoteOf(event) }
  } catch (error) {
    if (isRefused(error, 'not_found') || isRefused(error, 'invalid')) return null
    throw error
  }
}

/** Times are those of the town, which may be unknown, and so may the zone that the calendar names. */
function timeNoteOf({ startTime, city, unknown_zone, time_zone }: ImportedEvent): string {
  if (startTime === null) return ''
  if (unknown_zone)
    return t('We don’t know the time zone “{zone}” of your calendar, so please check the times.', {
      zone: unknown_zone,
    })
  return city === null ? t('Its times are in {zone}.', { zone: formatTimeZone(time_zone) }) : ''
}

/** The form's field for each text of an event. */
const textFields = {
  title: 'title',
  description: 'description',
  category: 'category',
  subcategory: 'subcategory',
  country: 'country',
  state: 'state',
  city: 'city',
  venue_name: 'venue.name',
  venue_address: 'venue.address',
  venue_postal_code: 'venue.postal_code',
}
const isText = (name: string): name is keyof typeof textFields => Object.hasOwn(textFields, name)

/** A schedule changes as a whole: its days, times, and rule depend on each other. */
const scheduleNames = ['startDate', 'endDate', 'startTime', 'endTime', 'rule', 'exceptions']

/** Returns the form's values of these fields of an event. What the calendar leaves open, the author has chosen. */
function valuesOf(event: ImportedEvent, names: string[]): Record<string, string> {
  const values: Record<string, string> = {}
  for (const name of names.filter(isText)) {
    const text = event[name]
    if (text !== null) values[textFields[name]] = text
  }
  const hasSchedule = names.some((name) => scheduleNames.includes(name))
  return hasSchedule ? { ...values, ...scheduleValues(event) } : values
}

/** Empties what the calendar no longer has, but not when doors open, which calendars never say. */
function scheduleValues({ startDate, endDate, ...times }: ImportedEvent): Record<string, string> {
  const emptied = Object.fromEntries(scheduleFields.map((name) => [name, '']))
  const schedule = fromSchedule({ ...times, startDate, endDate, doorsTime: null })
  const { 'schedule.doorsTime': _, ...values } = { ...emptied, ...schedule, startDate, endDate }
  return values
}
