/** What an audit entry changed, in words. */
import { isDay } from '../../shared/days.ts'
import { formatDay, truncate } from '../../shared/format.ts'
import type { FieldChoice, FieldValue } from '../../shared/listing-fields/field.ts'
import { type Message, msg, t } from '../../shared/translate.ts'
import { statusOptions } from './dashboard-url.ts'
import { propertyLabels, propertyOf } from './field-properties.ts'

/** `from` is null when there was no previous value. */
export type Change = { field: string; from: string | null; to: string }

const maxValueLength = 300
/** The time that an undo needs, which means nothing to a reader. */
const hiddenField = 'resolved'
const emptyValue = () => t('none')

const statuses: Record<string, Message> = {
  ...statusOptions.listings,
  ...statusOptions.messages,
  active: statusOptions.listings.live,
}
const availabilities: Record<string, Message> = { available: msg('Available'), soldout: msg('Sold out') }
const attendanceModes: Record<string, Message> = {
  in_person: msg('In person'),
  online: msg('Online'),
  both: msg('In person and online'),
}
const audiences: Record<string, Message> = {
  signed_in: msg('Signed-in users'),
  on_the_day: msg('Signed-in users, on the day'),
}
const formatIn = (words: Record<string, Message>) => (text: string) => (words[text] ? t(words[text]) : text)
const formatIfDay = (text: string) => (isDay(text) ? formatDay(text) : text)

/** Formats the values of fields that are not stored as they are read. */
const formatters: Record<string, (text: string) => string> = {
  status: formatIn(statuses),
  event_availability: formatIn(availabilities),
  startDate: formatIfDay,
  endDate: formatIfDay,
  attendance_mode: formatIn(attendanceModes),
  online_url_shown: formatIn(audiences),
}

const labels: Record<string, Message> = {
  title: msg('Title'),
  description: msg('Description'),
  category: msg('Category'),
  subcategory: msg('Subcategory'),
  country: msg('Country'),
  state: msg('State'),
  city: msg('City'),
  latitude: msg('Latitude'),
  longitude: msg('Longitude'),
  address: msg('Address'),
  time_zone: msg('Time zone'),
  status: msg('Status'),
  language: msg('Language'),
  images: msg('Photos'),
  price: msg('Price'),
  price_unit: msg('Price unit'),
  price_max: msg('Highest price'),
  tickets: msg('Tickets'),
  types: msg('Kinds of tickets'),
  url: msg('Link to the ticket seller'),
  venue: msg('Venue'),
  attendance_mode: msg('Attendance mode'),
  online_url: msg('Online link'),
  online_url_shown: msg('Online link shown to'),
  event_availability: msg('Event availability'),
  startDate: msg('Start date'),
  endDate: msg('End date'),
  parts: msg('Parts'),
  dates: msg('Dates'),
  fields: msg('Fields'),
  initial: msg('New ads begin with'),
  name: msg('Name'),
  moreNames: msg('More names'),
  synonyms: msg('Synonyms'),
  icon: msg('Icon'),
  drawing: msg('Drawing'),
  retired: msg('Retired'),
  in: msg('In'),
  level: msg('Level'),
  towns: msg('Towns'),
  added: msg('Added'),
  minPopulation: msg('Min population'),
  ads: msg('Ads'),
  value: msg('Value'),
  version: msg('Version'),
  place: msg('Place'),
  choices: msg('Choices'),
  topics: msg('Topics'),
  pending: msg('Pending'),
  waiting: msg('Waiting'),
  suspended: msg('Suspended'),
  hidden: msg('Hidden'),
  canceled: msg('Canceled'),
  names: msg('Names in other languages'),
}
/** What belongs together is shown field by field. */
const groups = ['venue', 'tickets', 'fields']

/** Returns the changes of an audit entry field by field. Accepts any values, because each action stores its own shape. */
export function diffFields(before: unknown, after: unknown): Change[] {
  if (Array.isArray(before) && Array.isArray(after)) return diffLists(before, after)
  const [from, to] = [asRecord(before), asRecord(after)]
  const fields = [...new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})])]
  return fields
    .filter((field) => field !== hiddenField)
    .flatMap((field) => {
      const group = groups.includes(field) && asRecord(to?.[field])
      return group ? diffGroup(field, from && asRecord(from[field]), group) : [diffField(field)]
    })
    .filter(({ from, to }) => (from ?? emptyValue()) !== to)

  function diffField(field: string): Change {
    return {
      field: labelOf(field),
      from: from && formatField(field, from[field]),
      to: formatField(field, to?.[field]),
    }
  }
}

type Values = Record<string, unknown>

/** Shows the fields of a group, such as `Venue: address`. */
const diffGroup = (group: string, from: Values | null, to: Values): Change[] =>
  diffFields(from, to).map((change) => ({
    ...change,
    field: t('{group}: {field}', { group: labelOf(group), field: lowerFirst(change.field) }),
  }))

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Shows what was added to a list and removed from it: two whole lists would hide the difference. */
function diffLists(before: unknown[], after: unknown[]): Change[] {
  const added = after.filter((item) => !before.includes(item))
  const removed = before.filter((item) => !after.includes(item))
  const changes = [
    { field: t('Added'), from: null, to: formatValue(added) },
    { field: t('Removed'), from: null, to: formatValue(removed) },
  ].filter(({ to }) => to !== emptyValue())
  return changes.length > 0
    ? changes
    : [{ field: t('Order'), from: formatValue(before), to: formatValue(after) }]
}

/** Turns `event_availability` and `startDate` into `Event availability` and `Start date`. */
function labelOf(field: string): string {
  const label = propertyOf(field)?.label || propertyLabels('uses', [field])
  if (labels[field] || label) return labels[field] ? t(labels[field]) : label
  const words = field.replace(/_|(?=[A-Z])/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const asRecord = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null

function formatField(field: string, value: unknown): string {
  if (typeof value === 'string' && value !== '' && formatters[field]) return formatters[field](value)
  const words = value ? propertyLabels(field, value as FieldValue) : ''
  return words || formatValue(value)
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return emptyValue()
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (Array.isArray(value))
    return value.length > 0 ? truncate(value.map(formatValue).join(' · '), maxValueLength) : emptyValue()
  if (isTicket(value)) return formatTicket(value)
  if (isChoice(value)) return value.retired ? t('{choice} (retired)', { choice: value.label }) : value.label
  return truncate(typeof value === 'object' ? JSON.stringify(value) : String(value), maxValueLength)
}

type Ticket = { name: string; price: number; soldOut: boolean }

const isTicket = (value: unknown): value is Ticket =>
  typeof value === 'object' && value !== null && 'name' in value && 'soldOut' in value

const isChoice = (value: unknown): value is FieldChoice =>
  typeof value === 'object' && value !== null && 'label' in value && 'retired' in value

function formatTicket({ name, price, soldOut }: Ticket): string {
  const ticket = t('{name}: {price}', { name, price: String(price) })
  return soldOut ? t('{ticket} (sold out)', { ticket }) : ticket
}
