/** What an audit entry changed, in words. */
import { isDay } from '../../shared/days.ts'
import { formatDay, truncate } from '../../shared/format.ts'
import type { FieldChoice, FieldValue } from '../../shared/listing-fields/field.ts'
import { statusOptions } from './dashboard-url.ts'
import { propertyLabels, propertyOf } from './field-properties.ts'

/** `from` is null when there was no previous value. */
export type Change = { field: string; from: string | null; to: string }

const maxValueLength = 300
/** The time that an undo needs, which means nothing to a reader. */
const hiddenField = 'resolved'
const emptyValue = 'none'

const statuses: Record<string, string> = {
  ...statusOptions.listings,
  ...statusOptions.messages,
  active: statusOptions.listings.live,
}
const availabilities: Record<string, string> = { available: 'Available', soldout: 'Sold out' }
const attendanceModes: Record<string, string> = {
  in_person: 'In person',
  online: 'Online',
  both: 'In person and online',
}
const audiences: Record<string, string> = {
  signed_in: 'Signed-in users',
  on_the_day: 'Signed-in users, on the day',
}
const formatIfDay = (text: string) => (isDay(text) ? formatDay(text) : text)

/** Formats the values of fields that are not stored as they are read. */
const formatters: Record<string, (text: string) => string> = {
  status: (text) => statuses[text] ?? text,
  event_availability: (text) => availabilities[text] ?? text,
  startDate: formatIfDay,
  endDate: formatIfDay,
  attendance_mode: (text) => attendanceModes[text] ?? text,
  online_url_shown: (text) => audiences[text] ?? text,
}

/** Names of fields that would not be clear otherwise. */
const labels: Record<string, string> = {
  images: 'Photos',
  online_url: 'Online link',
  online_url_shown: 'Online link shown to',
  price_max: 'Highest price',
  types: 'Kinds of tickets',
  initial: 'New ads begin with',
  url: 'Link to the ticket seller',
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
    .filter(({ from, to }) => (from ?? emptyValue) !== to)

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
    field: `${labelOf(group)}: ${lowerFirst(change.field)}`,
  }))

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Shows what was added to a list and removed from it: two whole lists would hide the difference. */
function diffLists(before: unknown[], after: unknown[]): Change[] {
  const added = after.filter((item) => !before.includes(item))
  const removed = before.filter((item) => !after.includes(item))
  const changes = [
    { field: 'Added', from: null, to: formatValue(added) },
    { field: 'Removed', from: null, to: formatValue(removed) },
  ].filter(({ to }) => to !== emptyValue)
  return changes.length > 0
    ? changes
    : [{ field: 'Order', from: formatValue(before), to: formatValue(after) }]
}

/** Turns `event_availability` and `startDate` into `Event availability` and `Start date`. */
function labelOf(field: string): string {
  const label = labels[field] ?? propertyOf(field)?.label ?? propertyLabels('uses', [field])
  if (label) return label
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
  if (value === null || value === undefined || value === '') return emptyValue
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value))
    return value.length > 0 ? truncate(value.map(formatValue).join(' · '), maxValueLength) : emptyValue
  if (isTicket(value)) return formatTicket(value)
  if (isChoice(value)) return `${value.label}${value.retired ? ' (retired)' : ''}`
  return truncate(typeof value === 'object' ? JSON.stringify(value) : String(value), maxValueLength)
}

type Ticket = { name: string; price: number; soldOut: boolean }

const isTicket = (value: unknown): value is Ticket =>
  typeof value === 'object' && value !== null && 'name' in value && 'soldOut' in value

const isChoice = (value: unknown): value is FieldChoice =>
  typeof value === 'object' && value !== null && 'label' in value && 'retired' in value

const formatTicket = ({ name, price, soldOut }: Ticket) => `${name}: ${price}${soldOut ? ' (sold out)' : ''}`
